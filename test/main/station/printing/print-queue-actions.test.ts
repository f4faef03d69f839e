import { describe, expect, it } from 'vitest';
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

describe('print queue: an operator', () => {
  it('holds one label while others are printed, and releases it', async () => {
    const zebra = await printer({ status: { paperOut: true } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await createParcels(station, 2);
    const first = await print(station, one as Parcel);
    const second = await print(station, two as Parcel);
    await jobIn(station, first, 'held');
    await station.call('print-job.hold', { jobId: first.id });
    zebra.setStatus({});
    await jobIn(station, second, 'printed');
    expect((await jobIn(station, first, 'held')).onHold).toBe(true);
    await station.call('print-job.resume', { jobId: first.id });
    await jobIn(station, first, 'printed');
    expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
  });

  it('holds a whole printer, and releases it', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra));
    await station.call('printer.pause', { name: 'Zebra A' });
    const job = await print(station, await createParcel(station));
    expect((await jobIn(station, job, 'held')).reasons).toEqual(['on hold']);
    await station.call('printer.resume', { name: 'Zebra A' });
    await jobIn(station, job, 'printed');
  });

  it('moves waiting labels to another printer, except those the first may have', async () => {
    const [broken, good] = [await printer(), await printer()];
    broken.breakDownMidLabel('paperOut');
    const station = await startStation(asPrinter('Zebra A', broken, { default: true }), asPrinter('Zebra B', good));
    const [one, two, three] = await createParcels(station, 3);
    const owned = await print(station, one as Parcel);
    await printerState(station, ({ reasons }) => reasons.includes('paper out'));
    const waiting = await print(station, two as Parcel);
    const single = await print(station, three as Parcel);
    await jobIn(station, waiting, 'held');
    await station.call('print-job.move', { jobId: single.id, printer: 'Zebra B' });
    expect(await station.call('printer.move-jobs', { from: 'Zebra A', to: 'Zebra B' })).toEqual({ moved: 1 });
    await jobIn(station, waiting, 'printed');
    await jobIn(station, single, 'printed');
    expect(good.labels()).toHaveLength(2);
    expect((await jobIn(station, owned, 'sent')).printer).toBe('Zebra A');
    broken.setStatus({});
    await jobIn(station, owned, 'printed');
    expect(broken.labels()).toHaveLength(1);
  });

  it('sees that a stand-in took over automatically if the settings allow it', async () => {
    const [off, good] = [await printer({ connectionFault: { kind: 'off' } }), await printer()];
    const station = await startStation(
      asPrinter('Zebra A', off, { default: true, standIn: { printer: 'Zebra B', automatic: true } }),
      asPrinter('Zebra B', good),
    );
    await printerState(station, ({ name, answers }) => name === 'Zebra B' && answers);
    const job = await jobIn(station, await print(station, await createParcel(station)), 'printed');
    expect(job.printer).toBe('Zebra B');
    expect(good.labels()).toHaveLength(1);
  });
});
