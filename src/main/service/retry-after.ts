/** Longest pause a service may ask for that we keep to, milliseconds. */
const longestPause = 10 * 60_000;

/** IMF-fixdate, the only HTTP date still sent (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The pause a `Retry-After` header asks for, milliseconds, at most ten minutes; null where there is none or it cannot be read.
 * A date is measured against the answer's own `Date`, so that this computer's clock need not be right.
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined, now: number): number | null {
  const asked = retryAfter?.trim();
  if (asked === undefined) return null;
  if (/^\d{1,10}$/.test(asked)) return Math.min(Number(asked) * 1000, longestPause);
  const until = readDate(asked);
  if (until === null) return null;
  return Math.min(Math.max(until - (readDate(date) ?? now), 0), longestPause);
}

function readDate(text: string | undefined): number | null {
  const read = text !== undefined && httpDate.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}
