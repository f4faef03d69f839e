import { spawn } from 'node:child_process';
import { close, constants, open as openDescriptor } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../../core/ports/printing.ts';
import { closedBeforeSending, emptyLabel, openStopped, unidirectional } from '../printer-failures.ts';
import { createCapabilities, type PrinterCapabilities } from '../protocol/capabilities.ts';
import { queryIdentity } from '../protocol/identity-query.ts';
import { sendCommand } from '../protocol/printer-commands.ts';
import { queryStatus } from '../protocol/status-query.ts';
import { queryLabelCount } from '../protocol/variables.ts';
import { askTogether } from '../protocol/whole-query.ts';
import { openUsbChannel, type UsbChannel } from './usb-channel.ts';
import {
  type AbortCause,
  commandNotAccepted,
  cutOffBy,
  errorName,
  notOpened,
  writerNotStarted,
} from './usb-failures.ts';

const defaultLimits: UsbSendLimits = { checkMs: 250, stalledMs: 1_500, abandonMs: 10 * 60_000 };
const drainMs = 500;

/** A USB printer on Linux, by its usblp device: "/dev/usb/lp0". Most are bidirectional. */
export function usbTransport({ path }: { path: string }, limits: UsbSendLimits = defaultLimits): PrinterTransport {
  const capabilities = createCapabilities();
  return {
    async open(signal) {
      if (signal.aborted) return failed(openStopped(path));
      const channel = await openUsbChannel(path);
      if (!channel.ok) return channel;
      if (!signal.aborted) return success(openPrinter(channel.value, path, limits, capabilities));
      await channel.value.close();
      return failed(openStopped(path));
    },
  };
}

function openPrinter(
  channel: UsbChannel,
  path: string,
  limits: UsbSendLimits,
  capabilities: PrinterCapabilities,
): OpenPrinter {
  const ending = new AbortController();
  let used = false;
  return {
    ...queries(channel, path, capabilities),
    async send(bytes, progress) {
      if (used) return { kind: 'not started', failure: closedBeforeSending(path) };
      used = true;
      // The device can be opened only once, and queries and labels need different modes.
      await channel.close();
      if (bytes.length === 0) return { kind: 'not started', failure: emptyLabel };
      if (ending.signal.aborted) return { kind: 'not started', failure: closedBeforeSending(path) };
      return sendLabel(path, bytes, limits, progress, ending.signal);
    },
    close() {
      used = true;
      ending.abort();
      void channel.close();
    },
  };
}

type Queries = Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'askTogether' | 'sendCommand'>;

function queries(channel: UsbChannel, path: string, capabilities: PrinterCapabilities): Queries {
  if (!channel.isBidirectional) return unidirectional;
  return {
    status: () => queryStatus(channel, capabilities),
    labelCount: () => queryLabelCount(channel, capabilities),
    identity: () => queryIdentity(channel, capabilities),
    askTogether: (wantsIdentity) => askTogether(channel, capabilities, wantsIdentity),
    async sendCommand(command): Promise<Result<null>> {
      const result = await sendCommand(channel, capabilities, command);
      return result.ok && !(await channel.isDrained(drainMs)) ? failed(commandNotAccepted(path)) : result;
    },
  };
}

const open = promisify(openDescriptor);

/** All in milliseconds. */
export interface UsbSendLimits {
  /** Between two checks of the progress. */
  readonly checkMs: number;
  /** Time without progress until a stall is reported. */
  readonly stalledMs: number;
  /** Time without progress until sending is abandoned: long enough to change paper. */
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
    // Without O_CREAT, so that no file is created where the printer is unplugged.
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
      // USB has no close handshake; every block was acknowledged.
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

/** The transfer size of usblp, bytes (drivers/usb/class/usblp.c, USBLP_BUF_SIZE). */
const blockBytes = 8 * 1024;
const maxErrorText = 4 * 1024;
const closeDescriptor = promisify(close);

/** How the writing process ended; `bytesAccepted` is a lower bound. */
export type WriterExit =
  | { readonly kind: 'all accepted' }
  | { readonly kind: 'broke off'; readonly bytesAccepted: number; readonly error: 'ENODEV' | 'other' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'not started' };

export interface WriterProcess {
  /** Bytes that the device has accepted so far, in whole blocks; null where the system does not report them. */
  bytesAccepted(): Promise<number | null>;
  /** Ends the process; bytes that the device has not accepted are dropped. */
  kill(): void;
  readonly ended: Promise<WriterExit>;
}

/**
 * Writes the bytes to an open device in a separate process, which owns the descriptor from then on. Only a blocking write learns
 * whether the printer accepted a block (usblp_write); but it blocks while the printer is out of paper, and a blocked thread cannot be
 * stopped and would keep the station running. A process can be killed. No other signal may be sent: usblp would stop waiting and
 * continue to send, and the block would be written twice.
 */
function startWriterProcess(descriptor: number, bytes: Uint8Array): WriterProcess {
  const program = spawn('dd', [`bs=${blockBytes}`, 'iflag=fullblock'], {
    stdio: ['pipe', descriptor, 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  // Our own descriptor would keep the device busy after the process ended.
  const ownIsClosed = closeDescriptor(descriptor).catch(() => undefined);
  let errorText = '';
  // There are no pipes where too many files are open; the 'error' event reports that.
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
