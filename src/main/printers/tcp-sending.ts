import type { Socket } from 'node:net';
import type { Delivery, SendProgress } from '../core/ports/printing.ts';
import { cutOff, stalled, type TcpAddress } from './tcp-failures.ts';
import { discard, reset } from './tcp-line.ts';
import { tellProgress } from './tell-progress.ts';

/** All in milliseconds. */
export interface SendingLimits {
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
  limits: SendingLimits,
  progress: SendProgress | undefined,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const told = tellProgress(progress, limits.stalledAfterMs);
    let accepted = 0;
    let ourSideClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const within = (milliseconds: number, onPassed: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    };
    const settle = (delivery: Delivery): void => {
      clearTimeout(timer);
      told.end();
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
    // Without an error before it: closed by the station.
    const onClose = (): void => (ourSideClosed ? handedOver(false) : fail());
    const onEnd = (): void => (ourSideClosed ? handedOver(true) : fail());
    const onFinish = (): void => {
      ourSideClosed = true;
      told.end();
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
        told.taken(accepted);
        writeOn();
      });
    };
    writeOn();
  });
}
