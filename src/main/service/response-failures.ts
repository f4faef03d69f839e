import type { Failure, FailureCode } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { plainText } from './response-text.ts';
import type { Peer } from './transport-failures.ts';

interface Response extends Peer {
  readonly status: number;
}

/** What a status outside 2xx means. */
const statusMeanings: Readonly<Record<number, (response: Response) => Failure>> = {
  401: (response) => failure('token-refused', message('service.token-rejected', { ...response })),
  403: (response) => failure('forbidden', message('service.forbidden', { ...response })),
  404: (response) => failure('not-known', message('service.not-found', { ...response })),
  408: (response) => failure('service-trouble', message('service.request-timeout', { ...response })),
  409: (response) => failure('conflict', message('service.conflict', { ...response })),
  410: (response) => failure('not-known', message('service.no-longer-there', { ...response })),
  429: (response) => failure('too-many-requests', message('service.too-many-requests', { ...response })),
};

const failure = (code: FailureCode, given: Message): Failure => ({ code, message: given });

/** The failure of a response outside 2xx, with what the service said. */
export function statusFailure(response: Response, serviceText: string | undefined): Failure {
  return withServiceText((statusMeanings[response.status] ?? otherStatus)(response), serviceText);
}

function otherStatus(response: Response): Failure {
  if (response.status >= 500) return failure('service-trouble', message('service.server-error', { ...response }));
  if (response.status >= 400) return failure('rejected', message('service.rejected', { ...response }));
  return failure('redirected', message('service.redirected', { ...response }));
}

/** The failure with what the service said, where it said anything. */
export function withServiceText(given: Failure, serviceText: string | undefined): Failure {
  const line = serviceText === undefined ? '' : plainText(serviceText);
  return line === '' ? given : { ...given, serviceText: line };
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
