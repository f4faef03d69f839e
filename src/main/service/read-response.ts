import type { Failure, FailureCode } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { reportsFailure } from '../../shared/orders/response-envelope.ts';
import { isJsonObject, parseJson } from '../../shared/values/json.ts';
import { parseUrl } from '../../shared/values/url.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';
import type { TokenFinder } from './echoed-token.ts';
import type { Exchange } from './exchange.ts';
import { extractFieldFaults, extractServiceText, looksLikeHtml, plainText } from './response-text.ts';
import type { Peer } from './transport-failures.ts';

export type HttpResponse = Extract<Exchange, { kind: 'answer' }>;

/** What one call reads from the body of a 2xx. */
export type ReadBody<T> =
  | { readonly kind: 'value'; readonly value: T; readonly missing: string[] }
  | { readonly kind: 'not success' }
  | { readonly kind: 'unreadable' };

export interface ResponseContext extends Peer {
  /** Finds the token in what was answered. */
  readonly ownToken: TokenFinder;
}

/** Reads the response of a call whose body the interface document shows: a value or one failure. */
export function readJsonResponse<T>(
  exchanged: Exchange,
  context: ResponseContext,
  readBody: (rawBody: string, httpStatus: number) => ReadBody<T>,
): ServiceAnswer<T> {
  return readResponse(exchanged, context, (rawBody, answer) => {
    const read = readBody(rawBody, answer.status);
    if (read.kind === 'not success') return notSuccess(answer, context, rawBody);
    if (read.kind === 'unreadable') return unreadable(answer, context, rawBody);
    return { kind: 'answered', httpStatus: answer.status, value: read.value, missing: read.missing, rawBody };
  });
}

