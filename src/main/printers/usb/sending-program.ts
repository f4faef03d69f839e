import { spawn } from 'node:child_process';
import { close } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What usblp gives the printer at a time (drivers/usb/class/usblp.c, USBLP_BUF_SIZE). */
const blockBytes = 8 * 1024;
const mostErrorText = 4 * 1024;
const closeDescriptor = promisify(close);

/** What became of the bytes; `bytesTaken` is never more than the device is known to have taken. */
export type SendingEnd =
  | { readonly kind: 'all taken' }
  | { readonly kind: 'broke off'; readonly bytesTaken: number; readonly error: 'ENODEV' | 'other' }
  | { readonly kind: 'killed' }
  | { readonly kind: 'not started' };

export interface SendingProgram {
  /** Bytes that the device has taken so far, whole blocks; null where the system does not tell. */
  bytesTaken(): Promise<number | null>;
  /** Drops what the device has not taken. */
  kill(): void;
  readonly ended: Promise<SendingEnd>;
}

/**
 * Writes the bytes to an open device in a program of its own, and takes the descriptor over. Only a write that waits is told
 * whether the printer took the block (usblp_write looks at a transfer's outcome only then); but it waits as long as the printer
 * is out of paper, and a thread of ours that waits so could not be stopped, nor let the station end. A program can be killed.
 * It is sent no other signal: usblp gives up waiting at a signal and goes on sending, so that the block would be written twice.
 */
export function startSendingProgram(descriptor: number, bytes: Uint8Array): SendingProgram {
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
    if (errorText.length < mostErrorText) errorText += chunk.toString('latin1');
  });
  stdin?.on('error', () => undefined); // it ended before it read all: its exit says why
  stdin?.end(bytes);

  const ended = new Promise<SendingEnd>((resolve) => {
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
