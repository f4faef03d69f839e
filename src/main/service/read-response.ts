import type { Failure } from '../../shared/contract/failure.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';
import type { Exchange } from './exchange.ts';
import { retryAfterMs, statusFailure, withServiceText } from './response-failures.ts';
import { extractServiceText, looksLikeHtml } from './response-text.ts';
import { redactToken, redactTokenInFailure } from './service-token.ts';
import { contactServiceOwner } from './transport-failures.ts';

export type HttpResponse = Extract<Exchange, { kind: 'answer' }>;
type JsonObject = Record<string, unknown>;

/** What one call makes of a 2xx envelope's `object`. */
export interface ParsedObject<T> {
  readonly value: T;
  readonly missing: string[];
}

export interface ResponseContext {
  readonly host: string;
  readonly token: string | null;
}

/** Any exchange of a call whose answer is the document's envelope, as a value or one failure. */
export function readEnvelopeResponse<T>(
  exchanged: Exchange,
  context: ResponseContext,
  readObject: (object: JsonObject) => ParsedObject<T>,
): ServiceAnswer<T> {
  return readResponse(exchanged, context, (rawBody, answer) => {
    const envelope = parseJson(rawBody);
    if (!isJsonObject(envelope)) return unreadable(answer, context, rawBody);
    const outcome = envelopeStatus(envelope);
    if (outcome === 'not success') return notSuccess(answer, context, rawBody);
    if (outcome === 'no envelope') return unreadable(answer, context, rawBody);
    const { value, missing } = readObject(isJsonObject(envelope.object) ? envelope.object : {});
    return {
      kind: 'answered',
      httpStatus: answer.status,
      value,
      missing: [...missingEnvelopeFields(envelope), ...missing],
      rawBody,
    };
  });
}

/** Any exchange of a call whose answer the document does not show: JSON as it came, else its text, null where there is none. */
export function readUndocumentedResponse(exchanged: Exchange, context: ResponseContext): ServiceAnswer<unknown> {
  return readResponse(exchanged, context, (rawBody, answer) => {
    if (looksLikeHtml(rawBody)) return unreadable(answer, context, rawBody);
    const value = parseJson(rawBody);
    if (isJsonObject(value) && envelopeStatus(value) === 'not success') return notSuccess(answer, context, rawBody);
    const text = rawBody.trim() === '' ? null : rawBody;
    return {
      kind: 'answered',
      httpStatus: answer.status,
      value: value === undefined ? text : value,
      missing: [],
      rawBody,
    };
  });
}

/** What is the same for every call: no answer, a refusal, a 2xx that did not come whole. */
function readResponse<T>(
  exchanged: Exchange,
  context: ResponseContext,
  readComplete: (rawBody: string, answer: HttpResponse) => ServiceAnswer<T>,
): ServiceAnswer<T> {
  if (exchanged.kind === 'unanswered') {
    return { ...exchanged, failure: redactTokenInFailure(exchanged.failure, context.token) };
  }
  const { status } = exchanged;
  if (status < 200 || status > 299) return refused(exchanged, context);
  const rawBody = bodyText(exchanged, context);
  if (exchanged.fault === null) return readComplete(rawBody, exchanged);
  const failure = redactTokenInFailure(exchanged.fault, context.token);
  return { kind: 'unreadable', httpStatus: status, failure, rawBody };
}

/** A status outside 2xx, with the service's words and the pause it asks for. */
export function refused(
  answer: HttpResponse,
  context: ResponseContext,
): Extract<ServiceAnswer<never>, { kind: 'refused' }> {
  const { status, headers } = answer;
  const rawBody = bodyText(answer, context);
  const failure = statusFailure(status, context.host, extractServiceText(rawBody));
  const delay = retryAfterMs(headers['retry-after'], headers.date, Date.now());
  return {
    kind: 'refused',
    httpStatus: status,
    failure: redactTokenInFailure(failure, context.token),
    retryAfterMs: delay,
    rawBody,
  };
}

/** A 2xx that is not what the document shows. */
export function unreadable(
  answer: HttpResponse,
  context: ResponseContext,
  rawBody: string,
): Extract<ServiceAnswer<never>, { kind: 'unreadable' }> {
  const empty = rawBody.trim() === '';
  const failure: Failure = {
    code: 'unreadable',
    message: empty
      ? `${context.host} answered with nothing in it.`
      : looksLikeHtml(rawBody)
        ? `${context.host} answered with a web page; something between may have answered in its place.`
        : `${context.host} answered with something this station cannot read.`,
    next: looksLikeHtml(rawBody)
      ? 'On a guest network, log in to it first; look at the address in Settings.'
      : contactServiceOwner,
  };
  const failureWithText = redactTokenInFailure(withServiceText(failure, extractServiceText(rawBody)), context.token);
  return { kind: 'unreadable', httpStatus: answer.status, failure: failureWithText, rawBody };
}

function notSuccess(
  answer: HttpResponse,
  context: ResponseContext,
  rawBody: string,
): Extract<ServiceAnswer<never>, { kind: 'not success' }> {
  const failure: Failure = {
    code: 'not-success',
    message: `${context.host} answered, but does not say that it worked.`,
    next: 'Read the service’s own words before you go on.',
  };
  const failureWithText = redactTokenInFailure(withServiceText(failure, extractServiceText(rawBody)), context.token);
  return { kind: 'not success', httpStatus: answer.status, failure: failureWithText, rawBody };
}

/**
 * Any `status` but "success" is never success. An absent one says neither: with the payload there, a 2xx to a create must not become
 * a failure, so it is read and `status` named as missing, unless `code` itself speaks of a failure. Without both, nothing shows
 * that the service itself answered: that is no envelope, and a delete or create rests in doubt instead of being called done.
 */
function envelopeStatus(envelope: JsonObject): 'success' | 'not success' | 'no envelope' {
  if (envelope.status === 'success') return 'success';
  if (envelope.status !== undefined) return 'not success';
  if (typeof envelope.code === 'number' && (envelope.code < 200 || envelope.code > 299)) return 'not success';
  return isJsonObject(envelope.object) ? 'success' : 'no envelope';
}

function missingEnvelopeFields(envelope: JsonObject): string[] {
  const missing: string[] = [];
  if (typeof envelope.status !== 'string') missing.push('status');
  if (!Number.isInteger(envelope.code)) missing.push('code');
  if (typeof envelope.message !== 'string') missing.push('message');
  if (!isJsonObject(envelope.object)) missing.push('object');
  return missing;
}

/** JSON is UTF-8 (RFC 8259); a byte order mark is left out, what is no UTF-8 is replaced, and the token never stays in it. */
function bodyText(answer: HttpResponse, context: ResponseContext): string {
  return redactToken(new TextDecoder().decode(answer.body), context.token);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