/** Reads the response of a call without a documented response: JSON as received, else its text, null where there is none. */
export function readUndocumentedResponse(exchanged: Exchange, context: ResponseContext): ServiceAnswer<unknown> {
  return readResponse(exchanged, context, (rawBody, answer) => {
    if (looksLikeHtml(rawBody)) return unreadable(answer, context, rawBody);
    const value = parseJson(rawBody);
    if (reportsFailure(value)) return notSuccess(answer, context, rawBody);
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

/** What is the same for every call: no response, a status outside 2xx, an incomplete 2xx. */
function readResponse<T>(
  exchanged: Exchange,
  context: ResponseContext,
  readComplete: (rawBody: string, answer: HttpResponse) => ServiceAnswer<T>,
): ServiceAnswer<T> {
  if (exchanged.kind === 'unanswered') {
    return { ...exchanged, failure: context.ownToken.redactFailure(exchanged.failure) };
  }
  const { status } = exchanged;
  if (status < 200 || status > 299) return rejected(exchanged, context);
  const rawBody = bodyText(exchanged, context);
  if (exchanged.fault === null) return readComplete(rawBody, exchanged);
  // A JSON object ends with its own bracket, so nothing is missing of one that is whole; after a crash it is read as well.
  const read = isJsonObject(parseJson(rawBody)) ? readComplete(rawBody, exchanged) : null;
  if (read?.kind === 'answered') return read;
  const failure = context.ownToken.redactFailure(exchanged.fault);
  return { kind: 'unreadable', httpStatus: status, failure, rawBody };
}

/** A status outside 2xx, with what the service said and the pause it asks for. */
export function rejected(
  answer: HttpResponse,
  context: ResponseContext,
): Extract<ServiceAnswer<never>, { kind: 'rejected' }> {
  const { status, headers } = answer;
  const rawBody = bodyText(answer, context);
  const target = redirectTarget(status, headers.location, rawBody);
  const failure = withFieldFaults(
    statusFailure({ ...peerOf(context), status, target }, extractServiceText(rawBody)),
    rawBody,
  );
  const delay = retryAfterMs(headers['retry-after'], headers.date, Date.now());
  return {
    kind: 'rejected',
    httpStatus: status,
    failure: context.ownToken.redactFailure(failure),
    retryAfterMs: delay,
    rawBody,
  };
}

/** A 2xx that is not as the interface document describes it. */
export function unreadable(
  answer: HttpResponse,
  context: ResponseContext,
  rawBody: string,
): Extract<ServiceAnswer<never>, { kind: 'unreadable' }> {
  const failure: Failure = { code: 'unreadable', message: unreadableMessage(context, rawBody) };
  const failureWithText = context.ownToken.redactFailure(withServiceText(failure, extractServiceText(rawBody)));
  return { kind: 'unreadable', httpStatus: answer.status, failure: failureWithText, rawBody };
}

function unreadableMessage(context: ResponseContext, rawBody: string): Message {
  if (rawBody.trim() === '') return message('service.empty-response', peerOf(context));
  // Something between, such as a guest network, may have answered in the service's place.
  if (looksLikeHtml(rawBody)) return message('service.web-page', peerOf(context));
  return message('service.unreadable-response', peerOf(context));
}

const peerOf = ({ peer, host }: ResponseContext) => ({ peer, host });

function notSuccess(
  answer: HttpResponse,
  context: ResponseContext,
  rawBody: string,
): Extract<ServiceAnswer<never>, { kind: 'not success' }> {
  const failure: Failure = { code: 'not-success', message: message('service.not-success', peerOf(context)) };
  const failureWithText = context.ownToken.redactFailure(withServiceText(failure, extractServiceText(rawBody)));
  return { kind: 'not success', httpStatus: answer.status, failure: failureWithText, rawBody };
}

/** JSON is UTF-8 (RFC 8259); a byte order mark is removed, invalid UTF-8 replaced and the token redacted. */
function bodyText(answer: HttpResponse, context: ResponseContext): string {
  return context.ownToken.redact(new TextDecoder().decode(answer.body));
}

interface Response extends Peer {
  readonly status: number;
  readonly target: RedirectTarget;
}

/** Where a redirect leads; `other` also for every answer that is no redirect. */
type RedirectTarget = 'sign-in' | 'form' | 'other';

const signInPath = /(?:^|[/_.-])(?:log[_-]?in|sign[_-]?in|log[_-]?on|sign[_-]?on|sso|oauth2?|authorize)(?:$|[/_.-])/i;
/** The page of a new or changed entry; a back end leads back to it where a request is not valid. */
const formPath = /\/(?:new|create|edit|form)\/?$/i;
/** Bounded, and searched for in the beginning of a page only: a page that repeats `<input` would take minutes otherwise. */
const passwordField = /<input\b[^>]{0,512}\btype\s{0,8}=\s{0,8}["']?password\b/i;
const postForm = /<form\b[^>]{0,512}\bmethod\s{0,8}=\s{0,8}["']?post\b/i;
const searchedCharacters = 64 * 1024;

/**
 * Back ends that are written for browsers redirect a request that is not signed in or not valid to a page. Such a page is recognised by
 * its path or its own content; any other redirect stays unexplained.
 */
function redirectTarget(status: number, location: string | undefined, body: string): RedirectTarget {
  if (status < 300 || status > 399 || status === 304) return 'other';
  const path = pathOf(location);
  const page = body.slice(0, searchedCharacters);
  if (signInPath.test(path) || passwordField.test(page)) return 'sign-in';
  if (formPath.test(path) || postForm.test(page)) return 'form';
  return 'other';
}

/** The path of a `Location`, without its host and query: both may contain any word. */
function pathOf(location: string | undefined): string {
  return (location !== undefined && parseUrl(location, 'http://service.invalid')?.pathname) || '';
}

/** What a status outside 2xx means. */
const statusMeanings: Readonly<Record<number, (at: Omit<Response, 'target'>) => Failure>> = {
  401: (at) => failure('token-rejected', message('service.token-rejected', at)),
  403: (at) => failure('forbidden', message('service.forbidden', at)),
  404: (at) => failure('not-found', message('service.not-found', at)),
  408: (at) => failure('service-error', message('service.request-timeout', at)),
  409: (at) => failure('conflict', message('service.conflict', at)),
  410: (at) => failure('not-found', message('service.no-longer-there', at)),
  429: (at) => failure('too-many-requests', message('service.too-many-requests', at)),
};

const failure = (code: FailureCode, given: Message): Failure => ({ code, message: given });

/** The failure of a response outside 2xx, with what the service said. */
function statusFailure(response: Response, serviceText: string | undefined): Failure {
  const { target: _target, ...at } = response;
  return withServiceText(statusMeanings[at.status]?.(at) ?? otherStatus(response), serviceText);
}

function otherStatus({ target, ...at }: Response): Failure {
  if (at.status >= 500) return failure('service-error', message('service.server-error', at));
  if (at.status >= 400) return failure('rejected', message('service.rejected', at));
  if (target === 'sign-in') return failure('redirected', message('service.redirected-to-sign-in', at));
  if (target === 'form') return failure('redirected', message('service.redirected-to-form', at));
  return failure('redirected', message('service.redirected', at));
}

/** The failure with what the service said, where it said anything. */
export function withServiceText(given: Failure, serviceText: string | undefined): Failure {
  const line = serviceText === undefined ? '' : plainText(serviceText);
  return line === '' ? given : { ...given, serviceText: line };
}

/** The failure with what the service said of single fields, where it named any. */
function withFieldFaults(given: Failure, rawBody: string): Failure {
  const fieldFaults = extractFieldFaults(rawBody);
  return fieldFaults.length === 0 ? given : { ...given, fieldFaults };
}

/** Longest pause of a service that is respected, milliseconds. */
const maxDelayMs = 10 * 60_000;

/** IMF-fixdate, the only HTTP date still sent (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The pause that a `Retry-After` header asks for, milliseconds, at most ten minutes; null where there is none or it is not valid.
 * A date is compared with the response's own `Date`, so that this computer's clock need not be right.
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined, now: number): number | null {
  const header = retryAfter?.trim();
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header)) return Math.min(Number(header) * 1000, maxDelayMs);
  const until = readDate(header);
  if (until === null) return null;
  return Math.min(Math.max(until - (readDate(date) ?? now), 0), maxDelayMs);
}

function readDate(text: string | undefined): number | null {
  const read = text !== undefined && httpDate.test(text.trim()) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}
