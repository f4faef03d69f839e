/** Byte order mark: spreadsheet programs need it to recognize UTF-8. */
export const byteOrderMark = '\u{FEFF}';

/**
 * Where a spreadsheet program may begin a cell inside one of ours: it may take another separator than the file's, and then takes no
 * quotation mark for the beginning of one either.
 */
const separators = ',;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029';

/** What such a program leaves out before it decides whether a cell is a formula. */
const ignored = `(?:(?![${separators}])[\\s"])*`;

/** Spreadsheet programs run a text that begins with one of these as a formula (owasp.org, "CSV Injection"), some in any width. */
const formulaSigns = '=+\\-@＝＋－＠﹦﹢﹣﹫';

const startsFormula = `${ignored}[${formulaSigns}]`;
/** A cell of ours is also protected from its own first tab or line end, and where an apostrophe would be taken for a protection. */
const atStart = `^(?=(?:${startsFormula}|[\\t\\r\\n]|'))`;
const inside = `(?<=[${separators}])(?='*${startsFormula})`;

const unprotected = new RegExp(`${atStart}|${inside}`, 'g');
const unprotectedInput = new RegExp(`${atStart.replace("|'", '')}|(?<=[${separators}])(?=${startsFormula})`, 'g');
const protection = new RegExp(`^'|(?<=[${separators}])'(?='*${startsFormula})`, 'g');

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * One cell (RFC 4180). A text that would run as a formula, as a whole or where a spreadsheet program may split it, gets an apostrophe
 * there; `plainCellText` removes it. Numbers, also negative ones, are written unchanged; null is an empty cell.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : quoted(value.replace(unprotected, "'"));
}

/** One cell of an input file, as it was read there: it gets an apostrophe only where it has none. */
const csvInputCell = (text: string): string => quoted(text.replace(unprotectedInput, "'"));

/** The value of a cell that `csvCell` wrote, or of one with an apostrophe that keeps a text from being calculated. */
export const plainCellText = (cell: string): string => cell.replace(protection, '');

/** One line, ended by CR LF. @param input cells of an input file, which come first */
export const csvLine = (cells: readonly (string | number | null)[], input: readonly string[] = []): string =>
  `${[...input.map(csvInputCell), ...cells.map(csvCell)].join(',')}\r\n`;
