import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';

/** A request that never became one: headers or body too slow, or no HTTP at all. */
export type ConnectionFault = 'too slow' | 'no event' | 'too many at once';

export interface WebhookServer {
  app: FastifyInstance;
  /** The connection's sender showed a valid header: from now on it is closed by time limits alone. */
  trust(socket: Socket): void;
}

/**
 * A fastify server that reads every body as bytes, whatever its type, within limits of size, time and number. Its own answers are a
 * bare status, so that a sender without the right header learns nothing.
 */
export function webhookServer(
  limits: ListenerLimits,
  onConnectionFault: (trouble: ConnectionFault) => void,
): WebhookServer {
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    maxRequestsPerSocket: limits.requestsOnConnection,
    // A delivery during closing is accepted, and its connection ended.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
    },
    frameworkErrors: (_fault, _request, reply) => void reply.raw.writeHead(404, { 'content-length': 0 }).end(),
    clientErrorHandler: (fault, socket) => answerConnectionFault(fault, socket as Socket, onConnectionFault),
  });
  const { admit, trust } = limitConnections(limits, () => onConnectionFault('too many at once'));
  app.server.prependListener('connection', admit);
  // The header is checked before "100 Continue" is sent; Node would send it by itself.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return { app, trust };
}

/**
 * Limits open connections. One whose sender has shown no valid header yet makes room for a new one, the longest waiting first: whoever
 * opens hundreds and sends nothing closes only their own, and the service, whose header comes at once, always gets in.
 */
function limitConnections(limits: ListenerLimits, onDropped: () => void) {
  /** Since when each connection waits for a header, and from where; oldest first. */
  const waiting = new Map<Socket, { since: number; network: string }>();
  let open = 0;
  const drop = (socket: Socket): void => {
    waiting.delete(socket);
    socket.destroy();
    onDropped();
  };
  return {
    trust: (socket: Socket): void => void waiting.delete(socket),
    admit(socket: Socket): void {
      open += 1;
      socket.once('close', () => {
        open -= 1;
        waiting.delete(socket);
      });
      const [network, now] = [networkOf(socket.remoteAddress ?? ''), performance.now()];
      const neighbours = [...waiting].filter(([, one]) => one.network === network);
      const [oldest] = neighbours;
      if (open > limits.connections) {
        const [longest = socket] = waiting.keys();
        drop(longest);
        if (longest === socket) return;
      } else if (oldest && neighbours.length >= limits.waitingOnAddress && now - oldest[1].since >= limits.waitingMs) {
        // A service may open many connections at once; their headers are only a moment behind.
        drop(oldest[0]);
      }
      waiting.set(socket, { since: now, network });
    },
  };
}

/** An IPv4 address, or the first half of an IPv6 address: one sender has the whole second half. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [before = '', after] = (address.split('%', 1)[0] ?? '').split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const last = groups(after ?? '');
  const zeros = after === undefined ? 0 : 8 - groups(before).length - last.length;
  return [...groups(before), ...Array<string>(Math.max(zeros, 0)).fill('0'), ...last].slice(0, 4).join(':');
}

/** Node reports parser faults by a code. A connection that never sent a byte is not reported. */
function answerConnectionFault(
  fault: Error & { code?: string },
  socket: Socket,
  onConnectionFault: (trouble: ConnectionFault) => void,
): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isSlow = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (socket.bytesRead > 0) onConnectionFault(isSlow ? 'too slow' : 'no event');
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request';
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.destroySoon();
}

/** The limits of the listener; times in milliseconds. */
export interface ListenerLimits {
  /** Bytes of a body. */
  bodyBytes: number;
  /** Bytes of the request line and all headers. */
  headerBytes: number;
  /** Connections at once. */
  connections: number;
  /** Of them, from one address, those whose sender has shown no valid header; more close the one that waits longest. */
  waitingOnAddress: number;
  /** Until such a connection is closed to make room for another of its address. */
  waitingMs: number;
  /** Deliveries between headers and answer; further ones are asked to retry. */
  maxInProgress: number;
  /** Requests on one connection, which is then closed. */
  requestsOnConnection: number;
  /** Until all headers are here. */
  headersMs: number;
  /** Until the whole request is here. */
  requestMs: number;
  /** How often slow requests are checked for. */
  checkMs: number;
  /** Between two requests on one connection. */
  keepAliveMs: number;
  /** Without a byte in either direction, including our own processing. */
  idleMs: number;
  /** Time and bytes a refused sender has to read the answer before the connection is cut. */
  lingerMs: number;
  lingerBytes: number;
  /** Time for deliveries in progress when the listener is closed. */
  closeMs: number;
}

export const listenerLimits: ListenerLimits = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  connections: 256,
  waitingOnAddress: 32,
  waitingMs: 1_000,
  maxInProgress: 512,
  requestsOnConnection: 1_000,
  headersMs: 5_000,
  requestMs: 15_000,
  checkMs: 1_000,
  keepAliveMs: 10_000,
  idleMs: 60_000,
  lingerMs: 2_000,
  lingerBytes: 1024 * 1024,
  closeMs: 1_500,
};

type LingerLimits = Pick<ListenerLimits, 'lingerMs' | 'lingerBytes'>;

/**
 * For an answer before the whole request was read, which ends the connection. Closing at once would reset the connection, and a
 * sender that still writes would never see the answer. So our side is ended, and what still comes is discarded for a limited time.
 */
export function lingerAfterResponse(request: IncomingMessage, response: ServerResponse, limits: LingerLimits): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  response.prependOnceListener('finish', () => {
    if (request.complete || socket.destroyed) return;
    const closeNow = socket.destroySoon.bind(socket);
    // Node's own server calls this once the answer is written.
    socket.destroySoon = () => void socket.end();
    const timer = setTimeout(() => socket.destroy(), limits.lingerMs);
    socket.once('close', () => clearTimeout(timer));
    let discardedBytes = 0;
    request
      .on('data', (chunk: Buffer) => {
        discardedBytes += chunk.length;
        if (discardedBytes > limits.lingerBytes) socket.destroy();
      })
      .once('end', closeNow);
  });
}
