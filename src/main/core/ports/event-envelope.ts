import { isJsonObject, isNestedDeeper, type JsonObject, listEntries } from '../../../shared/values/json.ts';

/** A webhook body as the document shows it: the event's name, empty if it is missing, and its `data`, empty if that is no object. */
export interface EventEnvelope {
  readonly event: string;
  readonly data: JsonObject;
}

/** Longest event name that is stored; the longest documented one has 30 characters. */
const maxEventLength = 200;

/**
 * Reads a body as the document's envelope `{event, data}`, whatever content type it came under: null where it is no JSON object in
 * UTF-8, or nested more deeply than any event. What is missing, or of another type than the document shows, is left empty.
 */
export function readEventEnvelope(raw: Uint8Array): EventEnvelope | null {
  const envelope = parsed(raw);
  if (!isJsonObject(envelope)) return null;
  const { event, data } = envelope;
  return { event: typeof event === 'string' ? eventName(event) : '', data: readData(data) };
}

/** Names of the document are known in any case and with spaces around them; any other name stays as it came. */
function eventName(given: string): string {
  const name = given.slice(0, maxEventLength);
  const plain = name.trim().toLowerCase();
  return /^same\.(?:shipment|parcel)\./.test(plain) ? plain : name;
}

/** `data` as an object, which some services wrap in a list of one, or write as JSON text, once. Several in one list stay unread. */
function readData(data: unknown): JsonObject {
  const value = typeof data === 'string' ? parsedText(data) : data;
  const entries = listEntries(value) ?? [];
  const only = entries.length === 1 && isJsonObject(entries[0]) ? entries[0] : value;
  return isJsonObject(only) ? only : {};
}

const parsedText = (text: string): unknown => parsed(new TextEncoder().encode(text));

/** Null where it is no JSON in UTF-8, or nested so deeply that later code could not walk it recursively. */
function parsed(raw: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    return isNestedDeeper(value) ? null : value;
  } catch {
    return null;
  }
}
