import type { EventFact } from '../../../shared/shipment-event.ts';

/** What is kept of an event for reading; the whole of it stays on disk as bytes. */
export const mostFacts = 80;
export const longestFact = 500;
const longestName = 120;
const deepestLevel = 8;
/** Values that are counted; what is behind them is not even counted. */
const mostValues = 5_000;

/** The fields of the parcel event in the document, so that none of them is lost behind fields nobody knows. */
const documented = [
  ...['custom_code', 'tracking_code', 'pickup_code', 'parcel_size', 'parcel_code', 'trigger_datetime', 'request_date'],
  ...['pick_up', 'drop_off', 'extra_data', 'date', 'picked_at', 'dropped_at', 'time_slot', 'address'],
  ...['receiver_name', 'receiver_phone', 'receiver_address', 'proof_of_delivery', 'need_signature'],
];
const places = new Map(documented.map((key, place) => [key, place]));

/** Every field of an event's `data` with its place and its value as given, the document's first; bounded. */
export function readFacts(data: Readonly<Record<string, unknown>>): { facts: EventFact[]; moreFacts: number } {
  const facts: EventFact[] = [];
  let values = 0;

  const add = (name: string, value: string | null): void => {
    values += 1;
    if (facts.length < mostFacts) facts.push({ name: shortened(name, longestName), value });
  };
  const read = (name: string, value: unknown, level: number): void => {
    if (values >= mostValues) return;
    if (Array.isArray(value) && value.length > 0 && level < deepestLevel) {
      for (let at = 0; at < value.length && values < mostValues; at += 1) read(`${name}[${at}]`, value[at], level + 1);
    } else if (isObject(value) && level < deepestLevel && !isEmpty(value)) {
      readInto(`${name}.`, value, level + 1);
    } else add(name, inWords(value));
  };
  const readInto = (before: string, value: object, level: number): void => {
    for (const [key, inner] of documentedFirst(value)) {
      if (values >= mostValues) return;
      read(`${before}${shortened(key, longestName)}`, inner, level);
    }
  };
  readInto('', data, 1);
  return { facts, moreFacts: values - facts.length };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function documentedFirst(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  const known = entries.filter(([key]) => places.has(key));
  known.sort(([one], [other]) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  return [...known, ...entries.filter(([key]) => !places.has(key))];
}

function inWords(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return shortened(value, longestFact);
  // Past 2^53 a number is no longer the one that was sent.
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return `about ${value}`;
  if (typeof value === 'object') return emptyOrDeep(value);
  return String(value);
}

function emptyOrDeep(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  return isEmpty(value) ? '{}' : '{…}';
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
