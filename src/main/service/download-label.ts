import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { printableFormat } from '../../shared/printing/label-format.ts';
import type { LabelFile, ServiceAnswer } from '../core/ports/service.ts';
import type { Exchange, HttpRequest } from './exchange.ts';
import { type HttpResponse, refused, unreadable } from './read-response.ts';
import { looksLikeHtml } from './response-text.ts';
import { bearer, redactToken, redactTokenInFailure } from './service-token.ts';

/** Most redirects followed within the label host. */
const maxRedirects = 3;

export interface LabelSource {
  /** The only origin labels come from. */
  readonly origin: string;
  readonly token: string | null;
  readonly maxBytes: number;
  readonly exchange: (request: HttpRequest) => Promise<Exchange>;
}

/**
 * Downloads a label from the configured label host and nowhere else. The token is sent only after that host answered 401 or 403.
 */
export async function downloadLabel(address: string, source: LabelSource): Promise<ServiceAnswer<LabelFile>> {
  const url = labelUrl(address, source.origin);
  if (url === null) return { kind: 'unanswered', requestLeft: false, failure: wrongHost };
  const anonymous = await follow(url, source, {});
  if (!requiresToken(anonymous)) return readLabel(anonymous, url, source);
  if (source.token === null) {
    const answer = readLabel(anonymous, url, source);
    return answer.kind === 'refused'
      ? { ...answer, failure: { ...answer.failure, ...tokenRequired(url.host) } }
      : answer;
  }
  return readLabel(await follow(url, source, { Authorization: bearer(source.token) }), url, source);
}

function labelUrl(address: string, origin: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin && url.username === '' && url.password === '' ? url : null;
}

/** The response after at most three redirects within the same origin; a redirect elsewhere is not followed and is the response. */
async function follow(start: URL, source: LabelSource, headers: Record<string, string>): Promise<Exchange> {
  let url = start;
  for (let steps = 0; ; steps += 1) {
    const answer = await source.exchange({ method: 'GET', peer: 'labels', url, headers, maxBytes: source.maxBytes });
    const next = answer.kind === 'answer' ? redirectWithin(answer, url) : null;
    if (next === null || steps === maxRedirects) return answer;
    url = next;
  }
}

function redirectWithin(answer: HttpResponse, from: URL): URL | null {
  const { location } = answer.headers;
  if (![301, 302, 303, 307, 308].includes(answer.status) || !location || !URL.canParse(location, from.href))
    return null;
  return labelUrl(new URL(location, from).href, from.origin);
}

function requiresToken(exchanged: Exchange): boolean {
  return exchanged.kind === 'answer' && (exchanged.status === 401 || exchanged.status === 403);
}

function readLabel(exchanged: Exchange, url: URL, source: LabelSource): ServiceAnswer<LabelFile> {
  const { token } = source;
  if (exchanged.kind === 'unanswered') return { ...exchanged, failure: redactTokenInFailure(exchanged.failure, token) };
  const context = { peer: 'labels', host: url.host, token } as const;
  if (exchanged.status < 200 || exchanged.status > 299) return { ...refused(exchanged, context), rawBody: '' };
  const { status, body, fault } = exchanged;
  if (fault !== null) {
    return { kind: 'unreadable', httpStatus: status, failure: redactTokenInFailure(fault, token), rawBody: '' };
  }
  const format = printableFormat(body);
  const head = body.subarray(0, inspectedBytes).toString();
  if (body.length === 0 || (format === 'unknown' && isErrorText(head))) {
    return { ...unreadable(exchanged, context, redactToken(head, token)), rawBody: '' };
  }
  return { kind: 'answered', httpStatus: status, value: { bytes: body, format }, missing: [], rawBody: '' };
}

const inspectedBytes = 64 * 1024;

/** A web page or JSON in place of a label says why there is none. */
const isErrorText = (text: string): boolean => looksLikeHtml(text) || /^\s*(?:[{[]|$)/.test(text);

const wrongHost: Failure = { code: 'wrong-host', message: message('service.label-on-other-host') };

const tokenRequired = (host: string): Failure => ({
  code: 'token-missing',
  message: message('service.label-needs-token', { host }),
});
