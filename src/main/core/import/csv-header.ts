import { type CsvRow, csvRows, type Separator, separators } from './csv-rows.ts';

/** The separators a file may have: all of them, or the one it names itself (`sep=;`, as spreadsheets write above the header). */
export function possibleSeparators(text: string): readonly Separator[] {
  const told = /^\ufeff?sep=([,;\t])\r?\n/i.exec(text)?.[1];
  return separators.filter((separator) => told === undefined || separator === told);
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
export const plainName = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
