import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { readCommand } from '../../shared/scanning/command-barcode.ts';
import { codesOfReading, type ScanReading } from '../../shared/scanning/scan.ts';
import { badgeTexts, type People, type Person, peopleRulesSchema } from '../../shared/settings/people.ts';
import { parcelCode } from '../../shared/shipments/parcel.ts';
import { badgeHashes, newBadgeKey, type PeopleSession, peopleOfBadge, shownPerson } from '../core/people-session.ts';
import type { Records } from '../core/ports/records.ts';
import { changeSettings, type SettingsAccess } from './settings-calls.ts';

type PeopleCall =
  | 'badge.scan'
  | 'person.sign-out'
  | 'person.stay'
  | 'person.drop-question'
  | 'people.read'
  | 'people.save-rules'
  | 'people.turn-on'
  | 'people.turn-off'
  | 'person.add'
  | 'person.change'
  | 'person.remove';

export interface PeopleCallsParts extends SettingsAccess {
  session: PeopleSession;
  /** True where a parcel known here has a code of that reading. */
  isParcel(reading: ScanReading): Promise<boolean>;
  /** Adds a journal entry of the operator. */
  note(outcome: Message): Promise<void>;
}

/** The calls about people: signing in and out, and who may. */
export function peopleCalls(parts: PeopleCallsParts): Handlers<PeopleCall> {
  const { session } = parts;
  const now = (): People => parts.settings().people;

  const save = async (change: Partial<People>, outcome: Message): Promise<Result<null>> => {
    const saved = changeSettings(parts, (settings) => ({ ...settings, people: { ...settings.people, ...change } }));
    if (!saved.ok) return saved;
    await parts.note(outcome);
    return success(null);
  };

  /** Why the text cannot be that person's badge; null where it can. */
  const badgeFault = async (badge: ScanReading, of: number | null): Promise<Failure | null> => {
    if (badgeTexts(badge).length === 0) return refused('people.badge-too-short');
    // A card of any site: it does something at a bench, or will.
    if (readCommand(badge, parts.settings().station.commandKey ?? null)) return refused('people.badge-is-command');
    if (peopleOfBadge(now(), badge).some(({ id }) => id !== of)) return refused('people.badge-taken');
    return (await parts.isParcel(badge)) ? refused('people.badge-is-parcel') : null;
  };

  const isNameTaken = (name: string, of: number | null): boolean =>
    now().persons.some((person) => person.id !== of && person.name.toLowerCase() === name.toLowerCase());

  /** True where these people could not set up the station any more. */
  const leavesNoAdmin = (persons: readonly Person[]): boolean =>
    now().isOn && !persons.some(({ role }) => role === 'admin');

  return {
    'badge.scan': async ({ reading, evenIfParcel }) => success(await session.scanBadge(reading, evenIfParcel)),
    async 'person.sign-out'() {
      await session.signOut();
      return success(null);
    },
    async 'person.stay'() {
      session.stay();
      return success(null);
    },
    async 'person.drop-question'() {
      session.dropQuestion();
      return success(null);
    },

    'people.read': async () =>
      success({ persons: now().persons.map(shownPerson), rules: peopleRulesSchema.parse(now()) }),
    'people.save-rules': (rules) => save(rules, message('journal.people-rules')),
    async 'people.turn-on'({ badge }) {
      const [person, other] = peopleOfBadge(now(), badge);
      if (!person || other) return failed(refused('people.badge-unknown'));
      if (person.role !== 'admin') return failed(refused('people.badge-not-admin'));
      const saved = await save({ isOn: true }, message('journal.people-on'));
      if (saved.ok) await session.signIn(person);
      return saved;
    },
    'people.turn-off': () => save({ isOn: false }, message('journal.people-off')),

    async 'person.add'({ name, role, badge }) {
      if (isNameTaken(name, null)) return failed(refused('settings.duplicate-names'));
      const fault = await badgeFault(badge, null);
      if (fault) return failed(fault);
      const badgeKey = now().badgeKey ?? newBadgeKey();
      const person: Person = { id: now().lastId + 1, name, role, badges: badgeHashes(badge, badgeKey) };
      const persons = [...now().persons, person];
      const retiredBadges = now().retiredBadges.filter((hash) => !person.badges.includes(hash));
      const change = { persons, lastId: person.id, badgeKey, retiredBadges };
      const saved = await save(change, message('journal.saved', { name }));
      return saved.ok ? success(shownPerson(person)) : saved;
    },
    async 'person.change'({ personId: id, name, role, badge }) {
      const before = now().persons.find((person) => person.id === id);
      if (!before) return failed(refused('people.unknown'));
      if (isNameTaken(name, id)) return failed(refused('settings.duplicate-names'));
      const fault = badge && (await badgeFault(badge, id));
      if (fault) return failed(fault);
      const { badgeKey = newBadgeKey(), retiredBadges } = now();
      const badges = badge ? badgeHashes(badge, badgeKey) : before.badges;
      const person: Person = { id, name, role, badges };
      const persons = now().persons.map((entry) => (entry.id === id ? person : entry));
      if (leavesNoAdmin(persons)) return failed(refused('people.admin-needed'));
      const lost = before.badges.filter((hash) => !badges.includes(hash));
      const retired = [...retiredBadges.filter((hash) => !badges.includes(hash)), ...lost];
      const saved = await save(
        { persons, badgeKey, retiredBadges: retired.slice(-maxRetired) },
        message('journal.saved', { name }),
      );
      return saved.ok ? success(shownPerson(person)) : saved;
    },
    async 'person.remove'({ personId: id }) {
      const removed = now().persons.find((person) => person.id === id);
      if (!removed) return failed(refused('people.unknown'));
      const persons = now().persons.filter((person) => person.id !== id);
      if (leavesNoAdmin(persons)) return failed(refused('people.admin-needed'));
      const retiredBadges = [...now().retiredBadges, ...removed.badges].slice(-maxRetired);
      return save({ persons, retiredBadges }, message('journal.removed', { name: removed.name }));
    },
  };
}

/** As many as the settings keep; the oldest are forgotten. */
const maxRetired = 2_000;

type Refusal =
  | 'people.unknown'
  | 'people.badge-unknown'
  | 'people.badge-not-admin'
  | 'people.badge-too-short'
  | 'people.badge-is-command'
  | 'people.badge-is-parcel'
  | 'people.badge-taken'
  | 'people.admin-needed'
  | 'settings.duplicate-names';

const refused = (code: Refusal): Failure => ({ code: 'not-allowed-now', message: message(code) });

/** The code of the parcel that a call, whose input was checked, is about; null where it names none. */
export async function subjectOf(records: Records, input: unknown): Promise<string | null> {
  const { parcelId, commandId, jobId, reading } = Object(input) as {
    parcelId?: number;
    commandId?: number;
    jobId?: number;
    reading?: ScanReading;
  };
  if (reading) return codesOfReading(reading)[0] ?? null;
  if (commandId !== undefined) return (await records.command(commandId))?.codes[0] ?? null;
  if (jobId !== undefined) return (await records.printJob(jobId))?.code ?? null;
  const parcel = parcelId === undefined ? null : await records.parcel(parcelId);
  return parcel && parcelCode(parcel);
}
