/** Byte order mark: spreadsheet programs need it to recognize UTF-8. */
export const byteOrderMark = '\u{FEFF}';

/** Spreadsheet programs run a cell that begins with one of these as a formula (owasp.org, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/;

/**
 * One cell (RFC 4180). A text that would run as a formula gets a leading apostrophe. Numbers, also negative ones, are written
 * unchanged; null is an empty cell.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line, ended by CR LF. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
