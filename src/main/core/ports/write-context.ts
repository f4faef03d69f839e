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

/** A person by the name of this moment. */
export interface NamedPerson {
  readonly id: number;
  readonly name: string;
}

/** Who a write is for: entries of `operator` name this person. */
export interface ActingPerson extends NamedPerson {
  /** The lead whose badge allowed this one action beyond the cap. */
  readonly lead: NamedPerson | null;
  /** Most of each that this person may do within an hour; null: as many as they like. */
  readonly caps: Readonly<Record<CappedAction, number | null>>;
}

/** What a packer may do only so often within an hour. */
export type CappedAction = 'deletion' | 'reprint';

/** The person of the write that runs now, on the worker thread; null where no one is signed in, or the station works for itself. */
export interface ActingNow {
  person: ActingPerson | null;
}

/** A stored entry; earlier versions stored free text in `what`, and a sentence in `outcome`. */
export interface JournalEntry extends Omit<Activity, 'what'> {
  id: number;
  what: string;
  /** Who did it, by the name at that time; null where no one was signed in. */
  personName: string | null;
  /** The lead who allowed it beyond a cap. */
  leadName: string | null;
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
