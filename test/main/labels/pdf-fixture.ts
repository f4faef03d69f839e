import bwipjs from 'bwip-js/node';
import PdfDocument from 'pdfkit';
import { code128Widths } from '../../../src/main/labels/code-128.ts';

/** Points in a millimetre. */
export const millimetre = 72 / 25.4;

/** The content of a page; x, y and module in points. */
export type PageItem =
  | { kind: 'code 128'; x: number; y: number; module: number; text: string; upwards?: boolean }
  | {
      kind: 'matrix';
      symbology: 'qrcode' | 'datamatrix' | 'azteccode' | 'pdf417';
      x: number;
      y: number;
      module: number;
      text: string;
    }
  | { kind: 'block'; x: number; y: number; width: number; height: number; shade?: string }
  | { kind: 'text'; x: number; y: number; size: number; text: string };

/** A PDF with a page for each list of items, in the size given in points; bar codes are paths. */
export async function pdfOf(
  pages: readonly (readonly PageItem[])[],
  size: [number, number] = [288, 432],
  userPassword?: string,
): Promise<Buffer> {
  const pdf = new PdfDocument({ size, margin: 0, autoFirstPage: false, ...(userPassword ? { userPassword } : {}) });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => pdf.once('end', () => resolve()));
  for (const items of pages) {
    pdf.addPage();
    for (const item of items) draw(pdf, item);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(pdf: PDFKit.PDFDocument, item: PageItem): void {
  if (item.kind === 'block') pdf.rect(item.x, item.y, item.width, item.height).fill(item.shade ?? 'black');
  else if (item.kind === 'text')
    pdf.fontSize(item.size).fillColor('black').text(item.text, item.x, item.y, { lineBreak: false });
  else if (item.kind === 'code 128') drawBars(pdf, item);
  else drawMatrix(pdf, item);
}

const barHeight = 50;

function drawBars(pdf: PDFKit.PDFDocument, { x, y, module, text, upwards }: PageItem & { kind: 'code 128' }): void {
  let at = 0;
  code128Widths(text).forEach((width, index) => {
    const length = width * module;
    if (index % 2 === 0 && upwards) pdf.rect(x, y - at - length, barHeight, length);
    else if (index % 2 === 0) pdf.rect(x + at, y, length, barHeight);
    at += length;
  });
  pdf.fill('black');
}

function drawMatrix(pdf: PDFKit.PDFDocument, { symbology, x, y, module, text }: PageItem & { kind: 'matrix' }): void {
  const [symbol] = bwipjs.raw(symbology, text, '');
  if (!symbol || !('pixs' in symbol)) throw new Error('a matrix has modules');
  symbol.pixs.forEach((dark, index) => {
    const [column, row] = [index % symbol.pixx, Math.floor(index / symbol.pixx)];
    if (dark) pdf.rect(x + column * module, y + row * module, module, module);
  });
  pdf.fill('black');
}
