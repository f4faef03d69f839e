import { afterEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/main/core/ports/printing.ts';
import { type CupsLimits, cupsTransport } from '../../../../src/main/printers/cups/cups.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { openFor } from '../../../suites/printer-transport.ts';
import { cupsOfFile, printerBehind } from './cups-fixture.ts';
import { type RecordedProgress, recordProgress } from './recorded-progress.ts';
import { testLimits as limits } from './test-limits.ts';

const never = new AbortController().signal;
const label = Buffer.from('^XA^FDlabel^FS^XZ');
/** More than the connection buffers, so that CUPS notices a printer that stops reading. */
const longLabel = Buffer.concat([Buffer.from('^XA^FX'), Buffer.alloc(9_000_000, 'x'), Buffer.from('^FS^XZ')]);

const cups = cupsOfFile();
const own = printerBehind(cups);
const { printer, addQueue } = own;
afterEach(async () => {
  await cups().run('cancel', ['-a', own.queue]);
  await printer().close();
});

const transport = (changed: Partial<CupsLimits> = {}) =>
  cupsTransport({ queue: own.queue }, { ...limits, ...changed }, cups().environment);

interface Sending {
  progress: RecordedProgress;
  delivery: Promise<Delivery>;
}

const send = async (bytes = label, changed: Partial<CupsLimits> = {}): Promise<Sending> => {
  const open = await openFor(transport(changed));
  const progress = recordProgress();
  const delivery = open.send(bytes, progress);
  await progress.reference();
  return { progress, delivery };
};

const follow = (reference: string, bytes = label.length, signal = never) => {
  const progress = recordProgress();
  return { progress, delivery: transport().follow?.(reference, bytes, progress, signal) };
};

const sentDelivery = { kind: 'sent', bytesSent: label.length, closedCleanly: true };

describe('CUPS: a label in the queue', () => {
  it('waits for a printer that is off, reports that, and prints exactly once when the printer is on again', async () => {
    await printer().connectionFault({ kind: 'off' });
    const { progress, delivery } = await send();
    await progress.until(/^status: queue-status\.unreachable$/);
    await printer().connectionFault(null);
    expect(await delivery).toEqual(sentDelivery);
    expect(progress.reported.at(-1)).toBe('no status');
    expect(printer().printLog()).toEqual([{ label, copies: 1 }]);
  });

  it('is reported as stalled while the printer accepts nothing, and continues automatically', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const { progress, delivery } = await send(label, { stalledAfterMs: 100 });
    await progress.until(/^stalled$/);
    await progress.until(/^status: queue-status\.finishing$/);
    await printer().connectionFault(null);
    expect(await delivery).toEqual(sentDelivery);
    expect(progress.reported).toContain('continues');
    expect(printer().printLog()).toEqual([{ label, copies: 1 }]);
  });

  it('is uncertain when it is cancelled there while it is being sent', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const { progress, delivery } = await send(longLabel);
    await progress.until(/^status: queue-status\.sending/);
    const reference = await progress.reference();
    await cups().run('cancel', [reference]);
    expect(await delivery).toMatchObject({
      kind: 'cut off',
      bytesSent: longLabel.length,
      failure: {
        code: 'printer-cut-off',
        message: message('printer.queue-job-cancelled', { job: reference }),
      },
    });
  });

  it('is reported as not sent when it is cancelled in the queue behind another', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    await send(longLabel);
    const second = await send();
    await second.progress.until(/^status: queue-status\.waiting$/);
    await cups().run('cancel', [await second.progress.reference()]);
    expect(await second.delivery).toMatchObject({
      kind: 'cut off',
      bytesSent: 0,
      failure: { message: { code: 'printer.queue-job-cancelled-unsent' } },
    });
  });

  it('waits while it is held in the queue, and prints when it is released', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const first = await send();
    const second = await send(Buffer.from('^XA^FDsecond^FS^XZ'));
    const reference = await second.progress.reference();
    await cups().run('lp', ['-i', reference, '-H', 'hold']);
    await second.progress.until(/^status: queue-status\.held-until-released$/);
    await printer().connectionFault(null);
    expect(await first.delivery).toEqual(sentDelivery);
    await cups().run('lp', ['-i', reference, '-H', 'resume']);
    expect(await second.delivery).toMatchObject({ kind: 'sent' });
    expect(printer().labels().map(String)).toEqual([String(label), '^XA^FDsecond^FS^XZ']);
  });

  it('waits while its queue is stopped, and reports that', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const first = await send();
    const second = await send();
    await cups().run('cupsdisable', [own.queue]);
    await second.progress.until(/^status: queue-status\.queue-stopped/);
    await cups().run('cancel', ['-a', own.queue]);
    expect(await second.delivery).toMatchObject({ kind: 'cut off', bytesSent: 0 });
    expect(await first.delivery).toMatchObject({ kind: 'cut off', bytesSent: label.length });
  });

  itInLongRun(
    'is sent again by CUPS itself when the printer reset in the middle, and the status shows that',
    async () => {
      await printer().connectionFault({ kind: 'reset', afterBytes: 5 });
      const { progress, delivery } = await send(longLabel);
      await progress.until(/^status: queue-status\.retrying “Unable/);
      await printer().connectionFault(null);
      expect(await delivery).toMatchObject({ kind: 'sent' });
      expect(await cups().run('lpstat', ['-W', 'all', '-o', own.queue])).toMatch(/^\S+-\d+ .*\n$/);
    },
    40_000,
  ); // CUPS retries about every ten seconds

  it('is uncertain when CUPS gives it up', async () => {
    await addQueue(['printer-error-policy=abort-job']);
    await printer().connectionFault({ kind: 'reset', afterBytes: 5 });
    const { delivery } = await send(longLabel);
    expect(await delivery).toMatchObject({
      kind: 'cut off',
      failure: { code: 'printer-cut-off', message: { code: 'printer.queue-job-aborted' } },
    });
  });
});

