import { type Message, message } from '../../../shared/messages/message.ts';

/** One row of a CSV file. */
export interface CsvRow {
  kind: 'row';
  /** 1-based line it begins on. */
  line: number;
  cells: string[];
  /** As it is written, without its line end. */
  text: string;
}

/** A row that cannot be split into cells. The rows after it are read where possible. */
export interface CsvFault {
  kind: 'fault';
  line: number;
  message: Message;
}

const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** Longest row, characters: a quotation mark that is never closed must not make the rest of the file one row. */
const maxRowLength = 64 * 1024;

/** Most empty rows of a file: passing over millions of them would block the main process. */
export const maxEmptyRows = 50_000;

/** Most cells kept of a row. */
const maxCells = 200;

/**
 * Splits a CSV file into rows and cells (RFC 4180): a cell may be in quotation marks, a doubled mark inside it is one mark, and any
 * line end is accepted. Empty rows are left out; where there are too many, the rest is not read.
 */
export function* csvRows(text: string, separator: Separator): Generator<CsvRow | CsvFault, void> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  let emptyRows = 0;
  while (at < text.length) {
    const row = readRow(text, at, separator);
    const written = text.slice(at, row.end);
    if ('message' in row) yield { kind: 'fault', line, message: row.message };
    else if (row.cells.some(isFilled)) yield { kind: 'row', line, cells: row.cells, text: written };
    else {
      emptyRows += 1;
      if (emptyRows > maxEmptyRows) {
        yield { kind: 'fault', line, message: message('csv.too-many-empty-rows', { limit: maxEmptyRows }) };
        return;
      }
    }
    line += lineEnds(written);
    at = row.end;
    if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') at += 1;
    at += 1;
    line += 1;
  }
}

/** A row, and the place of its line end. */
type ReadRow = { cells: string[]; end: number } | { message: Message; end: number };

function readRow(text: string, start: number, separator: Separator): ReadRow {
  const cells: string[] = [];
  const separatorCode = separator.charCodeAt(0);
  for (let at = start; ; ) {
    let end = at;
    if (text.charCodeAt(at) === quotationMark) {
      const cell = quotedCell(text, at, start);
      if ('message' in cell) return { ...cell, end: lineEnd(text, start) };
      end = cell.end;
      if (cells.length < maxCells) cells.push(cell.value);
    } else {
      end = bareEnd(text, at, separatorCode);
      if (end < 0) return { message: tooLong, end: lineEnd(text, start) };
      if (cells.length < maxCells) cells.push(text.slice(at, end));
    }
    if (end - start > maxRowLength) return { message: tooLong, end: lineEnd(text, end) };
    const next = text.charCodeAt(end);
    if (next === separatorCode) at = end + 1;
    // At the end of the text there is no character.
    else if (Number.isNaN(next) || next === lineFeed || next === carriageReturn) return { cells, end };
    else return { message: message('csv.text-after-quote'), end: lineEnd(text, end) };
  }
}

const quotationMark = 34;
const lineFeed = 10;
const carriageReturn = 13;

/** Where a cell without quotation marks ends; -1 where it is too long. */
function bareEnd(text: string, start: number, separatorCode: number): number {
  const last = Math.min(text.length, start + maxRowLength + 1);
  for (let end = start; end <= last; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separatorCode || code === lineFeed || code === carriageReturn || Number.isNaN(code)) return end;
  }
  return -1;
}

function quotedCell(
  text: string,
  start: number,
  rowStart: number,
): { value: string; end: number } | { message: Message } {
  let value = '';
  for (let at = start + 1; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0 || mark - rowStart > maxRowLength) return { message: message('csv.quote-not-closed') };
    value += text.slice(at, mark);
    if (text.charAt(mark + 1) !== '"') return { value, end: mark + 1 };
    value += '"';
    at = mark + 2;
  }
}

function lineEnd(text: string, start: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

const tooLong = message('csv.row-too-long');

const lineEnds = (text: string): number =>
  text.includes('\n') || text.includes('\r') ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0;

/** The separators a file may use: all of them, or the one it names itself (`sep=;`, which spreadsheets write above the header). */
export function possibleSeparators(text: string): readonly Separator[] {
  const declared = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text)?.[1];
  return separators.filter((separator) => declared === undefined || separator === declared);
}

/** True for the row in which a file names its separator. */
export const isSeparatorRow = (row: CsvRow): boolean => row.line === 1 && /^\ufeff?sep=[,;\t]$/i.test(row.text);

/** The first row of a file, read with that separator; null where it cannot be split. */
export function headerRow(text: string, separator: Separator): CsvRow | null {
  const rows = csvRows(text, separator);
  let row = rows.next().value;
  if (row?.kind === 'row' && isSeparatorRow(row)) row = rows.next().value;
  return row?.kind === 'row' ? row : null;
}

/** A column's title in small letters, without anything but letters and digits. */
export const normalizedTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
