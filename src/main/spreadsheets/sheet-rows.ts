import { readSheet } from 'read-excel-file/universal';
import { largestBatchBytes, mostBatchColumns, mostBatchRows } from '../../shared/batch.ts';
import { numberText } from './number-text.ts';
import type { SheetFault } from './spreadsheet-messages.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

/** With the line that names the columns. */
const mostLines = mostBatchRows + 1;

/** Most characters of all cells together: a file holds a text once and may name it in every cell. */
const mostCharacters = largestBatchBytes;

export type SheetRows = { kind: 'rows'; rows: string[][] } | { kind: 'fault'; fault: SheetFault };

/** The first sheet's rows as texts. Takes time and memory: for a thread that can be ended. */
export async function sheetRows(bytes: Uint8Array): Promise<SheetRows> {
  try {
    const unpacked = unpackWorkbook(bytes);
    if (unpacked.kind !== 'parts') return { kind: 'fault', fault: unpacked.kind };
    const rows = await readSheet(unpacked.packed, 1, { parseNumber: numberText });
    if (rows.length > mostLines) return { kind: 'fault', fault: 'too many rows' };
    const texts = rows.map(rowTexts);
    const isTooLarge = texts.reduce((sum, row) => sum + lengthOf(row), 0) > mostCharacters;
    return isTooLarge ? { kind: 'fault', fault: 'too large' } : { kind: 'rows', rows: texts };
  } catch {
    // Whatever the two libraries stumble over: the file is not what it should be.
    return { kind: 'fault', fault: 'broken' };
  }
}

/** The cells a batch looks at; behind them the first text that it does not, so that none is passed over without a word. */
function rowTexts(row: readonly unknown[]): string[] {
  const texts = row.slice(0, mostBatchColumns).map(cellText);
  for (let place = mostBatchColumns; place < row.length; place += 1) {
    const text = cellText(row[place]);
    if (text.trim() !== '') return [...texts, text];
  }
  return texts;
}

/** Characters of a row's cells together. */
export const lengthOf = (row: readonly string[]): number => row.reduce((sum, text) => sum + text.length, 0);

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
