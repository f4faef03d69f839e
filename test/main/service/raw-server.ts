import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ServerCredentials } from './certificates.ts';

export interface RawRequest {
  /** "POST /path HTTP/1.1" */
  readonly line: string;
  /** Name and value as they came over the wire, in order. */
  readonly headers: [string, string][];
  readonly body: string;
}

export interface RawServer {
  readonly port: number;
  /** Whole requests, in the order they came. */
  readonly requests: RawRequest[];
  /** Connections taken so far. */
  connections(): number;
  close(): Promise<void>;
}

export interface Behaviour {
  /** Called with each new connection, before anything was read. */
  onConnection?: (socket: Socket) => void;
  /** Called with each whole request. */
  onRequest?: (request: RawRequest, socket: Socket) => void;
  tls?: ServerCredentials;
  /** An address of this computer; 127.0.0.1 without it. */
  host?: string;
}

/** A server on loopback that reads requests to the byte and answers with whatever bytes a test wants. */
export async function startRawServer(behaviour: Behaviour): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const take = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    behaviour.onConnection?.(socket);
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      const request = wholeRequest(read);
      if (!request) return;
      read = '';
      requests.push(request);
      behaviour.onRequest?.(request, socket);
    });
  };
  let taken = 0;
  const server: Server = behaviour.tls ? createTlsServer(behaviour.tls, take) : createServer(take);
  server.on('connection', (socket: Socket) => {
    taken += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, behaviour.host ?? '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    requests,
    connections: () => taken,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function wholeRequest(read: string): RawRequest | null {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...lines] = read.slice(0, end).split('\r\n');
  const headers = lines.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const body = read.slice(end + 4);
  return body.length < length ? null : { line, headers, body: Buffer.from(body, 'latin1').toString('utf8') };
}

/** Writes a whole answer, with its length, and ends the connection. */
export function answerWith(
  socket: Socket,
  status: number,
  body: string | Uint8Array = '',
  headers: Record<string, string> = {},
): void {
  socket.end(wholeAnswer(status, body, { Connection: 'close', ...headers }));
}

/** Writes a whole answer, with its length, and waits for the next request. */
export function answerAndKeepOpen(socket: Socket, status: number, body: string): void {
  socket.write(wholeAnswer(status, body, {}));
}

function wholeAnswer(status: number, body: string | Uint8Array, headers: Record<string, string>): Buffer {
  const bytes = Buffer.from(body as Uint8Array);
  const all = { 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Some Words\r\n${lines.join('')}\r\n`), bytes]);
}

/** A loopback port without a listener. */
export async function closedPort(): Promise<number> {
  const server = await startRawServer({});
  await server.close();
  return server.port;
}
