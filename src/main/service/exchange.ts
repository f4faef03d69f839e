import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Client } from 'undici';
import { type Failure, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { type Deadline, startDeadline } from '../concurrency/waiting.ts';
import type { AddressClass } from './address-class.ts';
import { type ConnectionTarget, createSocketClient, openConnection, type Route } from './connection.ts';
import { type ClientConnection, endConnection, type KeptConnections } from './kept-connections.ts';
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
  readonly reuse: ConnectionReuse;
}

/**
 * Whether a request may go out on a connection that already answered another. Its far end may have closed it meanwhile, and then it is
 * not known whether the request was read.
 * - `never`: on a new one, which is not kept.
 * - `allowed`: a failure is the caller's to judge.
 * - `repeatable`: the request changes nothing, so it is sent again on a new connection.
 */
export type ConnectionReuse = 'never' | 'allowed' | 'repeatable';

export interface ExchangeOptions extends Route {
  readonly answerMs: number;
  readonly kept: KeptConnections;
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
 * One request, on a kept connection where the request allows it. A create never does: a connection that its far end has closed would make
 * the outcome of the order uncertain.
 */
export async function exchange(
  request: HttpRequest,
  options: ExchangeOptions,
  signals: readonly AbortSignal[],
): Promise<Exchange> {
  const deadline = startDeadline(options.answerMs, signals);
  try {
    const kept = mayReuse(request) ? options.kept.take(request.url.origin) : null;
    if (kept) {
      const exchanged = await exchangeOver(kept, request, options.kept, deadline);
      if (exchanged.kind === 'answer' || !maySendAgain(request, exchanged, deadline)) return exchanged;
    }
    const target = { url: request.url, peer: request.peer, limit: request.addressLimit ?? null };
    const opened = await openClient(target, options, deadline.signal);
    if (!opened.ok) return { kind: 'unanswered', requestLeft: false, failure: opened.failure };
    return await exchangeOver(opened.value, request, options.kept, deadline);
  } finally {
    deadline.release();
  }
}

/** Opens a connection before it is needed and keeps it, where none is kept. A failure is left to the request that needs it. */
export async function openAhead(
  target: ConnectionTarget,
  route: Route,
  kept: KeptConnections,
  signal: AbortSignal,
): Promise<void> {
  if (kept.has(target.url.origin)) return;
  const opened = await openClient(target, route, signal);
  if (opened.ok) kept.keep(opened.value);
}

/** A connection to a limited class of address is never taken for, or from, requests without that limit. */
const mayReuse = ({ reuse, addressLimit }: HttpRequest): boolean => reuse !== 'never' && addressLimit === undefined;

const maySendAgain = (
  { reuse }: HttpRequest,
  { requestLeft }: Extract<Exchange, { kind: 'unanswered' }>,
  deadline: Deadline,
): boolean => !deadline.aborted && (reuse === 'repeatable' || !requestLeft);

async function openClient(
  target: ConnectionTarget,
  route: Route,
  signal: AbortSignal,
): Promise<Result<ClientConnection>> {
  const opened = await openConnection(target, route, signal);
  if (!opened.ok) return opened;
  const { origin } = target.url;
  return success({ ...opened.value, origin, client: createSocketClient(opened.value.socket, origin) });
}

async function exchangeOver(
  connection: ClientConnection,
  request: HttpRequest,
  kept: KeptConnections,
  deadline: Deadline,
): Promise<Exchange> {
  const { socket, client, addressClass } = connection;
  const peer = { peer: request.peer, host: request.url.host };
  const writtenBefore = socket.bytesWritten;
  const stopListening = deadline.onAbort(() => void client.destroy());
  const received = await receive(client, request);
  stopListening();
  // Bytes that were passed to the system may have been sent; where there were none, none was.
  const requestLeft = socket.bytesWritten !== writtenBefore;
  if (received.end === 'complete' && mayReuse(request)) kept.keep(connection);
  else endConnection(connection);
  if (received.status === null) {
    return { kind: 'unanswered', requestLeft, failure: exchangeFailure(received.error, peer, deadline) };
  }
  const { bytes, fault } = await readBody(received, request.maxBytes, peer, deadline);
  return { kind: 'answer', status: received.status, headers: received.headers, body: bytes, fault, addressClass };
}

/** What came over a connection until the response was complete or ended early. */
interface Received {
  /** Null where no response began. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** At most as many bytes as the request allows. */
  readonly chunks: readonly Uint8Array[];
  readonly end: 'complete' | 'too large' | 'broken';
  /** Why it is broken. */
  readonly error: unknown;
}

/** Sends the request and collects the response as undici's parser gives it, without a stream between them. Never rejects. */
function receive(client: Client, request: HttpRequest): Promise<Received> {
  const { url, method, headers, body = null } = request;
  const reset = !mayReuse(request); // says "Connection: close"
  return new Promise((resolve) => {
    let head: Pick<Received, 'status' | 'headers'> = { status: null, headers: {} };
    const chunks: Uint8Array[] = [];
    let room = request.maxBytes;
    const settle = (end: Received['end'], error: unknown): void => resolve({ ...head, chunks, end, error });
    client.dispatch(
      { method, path: url.pathname + url.search, headers, body, reset },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, received) {
          // Before the response there may be any number of informational ones.
          if (status >= 200) head = { status, headers: received };
        },
        onResponseData(controller, chunk) {
          chunks.push(chunk.subarray(0, room));
          room -= chunk.byteLength;
          if (room >= 0) return;
          settle('too large', null);
          controller.abort(new Error('The response is too large'));
        },
        onResponseEnd: () => settle('complete', null),
        onResponseError: (_controller, error) => settle('broken', error),
      },
    );
  });
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

/** The body of a response, decompressed. Never throws: a fault is returned with what arrived. */
async function readBody(received: Received, maxBytes: number, peer: Peer, deadline: Deadline): Promise<ReadBody> {
  const bytes = Buffer.concat(received.chunks);
  const fault = faultOf(received, maxBytes, peer, deadline);
  const encoding = String(received.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || bytes.length === 0) return { bytes, fault };
  if (fault !== null) return { bytes: nothing, fault };
  return unpack(bytes, encoding, maxBytes, peer);
}

function faultOf({ end, error }: Received, maxBytes: number, peer: Peer, deadline: Deadline): Failure | null {
  if (end === 'complete') return null;
  return end === 'too large' ? tooLarge(peer, maxBytes) : exchangeFailure(error, peer, deadline);
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
