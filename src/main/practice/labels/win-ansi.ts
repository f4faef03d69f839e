/** What the standard PDF fonts have beyond Latin-1 (PDF 32000-1, annex D.2, WinAnsiEncoding). */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Stands for a character that the standard fonts lack, so that its absence is seen. */
const missing = '?';

/** A text in the characters of the standard fonts: compatibility forms unfolded, the rest replaced visibly. */
export function winAnsi(text: string): string {
  let result = '';
  for (const character of text.normalize('NFC')) result += known(character) ? character : missing;
  return result;
}

const known = (character: string): boolean =>
  (character >= ' ' && character <= '~') || (character >= '\u00A0' && character <= 'ÿ') || beyondLatin1.has(character);
