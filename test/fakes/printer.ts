import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { readPrinterInput } from './printer-input.ts';
import { type FakeStatus, hostStatusReply, readyStatus } from './printer-status.ts';

/** What can be wrong with a printer. Byte counts are per connection. */
export type BadDay =
  /** Not listening: connections are refused, and those it had are reset. */
  | { kind: 'off' }
  /** Takes connections, reads that many bytes and then no more (paper out, paused, a small buffer that is full). */
  | { kind: 'stall'; afterBytes: number }
  /** Resets the connection once it has read that many bytes. */
  | { kind: 'reset'; afterBytes: number }
  /** Closes the connection once it has read that many bytes, whatever is still to come. */
  | { kind: 'close'; afterBytes: number }
  | { kind: 'slow'; bytes: number; everyMs: number }
  /** Reads everything and never closes its side. */
  | { kind: 'keep open' }
  /** Holds one connection and refuses others meanwhile. Without it a second one is taken, and read when the first has gone. */
  | { kind: 'one connection' };

export interface FakePrinterOptions {
  badDay?: BadDay;
  /** What `~HS` is answered with; `silent` answers nothing. */
  status?: Partial<FakeStatus> | 'silent';
}

export interface FakePrinter {
  readonly host: '127.0.0.1';
  /** Stays the same over a restart. */
  readonly port: number;
  /** The bytes it read, one entry a connection, in order of connecting. */
  readonly received: Buffer[];
  /** Connections that have not gone. */
  readonly openConnections: number;
  /** Every complete format `^XA…^XZ` it read, in order: what would be on paper. Outlives a restart. */
  labels(): Buffer[];
  /** Each different label and how often it came out. */
  printLog(): { label: Buffer; copies: number }[];
  /** Begins a bad day, or with null ends it: what was stalled reads on. */
  badDay(day: BadDay | null): Promise<void>;
  setStatus(status: Partial<FakeStatus> | 'silent'): void;
  /** Power off and on: connections are reset, a partial label is lost, the port stays. */
  restart(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the condition holds, looked at whenever something happened. Rejects after ten seconds. */
  waitFor(condition: (printer: FakePrinter) => boolean): Promise<void>;
}

interface Connection {
  socket: Socket;
  chunks: Buffer[];
  bytes: number;
  gone: boolean;
}

/** A printer on this computer's raw port that behaves, or does not. It reads one connection at a time, as printers do. */
export async function startFakePrinter(options: FakePrinterOptions = {}): Promise<FakePrinter> {
  let day: BadDay | null = options.badDay ?? null;
  let status = options.status ?? {};
  let server: Server | null = null;
  let port = 0;
  const connections: Connection[] = [];
  const printed: Buffer[] = [];
  const watchers = new Set<() => void>();
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };

  const input = readPrinterInput({
    format: (label) => printed.push(label),
    hostStatus: () => {
      if (status === 'silent') return;
      inTurn()?.socket.write(hostStatusReply({ ...readyStatus, ...status }, input.isInsideFormat()));
    },
  });

  const open = (): Connection[] => connections.filter((connection) => !connection.gone);
  const inTurn = (): Connection | undefined => open()[0];

  /** Bytes this connection may still have read today. */
  const appetite = (connection: Connection): number =>
    day && 'afterBytes' in day ? Math.max(0, day.afterBytes - connection.bytes) : Number.POSITIVE_INFINITY;

  /** The connection's turn, or a new day: resets, closes, stops or reads on. */
  const goOn = (connection: Connection | undefined): void => {
    if (!connection || connection !== inTurn()) return;
    if (appetite(connection) > 0) connection.socket.resume();
    else if (day?.kind === 'reset') connection.socket.resetAndDestroy();
    else if (day?.kind === 'close') connection.socket.destroy();
    else connection.socket.pause();
  };

  const read = (connection: Connection, chunk: Buffer): void => {
    const { socket } = connection;
    const size = Math.min(chunk.length, appetite(connection), day?.kind === 'slow' ? day.bytes : chunk.length);
    const bytes = Buffer.from(chunk.subarray(0, size));
    socket.pause();
    if (size < chunk.length) socket.unshift(chunk.subarray(size));
    connection.chunks.push(bytes);
    connection.bytes += bytes.length;
    input.take(bytes);
    if (day?.kind === 'slow') setTimeout(() => goOn(connection), day.everyMs);
    else goOn(connection);
    changed();
  };

  const accept = (socket: Socket): void => {
    const connection: Connection = { socket, chunks: [], bytes: 0, gone: false };
    connections.push(connection);
    socket.on('data', (chunk: Buffer) => read(connection, chunk));
    socket.pause(); // a listener for data starts the flow; its turn comes below
    socket.on('end', () => {
      if (day?.kind !== 'keep open') socket.end();
      changed();
    });
    socket.on('error', () => {}); // a reset; 'close' follows
    socket.on('close', () => {
      connection.gone = true;
      if (day?.kind === 'one connection') void listen();
      goOn(inTurn());
      changed();
    });
    if (day?.kind === 'one connection') stopListening();
    goOn(connection);
    changed();
  };

  const listen = async (): Promise<void> => {
    if (server) return;
    server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const stopListening = (): void => {
    server?.close();
    server = null;
  };
  const powerOff = async (): Promise<void> => {
    stopListening();
    const going = open();
    await Promise.all(
      going.map(({ socket }) => {
        const closed = once(socket, 'close');
        socket.resetAndDestroy();
        return closed;
      }),
    );
    input.forget();
  };

  await listen();
  if (day?.kind === 'off') stopListening();

  const printer: FakePrinter = {
    host: '127.0.0.1',
    get port() {
      return port;
    },
    get received() {
      return connections.map((connection) => Buffer.concat(connection.chunks));
    },
    get openConnections() {
      return open().length;
    },
    labels: () => [...printed],
    printLog() {
      const log: { label: Buffer; copies: number }[] = [];
      for (const label of printed) {
        const known = log.find((entry) => entry.label.equals(label));
        if (known) known.copies += 1;
        else log.push({ label, copies: 1 });
      }
      return log;
    },
    async badDay(next) {
      day = next;
      if (next?.kind === 'off') return powerOff();
      await listen();
      if (next?.kind === 'one connection' && open().length > 0) stopListening();
      goOn(inTurn());
    },
    setStatus(next) {
      status = next;
    },
    async restart() {
      await powerOff();
      await listen();
    },
    async close() {
      day = { kind: 'off' };
      await powerOff();
      changed();
    },
    waitFor: (condition) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(limit);
          watchers.delete(look);
        };
        const look = (): void => {
          if (!condition(printer)) return;
          settle();
          resolve();
        };
        const limit = setTimeout(() => {
          settle();
          reject(new Error(`The fake printer waited in vain for: ${condition}`));
        }, 10_000);
        watchers.add(look);
        look();
      }),
  };
  return printer;
}
