import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import type { ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { instant } from './clock.ts';

/** One entry of the append-only journal: when, who, what, which code, what came of it. */
export interface Activity {
  /** ISO 8601, UTC. */
  at: string;
  who: 'operator' | 'station' | 'service' | 'provisioning';
  what: ActivityKind;
  code: string | null;
  outcome: Message;
}

/** An entry as it is read: earlier versions stored a text of their own in `what`, and a sentence in `outcome`. */
export interface JournalEntry extends Omit<Activity, 'what'> {
  id: number;
  what: string;
}

/** The entry of something that happens now. @param now milliseconds since 1970 */
export const activityAt = (
  now: number,
  who: Activity['who'],
  what: ActivityKind,
  code: string | null,
  outcome: Message,
): Activity => ({ at: instant(now), who, what, code, outcome });

/** A scan to be recorded in the same transaction as what it causes. */
export interface NewScan {
  at: string;
  /** The code as taken. */
  code: string;
  asTyped: string;
  asUsKeyboard: string;
  mode: ScanMode;
  kind: ScanOutcomeKind;
  parcelId: number | null;
}

/** What goes into the journal, and the scan that caused it, with every write. */
export interface WriteContext {
  activity: Activity;
  scan?: NewScan;
}

export interface ScanRow extends NewScan {
  id: number;
  jobId: number | null;
  commandId: number | null;
}

/** A write that depends on a state: `null` where another write came first and the state no longer allows it. */
export type Moved<T> = T | null;
