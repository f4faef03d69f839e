import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStationWindow } from '../../scripts/tour/station-window.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { chooseMode } from '../e2e/page-actions.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { openBaselineLoop } from './baseline-loop.ts';
import { createOrders } from './bench-orders.ts';
import { type BenchRow, byRepetition, quantile, repetitions } from './bench-row.ts';

const scans = 20 * repetitions;

/**
 * From the last key of a scan in the real window to the label's first byte at the printer, with the label stored and the
 * printer's status checked. The key is pressed
 * by the test driver, whose own delay is included.
 */
export async function keyToFirstByte(): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-bench-'));
  const token = 'token-of-the-bench';
  const service = await startPracticeService({ folder: join(folder, 'service'), token });
  const printer = await startFakePrinter();
  const file = join(folder, 'bench.json');
  await writeFile(file, JSON.stringify(provisioning(service, token, printer.port)), { mode: 0o600 });
  const window = await openStationWindow(join(folder, 'station'), folder, [`--provision=${file}`]);
  const codes = await createOrders(window.page, scans);
  const ours: number[] = [];
  await chooseMode(window.page, 'Print');
  for (const code of codes) {
    const firstByte = firstByteAfter(printer);
    await window.page.keyboard.type(code, { delay: 8 });
    const lastKeyAt = wallClock();
    await window.page.keyboard.press('Enter');
    ours.push((await firstByte) - lastKeyAt);
    await printer.waitFor(() => printer.labels().length === ours.length);
  }

  const bytes = printer.labels()[0] ?? Buffer.alloc(0);
  const bareLoop = await openBaselineLoop(printer.port);
  const bare: number[] = [];
  for (let index = 0; index < scans; index += 1) {
    const firstByte = firstByteAfter(printer);
    const began = wallClock();
    await bareLoop.printOne(bytes);
    bare.push((await firstByte) - began);
  }

  await bareLoop.close();
  await window.close();
  await printer.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
  return {
    id: 'first-byte',
    name: `last scanned key to the label’s first byte at the printer, which is asked for its status before (p95 of ${scans / repetitions} scans)`,
    unit: 'ms',
    better: 'lower',
    ours: byRepetition(ours, (group) => quantile(group, 0.95)),
    bare: byRepetition(bare, (group) => quantile(group, 0.95)),
    targets: [{ of: 'ours', target: 16.7, bound: 25 }],
  };
}

/** Milliseconds, on one clock for both ends. */
const wallClock = (): number => performance.now();

/** When the printer read the beginning of a further label; queries before it do not count. */
async function firstByteAfter(printer: FakePrinter): Promise<number> {
  const printed = printer.labels().length;
  // Not by reading all it received, which takes longer with each label.
  await printer.waitFor(({ insideFormat, formatsInBuffer, labels }) => {
    return insideFormat || formatsInBuffer > 0 || labels().length > printed;
  });
  return wallClock();
}

function provisioning(service: { baseUrl: string; labelUrl: string }, token: string, port: number) {
  return {
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl, labelUrl: service.labelUrl, token }],
    activeEnvironment: 'sandbox',
    bench: { printOnCreate: false },
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port }, default: true }],
  };
}
