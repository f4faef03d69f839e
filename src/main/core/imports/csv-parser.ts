/** One row of a CSV file. */
export interface CsvRow {
  kind: 'row';
  /** 1-based line it begins on. */
  line: number;
  cells: string[];
  /** As it is written, without its line end. */
  text: string;
}

/** A row that cannot be taken apart. The rows behind it are read where they can be. */
export interface CsvFault {
  kind: 'fault';
  line: number;
  words: string;
}

const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** Longest row, characters. A quotation mark that nobody closes must not swallow the file. */
const maxRowLength = 64 * 1024;

/** Most cells kept of a row. */
const maxCells = 200;

/**
 * Takes a CSV file apart (RFC 4180): cells may stand in quotation marks, a doubled one inside is one of them, lines end as they like.
 * Rows with nothing in them are left out.
 */
export function* csvRows(text: string, separator: Separator): Generator<CsvRow | CsvFault, void> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row = readRow(text, at, separator);
    const written = text.slice(at, row.end);
    if ('words' in row) yield { kind: 'fault', line, words: row.words };
    else if (row.cells.some((cell) => cell.trim() !== '')) yield { kind: 'row', line, cells: row.cells, text: written };
    line += lineEnds(written);
    at = row.end;
    if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') at += 1;
    at += 1;
    line += 1;
  }
}

/** A row, and where its line end stands. */
type ReadRow = { cells: string[]; end: number } | { words: string; end: number };

function readRow(text: string, start: number, separator: Separator): ReadRow {
  const cells: string[] = [];
  let at = start;
  while (true) {
    const cell = text.charAt(at) === '"' ? quotedCell(text, at, start) : bareCell(text, at, separator);
    if ('words' in cell) return { ...cell, end: lineEnd(text, start) };
    if (cells.length < maxCells) cells.push(cell.value);
    at = cell.end;
    if (at - start > maxRowLength) return { words: tooLong, end: lineEnd(text, at) };
    const next = text.charAt(at);
    if (next === separator) at += 1;
    else if (next === '' || next === '\n' || next === '\r') return { cells, end: at };
    else return { words: 'Behind a closing quotation mark stands more text.', end: lineEnd(text, at) };
  }
}

type ReadCell = { value: string; end: number } | { words: string };

function quotedCell(text: string, start: number, rowStart: number): ReadCell {
  let value = '';
  for (let at = start + 1; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0 || mark - rowStart > maxRowLength) return { words: 'A quotation mark is opened and never closed.' };
    value += text.slice(at, mark);
    if (text.charAt(mark + 1) !== '"') return { value, end: mark + 1 };
    value += '"';
    at = mark + 2;
  }
}

function bareCell(text: string, start: number, separator: Separator): ReadCell {
  const last = Math.min(text.length, start + maxRowLength + 1);
  for (let end = start; end <= last; end += 1) {
    const letter = text.charAt(end);
    if (letter === separator || letter === '\n' || letter === '\r' || letter === '') {
      return { value: text.slice(start, end), end };
    }
  }
  return { words: tooLong };
}

function lineEnd(text: string, start: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

const tooLong = 'The row is longer than any row of parcels.';

const lineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** The separators a file may have: all of them, or the one it names itself (`sep=;`, as spreadsheets write above the header). */
export function possibleSeparators(text: string): readonly Separator[] {
  const declared = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text)?.[1];
  return separators.filter((separator) => declared === undefined || separator === declared);
}

/** True for the row in which a file names its separator. */
export const isSeparatorRow = (row: CsvRow): boolean => row.line === 1 && /^\ufeff?sep=[,;\t]$/i.test(row.text);

/** The first row of a file, read with that separator; null where it cannot be taken apart. */
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
