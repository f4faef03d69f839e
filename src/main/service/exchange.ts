import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Failure } from '../../shared/contract/failure.ts';
import { startDeadline } from './cancellation.ts';
import { createSocketClient, openConnection, type Route } from './connection.ts';
import { contactServiceOwner, errorCode, exchangeFailure } from './transport-failures.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly maxBytes: number;
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
    return await exchangeOverSocket(opened.value, request, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function exchangeOverSocket(socket: Socket, request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
  const { url, method, headers } = request;
  const client = createSocketClient(socket, url.origin, signal);
  try {
    const response = await client.request({
      method,
      path: url.pathname + url.search,
      headers,
      body: request.body ?? null,
      reset: true, // says "Connection: close"
    });
    const { bytes, fault } = await readBody(response, request.maxBytes, url.host, signal);
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

export interface ReadBody {
  /** Unpacked; what came until the fault, never more than the limit; nothing where packed bytes could not be opened. */
  readonly bytes: Buffer;
  readonly fault: Failure | null;
}

/** No packing is ever asked for; a proxy may pack all the same. */
const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const nothing = Buffer.alloc(0);

/** Reads a body up to `mostBytes`, both as it came and unpacked. Never throws: a fault stands beside what came. */
async function readBody(
  response: { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> },
  maxBytes: number,
  host: string,
  signal: AbortSignal,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let fault: Failure | null = null;
  try {
    for await (const chunk of response.body) {
      const room = maxBytes - size;
      chunks.push(chunk.subarray(0, room));
      size += Math.min(chunk.byteLength, room);
      if (chunk.byteLength > room) {
        fault = tooLarge(host, maxBytes);
        break;
      }
    }
  } catch (error) {
    fault = exchangeFailure(error, host, signal);
  }
  const bytes = Buffer.concat(chunks, size);
  const encoding = String(response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || size === 0) return { bytes, fault };
  if (fault !== null) return { bytes: nothing, fault };
  return unpack(bytes, encoding, maxBytes, host);
}

async function unpack(packed: Buffer, encoding: string, maxBytes: number, host: string): Promise<ReadBody> {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : null;
  const unreadable: Failure = {
    code: 'unreadable',
    message: `${host} packed its answer in a way this station cannot open.`,
    next: contactServiceOwner,
  };
  if (unpacker === null) return { bytes: nothing, fault: unreadable };
  try {
    return { bytes: await unpacker(packed, { maxOutputLength: maxBytes }), fault: null };
  } catch (error) {
    const isTooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    return { bytes: nothing, fault: isTooLarge ? tooLarge(host, maxBytes) : unreadable };
  }
}

function tooLarge(host: string, maxBytes: number): Failure {
  return {
    code: 'too-large',
    message: `${host} answered with more than the ${maxBytes / (1024 * 1024)} MiB this station takes.`,
    next: contactServiceOwner,
  };
}
