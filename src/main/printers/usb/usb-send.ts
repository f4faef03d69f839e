import { spawn } from 'node:child_process';
import { close, constants, open as openDescriptor } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { type AbortCause, cutOff, errorName, notOpened, writerNotStarted } from './usb-failures.ts';

const open = promisify(openDescriptor);

/** All in milliseconds. */
export interface UsbSendLimits {
  /** Between two looks at how far it is. */
  readonly checkMs: number;
  /** Without a byte taken until it counts as stalled. */
  readonly stalledMs: number;
  /** Without a byte taken until the rest is given up: long enough to put in a new roll. */
  readonly abandonMs: number;
}

/** Carries a label to the device, which must not be open. The signal stops it in the middle. */
export async function sendLabel(
  path: string,
  bytes: Uint8Array,
  limits: UsbSendLimits,
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
  const program = startWriterProcess(descriptor, bytes);
  const watch = watchWriter(program, bytes.length, limits, progress, signal);
  const end = await program.ended;
  const progressed = watch.stop();
  if (end.kind === 'all taken' && progressed.taken < bytes.length) progress?.taken(bytes.length);
  return deliveryOf(path, bytes.length, end, progressed);
}

interface Watched {
  readonly taken: number;
  readonly cause: AbortCause;
}

function watchWriter(
  program: WriterProcess,
  total: number,
  limits: UsbSendLimits,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): { stop(): Watched } {
  let taken = 0;
  let takenAt = performance.now();
  let isStalled = false;
  let hasEnded = false;
  let cause: AbortCause = 'fault';

  const abort = (reason: AbortCause): void => {
    cause = reason;
    program.kill();
  };
  const setStalled = (stalled: boolean): void => {
    if (stalled !== isStalled) progress?.stalled(stalled);
    isStalled = stalled;
  };
  const check = async (): Promise<void> => {
    const now = Math.min((await program.bytesTaken()) ?? 0, total);
    if (hasEnded) return;
    if (now > taken) {
      taken = now;
      takenAt = performance.now();
      progress?.taken(taken);
      setStalled(false);
    }
    const idleFor = performance.now() - takenAt;
    if (idleFor >= limits.abandonMs) abort('stalled');
    else if (idleFor >= limits.stalledMs) setStalled(true);
  };
  const stopped = (): void => abort('stopped');

  const timer = setInterval(check, limits.checkMs);
  signal.addEventListener('abort', stopped);
  if (signal.aborted) stopped();
  return {
    stop() {
      hasEnded = true;
      clearInterval(timer);
      signal.removeEventListener('abort', stopped);
      setStalled(false);
      return { taken, cause };
    },
  };
}

function deliveryOf(path: string, total: number, end: WriterExit, progressed: Watched): Delivery {
  switch (end.kind) {
    case 'all taken':
      // USB has no closing of its own: every block was acknowledged.
      return { kind: 'sent', bytesSent: total, closedCleanly: true };
    case 'not started':
      return { kind: 'not started', failure: writerNotStarted };
    case 'killed':
      return { kind: 'cut off', bytesSent: progressed.taken, failure: cutOff(path, progressed.cause) };
    case 'broke off': {
      const cause = end.error === 'ENODEV' ? 'gone' : 'fault';
      const bytesSent = Math.min(Math.max(end.bytesTaken, progressed.taken), total);
      return { kind: 'cut off', bytesSent, failure: cutOff(path, cause) };
    }
  }
}

/** What usblp gives the printer at a time (drivers/usb/class/usblp.c, USBLP_BUF_SIZE). */
const blockBytes = 8 * 1024;
const maxErrorText = 4 * 1024;
const closeDescriptor = promisify(close);

/** What became of the bytes; `bytesTaken` is never more than the device is known to have taken. */
export type WriterExit =
  | { readonly kind: 'all taken' }
  | { readonly kind: 'broke off'; readonly bytesTaken: number; readonly error: 'ENODEV' | 'other' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'not started' };

export interface WriterProcess {
  /** Bytes that the device has taken so far, whole blocks; null where the system does not tell. */
  bytesTaken(): Promise<number | null>;
  /** Drops what the device has not taken. */
  kill(): void;
  readonly ended: Promise<WriterExit>;
}

/**
 * Writes the bytes to an open device in a program of its own, and takes the descriptor over. Only a write that waits is told
 * whether the printer took the block (usblp_write looks at a transfer's outcome only then); but it waits as long as the printer
 * is out of paper, and a thread of ours that waits so could not be stopped, nor let the station end. A program can be killed.
 * It is sent no other signal: usblp gives up waiting at a signal and goes on sending, so that the block would be written twice.
 */
function startWriterProcess(descriptor: number, bytes: Uint8Array): WriterProcess {
  const program = spawn('dd', [`bs=${blockBytes}`, 'iflag=fullblock'], {
    stdio: ['pipe', descriptor, 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  // Ours alone would keep the device busy when the program has gone.
  const ownIsClosed = closeDescriptor(descriptor).catch(() => undefined);
  let errorText = '';
  // Without pipes, where this process has too many files open: 'error' says so below.
  const { stdin, stderr } = program;
  stderr?.on('data', (chunk: Buffer) => {
    if (errorText.length < maxErrorText) errorText += chunk.toString('latin1');
  });
  stdin?.on('error', () => undefined); // it ended before it read all: its exit says why
  stdin?.end(bytes);

  const ended = new Promise<WriterExit>((resolve) => {
    program.once('error', () => resolve({ kind: 'not started' }));
    program.once('close', (code, signal) => {
      if (signal) resolve({ kind: 'killed' });
      else if (code === 0) resolve({ kind: 'all taken' });
      else resolve({ kind: 'broke off', ...readErrorText(errorText) });
    });
  });
  return {
    bytesTaken: () => (program.pid === undefined ? Promise.resolve(null) : bytesWrittenBy(program.pid)),
    kill: () => program.kill('SIGKILL'),
    ended: ended.then(async (end) => {
      await ownIsClosed;
      return end;
    }),
  };
}

/** "dd: error writing 'standard output': No such device ... 13824 bytes (14 kB, 14 KiB) copied": GNU and its likes say it so. */
function readErrorText(text: string): { bytesTaken: number; error: 'ENODEV' | 'other' } {
  const copied = /^(\d{1,12}) bytes?\b/m.exec(text)?.[1];
  return {
    bytesTaken: Number(copied ?? 0),
    error: /No such device/.test(text) ? 'ENODEV' : 'other',
  };
}

/** proc(5), /proc/pid/io: bytes that its write calls have written. Told in whole blocks, since a start-up may write a byte. */
async function bytesWrittenBy(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/io`, 'latin1').catch(() => '');
  const written = /^wchar: (\d{1,15})$/m.exec(text)?.[1];
  return written === undefined ? null : Math.floor(Number(written) / blockBytes) * blockBytes;
}
