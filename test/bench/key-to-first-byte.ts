import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStationWindow } from '../../scripts/tour/station-window.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { chooseMode } from '../e2e/page-actions.ts';
import { programFile } from '../programs/program-file.ts';
import { openBaselineLoop } from './baseline-loop.ts';
import { createOrders } from './bench-orders.ts';
import { type BenchRow, byRepetition, quantile, repetitions } from './bench-row.ts';
import type { PrinterNews } from './printer-process.ts';

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
  const printer = await startPrinter();
  const file = join(folder, 'bench.json');
  await writeFile(file, JSON.stringify(provisioning(service, token, printer.port)), { mode: 0o600 });
  const window = await openStationWindow(join(folder, 'station'), folder, [`--provision=${file}`]);
  const codes = await createOrders(window.page, scans);
  const ours: number[] = [];
  let bytes = Buffer.alloc(0);
  await chooseMode(window.page, 'Print');
  for (const code of codes) {
    await window.page.keyboard.type(code, { delay: 8 });
    const lastKeyAt = wallClock();
    await window.page.keyboard.press('Enter');
    const { firstByteAt, label } = await printer.nextLabel();
    ours.push(firstByteAt - lastKeyAt);
    bytes = label;
  }

  const bareLoop = await openBaselineLoop(printer.port);
  const bare: number[] = [];
  for (let index = 0; index < scans; index += 1) {
    const began = wallClock();
    await bareLoop.printOne(bytes);
    bare.push((await printer.nextLabel()).firstByteAt - began);
  }

  await bareLoop.close();
  await window.close();
  printer.close();
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

/** Milliseconds, on one clock for every process of the computer. */
const wallClock = (): number => performance.timeOrigin + performance.now();

interface PrinterProcess {
  port: number;
  /** Waits until the next label is printed. `firstByteAt`: when its beginning was read; queries before it do not count. */
  nextLabel(): Promise<{ firstByteAt: number; label: Buffer<ArrayBuffer> }>;
  close(): void;
}

/** A printer in a process of its own: the test driver, which is busy after each key, would hold its answers up. */
async function startPrinter(): Promise<PrinterProcess> {
  const child: ChildProcess = fork(programFile('bench/printer-process.ts'), { execArgv: ['--import', 'tsx'] });
  const messages = on(child, 'message');
  const next = async <K extends PrinterNews['kind']>(kind: K): Promise<Extract<PrinterNews, { kind: K }>> => {
    for (;;) {
      const [news] = (await messages.next()).value as [PrinterNews];
      if (news.kind === kind) return news as Extract<PrinterNews, { kind: K }>;
    }
  };
  const { port } = await next('listens');
  return {
    port,
    async nextLabel() {
      const { at } = await next('first byte');
      const { label } = await next('printed');
      return { firstByteAt: at, label: Buffer.from(label, 'latin1') };
    },
    close: () => void child.kill(),
  };
}

function provisioning(service: { baseUrl: string; labelUrl: string }, token: string, port: number) {
  return {
    environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl, labelUrl: service.labelUrl, token }],
    activeEnvironment: 'sandbox',
    bench: { printOnCreate: false },
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port }, default: true }],
  };
}
