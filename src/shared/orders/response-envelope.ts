import { isJsonObject, type JsonObject, numberOfText, parseJson } from '../values/json.ts';

/** The body of a 2xx response (interface document, "Response envelope"). */
export type ReadEnvelope =
  /** An envelope that reports success; `missing` names its own fields that are absent. */
  | { readonly kind: 'success'; readonly object: JsonObject; readonly missing: string[] }
  /** An envelope with a payload and no status. */
  | { readonly kind: 'no status'; readonly object: JsonObject; readonly missing: string[] }
  /** An object without an envelope: the payload itself, or anything else. */
  | { readonly kind: 'bare'; readonly object: JsonObject; readonly missing: string[] }
  | { readonly kind: 'not success' }
  | { readonly kind: 'unreadable' };

/**
 * Reads an envelope. Any `status` other than "success" (ignoring case and spaces) is a failure; without a status, a `code` outside
 * 2xx is. Where both are absent, the caller decides by the payload whether the service carried out the request.
 */
export function readResponseEnvelope(body: string): ReadEnvelope {
  const envelope = parseJson(body);
  if (Array.isArray(envelope) && envelope.length === 0) return bare({});
  if (!isJsonObject(envelope)) return { kind: 'unreadable' };
  const hasStatus = Object.hasOwn(envelope, 'status');
  if (hasStatus && !isSuccess(envelope.status)) return { kind: 'not success' };
  const object = payloadOf(envelope);
  const missing = missingEnvelopeFields(envelope);
  if (hasStatus) return { kind: 'success', object: object ?? {}, missing };
  const code = integerOf(envelope.code);
  if (code !== undefined && (code < 200 || code > 299)) return { kind: 'not success' };
  if (reportsError(envelope)) return { kind: 'unreadable' };
  return object === null ? bare(envelope) : { kind: 'no status', object, missing };
}

const bare = (object: JsonObject): ReadEnvelope => ({ kind: 'bare', object, missing: ['envelope'] });

const isSuccess = (status: unknown): boolean => typeof status === 'string' && status.trim().toLowerCase() === 'success';

/** PHP writes an empty object as an empty list. */
function payloadOf({ object }: JsonObject): JsonObject | null {
  if (Array.isArray(object) && object.length === 0) return {};
  return isJsonObject(object) ? object : null;
}

function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? numberOfText(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function missingEnvelopeFields(envelope: JsonObject): string[] {
  const missing: string[] = [];
  if (typeof envelope.status !== 'string') missing.push('status');
  if (integerOf(envelope.code) === undefined) missing.push('code');
  if (typeof envelope.message !== 'string') missing.push('message');
  if (payloadOf(envelope) === null) missing.push('object');
  return missing;
}

/** Fields in which common back ends report an error in a 2xx response; empty values are ignored. */
const errorFields = ['error', 'errors', 'exception', 'fault', 'detail', 'error_code', 'error_message'];
const flagFields = ['success', 'ok'];
const codeFields = ['statusCode', 'status_code'];

function reportsError(envelope: JsonObject): boolean {
  const holds = (field: string): boolean => {
    const value = Object.hasOwn(envelope, field) ? envelope[field] : null;
    if (value === null || value === undefined || value === false || value === '' || value === 0) return false;
    return typeof value !== 'object' || Object.keys(value).length > 0;
  };
  if (errorFields.some(holds)) return true;
  if (flagFields.some((field) => envelope[field] === false || envelope[field] === 0)) return true;
  return codeFields.some((field) => (integerOf(envelope[field]) ?? 200) > 299);
}

/**
 * True where a 2xx body says that the request failed: by a status of that meaning, or by the code of an HTTP error. Any other status,
 * such as "ok" or "queued", is no failure.
 */
export function reportsFailure(body: unknown): boolean {
  if (!isJsonObject(body)) return false;
  const { status, code } = body;
  const isHttpError = [status, code].some((value) => {
    const number = integerOf(value) ?? 200;
    return number >= 400 && number <= 599;
  });
  return isHttpError || (typeof status === 'string' && /^\s*(?:error|fail)/i.test(status));
}
