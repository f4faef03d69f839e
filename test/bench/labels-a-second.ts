import { startFakePrinter } from '../fakes/printer.ts';
import { startStationInNode } from '../station-in-node.ts';
import { openBareLoop } from './bare-loop.ts';
import type { BenchRow } from './bench.ts';
import { keptParcels } from './bench-order.ts';

const labels = 100;

/** Labels a second through the durable queue, from the first wish to the last job sent. */
export async function labelsASecond(): Promise<BenchRow> {
  const printer = await startFakePrinter();
  const connection = { kind: 'tcp', host: '127.0.0.1', port: printer.port };
  const station = await startStationInNode({
    settings: { printers: [{ name: 'Zebra A', connection, default: true }] },
  });
  const parcels = await keptParcels(station, labels);

  const began = performance.now();
  for (const parcel of parcels) await station.call('parcel.print', { parcelId: parcel.id, reprintReason: null });
  await station.until('print-jobs.list', null, (jobs) => jobs.filter((job) => job.state === 'sent').length === labels);
  const ours = labels / ((performance.now() - began) / 1000);

  const bytes = printer.labels()[0] ?? Buffer.alloc(0);
  const bareLoop = await openBareLoop(printer.port);
  const bareBegan = performance.now();
  for (let index = 0; index < labels; index += 1) await bareLoop.printOne(bytes);
  const bare = labels / ((performance.now() - bareBegan) / 1000);

  await bareLoop.close();
  await station.close();
  await printer.close();
  return {
    name: `labels a second through the durable queue (${labels} labels of ${bytes.length} bytes)`,
    unit: '/s',
    ours,
    bare,
  };
}
