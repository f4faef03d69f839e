import type { WebhookDelivery } from '../core/ports/webhook.ts';

/** Deepest nesting of arrays and objects; the document shows three levels. */
export const maxNesting = 64;

/** Longest event name that is stored; the longest documented one has 30 characters. */
const maxEventLength = 200;

/**
 * Reads a body as the document's envelope `{event, data}`, whatever content type it came under: null where it is no JSON object in
 * UTF-8, or nested more deeply than any event. What is missing, or of another type than the document shows, is left empty.
 */
export function readEnvelope(raw: Uint8Array): Pick<WebhookDelivery, 'event' | 'data'> | null {
  if (isTooDeep(raw)) return null;
  const envelope = parsed(raw);
  if (!isObject(envelope)) return null;
  const { event, data } = envelope;
  return { event: typeof event === 'string' ? event.slice(0, maxEventLength) : '', data: isObject(data) ? data : {} };
}

function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
