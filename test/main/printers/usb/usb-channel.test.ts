import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyTimeouts } from '../../../../src/main/printers/protocol/printer-channel.ts';
import { openUsbChannel, type UsbChannel } from '../../../../src/main/printers/usb/usb-channel.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { createPseudoDevice, type PseudoDevice } from './pseudo-device.ts';

const longTimeouts: ReplyTimeouts = { firstByteMs: 10_000, betweenMs: 10_000, totalMs: 15_000 };
const hasty: ReplyTimeouts = { firstByteMs: 40, betweenMs: 40, totalMs: 10_000 };

let device: PseudoDevice;
let line: UsbChannel;
beforeEach(async () => {
  device = createPseudoDevice();
  const opened = await openUsbChannel(device.path);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  line = opened.value;
});
afterEach(async () => {
  await line.close();
  await device.pull();
});

const ask = async (query: string, end: string, limits = longTimeouts): Promise<string> => {
  const isWhole = (reply: Uint8Array): boolean => Buffer.from(reply).toString('latin1').endsWith(end);
  return Buffer.from(await line.exchange(Buffer.from(query), isWhole, limits)).toString('latin1');
};

describe('USB channel: a query', () => {
  it('returns the answer byte by byte as it was sent, in both directions', async () => {
    const everyByte = Array.from({ length: 256 }, (_, value) => String.fromCharCode(value)).join('');
    device.answer('~HS', everyByte);
    expect(await ask('~HS', '\xff')).toBe(everyByte);
    expect(device.received().map(String)).toEqual(['~HS']);
  });

  it('waits for an answer that arrives in parts', async () => {
    device.answer('~HS', 'first,');
    const asking = ask('~HS', 'second');
    await device.waitFor(() => String(device.lastWritten()).endsWith('~HS'));
    await device.say('second');
    expect(await asking).toBe('first,second');
  });

  it('returns the part of an answer that is never complete', async () => {
    device.answer('~HS', 'half');
    expect(await ask('~HS', 'whole', hasty)).toBe('half');
  });

  it('returns nothing where the printer is silent, and can query again', async () => {
    expect(await ask('~HS', '!', hasty)).toBe('');
    device.answer('~HQES', 'ready!');
    expect(await ask('~HQES', '!')).toBe('ready!');
    expect(await line.isDrained(10_000)).toBe(true);
  });

  it('drops data that the printer sent before the query', async () => {
    device.answer('~HI', 'model!');
    await device.say('unasked!');
    expect(await ask('~HI', '!')).toBe('model!');
  });

  it('keeps at most 8 KB of an endless answer', async () => {
    device.answer('~HD', 'x'.repeat(20_000));
    expect(await ask('~HD', '!')).toHaveLength(8192);
  });

  it('ends within its limit where the printer accepts nothing', async () => {
    device.stall(true);
    const flood = 'A'.repeat(300_000);
    expect(await ask(flood, '!', { ...hasty, totalMs: 60 })).toBe('');
  });

  it('returns nothing once the cable is pulled, and does not reject', async () => {
    await device.pull();
    expect(await ask('~HS', '!', hasty)).toBe('');
    expect(await line.isDrained(10_000)).toBe(false);
    await line.close();
    await line.close();
  });
});

describe('USB channel: opening a device', () => {
  const messageOf = async (path: string): Promise<unknown> => {
    const opened = await openUsbChannel(path);
    return opened.ok ? 'opened' : opened.failure.message;
  };

  it('reports that no printer is plugged in or that a print queue holds it', async () => {
    expect(await messageOf('/dev/usb/lp99')).toEqual(message('printer.usb-not-found', { path: '/dev/usb/lp99' }));
  });

  it('rejects a plain file, such as one written while the printer was off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packbench-usb-'));
    await writeFile(join(folder, 'lp0'), 'a label');
    const path = join(folder, 'lp0');
    expect(await messageOf(path)).toEqual(message('printer.usb-not-a-device', { path }));
    await rm(folder, { recursive: true });
  });
});
