import type { Failure } from '../../shared/contract/failure.ts';
import type { LabelFile, ServiceAnswer } from '../core/ports/service.ts';
import type { Exchange, HttpRequest } from './exchange.ts';
import { type HttpResponse, refused, unreadable } from './read-response.ts';
import { looksLikeHtml } from './response-text.ts';
import { bearer, redactToken, redactTokenInFailure } from './service-token.ts';

/** Most steps followed within the label host. */
const maxRedirects = 3;

export interface LabelSource {
  /** The only origin labels come from. */
  readonly origin: string;
  readonly token: string | null;
  readonly maxBytes: number;
  readonly exchange: (request: HttpRequest) => Promise<Exchange>;
}

/**
 * Fetches a label from the configured label host and nowhere else. The token stays here until that very host asked for it with a
 * 401 or 403.
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

/** The answer at the end of at most three steps within the same origin; a step elsewhere is not taken and is the answer itself. */
async function follow(start: URL, source: LabelSource, headers: Record<string, string>): Promise<Exchange> {
  let url = start;
  for (let steps = 0; ; steps += 1) {
    const answer = await source.exchange({ method: 'GET', url, headers, maxBytes: source.maxBytes });
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
  const context = { host: url.host, token };
  if (exchanged.status < 200 || exchanged.status > 299) return { ...refused(exchanged, context), rawBody: '' };
  const { status, body, fault } = exchanged;
  if (fault !== null) {
    return { kind: 'unreadable', httpStatus: status, failure: redactTokenInFailure(fault, token), rawBody: '' };
  }
  const format = labelFormat(body);
  const head = body.subarray(0, inspectedBytes).toString();
  if (body.length === 0 || (format === 'unknown' && isErrorText(head))) {
    return { ...unreadable(exchanged, context, redactToken(head, token)), rawBody: '' };
  }
  return { kind: 'answered', httpStatus: status, value: { bytes: body, format }, missing: [], rawBody: '' };
}

const inspectedBytes = 64 * 1024;

/** A web page or JSON where a label should be: words about why there is none. */
const isErrorText = (text: string): boolean => looksLikeHtml(text) || /^\s*(?:[{[]|$)/.test(text);

const wrongHost: Failure = {
  code: 'wrong-host',
  message: 'The label’s address is not on the label host of this environment; nothing was asked for there.',
  next: 'Look at the label host in Settings, or tell whoever runs the service.',
};

const tokenRequired = (host: string): Failure => ({
  code: 'token-missing',
  message: `${host} gives its labels only with a token, and there is none.`,
  next: 'Enter the token in Settings.',
});

/** Where a ZPL stream must have begun its first label. */
const searchedBytes = 64 * 1024;

const pdfSignature = '%PDF-';
const formatStart = '^XA';

/**
 * What a label file is, by its bytes alone: `%PDF-`, or a ZPL stream, which is `^XA` at once, or other commands (`~`, `^`) with
 * `^XA` within 64 KB (ZPL II Programming Guide, ^XA). Blank bytes and a byte order mark before it do not count.
 */
export function labelFormat(bytes: Uint8Array): LabelFile['format'] {
  // Latin-1 maps every byte to one character: nothing is lost by looking.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, searchedBytes)).toString(
    'latin1',
  );
  const text = head.replace(/^(?:\u00ef\u00bb\u00bf)?[\s\0]*/, '');
  if (text.startsWith(pdfSignature)) return 'pdf';
  const first = text.charAt(0);
  const isCommand = first === '^' || first === '~';
  return isCommand && text.toUpperCase().includes(formatStart) ? 'zpl' : 'unknown';
}
