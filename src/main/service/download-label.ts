import type { Failure } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { labelFormat, printableFormat } from '../../shared/printing/label-format.ts';
import { isLoopback, type LabelRedirects } from '../../shared/settings/environment.ts';
import { parseUrl } from '../../shared/values/url.ts';
import type { LabelFile, ServiceAnswer } from '../core/ports/service.ts';
import type { AddressClass } from './address-class.ts';
import type { TokenFinder } from './echoed-token.ts';
import type { Exchange, HttpRequest } from './exchange.ts';
import { type HttpResponse, rejected, unreadable, withServiceText } from './read-response.ts';
import { extractServiceText } from './response-text.ts';
import { bearer } from './service-token.ts';

/** Most redirects followed for one label. */
const maxRedirects = 3;

export interface LabelSource {
  /** The only origin that label addresses name, and the only one that is sent the token. */
  readonly origin: string;
  readonly token: string | null;
  readonly ownToken: TokenFinder;
  readonly maxBytes: number;
  /** Whether a redirect may lead to another host. */
  readonly redirects: LabelRedirects;
  readonly exchange: (request: HttpRequest) => Promise<Exchange>;
  /** The class of the label host's address where a proxy connects to it. */
  readonly classOfProxiedHost: (hostname: string) => Promise<AddressClass>;
}

/** The last response to a download, and where it came from. */
interface Followed {
  readonly exchanged: Exchange;
  readonly url: URL;
  /** A redirect that was not followed, and why. */
  readonly refusal: Message | null;
}

/**
 * Downloads a label from the configured label host, or from where that host redirects to. The token is sent to the label host alone, and
 * only after it answered 401 or 403. No request carries a cookie.
 */
export async function downloadLabel(address: string, source: LabelSource): Promise<ServiceAnswer<LabelFile>> {
  const url = labelUrl(address, source.origin);
  if (url === null) return { kind: 'unanswered', requestLeft: false, failure: wrongHost };
  const anonymous = await follow(url, source, {});
  if (!requiresToken(anonymous, source.origin)) return readLabel(anonymous, source);
  if (source.token !== null) {
    return readLabel(await follow(url, source, { Authorization: bearer(source.token) }), source);
  }
  const answer = readLabel(anonymous, source);
  return answer.kind === 'rejected'
    ? { ...answer, failure: { ...answer.failure, ...tokenRequired(url.host) } }
    : answer;
}

function labelUrl(address: string, origin: string): URL | null {
  const url = parseUrl(address);
  return url?.origin === origin && url.username === '' && url.password === '' ? url : null;
}

/**
 * The response after at most three redirects. Where one leads to another host, the connection goes to no more private class of address
 * than the label host's own, and from there on no request carries the headers, not even one that leads back.
 */
async function follow(start: URL, source: LabelSource, headers: Record<string, string>): Promise<Followed> {
  let url = start;
  let sent = headers;
  let ownClass: AddressClass | null = null;
  for (let steps = 0; ; steps += 1) {
    const isLabelHost = url.origin === source.origin;
    const addressLimit = isLabelHost ? null : (ownClass ?? (await source.classOfProxiedHost(hostOf(start))));
    const exchanged = await source.exchange({
      ...{ method: 'GET', peer: 'labels', url, headers: sent, maxBytes: source.maxBytes, reuse: 'repeatable' },
      ...(addressLimit === null ? {} : { addressLimit }),
    });
    if (exchanged.kind !== 'answer' || !isRedirect(exchanged)) return { exchanged, url, refusal: null };
    if (isLabelHost) ownClass = exchanged.addressClass;
    const next = steps === maxRedirects ? tooManyRedirects(url) : redirectTarget(exchanged, url, source);
    if (!(next instanceof URL)) return { exchanged, url, refusal: next };
    if (next.origin !== source.origin) sent = {};
    url = next;
  }
}

const isRedirect = ({ status }: HttpResponse): boolean => [301, 302, 303, 307, 308].includes(status);

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const tooManyRedirects = ({ host }: URL): Message => message('label.redirect-too-many', { host, limit: maxRedirects });

