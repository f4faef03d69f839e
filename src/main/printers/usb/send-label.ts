import { constants, open as openDescriptor } from 'node:fs';
import { promisify } from 'node:util';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { type SendingEnd, type SendingProgram, startSendingProgram } from './sending-program.ts';
import { type BreakOff, cutOff, errorName, noSendingProgram, notOpened } from './usb-failures.ts';

const open = promisify(openDescriptor);

/** All in milliseconds. */
export interface SendingLimits {
  /** Between two looks at how far it is. */
  readonly lookMs: number;
  /** Without a byte taken until it counts as stalled. */
  readonly stalledMs: number;
  /** Without a byte taken until the rest is given up: long enough to put in a new roll. */
  readonly giveUpMs: number;
}

/** Carries a label to the device, which must not be open. The signal stops it in the middle. */
export async function sendLabel(
  path: string,
  bytes: Uint8Array,
  limits: SendingLimits,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  let descriptor: number;
  try {
    // No O_CREAT: where the printer has gone, a file must not take its place.
    descriptor = await open(path, constants.O_WRONLY | constants.O_NOCTTY);
  } catch (error) {
    return { kind: 'not started', failure: notOpened(path, errorName(error)) };
  }
  const program = startSendingProgram(descriptor, bytes);
  const watch = watchSending(program, bytes.length, limits, progress, signal);
  const end = await program.ended;
  const watched = watch.stop();
  if (end.kind === 'all taken' && watched.taken < bytes.length) progress?.taken(bytes.length);
  return deliveryOf(path, bytes.length, end, watched);
}

interface Watched {
  readonly taken: number;
  readonly why: BreakOff;
}

function watchSending(
  program: SendingProgram,
  total: number,
  limits: SendingLimits,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): { stop(): Watched } {
  let taken = 0;
  let takenAt = performance.now();
  let isStalled = false;
  let hasEnded = false;
  let why: BreakOff = 'fault';

  const breakOff = (reason: BreakOff): void => {
    why = reason;
    program.kill();
  };
  const setStalled = (stalled: boolean): void => {
    if (stalled !== isStalled) progress?.stalled(stalled);
    isStalled = stalled;
  };
  const look = async (): Promise<void> => {
    const now = Math.min((await program.bytesTaken()) ?? 0, total);
    if (hasEnded) return;
    if (now > taken) {
      taken = now;
      takenAt = performance.now();
      progress?.taken(taken);
      setStalled(false);
    }
    const still = performance.now() - takenAt;
    if (still >= limits.giveUpMs) breakOff('stalled');
    else if (still >= limits.stalledMs) setStalled(true);
  };
  const stopped = (): void => breakOff('stopped');

  const timer = setInterval(look, limits.lookMs);
  signal.addEventListener('abort', stopped);
  if (signal.aborted) stopped();
  return {
    stop() {
      hasEnded = true;
      clearInterval(timer);
      signal.removeEventListener('abort', stopped);
      setStalled(false);
      return { taken, why };
    },
  };
}

function deliveryOf(path: string, total: number, end: SendingEnd, watched: Watched): Delivery {
  switch (end.kind) {
    case 'all taken':
      // USB has no closing of its own: every block was acknowledged.
      return { kind: 'handed over', bytesHandedOver: total, closedCleanly: true };
    case 'not started':
      return { kind: 'not started', failure: noSendingProgram };
    case 'killed':
      return { kind: 'cut off', bytesHandedOver: watched.taken, failure: cutOff(path, watched.why) };
    case 'broke off': {
      const why = end.error === 'ENODEV' ? 'gone' : 'fault';
      const bytesHandedOver = Math.min(Math.max(end.bytesTaken, watched.taken), total);
      return { kind: 'cut off', bytesHandedOver, failure: cutOff(path, why) };
    }
  }
}
