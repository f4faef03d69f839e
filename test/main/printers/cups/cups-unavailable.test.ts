import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CupsLimits, cupsTransport } from '../../../../src/main/printers/cups/cups.ts';
import { type OwnCups, startCups } from '../../../fakes/cups.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';
import { openFor } from '../../../suites/printer-transport.ts';
import { recordProgress } from './recorded-progress.ts';
import { testLimits as limits } from './test-limits.ts';

const label = Buffer.from('^XA^FDlabel^FS^XZ');

let cups: OwnCups;
let printer: FakePrinter;
beforeEach(async () => {
  [cups, printer] = await Promise.all([
    startCups(),
    startFakePrinter({ connectionFault: { kind: 'stall', afterBytes: 0 } }),
  ]);
  await cups.addQueue('Zebra', `socket://127.0.0.1:${printer.port}`);
});
afterEach(async () => {
  await cups.close();
  await printer.close();
});

const transport = (changed: Partial<CupsLimits> = {}) =>
  cupsTransport({ queue: 'Zebra' }, { ...limits, ...changed }, cups.environment);

describe('CUPS: a print service that stops with a label', () => {
  it('keeps the label: it prints when CUPS is back, and was sent once', async () => {
    const progress = recordProgress();
    const delivery = (await openFor(transport())).send(label, progress);
    await progress.reference();
    await cups.stop();
    await progress.until(/^status: queue-status\.cups-not-answering$/);
    await printer.connectionFault(null);
    await cups.start();
    expect(await delivery).toMatchObject({ kind: 'sent' });
    expect(await cups.run('lpstat', ['-W', 'all', '-o', 'Zebra'])).toMatch(/^Zebra-1 .*\n$/);
  });

  it('leaves the label uncertain when it stays away', async () => {
    const progress = recordProgress();
    const delivery = (await openFor(transport({ unavailableMs: 300 }))).send(label, progress);
    await progress.reference();
    await cups.stop();
    expect(await delivery).toMatchObject({
      kind: 'cut off',
      bytesSent: label.length,
      failure: {
        code: 'printer-cut-off',
        message: { code: 'printer.queue-stopped-answering', params: { job: 'Zebra-1' } },
      },
    });
  });

  it('has not started where it went between opening and sending', async () => {
    const open = await openFor(transport());
    await cups.stop();
    expect(await open.send(label)).toMatchObject({ kind: 'not started', failure: { code: 'printer-unreachable' } });
  });
});

describe('CUPS: a print service that accepts connections and does not answer', () => {
  it('does not open', async () => {
    cups.freeze(true);
    expect(await transport().open(new AbortController().signal)).toMatchObject({
      ok: false,
      failure: { code: 'printer-unreachable', message: { code: 'printer.cups-not-answering' } },
    });
  });

  it('does not keep a station that stops', async () => {
    cups.freeze(true);
    const stop = new AbortController();
    const opening = transport().open(stop.signal);
    stop.abort();
    expect(await opening).toMatchObject({ ok: false, failure: { message: { code: 'printer.open-stopped' } } });
  });
});
