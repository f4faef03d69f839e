import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { PrinterChannel, ReplyTimeouts } from './protocol/printer-channel.ts';

/** An open connection for queries, until a label is sent over it. */
export interface TcpChannel extends PrinterChannel {
  /** False once the connection is closed, or detached for sending. */
  isUsable(): boolean;
  /** A reply was not whole in time: the rest of it may still come, and would be taken for a part of a later one. */
  mayAnswerLate(): boolean;
  /** Releases the socket for sending a label; null where the connection is closed. Later data from the printer is dropped. */
  detach(): Promise<Socket | null>;
  /** Takes the detached socket back after the label; nothing was left unread on it. */
  attach(): void;
  close(): void;
}

/** Most bytes kept of one reply. */
export const maxReplyBytes = 8 * 1024;
const nothing = new Uint8Array();

/** A query waiting for its reply. */
interface PendingReply {
  receive(chunk: Buffer): void;
  end(): void;
}

/**
 * Wraps a connected socket. Detects when the printer closes it: a busy printer may accept a connection and close it at once. After
 * `unusedMs` without use the connection is closed, because the printer serves no other computer meanwhile.
 */
export function createTcpChannel(socket: Socket, unusedMs: number): TcpChannel {
  let usable = false;
  let pending: PendingReply | null = null;
  let isReplyMissing = false;
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
  // All data is read: unread data would turn our close into a reset and lose the label.
  const onData = (chunk: Buffer): void => pending?.receive(chunk);
  const attach = (): void => {
    usable = !socket.destroyed && !socket.readableEnded;
    socket.on('data', onData).on('error', shutDown).on('end', shutDown).on('close', shutDown);
    restartUnusedTimer();
  };
  attach();

  return {
    isUsable: () => usable,
    mayAnswerLate: () => isReplyMissing,
    async exchange(query, isWhole, limits) {
      await yieldToSocketEvents(); // data received before the query is read and dropped
      if (!usable) return nothing;
      clearTimeout(unusedTimer);
      const reply = collectReply(isWhole, limits, (next) => {
        pending = next;
      });
      socket.write(query);
      const bytes = await reply;
      pending = null;
      isReplyMissing ||= !isWhole(bytes);
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
    attach,
    close: shutDown,
  };
}

/** Collects a reply until it is complete, too large, or a limit has passed; `listen` registers the receiver. */
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
    /** A busy event loop runs timers before it reads sockets, so data that has already arrived must be counted. */
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

/** Lets the event loop read the socket once, so that an earlier error is reported before the first byte is written. */
async function yieldToSocketEvents(): Promise<void> {
  await setImmediate(); // end of this turn
  await setImmediate(); // one complete turn, which reads the sockets
}

/** Closes the connection; written data is still sent. */
export function discard(socket: Socket): void {
  socket.on('error', ignore);
  socket.destroy();
}

/** Closes the connection and drops data that the kernel has not sent; impossible once our side is closed (libuv). */
export function reset(socket: Socket): void {
  socket.on('error', ignore);
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** Ignores errors of a closing socket: its outcome is settled. */
const ignore = (): void => {};
