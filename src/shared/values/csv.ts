/** Byte order mark: marks the file as UTF-8 for spreadsheets, which guess otherwise. */
export const byteOrderMark = '\u{FEFF}';

/** Spreadsheets take a cell that begins with one of these for a formula, and run it (owasp.org, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/;

/**
 * One cell (RFC 4180). A text that a spreadsheet would run gets an apostrophe before it, which makes it a text there. A number is
 * a number, also below zero; null is an empty cell.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
