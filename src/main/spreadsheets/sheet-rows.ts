import { readSheet } from 'read-excel-file/universal';
import { mostBatchColumns, mostBatchRows } from '../../shared/batch.ts';
import { numberText } from './number-text.ts';
import type { SheetFault } from './spreadsheet-messages.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

/** With the line that names the columns. */
const mostLines = mostBatchRows + 1;

export type SheetRows = { kind: 'rows'; rows: string[][] } | { kind: 'fault'; fault: SheetFault };

/** The first sheet's rows as texts. Takes time and memory: for a thread that can be ended. */
export async function sheetRows(bytes: Uint8Array): Promise<SheetRows> {
  try {
    const unpacked = unpackWorkbook(bytes);
    if (unpacked.kind !== 'parts') return { kind: 'fault', fault: unpacked.kind };
    const rows = await readSheet(unpacked.packed, 1, { parseNumber: numberText });
    if (rows.length > mostLines) return { kind: 'fault', fault: 'too many rows' };
    return { kind: 'rows', rows: rows.map((row) => row.slice(0, mostBatchColumns).map(cellText)) };
  } catch {
    // Whatever the two libraries stumble over: the file is not what it should be.
    return { kind: 'fault', fault: 'broken' };
  }
}

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
