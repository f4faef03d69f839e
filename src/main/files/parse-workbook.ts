import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { largestBatchBytes, maxBatchColumns, maxBatchRows } from '../../shared/orders/batch.ts';
import type { SheetFault } from './spreadsheet-messages.ts';

/** With the line that names the columns. */
const maxLines = maxBatchRows + 1;

/** Most characters of all cells together: a file holds a text once and may name it in every cell. */
const maxCharacters = largestBatchBytes;

export type SheetRows = { kind: 'rows'; rows: string[][] } | { kind: 'fault'; fault: SheetFault };

/** The first sheet's rows as texts. Takes time and memory: for a thread that can be ended. */
export async function sheetRows(bytes: Uint8Array): Promise<SheetRows> {
  try {
    const unpacked = unpackWorkbook(bytes);
    if (unpacked.kind !== 'parts') return { kind: 'fault', fault: unpacked.kind };
    const rows = await readSheet(unpacked.packed, 1, { parseNumber: numberText });
    if (rows.length > maxLines) return { kind: 'fault', fault: 'too many rows' };
    const texts = rows.map(rowTexts);
    const isTooLarge = texts.reduce((sum, row) => sum + rowLength(row), 0) > maxCharacters;
    return isTooLarge ? { kind: 'fault', fault: 'too large' } : { kind: 'rows', rows: texts };
  } catch {
    // Whatever the two libraries stumble over: the file is not what it should be.
    return { kind: 'fault', fault: 'broken' };
  }
}

/** The cells a batch looks at; behind them the first text that it does not, so that none is passed over without a word. */
function rowTexts(row: readonly unknown[]): string[] {
  const texts = row.slice(0, maxBatchColumns).map(cellText);
  for (let place = maxBatchColumns; place < row.length; place += 1) {
    const text = cellText(row[place]);
    if (text.trim() !== '') return [...texts, text];
  }
  return texts;
}

/** Characters of a row's cells together. */
export const rowLength = (row: readonly string[]): number => row.reduce((sum, text) => sum + text.length, 0);

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return String(cell);
}

/** YYYY-MM-DD, and HH:MM where the cell holds a time too. A sheet knows no time zone: the library tells its day and hour as UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** Most bytes that a workbook's parts may have together once they are unpacked: 20,000 rows of 60 columns fit. */
const largestUnpackedBytes = 100 * 1024 * 1024;

export type Unpacked = { kind: 'parts'; packed: ArrayBuffer } | { kind: 'too large' } | { kind: 'not a workbook' };

/**
 * The texts of a workbook (.xlsx is a zip file) in a zip file without compression, so that whoever reads it unpacks nothing of
 * unknown size. What a part says of its size is asked before it is unpacked, and never more than that is. Throws for a broken one.
 */
function unpackWorkbook(bytes: Uint8Array): Unpacked {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isNeededPart(name)) return false;
      size += originalSize;
      return size <= largestUnpackedBytes;
    },
  });
  if (size > largestUnpackedBytes) return { kind: 'too large' };
  if (!('xl/workbook.xml' in parts)) return { kind: 'not a workbook' };
  const { buffer } = zipSync(parts, { level: 0 });
  return { kind: 'parts', packed: buffer as ArrayBuffer };
}

/** Pictures, drawings and whatever else is embedded stay packed. */
const isNeededPart = (name: string): boolean =>
  /\.(?:xml|rels)$/.test(name) && !/^xl\/(?:media|drawings|charts|embeddings|theme|printerSettings)\//.test(name);

/** Digits a spreadsheet keeps of a number; what stands behind them is lost when it is saved. */
const significantDigits = 15;

/**
 * A number of a sheet as its digits, never as 1.2E+12. One of more than 15 digits is left in the spreadsheet's own way of writing
 * it (1.23456789012345E+15): its last digits are lost, and whoever reads it must see that. Only where the file itself holds every
 * digit, the last one no 0, it is given whole.
 * @param raw as the file has it
 */
export function numberText(raw: string): string {
  const text = raw.trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  if (Math.abs(value) < 10 ** significantDigits) return plainDigits(Number(value.toPrecision(significantDigits)));
  if (/^-?\d*[1-9]$/.test(text)) return text;
  const [digits = '', power = ''] = value.toExponential(significantDigits - 1).split('e');
  return `${withoutTrailingZeros(digits)}E${power}`;
}

/** JavaScript itself writes what is under a millionth with an exponent. */
const plainDigits = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? withoutTrailingZeros(value.toFixed(20)) : String(value);

const withoutTrailingZeros = (digits: string): string => digits.replace(/\.?0+$/, '');
