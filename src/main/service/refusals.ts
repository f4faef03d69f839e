import type { Failure, FailureCode } from '../../shared/failure.ts';
import { plainText } from './plain-text.ts';

interface Refusal {
  readonly code: FailureCode;
  readonly message: (host: string, status: number) => string;
  readonly next: string;
}

const byStatus: Record<number, Refusal> = {
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

const redirected: Refusal = {
  code: 'redirected',
  message: (host, status) => `${host} sent the request elsewhere (${status}); this station does not follow.`,
  next: 'Look at the address in Settings. On a guest network, log in to it first.',
};

const trouble: Refusal = {
  code: 'service-trouble',
  message: (host, status) => `${host} has trouble of its own (${status}).`,
  next: 'Wait a moment; if it stays, tell whoever runs the service.',
};

const rejected: Refusal = {
  code: 'rejected',
  message: (host, status) => `${host} said no (${status}).`,
  next: 'Read the service’s own words, correct what they name, and try again.',
};

/** What any status outside 2xx means, in words for the operator; `words` are the service's own. */
export function refusal(status: number, host: string, words: string | undefined): Failure {
  const meaning = byStatus[status] ?? (status >= 500 ? trouble : status >= 400 ? rejected : redirected);
  return withWords({ code: meaning.code, message: meaning.message(host, status), next: meaning.next }, words);
}

/** The failure with the service's own words beside it, where it spoke. */
export function withWords(failure: Failure, words: string | undefined): Failure {
  const line = words === undefined ? '' : plainText(words);
  return line === '' ? failure : { ...failure, serviceWords: line };
}
