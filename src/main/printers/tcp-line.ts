import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ReplyLimits, Wire } from './asking/wire.ts';

/** A connection that was made and may be asked things until a label is sent over it. */
export interface TcpLine extends Wire {
  /** False once the connection is gone, or was taken over. */
  isUsable(): boolean;
  /** Hands the socket over for sending; null where the connection is gone. What the printer says from now on is dropped. */
  takeOver(): Promise<Socket | null>;
  close(): void;
}

/** More of one reply is not kept. */
const mostReplyBytes = 8 * 1024;
const nothing = new Uint8Array();

/** One question under way. */
interface Listening {
  hears(chunk: Buffer): void;
  ends(): void;
}

/**
 * Watches a connection that waits to be used: a printer busy elsewhere may take it and close it at once. Unused for `unusedMs` it is
 * closed, since a printer serves nobody else meanwhile.
 */
export function tcpLine(socket: Socket, unusedMs: number): TcpLine {
  let usable = true;
  let listening: Listening | null = null;
  let unused: NodeJS.Timeout;

  const giveUp = (): void => {
    usable = false;
    clearTimeout(unused);
    discard(socket);
    listening?.ends();
  };
  const waitForUse = (): void => {
    clearTimeout(unused);
    if (usable) unused = setTimeout(giveUp, unusedMs);
  };
  // Everything is read: unread, it would make our closing a reset and cost the label.
  const onData = (chunk: Buffer): void => listening?.hears(chunk);
  socket.on('data', onData).on('error', giveUp).on('end', giveUp).on('close', giveUp);
  waitForUse();

  return {
    isUsable: () => usable,
    async exchange(query, isWhole, limits) {
      await whatTheKernelKnows(); // what came before the query is read, and dropped
      if (!usable) return nothing;
      clearTimeout(unused);
      const reply = collectReply(isWhole, limits, (next) => {
        listening = next;
      });
      socket.write(query);
      const bytes = await reply;
      listening = null;
      waitForUse();
      return bytes;
    },
    async takeOver() {
      await whatTheKernelKnows();
      clearTimeout(unused);
      if (!usable) return null;
      usable = false;
      socket.off('data', onData).off('error', giveUp).off('end', giveUp).off('close', giveUp);
      socket.resume();
      return socket;
    },
    close: giveUp,
  };
}

/** Collects until the reply is whole, too large, or a limit has passed; `listen` is given who hears. */
function collectReply(
  isWhole: (reply: Uint8Array) => boolean,
  limits: ReplyLimits,
  listen: (listening: Listening) => void,
): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    let soon: NodeJS.Timeout;
    const settle = (): void => {
      clearTimeout(soon);
      clearTimeout(whole);
      resolve(Buffer.concat(parts).subarray(0, mostReplyBytes));
    };
    const within = (milliseconds: number): void => {
      clearTimeout(soon);
      soon = setTimeout(() => void settleIfQuiet(size), milliseconds);
    };
    /** A busy event loop runs its timers before it looks at its sockets: what has come meanwhile counts. */
    const settleIfQuiet = async (sizeThen: number): Promise<void> => {
      await whatTheKernelKnows();
      if (size === sizeThen) settle();
    };
    const whole = setTimeout(settle, limits.totalMs);
    listen({
      hears(chunk) {
        parts.push(chunk);
        size += chunk.length;
        within(limits.betweenMs);
        if (size >= mostReplyBytes || isWhole(Buffer.concat(parts))) settle();
      },
      ends: settle,
    });
    within(limits.firstByteMs);
  });
}

/** Lets the event loop look at the socket once: what has already gone wrong is told before the first byte, not after it. */
async function whatTheKernelKnows(): Promise<void> {
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
