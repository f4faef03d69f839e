import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { pause } from '../../concurrency/waiting.ts';
import type { PrinterChannel, ReplyTimeouts } from '../protocol/printer-channel.ts';
import { errorName, notADevice, notOpened } from './usb-failures.ts';

const maxReply = 8 * 1024;
/** Most unread bytes dropped, because a device may never stop sending. */
const maxDropped = 64 * 1024;

/** A device opened for queries. A second open fails with EBUSY. */
export interface UsbChannel extends PrinterChannel {
  /** False where the device or its driver is unidirectional (usblp then answers reads with EINVAL). */
  readonly isBidirectional: boolean;
  /** Waits until the printer accepted the written bytes; false after `withinMs`, or where it is unplugged. */
  isDrained(withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens in non-blocking mode and reads again after a pause where the device has no data: a blocking read would occupy a thread of
 * Node's pool, and delay the end of the whole program, until the printer answers. usblp does not check writes made this way
 * (drivers/usb/class/usblp.c, usblp_write: "Presume that it's going to complete well"), which is enough for a query, but not for
 * a label.
 */
export async function openUsbChannel(path: string): Promise<Result<UsbChannel>> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    return failed(notOpened(path, errorName(error)));
  }
  const failure = await unusableReason(file, path);
  if (!failure) return success(channelOver(file, (await readNow(file, Buffer.alloc(64))) !== 'EINVAL'));
  await file.close();
  return failed(failure);
}

async function unusableReason(file: FileHandle, path: string): Promise<Failure | null> {
  return (await file.stat()).isCharacterDevice() ? null : notADevice(path);
}

function channelOver(file: FileHandle, isBidirectional: boolean): UsbChannel {
  let closed: Promise<void> | null = null;
  return {
    isBidirectional,
    async exchange(query, isWhole, limits) {
      const deadline = performance.now() + limits.totalMs;
      await discardUnread(file, deadline);
      if (!(await writeWhole(file, query, deadline))) return Buffer.alloc(0);
      return collect(file, isWhole, limits, deadline);
    },
    isDrained: (withinMs) => drained(file, performance.now() + withinMs),
    close() {
      closed ??= file.close().catch(() => undefined); // the printer was unplugged
      return closed;
    },
  };
}

/** Number of bytes read, or the error's name. A read of 0 bytes is an empty packet, not the end. */
async function readNow(file: FileHandle, into: Buffer): Promise<number | string> {
  try {
    return (await file.read(into, 0, into.length, null)).bytesRead;
  } catch (error) {
    return errorName(error);
  }
}

async function writeNow(file: FileHandle, bytes: Uint8Array, from: number, count: number): Promise<number | string> {
  try {
    return (await file.write(bytes, from, count, null)).bytesWritten;
  } catch (error) {
    return errorName(error);
  }
}

async function discardUnread(file: FileHandle, deadline: number): Promise<void> {
  const unread = Buffer.alloc(4 * 1024);
  for (let dropped = 0; dropped < maxDropped && performance.now() < deadline; ) {
    const count = await readNow(file, unread);
    if (typeof count === 'string' || count === 0) return;
    dropped += count;
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, deadline: number): Promise<boolean> {
  const pauses = growingPauses();
  let written = 0;
  while (written < bytes.length) {
    const count = await writeNow(file, bytes, written, bytes.length - written);
    if (typeof count === 'number') written += count;
    else if (count !== 'EAGAIN' || performance.now() >= deadline) return false;
    else await pauses.next();
  }
  return drained(file, deadline);
}

/** Waits until the printer accepted all bytes: an empty write is refused before (usblp_wwait). Closing earlier would drop them. */
async function drained(file: FileHandle, deadline: number): Promise<boolean> {
  const pauses = growingPauses();
  for (;;) {
    const count = await writeNow(file, Buffer.alloc(1), 0, 0);
    if (typeof count === 'number') return true;
    if (count !== 'EAGAIN' || performance.now() >= deadline) return false;
    await pauses.next();
  }
}

async function collect(
  file: FileHandle,
  isWhole: (reply: Uint8Array) => boolean,
  limits: ReplyTimeouts,
  deadline: number,
): Promise<Uint8Array> {
  const reply = Buffer.alloc(maxReply);
  const pauses = growingPauses();
  let length = 0;
  let silentUntil = performance.now() + limits.firstByteMs;
  while (length < maxReply && performance.now() < Math.min(deadline, silentUntil)) {
    const count = await readNow(file, reply.subarray(length));
    if (typeof count === 'string' && count !== 'EAGAIN') break;
    if (typeof count === 'string' || count === 0) {
      await pauses.next();
      continue;
    }
    length += count;
    if (isWhole(reply.subarray(0, length))) break;
    silentUntil = performance.now() + limits.betweenMs;
    pauses.restart();
  }
  return reply.subarray(0, length);
}

/** Pauses of 1 to 20 milliseconds, short at first because a ready printer answers at once. */
function growingPauses(): { next(): Promise<void>; restart(): void } {
  let milliseconds = 1;
  return {
    async next() {
      await pause(milliseconds);
      milliseconds = Math.min(milliseconds * 2, 20);
    },
    restart() {
      milliseconds = 1;
    },
  };
}
