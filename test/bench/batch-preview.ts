import { monitorEventLoopDelay } from 'node:perf_hooks';
import { csvRows } from '../../src/main/core/imports/csv-parser.ts';
import { startStationInNode } from '../helpers/station-in-node.ts';
import { type BenchRow, repetitions } from './bench-row.ts';

const rows = 5_000;

/**
 * Milliseconds from a CSV file of 5,000 rows to its preview: read, matched, stored, each row checked by itself, against the others
 * and against the stored parcels and orders, plus the first page of the table. All but the faulty ones make an order. Beside it: the bare parser on the same text.
 */
export async function batchPreview(): Promise<BenchRow> {
  const text = batchFile();
  const bytes = new TextEncoder().encode(text);
  const station = await startStationInNode();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const ours: number[] = [];
  const bare: number[] = [];
  const blocked: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= repetitions; round += 1) {
    delay.reset();
    delay.enable();
    const began = performance.now();
    const batch = await station.call('batch.open-file', { name: 'orders.csv', bytes });
    const page = await station.call('batch.rows', { from: 0, limit: 100 });
    const took = performance.now() - began;
    delay.disable();
    const { counts } = batch;
    if (counts.rows !== rows || counts.orders !== rows - counts.faulty || page.rows.length !== 100)
      throw new Error('Not all rows were taken.');
    await station.call('batch.dismiss', null);
    // Rejected once the rows of the previous batch are gone.
    await station.call('batch.export', null).catch(() => {});
    const bareTook = splitBare(text);
    if (round === 0) continue;
    ours.push(took);
    bare.push(bareTook);
    blocked.push(delay.max / 1e6);
  }
  await station.close();
  return {
    id: 'preview',
    better: 'lower',
    name: `a CSV file of ${rows} rows to its preview (${(bytes.length / 1024).toFixed(0)} KB)`,
    unit: 'ms',
    ours,
    bare,
    beside: { 'event loop blocked at most': blocked },
    // The bare parser took 2.7 ms on the computer for which the 60 were set; on a slower one both take longer.
    targets: [
      { of: 'ours', target: 60, bound: 60 },
      { of: 'bare loop', target: 22, bound: 22 },
    ],
  };
}

function splitBare(text: string): number {
  const began = performance.now();
  let cells = 0;
  for (const row of csvRows(text, ';')) if (row.kind === 'row') cells += row.cells.length;
  if (cells < rows) throw new Error('Rows are missing.');
  return performance.now() - began;
}

/** Some receivers repeat, half of the rows have a custom code, one in fifty has a fault. */
export function batchFile(): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const code = index % 2 === 0 ? `NLBENCH${String(index).padStart(11, '0')}` : '';
    const weight = index % 50 === 0 ? 'heavy' : String(200 + (index % 4_000));
    return [
      ...[`"Receiver ""No. ${index % 1_900}"""`, `+971 50 ${String(index % 1_900).padStart(7, '0')}`],
      ...[
        `${index % 1_900} Palm Street; Flat ${index % 40}`,
        weight,
        code,
        'ring twice',
        'Northline Supply, Dock 4',
        `order ${index}`,
      ],
    ]
      .map((cell) => (/[;]/.test(cell) && !cell.startsWith('"') ? `"${cell}"` : cell))
      .join(';');
  });
  return ['Receiver;Phone;Address;Weight (g);Custom code;Delivery note;Pick-up address;Shop order', ...lines, ''].join(
    '\r\n',
  );
}
