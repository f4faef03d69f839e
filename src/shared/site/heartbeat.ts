import { z } from 'zod';

/**
 * What each bench reports of itself: once it is connected and has sent everything else, once a day, and when its printers change. The last
 * one counts.
 */

/** Most printers that a bench reports, and the longest version, characters. */
export const maxReportedPrinters = 50;
const maxVersion = 40;

/** The body of `heartbeat`. */
export const heartbeatSchema = z.object({
  version: z.string().max(maxVersion),
  /** It answers look-ups; believed of a bench with the name of a hub alone (`isHubName`). */
  isHub: z.boolean().default(false),
  /** Digests of what its printers can be recognised by; a printer may have several. */
  printers: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(maxReportedPrinters * 2),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** What is known of another bench of the site. */
export interface SiteBench {
  /** Without its epoch. */
  readonly name: string;
  /** When the engine stored its last fact, ISO 8601, by the clock of this computer as far as that is known. */
  readonly lastHeardAt: string;
  /** Null before its first heartbeat, as the rest. */
  readonly version: string | null;
  /** How far its clock is ahead of that of this computer, seconds. */
  readonly clockOffsetSeconds: number | null;
  readonly printers: readonly string[];
  readonly isHub: boolean;
}

/**
 * True for a name that only a hub has: "hub", or one that begins with "hub-". The key script gives such a name to a hub alone, and the server
 * lets a key write under its own name alone: what is sent under the name proves the role, and what a heartbeat says of it does not.
 */
export const isHubName = (name: string): boolean => /^hub(?:-|$)/.test(name);

/** Clocks that differ by more, seconds, are reported: events and labels would seem to be in another order than they were. */
const toleratedSeconds = 60;
/** A bench that was not heard of for longer, milliseconds, is not judged by its clock. */
const judgedMs = 2 * 24 * 60 * 60 * 1000;

/** Whose clock is wrong: `own` where it is more likely that of this computer, because most others agree with each other. */
export type ClockFinding =
  | { readonly kind: 'own'; readonly seconds: number }
  | { readonly kind: 'other'; readonly bench: string; readonly seconds: number };

/** What is to be said about the clocks of a site. @param now milliseconds since 1970 */
export function clockFindings(benches: readonly SiteBench[], now: number): ClockFinding[] {
  const judged = benches.flatMap(({ name, lastHeardAt, clockOffsetSeconds }) =>
    clockOffsetSeconds !== null && now - Date.parse(lastHeardAt) < judgedMs
      ? [{ bench: name, seconds: clockOffsetSeconds }]
      : [],
  );
  const differing = judged.filter(({ seconds }) => Math.abs(seconds) > toleratedSeconds);
  const middle = judged.map(({ seconds }) => seconds).sort((one, other) => one - other)[Math.floor(judged.length / 2)];
  if (middle !== undefined && Math.abs(middle) > toleratedSeconds) {
    const agreeing = judged.filter(({ seconds }) => Math.abs(seconds - middle) <= toleratedSeconds);
    // More than half of all, this computer included.
    if (agreeing.length * 2 > judged.length + 1) return [{ kind: 'own', seconds: -middle }];
  }
  return differing.map((one) => ({ kind: 'other', ...one }));
}
