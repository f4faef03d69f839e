import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { PrinterChannel, ReplyTimeouts } from './protocol/printer-channel.ts';

/** A connection that was made and may be asked things until a label is sent over it. */
export interface TcpChannel extends PrinterChannel {
  /** False once the connection is gone, or was taken over. */
  isUsable(): boolean;
  /** Hands the socket over for sending; null where the connection is gone. What the printer says from now on is dropped. */
  detach(): Promise<Socket | null>;
  close(): void;
}

/** More of one reply is not kept. */
const maxReplyBytes = 8 * 1024;
const nothing = new Uint8Array();

/** One question under way. */
interface PendingReply {
  receive(chunk: Buffer): void;
  end(): void;
}

/**
 * Watches a connection that waits to be used: a printer busy elsewhere may take it and close it at once. Unused for `unusedMs` it is
 * closed, since a printer serves nobody else meanwhile.
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
  // Everything is read: unread, it would make our closing a reset and cost the label.
  const onData = (chunk: Buffer): void => pending?.receive(chunk);
  socket.on('data', onData).on('error', shutDown).on('end', shutDown).on('close', shutDown);
  restartUnusedTimer();

  return {
    isUsable: () => usable,
    async exchange(query, isWhole, limits) {
      await yieldToSocketEvents(); // what came before the query is read, and dropped
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

/** Collects until the reply is whole, too large, or a limit has passed; `listen` is given who hears. */
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
    /** A busy event loop runs its timers before it looks at its sockets: what has come meanwhile counts. */
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

/** Lets the event loop look at the socket once: what has already gone wrong is told before the first byte, not after it. */
async function yieldToSocketEvents(): Promise<void> {
  await setImmediate(); // the end of this turn
  await setImmediate(); // a whole turn, with its look at the sockets
}

/** The connection goes; what was written still leaves. */
export function discard(socket: Socket): void {
  socket.on('error', ignore);
  socket.destroy();
}

/** The connection goes, and what the kernel still holds of ours with it; once our side was closed there is no reset any more (libuv). */
export function reset(socket: Socket): void {
  socket.on('error', ignore);
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** The verdict is given; what a dying socket still says changes nothing. */
const ignore = (): void => {};
