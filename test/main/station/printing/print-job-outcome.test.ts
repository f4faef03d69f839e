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
  scan,
  scanUntil,
} from './print-jobs-fixture.ts';

const { printer, startStation } = printJobsFixture();

describe('print job: a label is reported as printed', () => {
  it('when the printer’s own counter confirms it, with the counts stored in the job', async () => {
    const zebra = await printer({ labelCount: 18_204 });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await jobIn(station, await print(station, await createParcel(station)), 'printed');
    expect(job.evidence).toMatchObject({ confirmedBy: 'counter', countBefore: 18_204, countAfter: 18_205, labels: 1 });
    expect(zebra.labels()).toHaveLength(1);
  });

  it.each([
    ['cannot count its labels', { answers: { variables: false } }, {}],
    ['is used by other computers too', {}, { shared: true }],
  ])('never if the printer %s', async (_why, options, settings) => {
    const station = await startStation(asPrinter('Zebra A', await printer(options), settings));
    const first = await jobIn(station, await print(station, await createParcel(station)), 'sent');
    expect(first.evidence).toMatchObject({ statusReport: 'answered', confirmedBy: null });
    await jobIn(station, await print(station, await createParcel(station)), 'sent');
    expect((await jobIn(station, first, 'sent', 'printed')).state).toBe('sent');
  });

  it('not while it waits inside the printer', async () => {
    const zebra = await printer();
    zebra.hold();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await createParcel(station));
    const waiting = await station.until('print-jobs.list', null, ([first]) => {
      const { formatsInPrinter, labelsInPrinter } = first?.evidence ?? {};
      return first?.state === 'sent' && (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0) > 0;
    });
    expect(waiting[0]?.state).toBe('sent');
    zebra.release();
    expect((await jobIn(station, job, 'printed')).evidence.confirmedBy).toBe('counter');
  });
});

describe('print confirmation: a scan of the label', () => {
  it('confirms the print if only the label has the code', async () => {
    const zebra = await printer({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await createParcel(station);
    const asked = await scan(station, one.customCode ?? '', 'print');
    const sent = await jobIn(station, asked.job as PrintJob, 'sent');
    const confirmation = await scan(station, one.pickUpCode ?? '', 'look up');
    expect(confirmation).toMatchObject({
      kind: 'found',
      parcel: { lastJob: { state: 'printed', evidence: { confirmedBy: 'scan' } } },
    });
    expect(await jobIn(station, sent, 'printed')).toMatchObject({ evidence: { confirmedBy: 'scan' } });
  });

  it('confirms nothing if it is the sticker whose code started the job, typed in lower case', async () => {
    const zebra = await printer({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await createParcel(station);
    const begun = await scan(station, (one.customCode ?? '').toLowerCase(), 'print');
    const sent = await jobIn(station, begun.job as PrintJob, 'sent');
    expect((await scan(station, one.customCode ?? '', 'look up')).kind).toBe('found');
    expect((await jobIn(station, sent, 'sent', 'printed')).state).toBe('sent');
  });

  it('asks "label in hand?" if it is the code that started the job, or the shop’s own sticker', async () => {
    const zebra = await printer({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await createParcel(station);
    const sent = await jobIn(station, await print(station, one), 'sent');
    const answer = await scanUntil(station, one.customCode ?? '', 'ask for copy');
    expect(answer.job?.id).toBe(sent.id);
    expect((await jobIn(station, sent, 'sent')).state).toBe('sent');
    await station.call('print-job.settle', { jobId: sent.id, printed: true });
    expect((await jobIn(station, sent, 'printed')).evidence.confirmedBy).toBe('operator');
  });
});

describe('print job: a label cut off while being sent', () => {
  it('is uncertain, and its part in the printer is dropped before the next one, which is printed completely', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await createParcels(station, 2);
    await printerState(station, ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
    const cut = await print(station, one as Parcel);
    await jobIn(station, cut, 'uncertain');
    await zebra.connectionFault(null);
    const whole = await print(station, two as Parcel);
    await jobIn(station, whole, 'printed');
    expect(zebra.executedCommands).toContain('~JX');
    expect(zebra.labels()).toHaveLength(1);
    expect(String(zebra.labels()[0])).toContain(two?.customCode);
    expect((await jobIn(station, cut, 'uncertain')).state).toBe('uncertain');
  });

  it('is settled by an operator as not printed, and the reprint is the first copy again', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await createParcel(station);
    await printerState(station, ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
    const cut = await jobIn(station, await print(station, one), 'uncertain');
    await zebra.connectionFault(null);
    await expect(print(station, one)).rejects.toThrow('print-job.maybe-printed');
    expect((await station.call('print-job.settle', { jobId: cut.id, printed: false })).state).toBe('failed');
    await jobIn(station, await print(station, one), 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });
});

describe('print job: a printer switched off and on', () => {
  it('loses its buffer: the labels in it are uncertain, and are not sent again', async () => {
    const zebra = await printer();
    zebra.hold();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await createParcel(station));
    await station.until(
      'print-jobs.list',
      null,
      ([first]) => (first?.evidence.formatsInPrinter ?? 0) > 0 || (first?.evidence.labelsInPrinter ?? 0) > 0,
    );
    await zebra.connectionFault({ kind: 'off' });
    await printerState(station, ({ reasons }) => reasons.includes('unreachable'));
    await zebra.connectionFault(null);
    await zebra.restart();
    zebra.release();
    expect((await jobIn(station, job, 'uncertain')).failure?.message).toMatchObject({ code: 'print-job.not-counted' });
    expect(zebra.labels()).toHaveLength(0);
  });
});
