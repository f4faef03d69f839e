import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendProgress } from '../../../../src/main/core/ports/printing.ts';
import { sendLabel, type UsbSendLimits } from '../../../../src/main/printers/usb/usb.ts';
import { createPseudoDevice, type PseudoDevice } from './pseudo-device.ts';

const never = new AbortController().signal;
const longTimeouts: UsbSendLimits = { checkMs: 5, stalledMs: 10_000, abandonMs: 15_000 };
/** Far more than the kernel buffers for a pseudo-terminal. */
const largeLabel = Buffer.alloc(300_000, 'A');

interface RecordedProgress extends SendProgress {
  readonly stalls: boolean[];
}

function recordProgress(): RecordedProgress {
  const stalls: boolean[] = [];
  return {
    stalls,
    stalled: (isStalled) => void stalls.push(isStalled),
    owned: () => undefined,
    queueStatus: () => undefined,
  };
}

const receivedBytes = (): number => Buffer.concat(device.received()).length;

let device: PseudoDevice;
beforeEach(() => {
  device = createPseudoDevice();
});
afterEach(() => device.pull());

describe('USB printer: a label', () => {
  it('arrives completely, however often the device delays it', async () => {
    const delivery = await sendLabel(device.path, largeLabel, longTimeouts, undefined, never);
    expect(delivery).toEqual({ kind: 'sent', bytesSent: largeLabel.length, closedCleanly: true });
    await device.atRest();
    expect(Buffer.concat(device.received()).equals(largeLabel)).toBe(true);
  });

  it('reports that it stalls, and that it continues', async () => {
    const progress = recordProgress();
    device.stallAfter(100_000);
    const sending = sendLabel(device.path, largeLabel, { ...longTimeouts, stalledMs: 20 }, progress, never);
    // On a busy computer it may also be reported as stalled earlier.
    await expect.poll(() => progress.stalls.at(-1) === true && receivedBytes() >= 90_000).toBe(true);
    expect(receivedBytes()).toBeLessThan(200_000);
    device.stall(false);
    expect(await sending).toMatchObject({ kind: 'sent', bytesSent: largeLabel.length });
    expect(progress.stalls.at(-1)).toBe(false);
    expect(progress.stalls).toEqual(progress.stalls.map((_, index) => index % 2 === 0));
  });

  it('is uncertain when the cable is pulled in the middle, and reports at most the bytes that were sent', async () => {
    device.stallAfter(100_000);
    const sending = sendLabel(device.path, largeLabel, longTimeouts, undefined, never);
    await expect.poll(receivedBytes).toBeGreaterThanOrEqual(90_000);
    await device.pull();
    const delivery = await sending;
    expect(delivery).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
    if (delivery.kind !== 'cut off') return;
    expect(delivery.bytesSent).toBeGreaterThanOrEqual(90_000);
    expect(delivery.bytesSent).toBeLessThan(largeLabel.length);
    expect(delivery.failure.message).toMatchObject({
      code: expect.stringMatching(/^printer\.(usb-unplugged|connection-lost)$/),
    });
  });

  it('is abandoned once the printer accepted nothing for long, and the rest is never sent', async () => {
    device.stallAfter(100_000);
    const delivery = await sendLabel(device.path, largeLabel, { ...longTimeouts, abandonMs: 30 }, undefined, never);
    expect(delivery).toMatchObject({
      kind: 'cut off',
      failure: { message: { code: 'printer.stopped-accepting' } },
    });
    device.stall(false);
    await device.atRest();
    expect(Buffer.concat(device.received()).length).toBeLessThan(largeLabel.length);
  });

  it('can be stopped in the middle', async () => {
    const stop = new AbortController();
    device.stall(true);
    const sending = sendLabel(device.path, largeLabel, longTimeouts, undefined, stop.signal);
    stop.abort();
    expect(await sending).toMatchObject({
      kind: 'cut off',
      failure: { message: { code: 'printer.sending-stopped' } },
    });
  });

  it('has not started where there is no device, and creates no file in its place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packbench-usb-'));
    const path = join(folder, 'lp0');
    expect(await sendLabel(path, largeLabel, longTimeouts, undefined, never)).toMatchObject({
      kind: 'not started',
      failure: { code: 'printer-unreachable', message: { code: 'printer.usb-not-found', params: { path } } },
    });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await rm(folder, { recursive: true });
  });

  it('has not started where the program that writes is missing, and leaves the device to others', async () => {
    const usual = process.env.PATH;
    process.env.PATH = '/nowhere';
    const delivery = await sendLabel(device.path, largeLabel, longTimeouts, undefined, never);
    process.env.PATH = usual;
    expect(delivery).toMatchObject({
      kind: 'not started',
      failure: { message: { code: 'printer.usb-writer-missing' } },
    });
    await device.atRest();
    expect(device.received()).toEqual([]);
  });

  it('does not prevent the station from ending while the printer accepts nothing', () => {
    device.stall(true);
    const code = `
      const { sendLabel } = await import(${JSON.stringify(new URL('../../../../src/main/printers/usb/usb.ts', import.meta.url).href)});
      const limits = { checkMs: 5, stalledMs: 20, abandonMs: 600_000 };
      const end = () => process.exit(0);
      const progress = { owned() {}, queueStatus() {}, stalled: end };
      await sendLabel(${JSON.stringify(device.path)}, Buffer.alloc(300_000), limits, progress, new AbortController().signal);
    `;
    const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      timeout: 15_000,
    });
    expect(ended.status).toBe(0);
  });
});
