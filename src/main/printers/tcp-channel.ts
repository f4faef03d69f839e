import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { PrinterChannel, ReplyTimeouts } from './protocol/printer-channel.ts';

/** An open connection that takes queries until a label is sent over it. */
export interface TcpChannel extends PrinterChannel {
  /** False once the connection is closed, or detached for sending. */
  isUsable(): boolean;
  /** Gives the socket away for sending; null where the connection is closed. What the printer sends from now on is dropped. */
  detach(): Promise<Socket | null>;
  close(): void;
}

/** Most bytes kept of one reply. */
const maxReplyBytes = 8 * 1024;
const nothing = new Uint8Array();

/** The query that waits for its reply. */
interface PendingReply {
  receive(chunk: Buffer): void;
  end(): void;
}

/**
 * Watches an idle connection: a busy printer may accept it and close it at once. Unused for `unusedMs` it is closed, since a
 * printer serves no other computer meanwhile.
 */
export function createTcpChannel(socket: Socket, unusedMs: number): TcpChannel {
  let usable = true;
  let pending: PendingReply | null = null;
  let unusedTimer: NodeJS.Timeout;

  const shutDown = (): void => {
    usable = false;
    clearTimeout(unusedTimer);
    discard(socket);
    pending?.end();
  };
  const restartUnusedTimer = (): void => {
    clearTimeout(unusedTimer);
    if (usable) unusedTimer = setTimeout(shutDown, unusedMs);
  };
  // Everything is read: unread data would turn our close into a reset and lose the label.
  const onData = (chunk: Buffer): void => pending?.receive(chunk);
  socket.on('data', onData).on('error', shutDown).on('end', shutDown).on('close', shutDown);
  restartUnusedTimer();

  return {
    isUsable: () => usable,
    async exchange(query, isWhole, limits) {
      await yieldToSocketEvents(); // data that came before the query is read and dropped
      if (!usable) return nothing;
      clearTimeout(unusedTimer);
      const reply = collectReply(isWhole, limits, (next) => {
        pending = next;
      });
      socket.write(query);
      const bytes = await reply;
      pending = null;
      restartUnusedTimer();
      return bytes;
    },
    async detach() {
      await yieldToSocketEvents();
      clearTimeout(unusedTimer);
      if (!usable) return null;
      usable = false;
      socket.off('data', onData).off('error', shutDown).off('end', shutDown).off('close', shutDown);
      socket.resume();
      return socket;
    },
    close: shutDown,
  };
}

/** Collects until the reply is whole, too large, or a limit has passed; `listen` registers the receiver. */
function collectReply(
  isWhole: (reply: Uint8Array) => boolean,
  limits: ReplyTimeouts,
  listen: (pending: PendingReply) => void,
): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    let quietTimer: NodeJS.Timeout;
    const settle = (): void => {
      clearTimeout(quietTimer);
      clearTimeout(totalTimer);
      resolve(Buffer.concat(parts).subarray(0, maxReplyBytes));
    };
    const restartQuietTimer = (milliseconds: number): void => {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(() => void settleIfQuiet(size), milliseconds);
    };
    /** A busy event loop runs its timers before it reads its sockets: data that arrived meanwhile counts. */
    const settleIfQuiet = async (sizeThen: number): Promise<void> => {
      await yieldToSocketEvents();
      if (size === sizeThen) settle();
    };
    const totalTimer = setTimeout(settle, limits.totalMs);
    listen({
      receive(chunk) {
        parts.push(chunk);
        size += chunk.length;
        restartQuietTimer(limits.betweenMs);
        if (size >= maxReplyBytes || isWhole(Buffer.concat(parts))) settle();
      },
      end: settle,
    });
    restartQuietTimer(limits.firstByteMs);
  });
}

/** Lets the event loop read the socket once: an error that has already happened is reported before the first byte, not after it. */
async function yieldToSocketEvents(): Promise<void> {
  await setImmediate(); // the end of this turn
  await setImmediate(); // a whole turn, which reads the sockets
}

/** Closes the connection; data already written is still sent. */
export function discard(socket: Socket): void {
  socket.on('error', ignore);
  socket.destroy();
}

/** Closes the connection and drops what the kernel has not sent; after our side was closed, no reset is possible (libuv). */
export function reset(socket: Socket): void {
  socket.on('error', ignore);
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** The outcome is settled; later errors of the closing socket change nothing. */
const ignore = (): void => {};
