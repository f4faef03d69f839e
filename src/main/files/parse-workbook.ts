import { readSheet } from 'read-excel-file/universal';
import { largestBatchBytes, maxBatchColumns, maxBatchRows } from '../../shared/orders/batch.ts';
import type { SheetFault } from './read-spreadsheet.ts';
import { unpackWorkbook } from './workbook-parts.ts';

/** Most lines, including the header. */
const maxLines = maxBatchRows + 1;

/** Most characters of all cells together: a file can refer to one text in every cell. */
const maxCharacters = largestBatchBytes;

export type SheetRows = { kind: 'rows'; rows: string[][] } | { kind: 'fault'; fault: SheetFault };

/** Reads the first sheet's rows as texts. Needs time and memory: only the spreadsheet process may call it. */
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
    // Whatever error the two libraries throw, the file is damaged.
    return { kind: 'fault', fault: 'broken' };
  }
}

/** The cells that a batch reads, followed by the first text beyond the last column, so that it can be reported. */
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

/** YYYY-MM-DD, and HH:MM where the cell has a time. Sheets have no time zone; the library returns the local time as UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** Number of digits that a spreadsheet stores; further digits are lost. */
const significantDigits = 15;

/**
 * A number of a sheet as digits, never as 1.2E+12. A number of more than 15 digits keeps the exponent (1.23456789012345E+15), which
 * shows that digits are lost; it is returned in full only where the file contains every digit and the last one is not 0.
 * @param raw the text in the file
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

/** JavaScript writes numbers below a millionth with an exponent. */
const plainDigits = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? withoutTrailingZeros(value.toFixed(20)) : String(value);

const withoutTrailingZeros = (digits: string): string => digits.replace(/\.?0+$/, '');
