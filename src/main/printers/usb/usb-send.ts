import { spawn } from 'node:child_process';
import { close, constants, open as openDescriptor } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Delivery, SendProgress } from '../../core/ports/printing.ts';
import { type AbortCause, cutOffBy, errorName, notOpened, writerNotStarted } from './usb-failures.ts';

const open = promisify(openDescriptor);

/** All in milliseconds. */
export interface UsbSendLimits {
  /** Between two checks of the progress. */
  readonly checkMs: number;
  /** Without a byte accepted until it counts as stalled. */
  readonly stalledMs: number;
  /** Without a byte accepted until the rest is abandoned: long enough to put in a new roll. */
  readonly abandonMs: number;
}

/** Sends a label to the device, which must not be open. An abort stops it in the middle. */
export async function sendLabel(
  path: string,
  bytes: Uint8Array,
  limits: UsbSendLimits,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): Promise<Delivery> {
  let descriptor: number;
  try {
    // No O_CREAT: where the printer is unplugged, a file must not take its place.
    descriptor = await open(path, constants.O_WRONLY | constants.O_NOCTTY);
  } catch (error) {
    return { kind: 'not started', failure: notOpened(path, errorName(error)) };
  }
  const program = startWriterProcess(descriptor, bytes);
  const watch = watchWriter(program, bytes.length, limits, progress, signal);
  const end = await program.ended;
  return deliveryOf(path, bytes.length, end, watch.stop(), limits);
}

interface Watched {
  readonly accepted: number;
  readonly cause: AbortCause;
}

function watchWriter(
  program: WriterProcess,
  total: number,
  limits: UsbSendLimits,
  progress: SendProgress | undefined,
  signal: AbortSignal,
): { stop(): Watched } {
  let accepted = 0;
  let acceptedAt = performance.now();
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
    const now = Math.min((await program.bytesAccepted()) ?? 0, total);
    if (hasEnded) return;
    if (now > accepted) {
      accepted = now;
      acceptedAt = performance.now();
      setStalled(false);
    }
    const idleFor = performance.now() - acceptedAt;
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
      return { accepted, cause };
    },
  };
}

function deliveryOf(
  path: string,
  total: number,
  end: WriterExit,
  watched: Watched,
  { abandonMs }: UsbSendLimits,
): Delivery {
  switch (end.kind) {
    case 'all accepted':
      // USB has no close of its own: every block was acknowledged.
      return { kind: 'sent', bytesSent: total, closedCleanly: true };
    case 'not started':
      return { kind: 'not started', failure: writerNotStarted };
    case 'killed':
      return { kind: 'cut off', bytesSent: watched.accepted, failure: cutOffBy(watched.cause, path, abandonMs) };
    case 'broke off': {
      const cause = end.error === 'ENODEV' ? 'unplugged' : 'fault';
      const bytesSent = Math.min(Math.max(end.bytesAccepted, watched.accepted), total);
      return { kind: 'cut off', bytesSent, failure: cutOffBy(cause, path, abandonMs) };
    }
  }
}

/** What usblp gives the printer at a time (drivers/usb/class/usblp.c, USBLP_BUF_SIZE). */
const blockBytes = 8 * 1024;
const maxErrorText = 4 * 1024;
const closeDescriptor = promisify(close);

/** How the program ended; `bytesAccepted` is never more than the device is known to have accepted. */
export type WriterExit =
  | { readonly kind: 'all accepted' }
  | { readonly kind: 'broke off'; readonly bytesAccepted: number; readonly error: 'ENODEV' | 'other' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'not started' };

export interface WriterProcess {
  /** Bytes that the device has accepted so far, in whole blocks; null where the system does not report them. */
  bytesAccepted(): Promise<number | null>;
  /** Drops what the device has not accepted. */
  kill(): void;
  readonly ended: Promise<WriterExit>;
}

/**
 * Writes the bytes to an open device in a separate program, which owns the descriptor from then on. Only a blocking write learns
 * whether the printer accepted the block (usblp_write checks a transfer's outcome only then); but it blocks as long as the printer
 * is out of paper, and a thread blocked like that could not be stopped and would keep the station running. A program can be killed.
 * It is sent no other signal: usblp stops waiting at a signal and continues to send, so that the block would be written twice.
 */
function startWriterProcess(descriptor: number, bytes: Uint8Array): WriterProcess {
  const program = spawn('dd', [`bs=${blockBytes}`, 'iflag=fullblock'], {
    stdio: ['pipe', descriptor, 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  // Our own descriptor would keep the device busy after the program ended.
  const ownIsClosed = closeDescriptor(descriptor).catch(() => undefined);
  let errorText = '';
  // Without pipes, where this process has too many files open: 'error' says so below.
  const { stdin, stderr } = program;
  stderr?.on('data', (chunk: Buffer) => {
    if (errorText.length < maxErrorText) errorText += chunk.toString('latin1');
  });
  stdin?.on('error', () => undefined); // it ended before it read everything: its exit code says why
  stdin?.end(bytes);

  const ended = new Promise<WriterExit>((resolve) => {
    program.once('error', () => resolve({ kind: 'not started' }));
    program.once('close', (code, signal) => {
      if (signal) resolve({ kind: 'killed' });
      else if (code === 0) resolve({ kind: 'all accepted' });
      else resolve({ kind: 'broke off', ...readErrorText(errorText) });
    });
  });
  return {
    bytesAccepted: () => (program.pid === undefined ? Promise.resolve(null) : bytesWrittenBy(program.pid)),
    kill: () => program.kill('SIGKILL'),
    ended: ended.then(async (end) => {
      await ownIsClosed;
      return end;
    }),
  };
}

/** "dd: error writing 'standard output': No such device ... 13824 bytes (14 kB, 14 KiB) copied": GNU coreutils and compatible programs. */
function readErrorText(text: string): { bytesAccepted: number; error: 'ENODEV' | 'other' } {
  const copied = /^(\d{1,12}) bytes?\b/m.exec(text)?.[1];
  return {
    bytesAccepted: Number(copied ?? 0),
    error: /No such device/.test(text) ? 'ENODEV' : 'other',
  };
}

/** proc(5), /proc/pid/io: bytes that its write calls have written. In whole blocks, since the program may write a byte at its start. */
async function bytesWrittenBy(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/io`, 'latin1').catch(() => '');
  const written = /^wchar: (\d{1,15})$/m.exec(text)?.[1];
  return written === undefined ? null : Math.floor(Number(written) / blockBytes) * blockBytes;
}
