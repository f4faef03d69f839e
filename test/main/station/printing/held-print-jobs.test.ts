import { describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import {
  asPrinter,
  createParcel,
  createParcels,
  jobIn,
  print,
  printerState,
  printJobsFixture,
} from './print-jobs-fixture.ts';

const { printer, startStation } = printJobsFixture();

describe('print job: a printer fault', () => {
  it.each([
    ['paperOut', 'paper out'],
    ['ribbonOut', 'ribbon out'],
    ['headOpen', 'head open'],
    ['paused', 'paused'],
  ] as const)(
    '%s holds the next label with the reason; afterwards all labels continue automatically, in order, once each',
    async (fault, reason) => {
      const zebra = await printer({ status: { [fault]: true } });
      const station = await startStation(asPrinter('Zebra A', zebra));
      const made = await createParcels(station, 3);
      const jobs: PrintJob[] = [];
      for (const one of made) jobs.push(await print(station, one));
      const [first, second, third] = jobs as [PrintJob, PrintJob, PrintJob];
      expect((await jobIn(station, first, 'held')).reasons).toEqual([reason]);
      expect((await jobIn(station, second, 'queued')).state).toBe('queued');
      expect((await printerState(station, ({ reasons }) => reasons.length > 0)).reasons).toEqual([reason]);
      expect(zebra.labels()).toHaveLength(0);
      zebra.setStatus({});
      for (const job of [first, second, third]) await jobIn(station, job, 'printed');
      expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1, 1]);
      expect(
        zebra.labels().map((label) => made.findIndex(({ customCode }) => label.includes(customCode ?? '?'))),
      ).toEqual([0, 1, 2]);
    },
  );

  it('in the middle of a label: the printer reprints the label itself, and the station sends no second one', async () => {
    const zebra = await printer();
    zebra.breakDownMidLabel('paperOut');
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await createParcels(station, 2);
    const first = await print(station, one as Parcel);
    await printerState(station, ({ reasons }) => reasons.includes('paper out'));
    const second = await print(station, two as Parcel);
    await jobIn(station, second, 'held');
    expect((await jobIn(station, first, 'sent')).bytesSent).toBeGreaterThan(0);
    zebra.setStatus({});
    await jobIn(station, first, 'printed');
    await jobIn(station, second, 'printed');
    expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
  });

  it('that stops the answers is "not answering": check paper, ribbon and head', async () => {
    const zebra = await printer({ status: 'silent' });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await createParcel(station));
    expect(await jobIn(station, job, 'held')).toMatchObject({ reasons: ['not answering'] });
    expect(zebra.labels()).toHaveLength(0);
    zebra.setStatus({});
    await jobIn(station, job, 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });

  it('is also shown while the printer is idle, before a scan', async () => {
    const zebra = await printer({ status: { paperOut: true } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    expect((await printerState(station, ({ reasons }) => reasons.length > 0)).reasons).toEqual(['paper out']);
  });
});

describe('print job: a printer that never answers', () => {
  it('prints once an operator marks it as unable to answer, and its labels are "sent"', async () => {
    const zebra = await printer({ status: 'silent' });
    const station = await startStation(asPrinter('Clone', zebra));
    const job = await print(station, await createParcel(station));
    await jobIn(station, job, 'held');
    await station.call('printer.cannot-answer', { name: 'Clone' });
    expect(await jobIn(station, job, 'sent')).toMatchObject({
      evidence: { statusReport: 'one-way', confirmedBy: null },
    });
    expect(zebra.labels()).toHaveLength(1);
  });
});

describe('print job: another printer at a known address', () => {
  it('gets no label until an operator accepts it', async () => {
    const zebra = await printer({ identity: { serial: 'OLD1' } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    await station.until('station.read', null, ({ settings }) => settings.printers[0]?.known?.serial === 'OLD1');
    await zebra.connectionFault({ kind: 'off' });
    zebra.setIdentity({ serial: 'NEW2' });
    const job = await print(station, await createParcel(station));
    await jobIn(station, job, 'held');
    await zebra.connectionFault(null);
    const state = await printerState(station, ({ reasons }) => reasons.includes('another printer'));
    expect(state.message).toMatchObject({
      code: 'print-job.different-printer',
      params: { expected: { params: { serial: 'OLD1' } }, found: { params: { serial: 'NEW2' } } },
    });
    expect(zebra.labels()).toHaveLength(0);
    await station.call('printer.accept-identity', { name: 'Zebra A' });
    await jobIn(station, job, 'printed');
  });
});

describe('print job: a label made for another printer', () => {
  it('needs confirmation, does not block other labels, and is printed when an operator confirms it', async () => {
    const zebra = await printer({ identity: { dotsPerMillimetre: 12 } });
    const station = await startStation(asPrinter('Zebra 300', zebra));
    const job = await jobIn(station, await print(station, await createParcel(station)), 'held');
    expect(job.question).toMatchObject({ kind: 'resolution differs', answers: ['print pdf', 'print anyway'] });
    await station.call('print-job.answer', { jobId: job.id, answer: 'print anyway' });
    await jobIn(station, job, 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });

  it('is printed from the service’s PDF at the resolution of the present printer', async () => {
    const zebra = await printer({ identity: { dotsPerMillimetre: 12 } });
    const station = await startStation(asPrinter('Zebra 300', zebra));
    const job = await jobIn(station, await print(station, await createParcel(station)), 'held');
    await station.call('print-job.answer', { jobId: job.id, answer: 'print pdf' });
    const printed = await jobIn(station, job, 'printed');
    expect(printed.sentSha256).not.toBe(printed.labelSha256);
    expect(String(zebra.labels()[0])).toMatch(/^\^XA[\s\S]*\^GFA,/);
  }, 30_000);

  it('of practice is not sent to a production printer without confirmation', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra, { productionOnly: true }));
    const job = await jobIn(station, await print(station, await createParcel(station)), 'held');
    expect(job.question?.kind).toBe('not production');
    expect(zebra.labels()).toHaveLength(0);
  });
});
