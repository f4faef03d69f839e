import { Agent, request } from 'undici';
import { verifiedTls } from '../../src/main/service/connection.ts';
import { createTokenFinder } from '../../src/main/service/echoed-token.ts';
import { apiPath } from '../../src/shared/settings/environment.ts';
import { parseJson } from '../../src/shared/values/json.ts';

/** One answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown;
}

export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  /** Headers besides the token and the content type; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** Longest answer that is read, characters. */
const longestAnswer = 1024 * 1024;
const timeoutMs = 20_000;

/** The headers the station sends. */
export const stationHeaders = { Accept: 'application/json', 'User-Agent': 'Packbench/check' } as const;

/** The service that is examined, and how its certificate is verified. */
export interface ExaminedService {
  readonly baseUrl: string;
  readonly token: string;
  /** The company's own certificate authority, PEM. */
  readonly caPem: string | null;
}

/** Sends one request to a path of the interface. Redirects are not followed. */
export const sendToService = (
  service: ExaminedService,
  path: string,
  { method, body, headers = {} }: RawRequest,
): Promise<RawAnswer> =>
  send(service, `${service.baseUrl}${apiPath}${path}`, {
    method,
    body,
    headers: {
      Authorization: `Bearer ${service.token}`,
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...stationHeaders,
      ...headers,
    },
  });

/** Sends one request; the answer never contains the token. @throws where no answer comes. */
export async function send(
  { token, caPem }: Pick<ExaminedService, 'token' | 'caPem'>,
  url: string,
  { method, body, headers = {} }: RawRequest,
): Promise<RawAnswer> {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null);
  const dispatcher = new Agent({ connect: verifiedTls(caPem) });
  try {
    const answer = await request(url, {
      method,
      headers: Object.fromEntries(sent),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    });
    const ownToken = createTokenFinder(token);
    const { location } = answer.headers;
    const text = ownToken.redact((await answer.body.text()).slice(0, longestAnswer));
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type'] ?? ''),
      location: location === undefined ? null : ownToken.redact(String(location)),
      text,
      json: parseJson(text),
    };
  } finally {
    await dispatcher.close();
  }
}
