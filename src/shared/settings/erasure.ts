import { z } from 'zod';

/** A person as orders name one. Whoever is typed in is a name alone. */
export const personDataSchema = z.object({
  name: z.string().max(4_000).nullable(),
  phone: z.string().max(4_000).nullable(),
  address: z.string().max(4_000).nullable(),
});
export type PersonData = z.infer<typeof personDataSchema>;

/** Shortest text that is searched for: less stands in too much else. */
export const shortestSearch = 3;

/** Most people that are listed, and erased at once. */
export const maxPeople = 50;

/** Someone whom a search found, with the orders to them. */
export const foundPersonSchema = personDataSchema.extend({ orders: z.int() });
export type FoundPerson = z.infer<typeof foundPersonSchema>;

/** What of the records names a person; each is counted. */
export const touchedSchema = z.object({
  orders: z.int(),
  parcels: z.int(),
  labels: z.int(),
  events: z.int(),
  /** Rows of batches. */
  rows: z.int(),
  scans: z.int(),
  /** Journal entries, and notes at print jobs. */
  entries: z.int(),
  /** Saved addresses and templates. */
  saved: z.int(),
});
export type Touched = z.infer<typeof touchedSchema>;

/** The kinds of what is touched, in the order in which they are named. */
export const touchedKinds = Object.keys(touchedSchema.shape) as (keyof Touched)[];

/** Most codes of unfinished orders that are named. */
export const maxUnfinishedShown = 20;

/** What erasing touches in one environment, or touched. */
export const erasureOfEnvironmentSchema = z.object({
  environment: z.string(),
  touched: touchedSchema,
  /** Orders that are left as they are, because a label or a request of them still waits: the first codes, and how many. */
  unfinished: z.object({ codes: z.array(z.string()), count: z.int() }),
  /** The file is large: its free space is emptied when the station starts the next time. */
  cleansAtStart: z.boolean(),
});
export type ErasureOfEnvironment = z.infer<typeof erasureOfEnvironmentSchema>;

/** What erasing touches, or touched. */
export const erasureSchema = z.object({
  environments: z.array(erasureOfEnvironmentSchema),
  /** Backups from before, which are not changed, and when the last of them is removed (ISO 8601). */
  backups: z.object({ count: z.int(), endAt: z.string() }).nullable(),
});
export type Erasure = z.infer<typeof erasureSchema>;

/** How long a backup and a file of the log are kept at most, days. */
export const keptDays = 30;

/** Fewer digits stand in too many other numbers. */
const fewestDigits = 6;
/** The last digits of a telephone number, whatever prefix it is dialled with. */
const comparedDigits = 9;

const folded = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** True for a text that contains the name, the telephone number or the address of one of these people. */
export function namesOneOf(people: readonly PersonData[]): (text: string) => boolean {
  const texts = people
    .flatMap(({ name, address }) => [name, address])
    .flatMap((text) => (text === null || folded(text).length < shortestSearch ? [] : folded(text)));
  const numbers = people
    .flatMap(({ name, phone }) => [phone, name])
    .flatMap((text) => (text !== null && /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '') : []))
    .filter((digits) => digits.length >= fewestDigits)
    .map((digits) => digits.slice(-comparedDigits));
  return (text) => {
    const other = folded(text);
    if (texts.some((one) => other.includes(one))) return true;
    if (numbers.length === 0) return false;
    const digits = text.replace(/[\s()+./-]/g, '');
    return numbers.some((number) => digits.includes(number));
  };
}
