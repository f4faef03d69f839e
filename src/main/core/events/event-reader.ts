import type { NamedCodes, NamedIdentifier } from '../../../shared/shipments/event-match.ts';
import type { AssumedOffset, EventFact, IdentifierName } from '../../../shared/shipments/shipment-event.ts';
import {
  atOffset,
  momentOfEvent,
  readLocalTime,
  readOwnTime,
  stateOfEvent,
} from '../../../shared/shipments/status-rules.ts';
import { isJsonObject, listEntries } from '../../../shared/values/json.ts';
import { sha256Of } from '../fingerprint.ts';
import { readEventEnvelope } from '../ports/event-envelope.ts';
import type { EventToReread, NewEvent, RereadEvent, WebhookDelivery } from '../ports/webhook.ts';

/** Longest `trigger_datetime` that is stored; a date-time has about thirty characters. */
const longestTriggerDatetime = 64;

/**
 * A delivery as it is stored: its bytes, and what can be read from them alone.
 * @param utcOffset the environment's, in minutes east of UTC, for a time without an offset; null: UTC
 */
export function readEvent(
  { receivedAt, raw, event, data }: WebhookDelivery,
  utcOffset: number | null = null,
): NewEvent {
  const time = readTime(data, utcOffset);
  return {
    receivedAt,
    raw,
    digest: sha256Of(raw),
    event,
    state: stateOfEvent(event),
    ...time,
    moment: momentOfEvent(time.ownTime, Date.parse(receivedAt)),
    named: readNamedCodes(data),
    ...readFacts(data),
  };
}

/** An event that an older version stored, read again from its bytes. */
export function readStoredEvent({ id, receivedAt, raw }: EventToReread, utcOffset: number | null): RereadEvent {
  const envelope = readEventEnvelope(raw);
  return { id, event: envelope && readEvent({ receivedAt, raw, ...envelope }, utcOffset) };
}

type EventTime = Pick<NewEvent, 'triggerDatetime' | 'ownTime' | 'localTime' | 'assumedOffset'>;

function readTime(data: WebhookDelivery['data'], utcOffset: number | null): EventTime {
  const given = Object.hasOwn(data, 'trigger_datetime') ? data.trigger_datetime : null;
  const text = typeof given === 'string' && given.length <= longestTriggerDatetime ? given : null;
  const localTime = readLocalTime(text);
  if (localTime === null) {
    const ownTime = readOwnTime(text ?? given);
    const triggerDatetime = text ?? (ownTime === null ? null : String(given));
    return { triggerDatetime, ownTime, localTime, assumedOffset: null };
  }
  const assumedOffset: AssumedOffset =
    utcOffset === null ? { minutes: 0, from: 'UTC' } : { minutes: utcOffset, from: 'setting' };
  return { triggerDatetime: text, ownTime: atOffset(localTime, assumedOffset.minutes), localTime, assumedOffset };
}

/** Most values of an event that are searched for codes; a documented event has about thirty, three levels deep. */
const maxValues = 5_000;
export const maxTexts = 500;
const deepestLevel = 20;

/** A text that could be a code: printable, no space, at most 64 characters. */
const codeShape = /^[\x21-\x7e]{1,64}$/;

/** `drop_off_shipment_id`, `shipment_id`; the pick-up shipment may serve other orders too. */
const namesShipmentId = (key: string): boolean => key.endsWith('shipment_id') && !/pick_?up/i.test(key);

/** The documented names, in the spellings of the document. A plural stands for a list of them. */
const flatNames: Readonly<Record<string, IdentifierName>> = {
  custom_code: 'custom code',
  tracking_code: 'tracking code',
  pick_up_code: 'pick-up code',
  drop_off_shipment_unique_id: 'drop-off shipment unique id',
  drop_off_shipment_id: 'drop-off shipment id',
  shipment_order_id: 'shipment order id',
  shipment_order_unique_id: 'shipment order unique id',
  order_unique_id: 'order unique id',
  pick_up_shipment_unique_id: 'pick-up shipment unique id',
  pick_up_shipment_id: 'pick-up shipment id',
};
/** Objects whose `unique_id` and `id` are identifiers; the document shows no `id` of an order. */
const containers = ['drop_off_shipment', 'pick_up_shipment', 'shipment_order', 'order'];

/** "pickup_code" is shown in events, "pick_up_code" in answers. */
const spelled = (key: string): string => key.replace(/^pickup_/, 'pick_up_').replace(/^dropoff_/, 'drop_off_');
const singular = (key: string): string => key.replace(/s$/, '');

const idNames: readonly IdentifierName[] = ['drop-off shipment id', 'shipment order id', 'pick-up shipment id'];
const idShape = /^[1-9]\d{0,15}$/;

