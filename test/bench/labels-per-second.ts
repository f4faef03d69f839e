import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { type StationInNode, startStationInNode } from '../helpers/station-in-node.ts';
import { openBaselineLoop } from './baseline-loop.ts';
import type { BenchRow } from './bench.ts';
import { storedParcels } from './bench-orders.ts';
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
  const parcels = await storedParcels(station, labels);
  const ours = await oursOn(station, printers, parcels);
  const label = printers[0]?.labels()[0] ?? Buffer.alloc(0);
  const bare = await bareOn(printers, label);
  await station.close();
  const cups = count === 1 ? await cupsRate(labels, label.length) : null;
  await Promise.all(printers.map((printer) => printer.close()));
  return {
    name: `labels a second, each confirmed by the counter, to ${count === 1 ? 'one printer' : `${count} printers at once`} (${labels} labels of ${label.length} bytes)`,
    unit: '/s',
    ours,
    bare,
    ...(cups && { beside: { 'one lp of all files': cups.oneLpOfManyFiles, 'one lp a label': cups.oneLpAJob } }),
  };
}

const asPrinter = ({ host, port }: FakePrinter, index: number) => ({
  name: `Zebra ${index + 1}`,
  connection: { kind: 'tcp', host, port },
  default: index === 0,
  onHold: index === 0,
});

/** Measured from the release of a paused printer until its last waiting job is confirmed. */
async function oursOn(station: StationInNode, printers: FakePrinter[], parcels: readonly Parcel[]): Promise<number> {
  const jobs: number[] = [];
  for (const { id } of parcels) {
    jobs.push((await station.call('parcel.print', { parcelId: id, reprintReason: null })).id);
  }
  const began = performance.now();
  await Promise.all(
    jobs.map((jobId, index) => {
      const printer = `Zebra ${(index % printers.length) + 1}`;
      return printer === 'Zebra 1' ? null : station.call('print-job.move', { jobId, printer });
    }),
  );
  await station.call('printer.resume', { name: 'Zebra 1' });
  const isDone = (list: readonly { state: string }[]): boolean =>
    list.filter(({ state }) => state === 'printed').length === labels;
  await station.until('print-jobs.list', null, isDone);
  return labels / ((performance.now() - began) / 1000);
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
