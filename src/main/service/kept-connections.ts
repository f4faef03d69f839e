import type { Socket } from 'node:net';
import type { Client } from 'undici';
import type { AddressClass } from './address-class.ts';

/** An open connection with the HTTP client that speaks on it. */
export interface ClientConnection {
  readonly origin: string;
  readonly socket: Socket;
  readonly client: Client;
  /** The class of the address that was connected to; null where a proxy connected. */
  readonly addressClass: AddressClass | null;
}

/** Connections of one environment that answered and wait for the next request. */
export interface KeptConnections {
  /** An open connection to that origin, which then belongs to the caller; null where there is none. */
  take(origin: string): ClientConnection | null;
  /** Keeps a connection on which nothing is under way, or closes it where enough are kept. */
  keep(connection: ClientConnection): void;
  has(origin: string): boolean;
  /** Closes all; later ones are closed at once. */
  close(): void;
}

/** Shorter than the five seconds after which common servers close an idle connection. */
export const keptMs = 4_000;
const maxKept = 4;

/** Ends the connection and its client. */
export function endConnection({ socket, client }: ClientConnection): void {
  socket.destroy();
  void client.destroy();
}

/**
 * Keeps at most four connections for at most four seconds. The age is measured by the wall clock, because a computer that slept has lost
 * its connections while its timers stood still.
 */
export function createKeptConnections(now: () => number = Date.now): KeptConnections {
  let idle: { connection: ClientConnection; since: number; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  const isUsable = ({ connection: { socket }, since }: (typeof idle)[number]): boolean => {
    const age = now() - since;
    return !socket.destroyed && !socket.readableEnded && socket.writable && age >= 0 && age < keptMs;
  };

  const discardUnusable = (): void => {
    if (idle.every(isUsable)) return;
    const unusable = idle.filter((kept) => !isUsable(kept));
    idle = idle.filter((kept) => !unusable.includes(kept));
    for (const { connection, timer } of unusable) {
      clearTimeout(timer);
      endConnection(connection);
    }
  };

  return {
    take(origin) {
      discardUnusable();
      const index = idle.findLastIndex(({ connection }) => connection.origin === origin);
      const [taken] = index < 0 ? [] : idle.splice(index, 1);
      if (taken) clearTimeout(taken.timer);
      return taken?.connection ?? null;
    },
    keep(connection) {
      discardUnusable();
      if (isClosed || connection.socket.destroyed || idle.length >= maxKept) return endConnection(connection);
      const timer = setTimeout(discardUnusable, keptMs).unref();
      idle.push({ connection, since: now(), timer });
    },
    has(origin) {
      discardUnusable();
      return idle.some(({ connection }) => connection.origin === origin);
    },
    close() {
      isClosed = true;
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer);
        endConnection(connection);
      }
    },
  };
}
