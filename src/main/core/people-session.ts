import { createHmac, randomBytes } from 'node:crypto';
import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import type { Message } from '../../shared/messages/message.ts';
import { message } from '../../shared/messages/message.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import {
  type BadgeAnswer,
  badgeTexts,
  type People,
  type PeopleView,
  type Person,
  type ShownPerson,
} from '../../shared/settings/people.ts';
import { roleFor, roleMay, type StationAction } from '../../shared/settings/roles.ts';
import type { Announce } from './notices.ts';
import type { Clock } from './ports/clock.ts';
import type { ActingPerson, CappedAction } from './ports/write-context.ts';

/** The hashes of a badge's readings; two where the keyboard's layout is not that of the scanner. */
export const badgeHashes = (reading: ScanReading, key: string): string[] =>
  badgeTexts(reading).map((text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex'));

/** A key for the hashes of a station. */
export const newBadgeKey = (): string => randomBytes(32).toString('hex');

/** The people whose badge it is; more than one where its two readings are badges of two. */
export const peopleOfBadge = (people: People, reading: ScanReading): Person[] => {
  const hashes = people.badgeKey === undefined ? [] : badgeHashes(reading, people.badgeKey);
  return people.persons.filter(({ badges }) => badges.some((badge) => hashes.includes(badge)));
};

/** True for the badge of a person who was removed. */
export const isRetiredBadge = ({ badgeKey, retiredBadges }: People, reading: ScanReading): boolean =>
  badgeKey !== undefined && badgeHashes(reading, badgeKey).some((hash) => retiredBadges.includes(hash));

export const shownPerson = ({ id, name, role }: Person): ShownPerson => ({ id, name, role });

/** Milliseconds for which a lead's badge may answer the question whether one more may be done. */
const questionMs = 120_000;

/** Milliseconds after which an idle station that is at work is looked at again. */
const busyMs = 5_000;

const minuteMs = 60_000;

/** Runs work for someone, and knows from any place within it for whom. */
export interface ActingScope {
  run<T>(person: ActingPerson | null, work: () => T): T;
}

export interface PeopleParts {
  people(): People;
  clock: Clock;
  announce: Announce;
  acting: ActingScope;
  /** Writes into the journal for the acting person. */
  note(what: 'sign-in' | 'sign-out', outcome: Message): Promise<void>;
  /** Something is on its way to the service or a printer. */
  isAtWork(): Promise<boolean>;
  /** True where a parcel known here has a code of that reading. */
  isParcel(reading: ScanReading): Promise<boolean>;
  onBug(error: unknown): void;
}

/** A call of the window, as the station answers it. */
export interface PermittedCall {
  readonly action: StationAction;
  /** The code of the parcel that it is about, for the question to a lead; null where there is none. */
  code(): Promise<string | null>;
  answer(): Promise<Result<unknown>>;
}

/** Who is signed in, and what they may do. Every call of the window goes through `permit`. */
export interface PeopleSession {
  permit(call: PermittedCall): Promise<Result<unknown>>;
  /** @param evenIfParcel a parcel has that code too, and the badge is meant */
  scanBadge(reading: ScanReading, evenIfParcel: boolean): Promise<BadgeAnswer>;
  /** True where people sign in and the text is a badge, also that of a person who was removed. */
  isBadge(reading: ScanReading): boolean;
  signIn(person: Person): Promise<void>;
  signOut(): Promise<void>;
  /** The person does something that is no call, such as typing. */
  stay(): void;
  dropQuestion(): void;
  /** The settings have changed: who was removed is signed out. */
  follow(): void;
  view(): PeopleView;
  stop(): void;
}

interface SignedIn {
  readonly id: number;
  lastActiveAt: number;
}

interface Question {
  readonly what: CappedAction;
  readonly personId: number;
  readonly until: number;
  readonly call: PermittedCall;
  readonly code: string | null;
}

export function createPeople(parts: PeopleParts): PeopleSession {
  const { clock, announce, acting } = parts;
  let signedIn: SignedIn | null = null;
  let question: Question | null = null;
  let running = 0;
  let stopTimer = (): void => {};

  const current = (): Person | null => {
    const { isOn, persons } = parts.people();
    return isOn ? (persons.find(({ id }) => id === signedIn?.id) ?? null) : null;
  };

  const actingPerson = ({ id, name, role }: Person, lead: Person | null): ActingPerson => {
    const { deletionsPerHour, reprintsPerHour } = parts.people();
    const isFree = roleMay(role, 'exceed caps');
    return {
      ...{ id, name, lead: lead && { id: lead.id, name: lead.name } },
      caps: { deletion: isFree ? null : deletionsPerHour, reprint: isFree ? null : reprintsPerHour },
    };
  };

  const openQuestion = (): Question | null => {
    const isOpen = question !== null && question.personId === current()?.id && clock.now() < question.until;
    return isOpen ? question : null;
  };

  const dropQuestion = (): void => {
    if (question === null) return;
    question = null;
    announce('station');
  };

  /** Signs the person out after the minutes of the settings, unless something is at work. */
  const watchIdleness = (after: number): void => {
    stopTimer();
    stopTimer = clock.after(after, () => void endIdleness().catch(parts.onBug));
  };
  const idleMs = (): number => parts.people().idleMinutes * minuteMs;
  const endIdleness = async (): Promise<void> => {
    if (signedIn === null) return;
    const left = signedIn.lastActiveAt + idleMs() - clock.now();
    if (left > 0) return watchIdleness(left);
    if (running > 0 || (await parts.isAtWork())) return watchIdleness(busyMs);
    if (signedIn !== null && signedIn.lastActiveAt + idleMs() <= clock.now()) await signOut('idle');
  };

  const stay = (): void => {
    if (signedIn) signedIn.lastActiveAt = clock.now();
  };

  const signOut = async (by: 'idle' | 'person'): Promise<void> => {
    const person = current();
    signedIn = null;
    question = null;
    stopTimer();
    announce('station');
    if (person === null) return;
    const outcome = message('journal.signed-out', { by });
    await acting.run(actingPerson(person, null), () => parts.note('sign-out', outcome));
  };

  const signIn = async (person: Person): Promise<void> => {
    if (current() !== null) await signOut('person');
    signedIn = { id: person.id, lastActiveAt: clock.now() };
    watchIdleness(idleMs());
    announce('station');
    const outcome = message('journal.signed-in', { role: person.role });
    await acting.run(actingPerson(person, null), () => parts.note('sign-in', outcome));
  };

  const run = async (call: PermittedCall, person: Person, lead: Person | null): Promise<Result<unknown>> => {
    running += 1;
    stay();
    try {
      const result = await acting.run(actingPerson(person, lead), call.answer);
      const what = askedOfLead(result);
      if (what !== null) {
        const code = await call.code();
        question = { what, personId: person.id, until: clock.now() + questionMs, call, code };
        clock.after(questionMs, () => announce('station'));
        announce('station');
      }
      return result;
    } finally {
      running -= 1;
      stay();
    }
  };

  const approve = async ({ call }: Question, person: Person, lead: Person): Promise<BadgeAnswer> => {
    // Taken first: the badge allows it once.
    dropQuestion();
    const result = await run(call, person, lead);
    const scanId = result.ok ? scanIdOf(result.value) : null;
    return { kind: 'approved', name: lead.name, scanId, failure: result.ok ? null : result.failure };
  };

  return {
    async permit(call) {
      // Not in a scope of its own: the first one makes Node follow each promise of the program from then on.
      if (!parts.people().isOn) return call.answer();
      const person = current();
      if (!roleMay(person?.role ?? null, call.action)) return failed(notPermitted(person, call.action));
      // The window reads by itself: that is no sign that someone is there.
      if (person === null || call.action === 'read')
        return acting.run(person && actingPerson(person, null), call.answer);
      return run(call, person, null);
    },
    isBadge(reading) {
      const people = parts.people();
      return people.isOn && (peopleOfBadge(people, reading).length > 0 || isRetiredBadge(people, reading));
    },
    async scanBadge(reading, evenIfParcel) {
      const people = parts.people();
      const [badgeOf, other] = people.isOn ? peopleOfBadge(people, reading) : [];
      if (badgeOf === undefined) return { kind: people.isOn && isRetiredBadge(people, reading) ? 'retired' : 'none' };
      if (other !== undefined) return { kind: 'unclear' };
      if (!evenIfParcel && (await parts.isParcel(reading))) return { kind: 'also a parcel', name: badgeOf.name };
      const person = current();
      const asked = openQuestion();
      if (asked && person && person.id !== badgeOf.id && roleMay(badgeOf.role, 'exceed caps'))
        return approve(asked, person, badgeOf);
      stay();
      if (person?.id === badgeOf.id) return { kind: 'already signed in', name: person.name };
      await signIn(badgeOf);
      return { kind: 'signed in', name: badgeOf.name, role: badgeOf.role };
    },
    signIn,
    signOut: () => signOut('person'),
    stay,
    dropQuestion,
    follow() {
      if (signedIn !== null && current() === null) {
        signedIn = null;
        question = null;
        stopTimer();
      } else if (signedIn !== null) watchIdleness(idleMs());
    },
    view() {
      const person = current();
      const asked = openQuestion();
      const { deletionsPerHour, reprintsPerHour, isOn } = parts.people();
      const limit = (asked?.what === 'reprint' ? reprintsPerHour : deletionsPerHour) ?? 0;
      return {
        isOn,
        signedIn: person && shownPerson(person),
        question: asked && { what: asked.what, limit, code: asked.code },
      };
    },
    stop: () => stopTimer(),
  };
}

function notPermitted(person: Person | null, action: StationAction): Failure {
  const reason =
    person === null ? message('people.signed-out') : message('people.not-permitted', { role: roleFor(action) });
  return { code: 'not-permitted', message: reason };
}

/** What the station would do only with a lead's badge; null where it did all that was asked. */
function askedOfLead(result: Result<unknown>): CappedAction | null {
  if (!result.ok) {
    if (result.failure.code !== 'needs-lead') return null;
    return result.failure.message.code === 'people.reprints-capped' ? 'reprint' : 'deletion';
  }
  const { kind, mode } = Object(result.value);
  if (kind !== 'needs lead') return null;
  return mode === 'print' ? 'reprint' : 'deletion';
}

/** Of the answer to a scan. */
const scanIdOf = (value: unknown): number | null => {
  const { scanId } = Object(value);
  return typeof scanId === 'number' ? scanId : null;
};
