import { isJsonObject, type JsonObject, listEntries, maxNesting } from '../../../shared/values/json.ts';

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
  if (isTooDeep(raw)) return null;
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

function parsedText(text: string): unknown {
  const raw = new TextEncoder().encode(text);
  return isTooDeep(raw) ? null : parsed(raw);
}

function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return null;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]); // [ {
const closing = new Set([0x5d, 0x7d]); // ] }

/** Checked before parsing: later code may walk the value recursively. */
function isTooDeep(raw: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] ?? 0;
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += byte === backslash ? 1 : 0;
    else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    if (depth > maxNesting) return true;
  }
  return false;
}