describe('CUPS: a label whose station was restarted', () => {
  it('is followed to its end, and was sent once', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const before = await send();
    const after = follow(await before.progress.reference());
    await after.progress.until(/^status: /);
    await printer().connectionFault(null);
    expect(await after.delivery).toEqual(sentDelivery);
    expect(await before.delivery).toEqual(sentDelivery);
    expect(printer().printLog()).toEqual([{ label, copies: 1 }]);
  });

  it('is sent when it ended while the station was stopped', async () => {
    const before = await send();
    await before.delivery;
    expect(await follow(await before.progress.reference()).delivery).toEqual(sentDelivery);
  });

  it('is uncertain when CUPS no longer knows it', async () => {
    const { progress, delivery } = await send();
    await delivery;
    const reference = await progress.reference();
    await cups().run('cancel', ['-a', '-x', own.queue]);
    expect(await follow(reference).delivery).toMatchObject({
      kind: 'cut off',
      failure: { code: 'printer-cut-off', message: message('printer.queue-job-unknown', { job: reference }) },
    });
  });

  it('is uncertain when its number is another program’s job by now', async () => {
    const said = await cups().run('lp', ['-d', own.queue, '-H', 'hold', '-t', 'Holiday photos', '/etc/hostname']);
    const reference = /is (\S+)/.exec(said)?.[1] ?? '';
    expect(await follow(reference).delivery).toMatchObject({ kind: 'cut off' });
  });

  it.each(['', 'Zebra', 'Zebra-', '-99999999999', `Zebra-${2 ** 32}`])(
    'is uncertain by the number %j',
    async (reference) => {
      expect(await follow(reference).delivery).toMatchObject({ kind: 'cut off', bytesSent: label.length });
    },
  );

  it('is left to CUPS when the station stops again', async () => {
    await printer().connectionFault({ kind: 'stall', afterBytes: 5 });
    const { progress, delivery } = await send();
    const stop = new AbortController();
    const after = follow(await progress.reference(), label.length, stop.signal);
    await after.progress.until(/^status: /);
    stop.abort();
    await after.delivery;
    await printer().connectionFault(null);
    expect(await delivery).toEqual(sentDelivery);
    expect(after.progress.reported).not.toContain('no status');
  });
});
