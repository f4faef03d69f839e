import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { largestBatchBytes, maxBatchColumns, maxBatchRows } from '../../../shared/orders/batch.ts';
import { csvRows, headerRow, isSeparatorRow, possibleSeparators, type Separator } from '../imports/csv-parser.ts';
import { fileText } from '../imports/file-text.ts';
import type { BatchTableRow } from '../ports/batch-records.ts';
import type { ReadSpreadsheet } from '../ports/files.ts';
import { fieldOfTitle } from './column-matching.ts';

/** A file, or a text, as rows of cells. */
export interface Table {
  titles: string[];
  rows: BatchTableRow[];
}

export interface ReadTableParts {
  readSpreadsheet: ReadSpreadsheet;
  /** Lets everything else go on, now and then. */
  yieldToEventLoop: () => Promise<void>;
}

type ReadRow = Pick<BatchTableRow, 'line' | 'cells' | 'fault'>;

/** Reads a CSV file with any of three separators and in any letters, or a spreadsheet. */
export async function readTable(bytes: Uint8Array, parts: ReadTableParts): Promise<Result<Table>> {
  if (bytes.byteLength > largestBatchBytes) return failed(tooLarge);
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return failed(legacySpreadsheet);
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4])) {
    const sheet = await parts.readSpreadsheet(bytes);
    return sheet.ok ? tableOf(sheetRows(sheet.value), parts.yieldToEventLoop) : sheet;
  }
  const read = await fileText(bytes, true, parts.yieldToEventLoop);
  return read.ok ? readText(read.value.text, parts) : failed(notATable);
}

/** Reads rows out of a text: a file's, or what was copied out of a spreadsheet. */
export async function readText(text: string, parts: Pick<ReadTableParts, 'yieldToEventLoop'>): Promise<Result<Table>> {
  if (text.trim() === '') return failed(empty);
  return tableOf(textRows(text, separatorOf(text)), parts.yieldToEventLoop);
}

/** The separator that makes most sense of the first row: by names it makes readable, then by how many cells. */
function separatorOf(text: string): Separator {
  const [first = ',', ...others] = possibleSeparators(text);
  let best: { separator: Separator; known: number; count: number } = { separator: first, known: -1, count: -1 };
  for (const separator of [first, ...others]) {
    const cells = headerRow(text, separator)?.cells ?? [];
    const known = cells.filter((title) => fieldOfTitle(title) !== null).length;
    const count = cells.length;
    if (known > best.known || (known === best.known && count > best.count)) best = { separator, known, count };
  }
  return best.separator;
}

function* textRows(text: string, separator: Separator): Generator<ReadRow> {
  for (const row of csvRows(text, separator)) {
    if (row.kind === 'fault') yield { line: row.line, cells: [], fault: row.words };
    else if (!isSeparatorRow(row)) yield { line: row.line, cells: row.cells, fault: null };
  }
}

function* sheetRows(rows: readonly (readonly string[])[]): Generator<ReadRow> {
  for (const [index, cells] of rows.entries()) {
    if (cells.some((cell) => cell.trim() !== '')) yield { line: index + 1, cells: [...cells], fault: null };
  }
}

async function tableOf(rows: Iterable<ReadRow>, yieldToEventLoop: () => Promise<void>): Promise<Result<Table>> {
  let titles: string[] | null = null;
  let width = 0;
  const read: BatchTableRow[] = [];
  for (const { line, cells, fault } of rows) {
    await yieldToEventLoop();
    if (titles === null) {
      if (fault !== null) return failed(unreadableHeader(fault));
      const isHeader = hasTitles(cells);
      titles = isHeader ? cells.map((title) => title.trim()) : cells.map(() => '');
      width = filled(isHeader ? titles : cells);
      if (isHeader) continue;
    }
    if (read.length >= maxBatchRows) return failed(tooLong);
    // A column may hold something although it has no name; what stands behind all columns is told as a fault of its row.
    width = Math.max(width, Math.min(filled(cells), titles.length));
    read.push({ line, cells: cells.slice(0, Math.max(filled(cells), width)), fault, isSkipped: false });
  }
  if (titles === null) return failed(empty);
  if (width > maxBatchColumns) return failed(tooWide);
  if (read.length === 0) return failed(noRows);
  return success({ titles: titles.slice(0, width).map((title, place) => title || columnLetter(place)), rows: read });
}

/** How many cells there are, those at the end that are blank left out. */
function filled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/**
 * Rows copied out of the middle of a sheet have no titles: there no cell is a known title, and one at least is a number, as weights,
 * phones and codes are.
 */
function hasTitles(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => fieldOfTitle(cell) !== null) || !cells.some((cell) => /^[+\d][\d\s.,()/-]*$/.test(cell.trim()))
  );
}

/** "Column A", as spreadsheets name columns. */
function columnLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return `Column ${place < 26 ? letter : String.fromCharCode(64 + Math.floor(place / 26)) + letter}`;
}

const beginsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);

const unreadable = (message: string, next: string): Failure => ({ code: 'unreadable', message, next });

const empty = unreadable('There is nothing in it.', 'Take a table whose first row names its columns.');
const noRows = unreadable('There are no rows below the first one.', 'Take a table with a row for each parcel.');
const notATable = unreadable('This is neither a CSV file nor a spreadsheet.', 'Save the sheet as CSV or as .xlsx.');
const legacySpreadsheet = unreadable('This is a spreadsheet of an old kind.', 'Save it as .xlsx or as CSV.');
const unreadableHeader = (words: string): Failure =>
  unreadable(`The first row cannot be read. ${words}`, 'Put it right in the file, and take it again.');

const split = (message: string): Failure => ({ code: 'too-large', message, next: 'Split it into smaller files.' });
const tooLarge = split(`The file is larger than ${largestBatchBytes / 1024 / 1024} MB.`);
const tooLong = split(`It has more than ${maxBatchRows} rows.`);
const tooWide: Failure = {
  code: 'too-large',
  message: `It has more than ${maxBatchColumns} columns.`,
  next: 'Take out the columns that orders do not need.',
};
