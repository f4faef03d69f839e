/** Most characters of somebody else's words that we keep (shared/failure.ts). */
export const longestWords = 2000;

/** Control characters, line separators, and the marks that turn the direction of writing round. */
const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of somebody else's text, safe to show: no control characters, single spaces, at most 2,000 characters. */
export function plainText(text: string): string {
  // Eight times the length fills the line even from wide-spaced text, and keeps a body of megabytes from being cleaned whole.
  const line = cutAt(text, longestWords * 8)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longestWords ? line : `${cutAt(line, longestWords - 1)}…`;
}

/** The beginning of a text, never with half of a surrogate pair at its end. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
