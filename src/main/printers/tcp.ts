import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { failed, type Result, success } from '../../shared/failure.ts';
import type { Delivery, OpenPrinter, PrinterTransport } from '../core/ports/printing.ts';
import {
  cutOff,
  gaveUpBeforeSending,
  notConnected,
  nothingToSend,
  openingStopped,
  stalled,
  type TcpAddress,
} from './tcp-failures.ts';

/** All in milliseconds. */
export interface TcpLimits {
  /** From the name look-up to the printer's first answer. */
  readonly connectMs: number;
  /** Without one more chunk accepted, or connected without being used. */
  readonly idleMs: number;
  /** After our side is closed, for the printer to close its own. */
  readonly closeMs: number;
}

const usualLimits: TcpLimits = { connectMs: 3_000, idleMs: 30_000, closeMs: 5_000 };

/** Small, so that a slow printer shows progress and a cut-off tells how far it got. */
const chunkBytes = 8 * 1024;

/** Raw printing as Zebra's port 9100 takes it: connect, send, close. A connection is never kept for the next label. */
export function tcpTransport(address: TcpAddress, limits: TcpLimits = usualLimits): PrinterTransport {
  return { open: (signal) => open(address, limits, signal) };
}

function open(address: TcpAddress, limits: TcpLimits, signal: AbortSignal): Promise<Result<OpenPrinter>> {
  if (signal.aborted) return Promise.resolve(failed(openingStopped(address)));
  return new Promise((resolve) => {
    // allowHalfOpen: our side closes first, and what the printer does then is evidence (Node ends both sides at once without it).
    const socket = connect({
      ...address,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const settle = (result: Result<OpenPrinter>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError);
      if (!result.ok) discard(socket);
      resolve(result);
    };
    const onError = (error: Error): void => settle(failed(notConnected(address, error)));
    const onAbort = (): void => settle(failed(openingStopped(address)));
    const timer = setTimeout(() => onError(new Error('connect limit')), limits.connectMs);
    signal.addEventListener('abort', onAbort);
    socket.on('error', onError);
    socket.once('connect', () => settle(success(connected(socket, address, limits))));
  });
}

/** Watches a connection that waits to be used: a printer busy elsewhere may take it and close it at once. */
function connected(socket: Socket, address: TcpAddress, limits: TcpLimits): OpenPrinter {
  let usable = true;
  const giveUp = (): void => {
    usable = false;
    discard(socket);
  };
  const timer = setTimeout(giveUp, limits.idleMs);
  const stopWatching = (): void => {
    clearTimeout(timer);
    socket.off('error', giveUp).off('end', giveUp).off('close', giveUp);
  };
  socket.on('error', giveUp).on('end', giveUp).on('close', giveUp);
  // What the printer says is read and dropped: unread, it would make our closing a reset and cost the label.
  socket.resume();
  return {
    async send(bytes) {
      await whatTheKernelKnows();
      stopWatching();
      if (!usable) return { kind: 'not started', failure: gaveUpBeforeSending(address) };
      usable = false;
      if (bytes.length > 0) return sendAndClose(socket, bytes, address, limits);
      discard(socket);
      return { kind: 'not started', failure: nothingToSend };
    },
    close() {
      stopWatching();
      giveUp();
    },
  };
}

/**
 * "Handed over" needs every byte taken by the kernel, our FIN sent, and no error until the printer closed or the limit passed:
 * a reset reaches Node only after 'finish' (measured). A printer that closes in good order while our last bytes are still on
 * their way cannot be told from one that read them.
 */
function sendAndClose(socket: Socket, bytes: Uint8Array, address: TcpAddress, limits: TcpLimits): Promise<Delivery> {
  return new Promise((resolve) => {
    let accepted = 0;
    let ourSideClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const within = (milliseconds: number, onPassed: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    };
    const settle = (delivery: Delivery): void => {
      clearTimeout(timer);
      socket.off('error', onError).off('close', onClose).off('end', onEnd).off('finish', onFinish);
      // After a cut-off the kernel must not go on delivering behind our back: a reset drops what it still holds.
      if (delivery.kind === 'cut off') reset(socket);
      else discard(socket);
      resolve(delivery);
    };
    const fail = (failure = cutOff(address, null)): void =>
      settle({ kind: 'cut off', bytesHandedOver: accepted, failure });
    const handedOver = (closedCleanly: boolean): void =>
      settle({ kind: 'handed over', bytesHandedOver: accepted, closedCleanly });

    const onError = (error: Error): void => fail(cutOff(address, error));
    const onClose = (): void => fail();
    const onEnd = (): void => (ourSideClosed ? handedOver(true) : fail());
    const onFinish = (): void => {
      ourSideClosed = true;
      within(limits.closeMs, () => handedOver(false));
    };
    socket.on('error', onError).on('close', onClose).on('end', onEnd).on('finish', onFinish);

    const writeOn = (): void => {
      within(limits.idleMs, () => fail(stalled(address, Math.round(limits.idleMs / 1000))));
      if (accepted === bytes.length) {
        socket.end();
        return;
      }
      const chunk = bytes.subarray(accepted, accepted + chunkBytes);
      // The next chunk waits for the kernel to take this one whole: that is the back-pressure, and the count.
      socket.write(chunk, (error) => {
        if (error || socket.destroyed) return;
        accepted += chunk.length;
        writeOn();
      });
    };
    writeOn();
  });
}

/** Lets the event loop look at the socket once: what has already gone wrong is told before the first byte, not after it. */
async function whatTheKernelKnows(): Promise<void> {
  await setImmediate(); // the end of this turn
  await setImmediate(); // a whole turn, with its look at the sockets
}

function discard(socket: Socket): void {
  socket.on('error', ignore);
  socket.destroy();
}

function reset(socket: Socket): void {
  socket.on('error', ignore);
  socket.resetAndDestroy();
}

/** The verdict is given; what a dying socket still says changes nothing. */
const ignore = (): void => {};
