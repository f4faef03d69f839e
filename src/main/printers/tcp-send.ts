import type { Socket } from 'node:net';
import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { Delivery, SendProgress } from '../core/ports/printing.ts';
import { connectionLost, cutOff, stoppedAccepting, unreachable } from './printer-failures.ts';
import { createStallWatch } from './stall-watch.ts';
import { discard, reset } from './tcp-channel.ts';

/** All in milliseconds. */
export interface TcpSendLimits {
  /** Time without progress until a stall is reported. */
  readonly stalledAfterMs: number;
  /** Time without progress until sending is abandoned: long enough to change paper. The kernel detects a dead peer itself. */
  readonly idleMs: number;
  /** Time for the printer to close its side after ours. */
  readonly closeMs: number;
}

/** Small, so that a cut-off shows how far the label got. */
const chunkBytes = 8 * 1024;

/**
 * Sends a label and closes the connection. `sent` requires that the kernel accepted every byte, our FIN was sent, and no error came
 * until the printer closed or the limit passed: a reset reaches Node only after 'finish' (measured). A printer that closes normally
 * while our last bytes are in transit cannot be distinguished from one that read them.
 */
export function sendAndClose(
  socket: Socket,
  bytes: Uint8Array,
  address: TcpAddress,
  limits: TcpSendLimits,
  progress: SendProgress | undefined,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const watch = createStallWatch(progress, limits.stalledAfterMs);
    let accepted = 0;
    let ourSideClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const restartTimer = (milliseconds: number, onPassed: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    };
    const settle = (delivery: Delivery): void => {
      clearTimeout(timer);
      watch.end();
      socket.off('error', onError).off('close', onClose).off('end', onEnd).off('finish', onFinish);
      // After a cut-off the kernel must not continue to send: a reset drops its buffer.
      if (delivery.kind === 'cut off') reset(socket);
      else discard(socket);
      resolve(delivery);
    };
    const fail = (failure = cutOffBy(address, null)): void => settle({ kind: 'cut off', bytesSent: accepted, failure });
    const delivered = (closedCleanly: boolean): void => settle({ kind: 'sent', bytesSent: accepted, closedCleanly });

    const onError = (error: Error): void => fail(cutOffBy(address, error));
    // Without a preceding error: closed by the station.
    const onClose = (): void => (ourSideClosed ? delivered(false) : fail());
    const onEnd = (): void => (ourSideClosed ? delivered(true) : fail());
    const onFinish = (): void => {
      ourSideClosed = true;
      watch.end();
      restartTimer(limits.closeMs, () => delivered(false));
    };
    socket.on('error', onError).on('close', onClose).on('end', onEnd).on('finish', onFinish);

    const writeNext = (): void => {
      restartTimer(limits.idleMs, () => fail(stoppedAccepting(addressText(address), limits.idleMs)));
      if (accepted === bytes.length) {
        socket.end();
        return;
      }
      const chunk = bytes.subarray(accepted, accepted + chunkBytes);
      // The next chunk waits until the kernel accepted this one, for back-pressure and for an exact count.
      socket.write(chunk, (error) => {
        if (error || socket.destroyed) return;
        accepted += chunk.length;
        watch.onProgress();
        writeNext();
      });
    };
    writeNext();
  });
}

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

export const addressText = ({ host, port }: TcpAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The connection failed. Nothing was sent. */
export function connectFailed(address: TcpAddress, error: NodeJS.ErrnoException): Failure {
  const target = addressText(address);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return unreachable(message('printer.connection-refused', { target }));
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return unreachable(message('printer.host-not-found', { host: address.host }));
    default:
      return unreachable(message('printer.no-answer', { target }));
  }
}

/** The printer closed the connection before a byte was written. */
export const closedByPrinter = (address: TcpAddress): Failure =>
  unreachable(message('printer.closed-by-printer', { target: addressText(address) }));

/** The connection ended after bytes may have been sent. `error` is null where the printer closed it normally, but too early. */
function cutOffBy(address: TcpAddress, error: NodeJS.ErrnoException | null): Failure {
  const target = addressText(address);
  return error && error.code !== 'ECONNRESET' && error.code !== 'EPIPE'
    ? connectionLost(target)
    : cutOff(message('printer.closed-during-label', { target }));
}
