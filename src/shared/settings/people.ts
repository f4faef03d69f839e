import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import type { MessageCode } from '../messages/message.ts';
import { type ScanReading, textsOfReading } from '../scanning/scan.ts';
import { roles } from './roles.ts';

/** Shortest text of a badge, characters. */
export const shortestBadge = 4;

/** The texts that a badge may have been read as; case does not count, because Caps Lock may be on. Empty where none is long enough. */
export const badgeTexts = (reading: ScanReading): string[] => [
  ...new Set(textsOfReading(reading).flatMap((text) => (text.length < shortestBadge ? [] : text.toUpperCase()))),
];

/** A keyed hash of a badge's text; the text itself is stored nowhere. */
const badgeHashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const personSchema = z.object({
  /** Never used again: the journal names people by it. */
  id: z.int().positive(),
  name: z.string().trim().min(1, 'people.name').max(60, 'people.name'),
  role: z.enum(roles),
  /** One for each reading of the badge when it was registered. */
  badges: z.array(badgeHashSchema).min(1).max(2),
});

/** A person who may sign in. */
export type Person = z.infer<typeof personSchema>;

const wholeNumber = (to: number, error: MessageCode) => z.int(error).min(1, error).max(to, error);

/** When someone is signed out, and what a packer may do without a lead. */
export const peopleRulesSchema = z.object({
  /** Minutes without a scan, a key or a click after which no one is signed in any more. */
  idleMinutes: wholeNumber(480, 'people.idle-minutes').default(10),
  /** Most deletions that one packer starts within an hour; null: no cap. */
  deletionsPerHour: wholeNumber(10_000, 'people.per-hour').nullable().default(null),
  /** Most further copies of labels that one packer requests within an hour; null: no cap. */
  reprintsPerHour: wholeNumber(10_000, 'people.per-hour').nullable().default(null),
});
export type PeopleRules = z.infer<typeof peopleRulesSchema>;

/** The people of a station, as its settings keep them. The window never gets the hashes. */
export const peopleSchema = peopleRulesSchema.extend({
  isOn: z.boolean().default(false),
  persons: z.array(personSchema).max(200).default([]),
  lastId: z.int().min(0).default(0),
  /** The key of the hashes; absent until the first badge is registered. */
  badgeKey: badgeHashSchema.optional(),
  /** Badges of people who were removed: they are no parcel codes, and sign no one in. */
  retiredBadges: z.array(badgeHashSchema).max(2_000).default([]),
});
export type People = z.infer<typeof peopleSchema>;

/** What may be shown of a person. */
export const shownPersonSchema = personSchema.omit({ badges: true });
export type ShownPerson = z.infer<typeof shownPersonSchema>;

/** Who is signed in, and what is asked of them, for every screen. */
export const peopleViewSchema = z.object({
  isOn: z.boolean(),
  signedIn: shownPersonSchema.nullable(),
  /** What only a lead's badge allows now; `code`: of the parcel, where it is known. */
  question: z.object({ what: z.enum(['deletion', 'reprint']), limit: z.int(), code: z.string().nullable() }).nullable(),
});
export type PeopleView = z.infer<typeof peopleViewSchema>;

/** What a scanned text was as a badge. */
export const badgeAnswerSchema = z.discriminatedUnion('kind', [
  /** No badge: a scan like any other. */
  z.object({ kind: z.literal('none') }),
  /** Of a person who was removed. */
  z.object({ kind: z.literal('retired') }),
  /** The two readings are badges of two people. */
  z.object({ kind: z.literal('unclear') }),
  /** A badge, and the code of a known parcel: nothing was done. */
  z.object({ kind: z.literal('also a parcel'), name: z.string() }),
  z.object({ kind: z.literal('signed in'), name: z.string(), role: z.enum(roles) }),
  z.object({ kind: z.literal('already signed in'), name: z.string() }),
  /** A lead allowed what was asked, and it was done: `scanId` of a scan, or why it failed. */
  z.object({
    kind: z.literal('approved'),
    name: z.string(),
    scanId: z.int().nullable(),
    failure: failureSchema.nullable(),
  }),
]);
export type BadgeAnswer = z.infer<typeof badgeAnswerSchema>;
