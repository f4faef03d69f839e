import { withoutTokens } from '../../shared/values/hidden-text.ts';
import type { Clock } from '../core/ports/clock.ts';

/** Longest entry, in characters. */
const longestEntry = 4000;
/** Most entries per minute; further ones are only counted. */
const maxEntries = 60;
const minute = 60_000;

/**
 * Creates a log of bugs on standard error, limited in size and number, and without tokens and the names and passwords
 * of addresses, which the text of an error may contain.
 */
export function createErrorLog(clock: Pick<Clock, 'now'>, write: (line: string) => void): (error: unknown) => void {
  let minuteBegan = Number.NEGATIVE_INFINITY;
  let entries = 0;
  const writeSuppressed = (count: number): void => {
    import('../text/main-text.ts').then(
      ({ mainText }) => write(`packbench: ${mainText('log.suppressed', { count })}\n`),
      () => {},
    );
  };
  return (error) => {
    const now = clock.now();
    if (now - minuteBegan >= minute) {
      if (entries > maxEntries) writeSuppressed(entries - maxEntries);
      minuteBegan = now;
      entries = 0;
    }
    entries += 1;
    if (entries <= maxEntries) write(`packbench: ${errorText(error)}\n`);
  };
}

/** The error's stack or message, and its cause, without tokens. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `\n  caused by ${String(error.cause)}` : '';
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return withoutTokens(text + cause).slice(0, longestEntry);
}
