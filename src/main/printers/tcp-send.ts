import type { Socket } from 'node:net';
import type { Failure } from '../../shared/contract/failure.ts';
import type { Delivery, SendProgress } from '../core/ports/printing.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { discard, reset } from './tcp-channel.ts';

/** All in milliseconds. */
export interface TcpSendLimits {
  /** Without one more chunk accepted: told as a stall. */
  readonly stalledAfterMs: number;
  /** Without one more chunk accepted: given up. Long, since paper is changed meanwhile; the kernel finds a dead peer by itself. */
  readonly idleMs: number;
  /** After our side is closed, for the printer to close its own. */
  readonly closeMs: number;
}

/** Small, so that a slow printer shows progress and a cut-off tells how far it got. */
const chunkBytes = 8 * 1024;

/**
 * "Handed over" needs every byte taken by the kernel, our FIN sent, and no error until the printer closed or the limit passed:
 * a reset reaches Node only after 'finish' (measured). A printer that closes in good order while our last bytes are still on
 * their way cannot be told from one that read them.
 */
export function sendAndClose(
  socket: Socket,
  bytes: Uint8Array,
  address: TcpAddress,
  limits: TcpSendLimits,
  progress: SendProgress | undefined,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const reporter = createProgressReporter(progress, limits.stalledAfterMs);
    let accepted = 0;
    let ourSideClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const restartTimer = (milliseconds: number, onPassed: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    };
    const settle = (delivery: Delivery): void => {
      clearTimeout(timer);
      reporter.end();
      socket.off('error', onError).off('close', onClose).off('end', onEnd).off('finish', onFinish);
      // After a cut-off the kernel must not go on delivering behind our back: a reset drops what it still holds.
      if (delivery.kind === 'cut off') reset(socket);
      else discard(socket);
      resolve(delivery);
    };
    const fail = (failure = cutOff(address, null)): void => settle({ kind: 'cut off', bytesSent: accepted, failure });
    const delivered = (closedCleanly: boolean): void => settle({ kind: 'sent', bytesSent: accepted, closedCleanly });

    const onError = (error: Error): void => fail(cutOff(address, error));
    // Without an error before it: closed by the station.
    const onClose = (): void => (ourSideClosed ? delivered(false) : fail());
    const onEnd = (): void => (ourSideClosed ? delivered(true) : fail());
    const onFinish = (): void => {
      ourSideClosed = true;
      reporter.end();
      restartTimer(limits.closeMs, () => delivered(false));
    };
    socket.on('error', onError).on('close', onClose).on('end', onEnd).on('finish', onFinish);

    const writeNext = (): void => {
      restartTimer(limits.idleMs, () => fail(stalled(address, Math.round(limits.idleMs / 1000))));
      if (accepted === bytes.length) {
        socket.end();
        return;
      }
      const chunk = bytes.subarray(accepted, accepted + chunkBytes);
      // The next chunk waits for the kernel to take this one whole: that is the back-pressure, and the count.
      socket.write(chunk, (error) => {
        if (error || socket.destroyed) return;
        accepted += chunk.length;
        reporter.taken(accepted);
        writeNext();
      });
    };
    writeNext();
  });
}

/** A printer's address as an operator reads it. */
export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

const addressText = ({ host, port }: TcpAddress): string => `${host}:${port}`;

/** Words for a connection that never came about. Nothing was sent. */
export function connectFailed(address: TcpAddress, error: NodeJS.ErrnoException): Failure {
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return unreachable(
        `The printer at ${addressText(address)} takes no connection: it is busy with another computer, or off.`,
        'Look whether the printer is on and whether another computer prints on it.',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return unreachable(
        `The printer’s name ${address.host} is not known on this network.`,
        'Look at the printer’s address in Settings.',
      );
    default:
      return unreachable(
        `The printer at ${addressText(address)} does not answer.`,
        'Look at the cable, the network and the power.',
      );
  }
}

/** The caller gave up while the connection was being made. */
export const openAborted = (address: TcpAddress): Failure =>
  unreachable(
    `Connecting to the printer at ${addressText(address)} was stopped. Nothing was sent.`,
    'Print again when ready.',
  );

/** The connection was there, and went before a byte was written. */
export const closedBeforeSending = (address: TcpAddress): Failure =>
  unreachable(
    `The printer at ${addressText(address)} closed the connection before anything was sent.`,
    'Look whether another computer prints on it.',
  );

/** The connection died once bytes may have left. `error` is null where the printer closed it in good order, but too early. */
function cutOff(address: TcpAddress, error: NodeJS.ErrnoException | null): Failure {
  const how = error && error.code !== 'ECONNRESET' && error.code !== 'EPIPE' ? 'was lost' : 'was closed by the printer';
  return {
    code: 'printer-cut-off',
    message: `The connection to ${addressText(address)} ${how} before the label was sent to its end.`,
    next: 'Look at the printer: scan the label if it came out, or say that it did not print.',
  };
}

/** The printer stopped taking bytes in the middle of a label. */
const stalled = (address: TcpAddress, seconds: number): Failure => ({
  code: 'printer-cut-off',
  message: `The printer at ${addressText(address)} stopped taking the label for ${seconds} seconds.`,
  next: 'Look at paper, ribbon and head; then scan the label if it came out, or say that it did not print.',
});

export const emptyLabel: Failure = {
  code: 'no-label',
  message: 'The label is empty.',
  next: 'Print the parcel again to fetch its label anew.',
};

const unreachable = (message: string, next: string): Failure => ({ code: 'printer-unreachable', message, next });
