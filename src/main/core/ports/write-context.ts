import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import type { ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { instant } from './clock.ts';

/** One entry of the append-only journal: when, who, what, which code, and the outcome. */
export interface Activity {
  /** ISO 8601, UTC. */
  at: string;
  who: 'operator' | 'station' | 'service' | 'provisioning';
  what: ActivityKind;
  code: string | null;
  outcome: Message;
}

/** A stored entry; earlier versions stored free text in `what`, and a sentence in `outcome`. */
export interface JournalEntry extends Omit<Activity, 'what'> {
  id: number;
  what: string;
}

/** Makes a journal entry. @param now milliseconds since 1970 */
export const activityAt = (
  now: number,
  who: Activity['who'],
  what: ActivityKind,
  code: string | null,
  outcome: Message,
): Activity => ({ at: instant(now), who, what, code, outcome });

/** A scan to be stored in the same transaction as its effect. */
export interface NewScan {
  at: string;
  /** The code looked up. */
  code: string;
  asTyped: string;
  asUsKeyboard: string;
  mode: ScanMode;
  kind: ScanOutcomeKind;
  parcelId: number | null;
}

/** The journal entry of a write, and the scan that caused it. */
export interface WriteContext {
  activity: Activity;
  scan?: NewScan;
}

export interface ScanRow extends NewScan {
  id: number;
  jobId: number | null;
  commandId: number | null;
}

/** The result of a write that depends on a state; `null` where a concurrent write has changed the state. */
export type Moved<T> = T | null;

/** The scans and the journal. */
export interface JournalRecords {
  scan(id: number): Promise<ScanRow | null>;
  /** Newest first. */
  recentScans(limit: number): Promise<ScanRow[]>;
  countScansSince(at: string): Promise<number>;
  activity(query: { beforeId: number | null; limit: number }): Promise<JournalEntry[]>;

  recordScan(record: Required<WriteContext>): Promise<ScanRow>;
  /** Adds a journal entry without another write. */
  note(activity: Activity): Promise<void>;
}
