import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import type { Message } from '../../../shared/messages/message.ts';
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

/** The journal entry of a write. */
export interface WriteContext {
  activity: Activity;
}

/** The result of a write that depends on a state; `null` where a concurrent write has changed the state. */
export type Moved<T> = T | null;
