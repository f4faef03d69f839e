import PdfDocument from 'pdfkit';
import { type BarcodeCommand, barcodeCommands, commandText } from '../../shared/scanning/command-barcode.ts';
import { testCardText } from '../../shared/scanning/scanner-test.ts';
import { latinText } from '../text/main-text.ts';
import { code128Widths } from './code-128.ts';

/** What the cards of a site are made from. */
export interface CommandSheet {
  readonly stationName: string;
  readonly key: string;
}

/** The text of every command's bar code. */
export const commandTexts = (key: string): Record<BarcodeCommand, string> =>
  Object.fromEntries(barcodeCommands.map((command) => [command, commandText(key, command)])) as Record<
    BarcodeCommand,
    string
  >;

/** A4 in points (PDF 32000-1, 8.3.2.3: 72 to the inch). */
const page = { width: 595.28, height: 841.89, margin: 36 };
const columns = 2;
/** The commands, and the test card of the scanner. */
const rows = Math.ceil((barcodeCommands.length + 1) / columns);
const headHeight = 62;
const cell = {
  width: (page.width - 2 * page.margin) / columns,
  height: (page.height - 2 * page.margin - headHeight) / rows,
};
/** 0.46 mm: read at arm's length by any hand scanner. The longer test card has 0.26 mm. */
const moduleWidth = { command: 1.3, test: 0.75 };
const barHeight = 22;

/** The cards on one A4 page, with bar codes as paths, so that they are sharp at any resolution. */
export async function commandSheetPdf({ stationName, key }: CommandSheet): Promise<Buffer> {
  const title = latin1(latinText('command-sheet.title', { station: stationName }));
  const pdf = new PdfDocument({ size: 'A4', margin: 0, info: { Title: title } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  const write = (font: string, size: number, content: string, x: number, y: number): void =>
    void pdf.font(font).fontSize(size).fillColor('black').text(content, x, y, { lineBreak: false });

  write('Helvetica-Bold', 18, title, page.margin, page.margin);
  write('Helvetica', 10, latinText('command-sheet.key', { key }), page.margin, page.margin + 26);
  const cards = [
    ...barcodeCommands.map((command) => ({
      name: latinText(`command-barcode.name.${command}`),
      effect: latinText(`command-sheet.effect.${command}`),
      code: commandText(key, command),
      module: moduleWidth.command,
    })),
    { ...testCardTexts(), code: testCardText, module: moduleWidth.test },
  ];
  for (const [index, { name, effect, code, module }] of cards.entries()) {
    const left = page.margin + Math.floor(index / rows) * cell.width;
    const top = page.margin + headHeight + (index % rows) * cell.height;
    pdf.rect(left, top, cell.width, cell.height).lineWidth(0.5).strokeColor('#999999').stroke();
    write('Helvetica-Bold', 13, name, left + 12, top + 5);
    write('Helvetica', 8, effect, left + 12, top + 19);
    let x = left + 16;
    for (const [at, width] of code128Widths(code).entries()) {
      if (at % 2 === 0) pdf.rect(x, top + 29, width * module, barHeight);
      x += width * module;
    }
    pdf.fill('black');
    write('Courier', 8, code.replaceAll(groupSeparator, ' '), left + 16, top + 29 + barHeight + 2);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

const groupSeparator = '\x1d';

/** The name of the test card, and what it is for. */
const testCardTexts = (): { name: string; effect: string } => ({
  name: latinText('command-sheet.test-card'),
  effect: latinText('command-sheet.effect.test-card'),
});

/** The standard fonts of PDF have no other letters. */
const latin1 = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

const cardsOnLabel = 5;
const cardHeight = 238;

/**
 * The cards as 4x6 labels in ZPL at 8 dots per millimetre, five on each, to be cut apart. Bars are four dots wide: half a millimetre.
 */
export function commandLabels(key: string): Uint8Array[] {
  const cards: readonly Card[] = [
    ...barcodeCommands.map(
      (command): Card =>
        (top) =>
          commandCard(key, command, top),
    ),
    testCard,
  ];
  const labels: Buffer[] = [];
  for (let from = 0; from < cards.length; from += cardsOnLabel)
    labels.push(labelOf(cards.slice(from, from + cardsOnLabel)));
  return labels;
}

/** The test card of the scanner alone, as a label. */
export const testCardLabel = (): Uint8Array => labelOf([testCard]);

/** The fields of a card that begins at that dot. */
type Card = (top: number) => string[];

function labelOf(cards: readonly Card[]): Buffer {
  const fields = cards.flatMap((card, at) => card(16 + at * cardHeight));
  return Buffer.from(['^XA^CI28^MCY^PON^LH0,0^PW812^LL1218', ...fields, '^PQ1^XZ', ''].join('\n'), 'utf8');
}

/** Bars two dots wide, a quarter of a millimetre; `>8` is FNC1 (ZPL guide, ^BC). */
function testCard(top: number): string[] {
  const { name, effect } = testCardTexts();
  const code = testCardText.replaceAll(groupSeparator, '>8');
  return [
    `^FO40,${top}^A0N,46,46^FD${name}^FS`,
    `^FO40,${top + 50}^A0N,26,26^FD${effect}^FS`,
    `^FO60,${top + 84}^BY2^BCN,120,N,N,N^FD${code}^FS`,
    `^FO20,${top + 226}^GB772,2,2^FS`,
  ];
}

function commandCard(key: string, command: BarcodeCommand, top: number): string[] {
  const text = commandText(key, command);
  return [
    `^FO40,${top}^A0N,46,46^FD${latinText(`command-barcode.name.${command}`)}^FS`,
    `^FO40,${top + 50}^A0N,26,26^FD${latinText(`command-sheet.effect.${command}`)}^FS`,
    `^FO60,${top + 84}^BY4^BCN,104,N,N,N^FD${text}^FS`,
    `^FO60,${top + 194}^A0N,24,24^FD${text}^FS`,
    `^FO20,${top + 226}^GB772,2,2^FS`,
  ];
}
