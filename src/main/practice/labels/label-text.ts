/**
 * Upper estimate of a character's width relative to the font's height, measured on a condensed bold sans serif like those of printers,
 * so that wrapped text fits the label.
 */
function widthOf(character: string): number {
  if (/[iljftr.,:;!|'()[\]{} /"]/.test(character)) return 0.36;
  if (/[mwMW@%&]/.test(character)) return 0.88;
  if (/[A-Z]/.test(character)) return 0.65;
  if (/[!-~]/.test(character)) return 0.54;
  // Other scripts: accented Latin letters are narrower, ideographs as wide as high.
  return 1;
}

const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + widthOf(character) * size, 0);

/** Control and format characters draw nothing and can turn the reading direction: they become spaces, and runs of space one. */
const drawable = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ellipsis = '...';

/** The longest prefix that fits, at least one character. */
function longestFittingPrefix(text: string, width: number, size: number): string {
  let prefix = '';
  let used = 0;
  for (const character of text) {
    used += widthOf(character) * size;
    if (used > width && prefix !== '') break;
    prefix += character;
  }
  return prefix;
}

/** One line, cut with dots if it is too long. */
function truncate(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  return longestFittingPrefix(text, width - textWidth(ellipsis, size), size).trimEnd() + ellipsis;
}

/** Wraps at spaces, and inside a word only if it is wider than a line; the last line ends in dots if text is cut. */
export function fitLines(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = [];
  let rest = drawable(text);
  while (rest !== '' && lines.length < most - 1) {
    const fitting = longestFittingPrefix(rest, width, size);
    if (fitting.length === rest.length) break;
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    const end = space > 0 ? space : fitting.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, truncate(rest, width, size)];
}

/** The characters of the standard PDF fonts beyond Latin-1 (ISO 32000-1, annex D.2, WinAnsiEncoding). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Replaces a character that the standard fonts do not have. */
const replacement = '?';

/** The text in characters of the standard fonts; others are replaced. */
export function winAnsi(text: string): string {
  let result = '';
  for (const character of text.normalize('NFC')) result += isWinAnsi(character) ? character : replacement;
  return result;
}

const isWinAnsi = (character: string): boolean =>
  (character >= ' ' && character <= '~') || (character >= '\u00A0' && character <= 'ÿ') || beyondLatin1.has(character);
