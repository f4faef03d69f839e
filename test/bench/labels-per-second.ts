import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { type StationInNode, startStationInNode } from '../helpers/station-in-node.ts';
import { openBaselineLoop } from './baseline-loop.ts';
import { storedParcels } from './bench-orders.ts';
import { type BenchRow, repetitions } from './bench-row.ts';
import { cupsRate } from './cups-rate.ts';

const labels = 100;
const printersAtOnce = 8;

/**
 * Labels a second through the durable queue, confirmed by the printer's counter, from the first request to the last confirmation. The bare loop
 * confirms nothing; neither does CUPS.
 */
export async function labelsPerSecond(): Promise<BenchRow[]> {
  return [await onPrinters(1), await onPrinters(printersAtOnce)];
}

async function onPrinters(count: number): Promise<BenchRow> {
  const printers = await Promise.all(Array.from({ length: count }, () => startFakePrinter()));
  const station = await startStationInNode({ settings: { printers: printers.map(asPrinter) } });
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    const parcels = await storedParcels(station, labels);
    ours.push(await oursOn(station, printers, parcels));
    bare.push(await bareOn(printers, printers[0]?.labels()[0] ?? Buffer.alloc(0)));
  }
  const label = printers[0]?.labels()[0] ?? Buffer.alloc(0);
  await station.close();
  const lpOfAllFiles = count === 1 ? 'one lp of all files' : `${count} lp of all files, at once to ${count} queues`;
  const { many, each } = await cupsRates(label.length, count);
  await Promise.all(printers.map((printer) => printer.close()));
  return {
    id: count === 1 ? 'labels-one-printer' : 'labels-eight-printers',
    name: `labels a second, each confirmed by the counter, to ${count === 1 ? 'one printer' : `${count} printers at once`} (${labels} labels of ${label.length} bytes)`,
    unit: '/s',
    better: 'higher',
    ours,
    bare,
    beside: { [lpOfAllFiles]: many, 'one lp a label': each },
    targets: [
      { of: 'bare loop', target: 0.4, bound: 0.25 },
      { of: { beside: lpOfAllFiles }, target: 2, bound: 1 },
    ],
  };
}

/** Labels a second of the two ways to print with `lp`, to that many queues. */
async function cupsRates(bytesEach: number, queues: number): Promise<{ many: number[]; each: number[] }> {
  const rates = { many: [] as number[], each: [] as number[] };
  for (let round = 0; round < repetitions; round += 1) {
    const rate = await cupsRate(labels, bytesEach, queues);
    rates.many.push(rate.oneLpOfManyFiles);
    rates.each.push(rate.oneLpAJob);
  }
  return rates;
}

const asPrinter = ({ host, port }: FakePrinter, index: number) => ({
  name: `Zebra ${index + 1}`,
  connection: { kind: 'tcp', host, port },
  default: index === 0,
  onHold: true,
});

/**
 * Measured from the release of the paused printers, which have the same number of labels to print, until the last job is confirmed. Jobs
 * are read only when all labels are out, so that reading them costs the station nothing while it prints.
 */
async function oursOn(station: StationInNode, printers: FakePrinter[], parcels: readonly Parcel[]): Promise<number> {
  const names = printers.map((_, index) => `Zebra ${index + 1}`);
  await Promise.all(names.map((name) => station.call('printer.pause', { name })));
  for (const [index, { id }] of parcels.entries()) {
    const { id: jobId } = await station.call('parcel.print', { parcelId: id, reprintReason: null });
    const printer = names[index % names.length] ?? '';
    if (printer !== names[0]) await station.call('print-job.move', { jobId, printer });
  }
  const printed = (): number => printers.reduce((sum, printer) => sum + printer.labels().length, 0);
  const before = printed();
  const began = performance.now();
  await Promise.all(names.map((name) => station.call('printer.resume', { name })));
  await Promise.race(printers.map((printer) => printer.waitFor(() => printed() - before === labels, 120_000)));
  // A printer confirms its labels in their order: the last one of each says enough, and costs less than a list of all.
  for (const { id: parcelId } of parcels.slice(-printers.length))
    await station.until('parcel.detail', { parcelId }, ({ copies }) => copies.at(0)?.state === 'printed');
  const rate = labels / ((performance.now() - began) / 1000);
  const jobs = await station.call('print-jobs.list', null);
  if (jobs.some(({ state }) => state !== 'printed')) throw new Error('A label is not confirmed.');
  return rate;
}

async function bareOn(printers: readonly FakePrinter[], label: Uint8Array): Promise<number> {
  const loops = await Promise.all(printers.map(({ port }) => openBaselineLoop(port)));
  const began = performance.now();
  await Promise.all(
    loops.map(async (loop, index) => {
      for (let done = index; done < labels; done += loops.length) await loop.printOne(label);
    }),
  );
  const rate = labels / ((performance.now() - began) / 1000);
  await Promise.all(loops.map((loop) => loop.close()));
  return rate;
}
