/** Most words of a search that are looked for, and letters of each. */
const mostWords = 8;
const mostLetters = 40;

/** Sorts behind every text that begins with the same letters. */
const lastCharacter = '\u{10FFFF}';

/**
 * What FTS5 is asked for: every word, by its beginning. Words are cut as its `unicode61` tokenizer cuts them (letters and digits);
 * null where there is none.
 */
export function wordsQuery(find: string): string | null {
  const words = find
    .normalize('NFC')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\p{N}\p{Co}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  return words.length === 0 ? null : words.map((word) => `"${[...word].slice(0, mostLetters).join('')}"*`).join(' ');
}

/** Everything that begins with this text lies between these two. */
export interface Range {
  from: string;
  to: string;
}

export const beginningWith = (text: string): Range => ({ from: text, to: text + lastCharacter });

/** The phone numbers that a search may begin; null where it is no number of three digits or more. Leading zeros dial, they name nobody. */
export function phoneRange(find: string): Range | null {
  if (!/^[\d\s+\-()./]+$/.test(find)) return null;
  const digits = find.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < 3 ? null : beginningWith(digits);
}