/** Where a redirect leads, or why it is not followed. */
function redirectTarget({ headers: { location } }: HttpResponse, from: URL, source: LabelSource): URL | Message {
  const to = location ? parseUrl(location, from.href) : null;
  if (to?.username !== '' || to.password !== '') return message('label.redirect-invalid', { host: from.host });
  const target = to.host;
  if (to.origin === source.origin) return to;
  const isAllowedScheme = to.protocol === 'https:' || (to.protocol === 'http:' && isLoopback(to.hostname));
  if (!isAllowedScheme) return message('label.redirect-not-https', { target });
  return source.redirects === 'follow' ? to : message('label.redirect-other-host', { target });
}

/** Only the label host itself makes the download try with the token. */
const requiresToken = ({ exchanged, url }: Followed, origin: string): boolean =>
  url.origin === origin && exchanged.kind === 'answer' && (exchanged.status === 401 || exchanged.status === 403);

function readLabel({ exchanged, url, refusal }: Followed, source: LabelSource): ServiceAnswer<LabelFile> {
  const { ownToken } = source;
  if (exchanged.kind === 'unanswered') return { ...exchanged, failure: ownToken.redactFailure(exchanged.failure) };
  const context = { peer: 'labels', host: url.host, ownToken } as const;
  const { status, body, fault } = exchanged;
  if (status < 200 || status > 299) {
    const answer = rejected(exchanged, context);
    const why = refusal ?? statusMessage(status, url, source.origin);
    const failure = why === null ? answer.failure : { ...answer.failure, message: why };
    return { ...answer, failure: ownToken.redactFailure(withOwnCode(failure, url, source.origin)), rawBody: '' };
  }
  if (fault !== null) {
    return { kind: 'unreadable', httpStatus: status, failure: ownToken.redactFailure(fault), rawBody: '' };
  }
  const head = ownToken.redact(body.subarray(0, inspectedBytes).toString());
  const format = labelFormat(body);
  if (format === 'html') {
    const page: Failure = { code: 'unreadable', message: pageMessage(head, url) };
    const failure = ownToken.redactFailure(withServiceText(page, extractServiceText(head)));
    return { kind: 'unreadable', httpStatus: status, failure, rawBody: '' };
  }
  if (format === 'empty' || (format === 'unknown' && isErrorText(head))) {
    return { ...unreadable(exchanged, context, head), rawBody: '' };
  }
  if (ownToken.isIn(body)) {
    const failure: Failure = { code: 'unreadable', message: message('label.contains-token', { host: url.host }) };
    return { kind: 'unreadable', httpStatus: status, failure: ownToken.redactFailure(failure), rawBody: '' };
  }
  const value = { bytes: body, format: printableFormat(body) };
  return { kind: 'answered', httpStatus: status, value, missing: [], rawBody: '' };
}

const inspectedBytes = 64 * 1024;

/** JSON or XML in place of a label says why there is none. */
const isErrorText = (text: string): boolean => /^[\s\ufeff]*[{[<]/.test(text);

/** What a sign-in page has in its address or its text. */
const signInText = /type\s*=\s*["']?password|\b(?:sign|log)[\s_-]?(?:in|on)\b|\bsso\b|\banmeld/i;

function pageMessage(page: string, { host, pathname }: URL): Message {
  return signInText.test(page) || signInText.test(pathname)
    ? message('label.sign-in-page', { host })
    : message('label.web-page', { host });
}

/** What a status means for a label, where that is not what it means for a call to the service. */
function statusMessage(status: number, { host, origin }: URL, labelOrigin: string): Message | null {
  if (status === 404) return message('label.not-found', { host, status });
  if (status === 410) return message('label.gone', { host, status });
  if (status !== 401 && status !== 403) return null;
  if (origin !== labelOrigin) return message('label.forbidden-by-target', { host, status });
  return status === 403 ? message('label.forbidden', { host, status }) : null;
}

/** A 401 of another host says nothing about the token, which it was not sent. */
const withOwnCode = (failure: Failure, { origin }: URL, labelOrigin: string): Failure =>
  failure.code === 'token-rejected' && origin !== labelOrigin ? { ...failure, code: 'forbidden' } : failure;

const wrongHost: Failure = { code: 'wrong-host', message: message('service.label-on-other-host') };

const tokenRequired = (host: string): Failure => ({
  code: 'token-missing',
  message: message('service.label-needs-token', { host }),
});
