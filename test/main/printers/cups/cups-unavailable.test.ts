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
  [cups, printer] = await Promise.all([startCups(), startFakePrinter()]);
  await cups.addQueue('Zebra', `socket://127.0.0.1:${printer.port}`);
});
afterEach(async () => {
  await cups.close();
  await printer.close();
});

const transport = (changed: Partial<CupsLimits> = {}) =>
  cupsTransport({ queue: 'Zebra' }, { ...limits, ...changed }, cups.environment);

const uncertain = (code: string) => ({
  kind: 'cut off',
  bytesSent: label.length,
  failure: { code: 'printer-cut-off', message: { code, params: { job: 'Zebra-1' } } },
});

describe('CUPS: a print service that stops with a label', () => {
  it('keeps a label that the printer has nothing of: it prints once when CUPS is back', async () => {
    await printer.connectionFault({ kind: 'off' });
    const progress = recordProgress();
    const delivery = (await openFor(transport())).send(label, progress);
    await progress.until(/^status: queue-status\.unreachable$/);
    await cups.stop();
    await progress.until(/^status: queue-status\.cups-not-answering$/);
    await printer.connectionFault(null);
    await cups.start();
    expect(await delivery).toMatchObject({ kind: 'sent' });
    expect(await cups.run('lpstat', ['-W', 'all', '-o', 'Zebra'])).toMatch(/^Zebra-1 .*\n$/);
    expect(printer.printLog()).toEqual([{ label, copies: 1 }]);
  });

  it('leaves a label uncertain that the printer was finishing, and no later start of CUPS prints it again', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 0 });
    const progress = recordProgress();
    const delivery = (await openFor(transport())).send(label, progress);
    await progress.until(/^status: queue-status\.finishing$/);
    await cups.stop();
    await printer.connectionFault(null);
    await printer.waitFor(({ openConnections }) => openConnections === 0);
    await cups.start();
    expect(await delivery).toMatchObject(uncertain('printer.queue-job-abandoned'));
    await cups.stop();
    await cups.start();
    // CUPS works on its jobs in order.
    const next = Buffer.from('^XA^FDnext^FS^XZ');
    expect(await (await openFor(transport())).send(next)).toMatchObject({ kind: 'sent' });
    expect(printer.labels().map(String)).toEqual([label, next].map(String));
  });

  it('leaves the label uncertain when it stays away', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 0 });
    const progress = recordProgress();
    const delivery = (await openFor(transport({ unavailableMs: 300 }))).send(label, progress);
    await progress.reference();
    await cups.stop();
    expect(await delivery).toMatchObject(uncertain('printer.queue-stopped-answering'));
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
