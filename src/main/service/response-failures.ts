import type { Failure, FailureCode } from '../../shared/contract/failure.ts';
import { plainText } from './response-text.ts';

interface StatusMeaning {
  readonly code: FailureCode;
  readonly message: (host: string, status: number) => string;
  readonly next: string;
}

const byStatus: Record<number, StatusMeaning> = {
  401: {
    code: 'token-refused',
    message: (host) => `${host} does not accept the token.`,
    next: 'Enter a new token in Settings. Nothing that waits is lost.',
  },
  403: {
    code: 'forbidden',
    message: (host) => `${host} does not allow this with the present token.`,
    next: 'Ask whoever gave out the token what it may do.',
  },
  404: {
    code: 'not-known',
    message: (host) => `${host} does not know this.`,
    next: 'Look at the code and the environment.',
  },
  408: {
    code: 'service-trouble',
    message: (host) => `${host} waited too long for the request (408).`,
    next: 'Look at the network, or wait a moment.',
  },
  409: {
    code: 'conflict',
    message: (host) => `${host} says this clashes with what it already has.`,
    next: 'Look whether it was done already, or use another custom code.',
  },
  410: {
    code: 'not-known',
    message: (host) => `${host} no longer has this.`,
    next: 'Look at the code and the environment.',
  },
  429: {
    code: 'too-many-requests',
    message: (host) => `${host} asks this station to slow down.`,
    next: 'Nothing to do: it goes on by itself after a pause.',
  },
};

const redirectMeaning: StatusMeaning = {
  code: 'redirected',
  message: (host, status) => `${host} sent the request elsewhere (${status}); this station does not follow.`,
  next: 'Look at the address in Settings. On a guest network, log in to it first.',
};

const serverTrouble: StatusMeaning = {
  code: 'service-trouble',
  message: (host, status) => `${host} has trouble of its own (${status}).`,
  next: 'Wait a moment; if it stays, tell whoever runs the service.',
};

const rejectionMeaning: StatusMeaning = {
  code: 'rejected',
  message: (host, status) => `${host} said no (${status}).`,
  next: 'Read the service’s own words, correct what they name, and try again.',
};

/** What any status outside 2xx means, in words for the operator; `words` are the service's own. */
export function statusFailure(status: number, host: string, serviceText: string | undefined): Failure {
  const meaning =
    byStatus[status] ?? (status >= 500 ? serverTrouble : status >= 400 ? rejectionMeaning : redirectMeaning);
  return withServiceText(
    { code: meaning.code, message: meaning.message(host, status), next: meaning.next },
    serviceText,
  );
}

/** The failure with the service's own words beside it, where it spoke. */
export function withServiceText(failure: Failure, serviceText: string | undefined): Failure {
  const line = serviceText === undefined ? '' : plainText(serviceText);
  return line === '' ? failure : { ...failure, serviceText: line };
}

/** Longest pause a service may ask for that we keep to, milliseconds. */
const maxDelayMs = 10 * 60_000;

/** IMF-fixdate, the only HTTP date still sent (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The pause a `Retry-After` header asks for, milliseconds, at most ten minutes; null where there is none or it cannot be read.
 * A date is measured against the answer's own `Date`, so that this computer's clock need not be right.
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
