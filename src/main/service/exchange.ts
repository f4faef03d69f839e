import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { startDeadline } from '../concurrency/waiting.ts';
import type { AddressClass } from './address-class.ts';
import { createSocketClient, type OpenedConnection, openConnection, type Route } from './connection.ts';
import { errorCode, exchangeFailure, type Peer, type PeerKind } from './transport-failures.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly peer: PeerKind;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly maxBytes: number;
  /** The most private class of address that may be connected to; any without it. */
  readonly addressLimit?: AddressClass;
}

export interface ExchangeOptions extends Route {
  readonly answerMs: number;
  readonly signals: readonly AbortSignal[];
}

/** A response as received, or why there is none. */
export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** Decompressed; incomplete where `fault` says why. */
      readonly body: Buffer;
      readonly fault: Failure | null;
      /** The class of the address that answered; null behind a proxy. */
      readonly addressClass: AddressClass | null;
    }
  | { readonly kind: 'unanswered'; readonly requestLeft: boolean; readonly failure: Failure };

/**
 * One request on a connection of its own. Connections are never kept: a stale one would make the outcome of a create uncertain, and a
 * station makes only a few calls a minute.
 */
export async function exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
  const deadline = startDeadline(options.answerMs, options.signals);
  try {
    const target = { url: request.url, peer: request.peer, limit: request.addressLimit ?? null };
    const opened = await openConnection(target, options, deadline.signal);
    if (!opened.ok) return { kind: 'unanswered', requestLeft: false, failure: opened.failure };
    return await exchangeOverSocket(opened.value, request, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function exchangeOverSocket(
  { socket, addressClass }: OpenedConnection,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const { url, method, headers } = request;
  const peer = { peer: request.peer, host: url.host };
  const client = createSocketClient(socket, url.origin, signal);
  try {
    const response = await client.request({
      method,
      path: url.pathname + url.search,
      headers,
      body: request.body ?? null,
      reset: true, // says "Connection: close"
    });
    const { bytes, fault } = await readBody(response, request.maxBytes, peer, signal);
    const { statusCode: status, headers: received } = response;
    return { kind: 'answer', status, headers: received, body: bytes, fault, addressClass };
  } catch (error) {
    // Bytes that were passed to the system may have been sent; where there were none, none was.
    return {
      kind: 'unanswered',
      requestLeft: socket.bytesWritten !== 0,
      failure: exchangeFailure(error, peer, signal),
    };
  } finally {
    socket.destroy();
    void client.destroy();
  }
}

export interface ReadBody {
  /** Decompressed; what arrived before the fault, at most the limit; empty where it could not be decompressed. */
  readonly bytes: Buffer;
  readonly fault: Failure | null;
}

/** Compression is never requested, but a proxy may apply it. */
const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const nothing = Buffer.alloc(0);

/** Reads a body of at most `maxBytes`, compressed and decompressed. Never throws: a fault is returned with what arrived. */
async function readBody(
  response: { headers: IncomingHttpHeaders; body: AsyncIterable<Uint8Array> },
  maxBytes: number,
  peer: Peer,
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
        fault = tooLarge(peer, maxBytes);
        break;
      }
    }
  } catch (error) {
    fault = exchangeFailure(error, peer, signal);
  }
  const bytes = Buffer.concat(chunks, size);
  const encoding = String(response.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || size === 0) return { bytes, fault };
  if (fault !== null) return { bytes: nothing, fault };
  return unpack(bytes, encoding, maxBytes, peer);
}

async function unpack(packed: Buffer, encoding: string, maxBytes: number, peer: Peer): Promise<ReadBody> {
  const unpacker = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : null;
  const unreadable: Failure = { code: 'unreadable', message: message('service.unknown-encoding', { ...peer }) };
  if (unpacker === null) return { bytes: nothing, fault: unreadable };
  try {
    return { bytes: await unpacker(packed, { maxOutputLength: maxBytes }), fault: null };
  } catch (error) {
    const isTooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    return { bytes: nothing, fault: isTooLarge ? tooLarge(peer, maxBytes) : unreadable };
  }
}

const tooLarge = (peer: Peer, maxBytes: number): Failure => ({
  code: 'too-large',
  message: message('service.response-too-large', { ...peer, mebibytes: maxBytes / (1024 * 1024) }),
});
