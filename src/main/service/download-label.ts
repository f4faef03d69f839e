import type { Failure } from '../../shared/failure.ts';
import type { LabelFile, ServiceAnswer } from '../core/ports/service.ts';
import { bearer } from './bearer-token.ts';
import type { Exchange, HttpRequest } from './exchange.ts';
import { labelFormat } from './label-format.ts';
import { type HttpAnswer, refused, unreadable } from './read-answer.ts';
import { looksLikeHtml } from './service-words.ts';
import { failureWithoutToken, withoutToken } from './token-redaction.ts';

/** Most steps followed within the label host. */
const mostRedirects = 3;

export interface LabelSource {
  /** The only origin labels come from. */
  readonly origin: string;
  readonly token: string | null;
  readonly mostBytes: number;
  readonly exchange: (request: HttpRequest) => Promise<Exchange>;
}

/**
 * Fetches a label from the configured label host and nowhere else. The token stays here until that very host asked for it with a
 * 401 or 403.
 */
export async function downloadLabel(address: string, source: LabelSource): Promise<ServiceAnswer<LabelFile>> {
  const url = labelUrl(address, source.origin);
  if (url === null) return { kind: 'unanswered', requestLeft: false, failure: wrongHost };
  const open = await follow(url, source, {});
  if (!asksForToken(open)) return readLabel(open, url, source);
  if (source.token === null) {
    const answer = readLabel(open, url, source);
    return answer.kind === 'refused' ? { ...answer, failure: { ...answer.failure, ...tokenWanted(url.host) } } : answer;
  }
  return readLabel(await follow(url, source, { Authorization: bearer(source.token) }), url, source);
}

function labelUrl(address: string, origin: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === '' ? url : null;
}

/** The answer at the end of at most three steps within the same origin; a step elsewhere is not taken and is the answer itself. */
async function follow(start: URL, source: LabelSource, headers: Record<string, string>): Promise<Exchange> {
  let url = start;
  for (let steps = 0; ; steps += 1) {
    const answer = await source.exchange({ method: 'GET', url, headers, mostBytes: source.mostBytes });
    const next = answer.kind === 'answer' ? redirectWithin(answer, url) : null;
    if (next === null || steps === mostRedirects) return answer;
    url = next;
  }
}

function redirectWithin(answer: HttpAnswer, from: URL): URL | null {
  const { location } = answer.headers;
  if (![301, 302, 303, 307, 308].includes(answer.status) || !location || !URL.canParse(location, from.href))
    return null;
  return labelUrl(new URL(location, from).href, from.origin);
}

function asksForToken(exchanged: Exchange): boolean {
  return exchanged.kind === 'answer' && (exchanged.status === 401 || exchanged.status === 403);
}

function readLabel(exchanged: Exchange, url: URL, source: LabelSource): ServiceAnswer<LabelFile> {
  const { token } = source;
  if (exchanged.kind === 'unanswered') return { ...exchanged, failure: failureWithoutToken(exchanged.failure, token) };
  const context = { host: url.host, token };
  if (exchanged.status < 200 || exchanged.status > 299) return { ...refused(exchanged, context), rawBody: '' };
  const { status, body, fault } = exchanged;
  if (fault !== null) {
    return { kind: 'unreadable', httpStatus: status, failure: failureWithoutToken(fault, token), rawBody: '' };
  }
  const format = labelFormat(body);
  const beginning = body.subarray(0, beginningRead).toString();
  if (body.length === 0 || (format === 'unknown' && isWordsInstead(beginning))) {
    return { ...unreadable(exchanged, context, withoutToken(beginning, token)), rawBody: '' };
  }
  return { kind: 'answered', httpStatus: status, value: { bytes: body, format }, missing: [], rawBody: '' };
}

const beginningRead = 64 * 1024;

/** A web page or JSON where a label should be: words about why there is none. */
const isWordsInstead = (text: string): boolean => looksLikeHtml(text) || /^\s*(?:[{[]|$)/.test(text);

const wrongHost: Failure = {
  code: 'wrong-host',
  message: 'The label’s address is not on the label host of this environment; nothing was asked for there.',
  next: 'Look at the label host in Settings, or tell whoever runs the service.',
};

const tokenWanted = (host: string): Failure => ({
  code: 'token-missing',
  message: `${host} gives its labels only with a token, and there is none.`,
  next: 'Enter the token in Settings.',
});
