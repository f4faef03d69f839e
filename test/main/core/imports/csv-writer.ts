import fc from 'fast-check';

/** How a CSV file is written: its program and its characters. */
export interface CsvStyle {
  separator: ',' | ';' | '\t';
  lineEnd: '\r\n' | '\n' | '\r';
  /** Quotes every cell, or those alone that need it. */
  quotesAll: boolean;
  endsWithLineEnd: boolean;
  /** Spreadsheets write the separator above the header. */
  declaresSeparator: boolean;
}

export const csvStyle: fc.Arbitrary<CsvStyle> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  quotesAll: fc.boolean(),
  endsWithLineEnd: fc.boolean(),
  declaresSeparator: fc.boolean(),
});

export type Letters =
  | 'UTF-8'
  | 'UTF-8 with mark'
  | 'UTF-16LE'
  | 'UTF-16LE with mark'
  | 'UTF-16BE with mark'
  | 'Windows-1252';

/** Writes rows by RFC 4180, independently of the reader. */
export function writeCsv(rows: readonly (readonly string[])[], style: CsvStyle): string {
  const { separator, lineEnd, quotesAll, endsWithLineEnd, declaresSeparator } = style;
  const cell = (text: string): string =>
    quotesAll || text === '' || /[",;\t\r\n]/.test(text) ? `"${text.split('"').join('""')}"` : text;
  const lines = rows.map((row) => row.map(cell).join(separator));
  if (declaresSeparator) lines.unshift(`sep=${separator}`);
  return lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : '');
}

/** The bytes of Windows-1252 that are not those of Latin-1 (unicode.org, CP1252.TXT), as far as tests use them. */
export const windows1252Extras: Record<string, number> = { '€': 0x80, Š: 0x8a, Ž: 0x8e, '’': 0x92, '–': 0x96, œ: 0x9c };

export function inLetters(text: string, letters: Letters): Uint8Array {
  switch (letters) {
    case 'UTF-8':
      return Buffer.from(text, 'utf8');
    case 'UTF-8 with mark':
      return Buffer.from(`\ufeff${text}`, 'utf8');
    case 'UTF-16LE':
      return Buffer.from(text, 'utf16le');
    case 'UTF-16LE with mark':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'UTF-16BE with mark':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'Windows-1252':
      return Uint8Array.from(text, (letter) => windows1252Extras[letter] ?? letter.charCodeAt(0));
  }
}
