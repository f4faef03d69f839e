import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../../src/main/core/imports/csv-parser.ts';
import { makeCustomCode } from '../../../../src/shared/orders/custom-code.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import {
  asPrinter,
  createParcel,
  createParcels,
  jobIn,
  print,
  printerState,
  printJobsFixture,
  scan,
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

  it('sees in the list that a parcel is being deleted or deleted, and that its deletion was undone', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const parcel = await createParcel(station);
    await jobIn(station, await print(station, parcel), 'printed');
    const deletion = async () => (await station.call('print-jobs.list', null)).map((job) => job.deletion ?? 'none');
    expect(await deletion()).toEqual(['none']);
    const undone = await station.call('parcel.delete', { parcelId: parcel.id });
    expect(await deletion()).toEqual(['deleting']);
    await station.call('deletion.undo', { commandId: undone.id });
    expect(await deletion()).toEqual(['none']);
    await station.call('parcel.delete', { parcelId: parcel.id });
    await station.until('print-jobs.list', null, ([job]) => job?.deletion === 'deleted');
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

describe('print queue: nothing is printed without a journal entry', () => {
  it('by any call that prints', async () => {
    const zebra = await printer();
    const station = await startStation(asPrinter('Zebra A', zebra, { default: true }));
    const parcels = await createParcels(station, 3);
    const [scanned, printed, inRun] = parcels as [Parcel, Parcel, Parcel];
    await scan(station, scanned.customCode ?? '', 'print');
    await print(station, printed);
    await station.call('print-run.start', { kind: 'parcels', parcelIds: [inRun.id] });
    const order = (print: boolean) =>
      station.call('order.create', {
        ...{ request: orderTo('Aya Noor', [makeCustomCode(randomBytes)]), evenIfDuplicate: true, print },
      });
    const [withLabels, later] = [await order(true), await order(false)];
    const input = { commandId: later.command.id };
    await station.until('order.progress', input, ({ state }) => state === 'created');
    await station.call('order.print-labels', input);
    await station.call('printer.test', { name: 'Zebra A' });
    await zebra.waitFor((one) => one.labels().length === 6);

    const codes = await Promise.all(
      [withLabels, later].map(async ({ command }) => {
        const { parcels: made } = await station.call('order.progress', { commandId: command.id });
        return made[0]?.customCode ?? '';
      }),
    );
    await station.call('journal.export', null);
    await station.until('export.read', null, (state) => state?.state === 'done');
    const [, ...rows] = [...csvRows(await readFile(join(station.folder, 'journal.csv'), 'utf8'), ',')].map((row) =>
      row.kind === 'row' ? row.cells : [],
    );
    const entries = rows.map(([, , what = '', code = '', outcome = '']) => [what, code, outcome].join(' '));
    const sent = [...parcels.map(({ customCode }) => customCode), ...codes].map(
      (code) => `Print ${code} Sending to the printer.`,
    );
    expect(entries).toEqual(
      expect.arrayContaining([
        ...sent,
        'Print labels  1 label requested.',
        'Print test label  A test label is sent to Zebra A.',
      ]),
    );
  });
});
