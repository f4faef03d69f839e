/**
 * A text that anybody may have sent, fit to be shown on one line: no control characters, nothing that turns the direction of
 * writing or takes no room, white space as single blanks, at most so many characters.
 */
export function cleanText(text: string, mostCharacters: number): string {
  // Far more than is kept: the work on a long text stays small.
  const plain = text
    .slice(0, mostCharacters * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\ufffd]/gu, '')
    .trim();
  return [...plain].slice(0, mostCharacters).join('').trimEnd();
}
