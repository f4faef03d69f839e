import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../../shared/failure.ts';
import { clientOn } from './client-on.ts';
import { openConnection, type Route } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { exchangeFailure } from './exchange-failures.ts';
import { readBody } from './read-body.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly mostBytes: number;
}

export interface ExchangeOptions extends Route {
  readonly answerMs: number;
  readonly signals: readonly AbortSignal[];
}

/** One answer as it came, or that none came. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** Unpacked; as far as it came when `fault` says why not all of it did. */
      readonly body: Buffer;
      readonly fault: Failure | null;
    }
  | { readonly kind: 'unanswered'; readonly requestLeft: boolean; readonly failure: Failure };

/**
 * One request on a connection of its own. A stale kept-open connection would make a doubt of every create, and a bench makes a few
 * calls a minute, so none is ever kept.
 */
export async function exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  const deadline = startDeadline(options.answerMs, options.signals);
  try {
    const opened = await openConnection(request.url, options, deadline.signal);
    if (!opened.ok) return { kind: 'unanswered', requestLeft: false, failure: opened.failure };
    return await exchangeOn(opened.value, request, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function exchangeOn(socket: Socket, request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
  const { url, method, headers } = request;
  const client = clientOn(socket, url.origin, signal);
  try {
    const response = await client.request({
      method,
      path: url.pathname + url.search,
      headers,
      body: request.body ?? null,
      reset: true, // says "Connection: close"
    });
    const { bytes, fault } = await readBody(response, request.mostBytes, url.host, signal);
    return { kind: 'answer', status: response.statusCode, headers: response.headers, body: bytes, fault };
  } catch (error) {
    // Bytes handed to the system may have left; where none was, none did.
    return {
      kind: 'unanswered',
      requestLeft: socket.bytesWritten !== 0,
      failure: exchangeFailure(error, url.host, signal),
    };
  } finally {
    socket.destroy();
    void client.destroy();
  }
}