/** Collects identifiers by name. Of one name, the values nearest to the top of `data` count. */
function identifierCollector() {
  const found = new Map<IdentifierName, { level: number; values: Set<string> }>();

  const add = (name: IdentifierName, value: unknown, level: number): void => {
    const text = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? String(value) : value;
    if (typeof text !== 'string') return;
    const code = text.trim();
    if (!(idNames.includes(name) ? idShape : codeShape).test(code)) return;
    const known = found.get(name);
    if (!known || known.level > level) found.set(name, { level, values: new Set([code]) });
    else if (known.level === level && known.values.size < maxTexts) known.values.add(code);
  };
  const addEach = (name: IdentifierName, value: unknown, level: number): void => {
    for (const one of listEntries(value) ?? [value]) add(name, one, level);
  };

  return {
    /** The identifiers that an object names itself, or that one of its documented parts does. */
    collect(object: object, level: number): void {
      for (const [given, value] of Object.entries(object)) {
        const key = spelled(given);
        const name = ownValue(flatNames, key) ?? ownValue(flatNames, singular(key));
        if (name) addEach(name, value, level);
        const container = containers.find((one) => one === key || one === singular(key));
        if (container === undefined) continue;
        for (const part of listEntries(value) ?? [value]) {
          if (!isJsonObject(part)) continue;
          for (const inner of ['unique_id', 'id']) {
            const partName = ownValue(flatNames, `${container}_${inner}`);
            if (partName) addEach(partName, ownValue(part, inner), level);
          }
        }
      }
    },
    identifiers: (): NamedIdentifier[] =>
      [...found].flatMap(([name, { values }]) => [...values].map((value) => ({ name, value }))),
  };
}

const ownValue = <T>(object: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Everything in an event's `data` that could be a code or a shipment's number. */
export function readNamedCodes(data: Readonly<Record<string, unknown>>): NamedCodes {
  const texts = new Set<string>();
  const shipmentIds = new Set<number>();
  const collector = identifierCollector();
  let values = 0;
  let isWhole = true;

  const look = (key: string, value: unknown, level: number): void => {
    values += 1;
    if (values > maxValues || level > deepestLevel || texts.size > maxTexts) {
      isWhole = false;
      return;
    }
    if (typeof value === 'string') {
      if (codeShape.test(value)) texts.add(value);
    } else if (typeof value === 'number') {
      if (namesShipmentId(key) && Number.isSafeInteger(value) && value > 0) shipmentIds.add(value);
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && isWhole; at += 1) look('', value[at], level + 1);
    } else if (typeof value === 'object' && value !== null) {
      lookInto(value, level + 1);
    }
  };
  const lookInto = (value: object, level: number): void => {
    collector.collect(value, level);
    for (const [key, inner] of Object.entries(value)) {
      if (!isWhole) return;
      look(key, inner, level);
    }
  };
  lookInto(data, 1);

  const top = {
    'custom code': codeUnder(data, 'custom_code'),
    'tracking code': codeUnder(data, 'tracking_code'),
    'pick-up code': codeUnder(data, 'pickup_code') ?? codeUnder(data, 'pick_up_code'),
  };
  const isAtTop = ({ name }: NamedIdentifier): boolean => ownValue<string | null>(top, name) != null;
  return {
    customCode: top['custom code'],
    trackingCode: top['tracking code'],
    pickUpCode: top['pick-up code'],
    identifiers: collector.identifiers().filter((identifier) => !isAtTop(identifier)),
    texts: [...texts].slice(0, maxTexts),
    shipmentIds: [...shipmentIds],
    isWhole,
  };
}

function codeUnder(data: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = Object.hasOwn(data, key) ? data[key] : null;
  return typeof value === 'string' && codeShape.test(value) ? value : null;
}

/** How much of an event is stored in a readable form; all of it is stored as bytes. */
export const maxFacts = 80;
export const longestFact = 500;
const longestName = 120;
const deepestFactLevel = 8;
/** Most values that are counted. */
const mostFactValues = 5_000;

/** The fields of the parcel event in the interface document; they come before unknown fields. */
const documented = [
  ...['custom_code', 'tracking_code', 'pickup_code', 'parcel_size', 'parcel_code', 'trigger_datetime', 'request_date'],
  ...['pick_up', 'drop_off', 'extra_data', 'date', 'picked_at', 'dropped_at', 'time_slot', 'address'],
  ...['receiver_name', 'receiver_phone', 'receiver_address', 'proof_of_delivery', 'need_signature'],
];
const places = new Map(documented.map((key, place) => [key, place]));

/** The fields of an event's `data` with their paths and values, documented ones first; bounded. */
export function readFacts(data: Readonly<Record<string, unknown>>): { facts: EventFact[]; moreFacts: number } {
  const facts: EventFact[] = [];
  let values = 0;

  const add = (name: string, value: string | null): void => {
    values += 1;
    if (facts.length < maxFacts) facts.push({ name: shortened(name, longestName), value });
  };
  const read = (name: string, value: unknown, level: number): void => {
    if (values >= mostFactValues) return;
    if (Array.isArray(value) && value.length > 0 && level < deepestFactLevel) {
      for (let at = 0; at < value.length && values < mostFactValues; at += 1)
        read(`${name}[${at}]`, value[at], level + 1);
    } else if (isJsonObject(value) && level < deepestFactLevel && !isEmpty(value)) {
      readInto(`${name}.`, value, level + 1);
    } else add(name, displayValue(value));
  };
  const readInto = (before: string, value: object, level: number): void => {
    for (const [key, inner] of documentedFirst(value)) {
      if (values >= mostFactValues) return;
      read(`${before}${shortened(key, longestName)}`, inner, level);
    }
  };
  readInto('', data, 1);
  return { facts, moreFacts: values - facts.length };
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

function documentedFirst(value: object): [string, unknown][] {
  const entries = Object.entries(value);
  const known = entries.filter(([key]) => places.has(key));
  known.sort(([one], [other]) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  return [...known, ...entries.filter(([key]) => !places.has(key))];
}

function displayValue(value: unknown): string | null {
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
