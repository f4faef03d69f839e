import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Spooler } from '../../../../src/main/printers/windows/spooler.ts';
import { createThreadedSpooler } from '../../../../src/main/printers/windows/spooler.ts';
import { windowsTransport } from '../../../../src/main/printers/windows/windows.ts';
import {
  spoolerNotAvailable,
  spoolerThreadEnded,
  win32Errors,
} from '../../../../src/main/printers/windows/winspool-api.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { openFor } from '../../../suites/printer-transport.ts';

const queueWorker = new URL('./queue-worker.mjs', import.meta.url);
const queueInThread = (idleMs = 10_000): Spooler => createThreadedSpooler({ file: queueWorker, idleMs });

describe('Windows spooler thread', () => {
  it('sends a label to the queue', async () => {
    const transport = windowsTransport({ printer: 'Zebra' }, queueInThread(), { checkMs: 1 }, 'win32');
    const delivery = await (await openFor(transport)).send(Buffer.alloc(200_000, '^'));
    expect(delivery).toEqual({ kind: 'sent', bytesSent: 200_000, closedCleanly: true });
  });

  it('answers in the order of the calls', async () => {
    const spooler = queueInThread();
    const [opened, attributes, unknown] = await Promise.all([
      spooler.openPrinter('Zebra'),
      spooler.driverAttributes(1),
      spooler.openPrinter('Missing'),
    ]);
    expect([opened, attributes]).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 0 },
    ]);
    expect(unknown).toEqual({ ok: false, error: win32Errors.invalidPrinterName });
  });

  it('ends when idle, and starts again', async () => {
    const spooler = queueInThread(1);
    expect(await spooler.openPrinter('Zebra')).toEqual({ ok: true, value: 1 });
    expect(await spooler.openPrinter('Zebra')).toEqual({ ok: true, value: 2 });
    await spooler.closePrinter(1);
    await spooler.closePrinter(2);
    // A new thread counts from one again.
    await expect
      .poll(async () => {
        const opened = await spooler.openPrinter('Zebra');
        if (opened.ok) await spooler.closePrinter(opened.value);
        return opened;
      })
      .toEqual({ ok: true, value: 1 });
  });

  itInLongRun('fails pending calls when the thread ends, and starts another', async () => {
    const spooler = queueInThread();
    const [ended, asked] = await Promise.all([spooler.openPrinter('ends'), spooler.openPrinter('Zebra')]);
    expect([ended, asked]).toEqual(Array(2).fill({ ok: false, error: spoolerThreadEnded }));
    expect(await spooler.openPrinter('Zebra')).toEqual({ ok: true, value: 1 });
  });

  it('fails calls when the thread cannot start', async () => {
    const spooler = createThreadedSpooler({ file: new URL('./no-such-worker.mjs', import.meta.url) });
    expect(await spooler.printers()).toEqual({ ok: false, error: spoolerThreadEnded });
  });

  it('rejects malformed messages, from either side', async () => {
    const spooler = queueInThread();
    expect(await spooler.openPrinter('nonsense')).toEqual({ ok: false, error: win32Errors.invalidParameter });
    expect(await spooler.openPrinter('x'.repeat(1000))).toEqual({ ok: false, error: win32Errors.invalidParameter });
    expect(await spooler.job(1, 0)).toEqual({ ok: false, error: win32Errors.invalidParameter });
  });

  it('accepts no more than 32 calls at once', async () => {
    const spooler = queueInThread();
    const answers = await Promise.all(Array.from({ length: 40 }, () => spooler.printers()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(32);
  });

  it.runIf(process.platform !== 'win32')(
    'reports that there is no spooler, and loads nothing, on other systems',
    async () => {
      const spooler = createThreadedSpooler({ file: new URL('./real-worker.mjs', import.meta.url) });
      expect(await spooler.printers()).toEqual({ ok: false, error: spoolerNotAvailable });
    },
  );

  it('lets the station end while it is idle', () => {
    const source = new URL('../../../../src/main/printers/windows/spooler.ts', import.meta.url).href;
    const code = `
      const { createThreadedSpooler } = await import(${JSON.stringify(source)});
      const spooler = createThreadedSpooler({ file: new URL(${JSON.stringify(queueWorker.href)}), idleMs: 3_600_000 });
      await spooler.openPrinter('Zebra');
      process.stdout.write('asked');
    `;
    const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      timeout: 15_000,
    });
    expect([String(ended.stdout), ended.status]).toEqual(['asked', 0]);
  });
});
