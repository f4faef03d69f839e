import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What can be wrong with a printer’s connections. Byte counts are per connection. */
export type ConnectionFault =
  /** Not listening: connections are refused, existing ones are reset, and unprinted data is lost. */
  | { kind: 'off' }
  /** Unreachable like `off`, but switched on: the printer keeps and prints what it has. */
  | { kind: 'cable out' }
  /** Accepts connections and reads that many bytes only. */
  | { kind: 'stall'; afterBytes: number }
  /** Resets the connection once it has read that many bytes. */
  | { kind: 'reset'; afterBytes: number }
  /** Closes the connection once it has read that many bytes. */
  | { kind: 'close'; afterBytes: number }
  | { kind: 'slow'; bytes: number; everyMs: number }
  /** Reads everything and never closes its side. */
  | { kind: 'keep open' }
  /** Serves one connection and refuses others meanwhile. Without this, a second one is accepted, and read when the first is closed. */
  | { kind: 'one connection' };

interface Connection {
  socket: Socket;
  /** The result. */
  chunks: Buffer[];
  /** The bytes still to be written to it. */
  unsent: Buffer[];
  bytes: number;
  /** The other side sent its end. */
  ended: boolean;
  isClosed: boolean;
}

/** The raw port of the fake printer: reads one connection at a time, as printers do, with the faults of the test. */
export interface PrinterPort {
  readonly port: number;
  readonly received: Buffer[];
  readonly openConnections: number;
  readonly endedConnections: number;
  /** Sends the chunks, one each turn of the event loop, to the connection whose turn it is. */
  send(chunks: Buffer[]): void;
  /** Reads on if there is room again. */
  resumeReading(): void;
  setFault(fault: ConnectionFault | null): Promise<void>;
  /** Resets every connection and stops listening. */
  closeAll(): Promise<void>;
  listen(): Promise<void>;
}

/** `room` returns the number of bytes the printer accepts now; `take` receives what was read. */
export async function openPrinterPort(
  initialFault: ConnectionFault | null,
  on: { take(bytes: Buffer): void; room(): number; changed(): void },
): Promise<PrinterPort> {
  let fault = initialFault;
  let server: Server | null = null;
  let port = 0;
  let isReading = false;
  const connections: Connection[] = [];

  const open = (): Connection[] => connections.filter((connection) => !connection.isClosed);
  const currentConnection = (): Connection | undefined => connections.find((connection) => !connection.isClosed);

  /** Bytes that this connection may still send before its limit. */
  const remainingBytes = (connection: Connection): number =>
    fault && 'afterBytes' in fault ? Math.max(0, fault.afterBytes - connection.bytes) : Number.POSITIVE_INFINITY;

  /** Continues a connection when it is its turn or the buffer has room: resets, closes, stops or reads. */
  const continueReading = (connection: Connection | undefined): void => {
    if (isReading || !connection || connection !== currentConnection()) return;
    if (remainingBytes(connection) > 0 && on.room() > 0) connection.socket.resume();
    else if (remainingBytes(connection) === 0 && fault?.kind === 'reset') reset(connection.socket);
    else if (remainingBytes(connection) === 0 && fault?.kind === 'close') connection.socket.destroy();
    else connection.socket.pause();
  };

  const read = (connection: Connection, chunk: Buffer): void => {
    const { socket } = connection;
    const chunkSize = fault?.kind === 'slow' ? fault.bytes : chunk.length;
    const size = Math.min(chunk.length, remainingBytes(connection), on.room(), chunkSize);
    const bytes = Buffer.from(chunk.subarray(0, size));
    socket.pause();
    if (size < chunk.length) socket.unshift(chunk.subarray(size));
    connection.chunks.push(bytes);
    connection.bytes += bytes.length;
    isReading = true;
    on.take(bytes);
    isReading = false;
    if (fault?.kind === 'slow') setTimeout(() => continueReading(connection), fault.everyMs);
    else continueReading(connection);
    on.changed();
  };

  /** One write each turn of the event loop, so that the chunks arrive one by one. */
  const sendNext = ({ socket, unsent }: Pick<Connection, 'socket' | 'unsent'>): void => {
    const [chunk] = unsent;
    if (!chunk || socket.destroyed) return;
    socket.write(chunk, () =>
      setImmediate(() => {
        unsent.shift();
        sendNext({ socket, unsent });
      }),
    );
  };

  const accept = (socket: Socket): void => {
    const connection: Connection = { socket, chunks: [], unsent: [], bytes: 0, ended: false, isClosed: false };
    connections.push(connection);
    socket.on('data', (chunk: Buffer) => read(connection, chunk));
    socket.pause(); // a listener for data starts the flow; its turn comes below
    socket.on('end', () => {
      connection.ended = true;
      if (fault?.kind !== 'keep open') socket.end();
      on.changed();
    });
    socket.on('error', () => {}); // a reset; 'close' follows
    socket.on('close', () => {
      connection.isClosed = true;
      if (fault?.kind === 'one connection') void listen();
      continueReading(currentConnection());
      on.changed();
    });
    if (fault?.kind === 'one connection') stopListening();
    continueReading(connection);
    on.changed();
  };

  const listen = async (): Promise<void> => {
    if (server) return;
    server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const stopListening = (): void => {
    server?.close();
    server = null;
  };

  await listen();
  if (fault?.kind === 'off' || fault?.kind === 'cable out') stopListening();

  return {
    get port() {
      return port;
    },
    get received() {
      return connections.map((connection) => Buffer.concat(connection.chunks));
    },
    get openConnections() {
      return open().length;
    },
    get endedConnections() {
      return connections.filter((connection) => connection.ended).length;
    },
    send(chunks) {
      const connection = currentConnection();
      if (!connection) return;
      const isSending = connection.unsent.length > 0;
      connection.unsent.push(...chunks);
      if (!isSending) sendNext(connection);
    },
    resumeReading: () => continueReading(currentConnection()),
    async setFault(next) {
      fault = next;
      if (next?.kind === 'off' || next?.kind === 'cable out') return;
      await listen();
      if (next?.kind === 'one connection' && open().length > 0) stopListening();
      continueReading(currentConnection());
    },
    async closeAll() {
      stopListening();
      await Promise.all(
        open().map(({ socket }) => {
          // A socket that is closing may answer the reset with an error, which does not matter.
          const closed = new Promise((resolve) => socket.once('close', resolve));
          reset(socket);
          return closed;
        }),
      );
    },
    listen,
  };
}

/** A socket that was ended can no longer be reset (libuv), and closes normally. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
