import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { largestBatchBytes, maxBatchColumns, maxBatchRows } from '../../../shared/orders/batch.ts';
import { fileSignature } from '../../../shared/values/file-signature.ts';
import { mainText } from '../../text/main-text.ts';
import { csvRows, headerRow, isSeparatorRow, possibleSeparators, type Separator } from '../imports/csv-parser.ts';
import { fileText } from '../imports/file-text.ts';
import type { BatchTableRow } from '../ports/batch-records.ts';
import type { ReadSpreadsheet } from '../ports/files.ts';
import { fieldOfTitle } from './column-matching.ts';

/** A file or a text as rows of cells. */
export interface Table {
  titles: string[];
  rows: BatchTableRow[];
}

export interface ReadTableParts {
  readSpreadsheet: ReadSpreadsheet;
  /** Called often; yields when work has lasted too long. */
  yieldToEventLoop: () => Promise<void>;
}

type ReadRow = Pick<BatchTableRow, 'line' | 'cells' | 'fault'>;

/** Reads a CSV file with any of three separators and in any encoding, or a spreadsheet. */
export async function readTable(bytes: Uint8Array, parts: ReadTableParts): Promise<Result<Table>> {
  if (bytes.byteLength > largestBatchBytes) return failed(tooLarge);
  if (fileSignature(bytes) !== null) {
    const sheet = await parts.readSpreadsheet(bytes);
    return sheet.ok ? tableOf(sheetRows(sheet.value), parts.yieldToEventLoop) : sheet;
  }
  const read = await fileText(bytes, true, parts.yieldToEventLoop);
  return read.ok ? readText(read.value.text, parts) : failed(notATable);
}

/** Reads rows from a text: a file's, or one copied from a spreadsheet. */
export async function readText(text: string, parts: Pick<ReadTableParts, 'yieldToEventLoop'>): Promise<Result<Table>> {
  if (text.trim() === '') return failed(empty);
  return tableOf(textRows(text, separatorOf(text)), parts.yieldToEventLoop);
}

/** The separator that fits the first row best: by the names it finds, then by the number of cells. */
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
    if (row.kind === 'fault') yield { line: row.line, cells: [], fault: row.message };
    else if (!isSeparatorRow(row)) yield { line: row.line, cells: row.cells, fault: null };
  }
}

function* sheetRows(rows: readonly (readonly string[])[]): Generator<ReadRow> {
  for (const [index, cells] of rows.entries()) {
    if (cells.some((cell) => cell.trim() !== '')) yield { line: index + 1, cells: [...cells], fault: null };
  }
}

/** A promise for each row would cost more than its cells. */
const rowsBetweenYields = 32;

async function tableOf(rows: Iterable<ReadRow>, yieldToEventLoop: () => Promise<void>): Promise<Result<Table>> {
  let titles: string[] | null = null;
  let width = 0;
  const read: BatchTableRow[] = [];
  for (const { line, cells, fault } of rows) {
    if (read.length % rowsBetweenYields === 0) await yieldToEventLoop();
    if (titles === null) {
      if (fault !== null) return failed(unreadableHeader(fault));
      const isHeader = hasTitles(cells);
      titles = isHeader ? cells.map((title) => title.trim()) : cells.map(() => '');
      width = filled(isHeader ? titles : cells);
      if (isHeader) continue;
    }
    if (read.length >= maxBatchRows) return failed(tooLong);
    // A column may have cells but no name; cells after the last column are an error of their row.
    width = Math.max(width, Math.min(filled(cells), titles.length));
    // A copy: while a row is split, its list is longer than its cells.
    read.push({ line, cells: cells.slice(0, Math.max(filled(cells), width)), fault, isSkipped: false });
  }
  if (titles === null) return failed(empty);
  if (width > maxBatchColumns) return failed(tooWide);
  if (read.length === 0) return failed(noRows);
  return success({ titles: titles.slice(0, width).map((title, place) => title || columnLetter(place)), rows: read });
}

/** The number of cells, without blank ones at the end. */
function filled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/**
 * Rows copied from the middle of a sheet have no titles: no cell is a known title, and at least one is a number, as weights, phones and
 * codes are.
 */
function hasTitles(cells: readonly string[]): boolean {
  return (
    cells.some((cell) => fieldOfTitle(cell) !== null) || !cells.some((cell) => /^[+\d][\d\s.,()/-]*$/.test(cell.trim()))
  );
}

/** "Column A", as spreadsheets name columns. */
function columnLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  const letters = place < 26 ? letter : String.fromCharCode(64 + Math.floor(place / 26)) + letter;
  return mainText('batch-result.column', { letters });
}

const unreadable = (reason: Message): Failure => ({ code: 'unreadable', message: reason });
const empty = unreadable(message('batch.input-empty'));
const noRows = unreadable(message('batch.no-rows'));
const notATable = unreadable(message('batch.not-a-table'));
const unreadableHeader = (reason: Message): Failure => unreadable(message('batch.header-unreadable', { reason }));

const overLimit = (reason: Message): Failure => ({ code: 'too-large', message: reason });
const tooLarge = overLimit(message('file.too-large', { megabytes: largestBatchBytes / 1024 / 1024 }));
const tooLong = overLimit(message('batch.too-many-rows', { limit: maxBatchRows }));
const tooWide = overLimit(message('batch.too-many-columns', { limit: maxBatchColumns }));
