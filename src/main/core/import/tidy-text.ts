/** Control characters, line separators, halves of surrogate pairs, and the marks that turn the direction of writing round. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** One line of a file's text, safe to show and to keep: single spaces, at most so many characters. */
export function tidyText(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 4)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A code or word of a file, in quotation marks. */
export const quoted = (text: string): string => `“${tidyText(text, 60)}”`;
