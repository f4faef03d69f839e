import type { Failure } from '../../shared/failure.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';
import type { Exchange } from './exchange.ts';
import { tellService } from './exchange-failures.ts';
import { refusal, withWords } from './refusals.ts';
import { retryAfterMs } from './retry-after.ts';
import { looksLikeHtml, serviceWords } from './service-words.ts';
import { failureWithoutToken, withoutToken } from './token-redaction.ts';

export type HttpAnswer = Extract<Exchange, { kind: 'answer' }>;
type JsonObject = Record<string, unknown>;

/** What one call makes of a 2xx envelope's `object`. */
export interface Reading<T> {
  readonly value: T;
  readonly missing: string[];
}

export interface AnswerContext {
  readonly host: string;
  readonly token: string | null;
}

/** Any exchange of a call whose answer is the document's envelope, as a value or one failure. */
export function readEnvelopeAnswer<T>(
  exchanged: Exchange,
  context: AnswerContext,
  readObject: (object: JsonObject) => Reading<T>,
): ServiceAnswer<T> {
  return readAnswer(exchanged, context, (rawBody, answer) => {
    const envelope = parseJson(rawBody);
    if (!isJsonObject(envelope)) return unreadable(answer, context, rawBody);
    const standing = envelopeStanding(envelope);
    if (standing === 'not success') return notSuccess(answer, context, rawBody);
    if (standing === 'no envelope') return unreadable(answer, context, rawBody);
    const { value, missing } = readObject(isJsonObject(envelope.object) ? envelope.object : {});
    return {
      kind: 'answered',
      httpStatus: answer.status,
      value,
      missing: [...missingOfEnvelope(envelope), ...missing],
      rawBody,
    };
  });
}

/** Any exchange of a call whose answer the document does not show: JSON as it came, else its text, null where there is none. */
export function readUnshownAnswer(exchanged: Exchange, context: AnswerContext): ServiceAnswer<unknown> {
  return readAnswer(exchanged, context, (rawBody, answer) => {
    if (looksLikeHtml(rawBody)) return unreadable(answer, context, rawBody);
    const value = parseJson(rawBody);
    if (isJsonObject(value) && envelopeStanding(value) === 'not success') return notSuccess(answer, context, rawBody);
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
function readAnswer<T>(
  exchanged: Exchange,
  context: AnswerContext,
  readWhole: (rawBody: string, answer: HttpAnswer) => ServiceAnswer<T>,
): ServiceAnswer<T> {
  if (exchanged.kind === 'unanswered') {
    return { ...exchanged, failure: failureWithoutToken(exchanged.failure, context.token) };
  }
  const { status } = exchanged;
  if (status < 200 || status > 299) return refused(exchanged, context);
  const rawBody = bodyText(exchanged, context);
  if (exchanged.fault === null) return readWhole(rawBody, exchanged);
  const failure = failureWithoutToken(exchanged.fault, context.token);
  return { kind: 'unreadable', httpStatus: status, failure, rawBody };
}

/** A status outside 2xx, with the service's words and the pause it asks for. */
export function refused(
  answer: HttpAnswer,
  context: AnswerContext,
): Extract<ServiceAnswer<never>, { kind: 'refused' }> {
  const { status, headers } = answer;
  const rawBody = bodyText(answer, context);
  const failure = refusal(status, context.host, serviceWords(rawBody));
  const pause = retryAfterMs(headers['retry-after'], headers.date, Date.now());
  return {
    kind: 'refused',
    httpStatus: status,
    failure: failureWithoutToken(failure, context.token),
    retryAfterMs: pause,
    rawBody,
  };
}

/** A 2xx that is not what the document shows. */
export function unreadable(
  answer: HttpAnswer,
  context: AnswerContext,
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
      : tellService,
  };
  const said = failureWithoutToken(withWords(failure, serviceWords(rawBody)), context.token);
  return { kind: 'unreadable', httpStatus: answer.status, failure: said, rawBody };
}

function notSuccess(
  answer: HttpAnswer,
  context: AnswerContext,
  rawBody: string,
): Extract<ServiceAnswer<never>, { kind: 'not success' }> {
  const failure: Failure = {
    code: 'not-success',
    message: `${context.host} answered, but does not say that it worked.`,
    next: 'Read the service’s own words before you go on.',
  };
  const said = failureWithoutToken(withWords(failure, serviceWords(rawBody)), context.token);
  return { kind: 'not success', httpStatus: answer.status, failure: said, rawBody };
}

/**
 * Any `status` but "success" is never success. An absent one says neither: with the payload there, a 2xx to a create must not become
 * a failure, so it is read and `status` named as missing, unless `code` itself speaks of a failure. Without both, nothing shows
 * that the service itself answered: that is no envelope, and a delete or create rests in doubt instead of being called done.
 */
function envelopeStanding(envelope: JsonObject): 'success' | 'not success' | 'no envelope' {
  if (envelope.status === 'success') return 'success';
  if (envelope.status !== undefined) return 'not success';
  if (typeof envelope.code === 'number' && (envelope.code < 200 || envelope.code > 299)) return 'not success';
  return isJsonObject(envelope.object) ? 'success' : 'no envelope';
}

function missingOfEnvelope(envelope: JsonObject): string[] {
  const missing: string[] = [];
  if (typeof envelope.status !== 'string') missing.push('status');
  if (!Number.isInteger(envelope.code)) missing.push('code');
  if (typeof envelope.message !== 'string') missing.push('message');
  if (!isJsonObject(envelope.object)) missing.push('object');
  return missing;
}

/** JSON is UTF-8 (RFC 8259); a byte order mark is left out, what is no UTF-8 is replaced, and the token never stays in it. */
function bodyText(answer: HttpAnswer, context: AnswerContext): string {
  return withoutToken(new TextDecoder().decode(answer.body), context.token);
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
