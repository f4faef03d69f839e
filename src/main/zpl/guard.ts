import { withEdits } from './byte-edits.ts';
import { lookThrough } from './look-through.ts';
import type { Note } from './notes.ts';

/** What to do with commands that reach beyond their own label. The station's setting. */
export type SuspiciousPolicy = 'take out' | 'pass';

export type GuardedLabel =
  /** Nothing of it may be sent. At most 20 reasons. */
  | { readonly kind: 'refused'; readonly dangers: readonly Note[] }
  /** `bytes` is what to send: the very same object where nothing was changed. At most 50 notes of each kind. */
  | {
      readonly kind: 'passed';
      readonly bytes: Uint8Array;
      readonly takenOut: readonly Note[];
      readonly warnings: readonly Note[];
    };

/** The largest label that is looked at, bytes; larger ones are refused. A whole 4x6 picture at 203 dpi is 250,000 in hexadecimal. */
export const largestLabel = 512 * 1024;

/**
 * Keeps a label that came over the network from changing, locking, resetting or misusing the printer. Dangerous commands refuse it
 * whole; suspicious ones are taken out, to the byte, or passed by the policy; unknown ones pass and are told. Guarding what it gave takes
 * nothing more out.
 */
export function guardLabel(bytes: Uint8Array, policy: SuspiciousPolicy): GuardedLabel {
  if (bytes.length > largestLabel) return refusedForSize(bytes);
  const { dangers, suspicions, warnings, edits } = lookThrough(bytes);
  if (dangers.length > 0) return { kind: 'refused', dangers };
  if (policy === 'pass') return { kind: 'passed', bytes, takenOut: [], warnings: [...suspicions, ...warnings] };
  return { kind: 'passed', bytes: withEdits(bytes, edits), takenOut: suspicions, warnings };
}

function refusedForSize(bytes: Uint8Array): GuardedLabel {
  const why = `is larger than any label: ${bytes.length} bytes, and at most ${largestLabel} are looked at`;
  return { kind: 'refused', dangers: [{ command: 'The label', at: 0, why, times: 1 }] };
}
