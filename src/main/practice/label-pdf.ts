import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import bwipjs from 'bwip-js/node';
import PdfDocument from 'pdfkit';
import { assertNever } from '../../shared/contract/failure.ts';
import { code128Widths } from '../labels/code-128.ts';
import { code128Modules, type Item, labelHeight, labelWidth, winAnsi } from './label-layout.ts';

// The default export: the named `raw` is an encoder for a symbology of that name.

/** The dark modules of a QR code of error correction M, by column and row; without the quiet zone. */
export function qrDarkModules(text: string): { column: number; row: number }[] {
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('a QR code has modules');
  return symbol.pixs.flatMap((dark, index) =>
    dark ? [{ column: index % symbol.pixx, row: Math.floor(index / symbol.pixx) }] : [],
  );
}

/** 203 dots are 72 points (PDF 32000-1, 8.3.2.3). */
const pointsPerDot = 72 / 203;

interface Sheet {
  /** Points. */
  width: number;
  height: number;
  left: number;
  top: number;
}

const labelSheet: Sheet = { width: labelWidth * pointsPerDot, height: labelHeight * pointsPerDot, left: 0, top: 0 };
/** A4 with the label in its own size, centred at the top, with cut marks. */
const a4Sheet: Sheet = { width: 595.28, height: 841.89, left: (595.28 - labelSheet.width) / 2, top: 36 };

export const sheets = { '4x6': labelSheet, A4: a4Sheet } as const;

/** The labels as PDF, one a page; bar codes are paths, so that they are sharp at any resolution. */
export async function pdfOf(drawings: readonly (readonly Item[])[], sheet: Sheet): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'Practice label' },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  for (const items of drawings) {
    // A page takes about ten milliseconds.
    await yieldToEventLoop();
    pdf.addPage();
    if (sheet !== labelSheet) cutMarks(pdf, sheet);
    pdf.save().translate(sheet.left, sheet.top).scale(pointsPerDot);
    for (const item of items) draw(pdf, item);
    pdf.restore();
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(pdf: PDFKit.PDFDocument, item: Item): void {
  switch (item.kind) {
    case 'block':
      pdf.rect(item.x, item.y, item.width, item.height).fill('black');
      return;
    case 'text':
      drawText(pdf, item);
      return;
    case 'code 128':
      drawCode128(pdf, item);
      return;
    case 'qr':
      drawQr(pdf, item);
      return;
    default:
      assertNever(item);
  }
}

function drawText(pdf: PDFKit.PDFDocument, { x, y, width, size, text, align, white }: Item & { kind: 'text' }): void {
  const encoded = winAnsi(text);
  // Letters of the standard font are lower than a printer's of the same nominal height, and wider.
  pdf.font('Helvetica-Bold').fontSize(size);
  const natural = pdf.widthOfString(encoded);
  const narrowing = Math.min(0.84, width / natural);
  const left = align === 'L' ? x : x + (width - natural * narrowing) / (align === 'C' ? 2 : 1);
  pdf.save().translate(left, y).scale(narrowing, 1);
  pdf.fillColor(white ? 'white' : 'black').text(encoded, 0, 0, { lineBreak: false });
  pdf.restore();
}

/** Centred in the reserved width, because digits may be encoded in pairs and need less. */
function drawCode128(pdf: PDFKit.PDFDocument, { x, y, module, height, text }: Item & { kind: 'code 128' }): void {
  const widths = code128Widths(text);
  const modules = widths.reduce((sum, width) => sum + width, 0);
  let left = x + ((code128Modules(text) - modules) * module) / 2;
  widths.forEach((width, index) => {
    if (index % 2 === 0) pdf.rect(left, y, width * module, height);
    left += width * module;
  });
  pdf.fill('black');
}

function drawQr(pdf: PDFKit.PDFDocument, { x, y, module, text }: Item & { kind: 'qr' }): void {
  for (const { column, row } of qrDarkModules(text)) {
    pdf.rect(x + column * module, y + row * module, module, module);
  }
  pdf.fill('black');
}

function cutMarks(pdf: PDFKit.PDFDocument, { left, top }: Sheet): void {
  const mark = 12;
  const right = left + labelSheet.width;
  const bottom = top + labelSheet.height;
  pdf.lineWidth(0.5);
  for (const y of [top, bottom]) {
    pdf.moveTo(left - mark - 3, y).lineTo(left - 3, y);
    pdf.moveTo(right + 3, y).lineTo(right + mark + 3, y);
  }
  for (const x of [left, right]) {
    pdf.moveTo(x, top - mark - 3).lineTo(x, top - 3);
    pdf.moveTo(x, bottom + 3).lineTo(x, bottom + mark + 3);
  }
  pdf.stroke('black');
}
