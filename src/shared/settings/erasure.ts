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
  /** Journal entries, and notes at print jobs and deletions. */
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
/** The last digits of a telephone number, whatever prefix it is dialled with; a number of fewer digits is compared as a whole. */
const comparedDigits = 9;
/** Most digits of a prefix: "00971 0". */
const prefixDigits = 6;
/** A shorter address, or one without a house number, is that of many: a city, a postal code, "Flat 9". */
const shortestAddress = 12;

const folded = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** What a word is made of. Scripts that are written without spaces do not show where one ends. */
const ofWord =
  '(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}])[\\p{L}\\p{M}\\p{N}]';
const startsInWord = new RegExp(`^${ofWord}`, 'u');
const endsInWord = new RegExp(`${ofWord}$`, 'u');

/** True where the text has that part, and not within a longer word. Both are folded. */
function containsWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const isCutBefore = startsInWord.test(part) && endsInWord.test(text.slice(Math.max(0, at - 2), at));
    const isCutAfter = endsInWord.test(part) && startsInWord.test(text.slice(end, end + 2));
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
}

const separators = '[\\s()+./-]*';

/** A telephone number as it may be written; null for a text that is none. */
function numberPattern(text: string): { digits: string; pattern: RegExp } | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null;
  const all = text.replace(/\D/g, '');
  if (all.length < fewestDigits) return null;
  const digits = all.slice(-comparedDigits);
  const prefix = digits.length < comparedDigits ? '' : `(?:\\d${separators}){0,${prefixDigits}}?`;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${prefix}${[...digits].join(separators)}(?![\\p{L}\\p{N}])`, 'u');
  return { digits, pattern };
}

/** Which texts name a person by themselves, and which only beside such a one. */
function textsOf({ name, phone, address }: PersonData) {
  const texts = [name, address].flatMap((text) => (text === null || folded(text) === '' ? [] : folded(text)));
  const isEnough = (text: string): boolean =>
    (text.length >= shortestSearch && name !== null && text === folded(name) && /\p{L}/u.test(text)) ||
    (text.length >= shortestAddress && /\p{L}/u.test(text) && /\p{N}/u.test(text));
  const numbers = [phone, name].flatMap((text) => (text === null ? [] : (numberPattern(text) ?? [])));
  return { alone: texts.filter(isEnough), beside: texts.filter((text) => !isEnough(text)), numbers };
}

/** Of texts that stand beside each other, as the fields of an address do: which ones are of a person. */
export type FindPersonal = (texts: readonly string[]) => readonly boolean[];

/**
 * Finds the names, telephone numbers and addresses of these people, each as a whole word. An address that many share is theirs only beside
 * their name or number.
 */
export function personalTextsOf(people: readonly PersonData[]): FindPersonal {
  const all = people.map(textsOf);
  return (texts) => {
    const read = texts.map((text) => ({ text, whole: folded(text), digits: text.replace(/[\s()+./-]/g, '') }));
    const isPersonal = texts.map(() => false);
    for (const { alone, beside, numbers } of all) {
      const isAlone = read.map(
        ({ text, whole, digits }) =>
          alone.some((one) => containsWhole(whole, one)) ||
          numbers.some((one) => digits.includes(one.digits) && one.pattern.test(text)),
      );
      if (!isAlone.includes(true)) continue;
      for (const [index, { whole }] of read.entries())
        if (isAlone[index] || beside.some((one) => containsWhole(whole, one))) isPersonal[index] = true;
    }
    return isPersonal;
  };
}

/** True for a text that names one of these people by itself. */
export function namesOneOf(people: readonly PersonData[]): (text: string) => boolean {
  const find = personalTextsOf(people);
  return (text) => find([text])[0] === true;
}
