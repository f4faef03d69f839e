import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { launchStation } from '../e2e/launch.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { freePort } from '../helpers/free-port.ts';
import { batchFile } from './batch-preview.ts';
import { createOrders } from './bench-orders.ts';
import { type BenchRow, repetitions } from './bench-row.ts';
import { eventHeader, startSender } from './events-rate.ts';

const labels = 20 * repetitions;
const eventsASecond = 1_000;
const seconds = 5;

/** Delays of main's event loop over some seconds, milliseconds. */
interface Delays {
  p999: number;
  max: number;
}

/**
 * How late main's event loop runs, while it prints, checks a file of 5,000 rows, stores 1,000 events a second and has pictures drawn, all
 * at once; beside the same station when it does nothing. Needs a display and a built station.
 */
export async function eventLoopDelays(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-loop-'));
  const token = 'token-of-the-bench';
  const service = await startPracticeService({ folder: join(folder, 'service'), token });
  const printer = await startFakePrinter();
  const sender = await startSender();
  const port = await freePort();
  const path = '/webhooks/sandbox';
  const file = join(folder, 'bench.json');
  const { baseUrl, labelUrl } = service;
  const provisioning = {
    environments: [
      { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token, webhook: { path, header: eventHeader } },
    ],
    activeEnvironment: 'sandbox',
    bench: { printOnCreate: false },
    webhooks: { enabled: true, port },
    printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port: printer.port }, default: true }],
  };
  await writeFile(file, JSON.stringify(provisioning), { mode: 0o600 });
  const { app, page, close } = await launchStation({
    userDataDir: join(folder, 'station'),
    switches: [`--provision=${file}`],
  });
  const [ours, bare]: [Delays[], Delays[]] = [[], []];
  const [ourTasks, bareTasks]: [number[], number[]] = [[], []];
  try {
    await createOrders(page, labels);
    await observeLongTasks(page);
    // The file is in the page beforehand: to bring it there is no work of ours.
    await page.evaluate((text) => Object.assign(window, { batchFile: text }), batchFile());
    const parcels = await parcelIds(page, labels);
    for (let round = 0; round < repetitions; round += 1) {
      bare.push(await delaysWhile(app, () => page.waitForTimeout(seconds * 1_000)));
      bareTasks.push(await longTasks(page));
      const own = parcels.slice(round * 20, (round + 1) * 20);
      ours.push(
        await delaysWhile(app, () =>
          Promise.all([
            sendEvenly(sender, { port, path, prefix: `L${round}` }),
            page.evaluate(printAndDraw(own)),
            page.evaluate(previewBatch),
          ]),
        ),
      );
      await printer.waitFor(() => printer.labels().length === (round + 1) * own.length, 60_000);
      ourTasks.push(await longTasks(page));
    }
  } finally {
    sender.close();
    await close();
    await printer.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
  const load = `while it prints, checks 5,000 rows, stores ${eventsASecond} events a second and has pictures drawn, beside the idle station`;
  const unit = 'ms';
  const better = 'lower';
  return [
    {
      id: 'event-loop',
      name: `delay of main's event loop, p99.9, ${load}`,
      ...{ unit, better, ours: ours.map(({ p999 }) => p999), bare: bare.map(({ p999 }) => p999) },
      targets: [{ of: 'ours', target: 50, bound: 50 }],
    },
    {
      id: 'event-loop-longest',
      name: `longest delay of main's event loop, ${load}`,
      ...{ unit, better, ours: ours.map(({ max }) => max), bare: bare.map(({ max }) => max) },
      targets: [{ of: 'ours', target: 50, bound: 50 }],
    },
    {
      id: 'page-long-tasks',
      name: `tasks of the page that take over 50 ms, ${load}`,
      ...{ unit: `in ${seconds} s`, better, ours: ourTasks, bare: bareTasks },
      targets: [{ of: 'ours', target: 0, bound: 0 }],
    },
  ];
}

async function sendEvenly(
  sender: Awaited<ReturnType<typeof startSender>>,
  to: { port: number; path: string; prefix: string },
): Promise<void> {
  const began = performance.now();
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    await sender.rate({ port: to.port, prefix: `${to.prefix}T${tenth}`, events: eventsASecond / 10 });
    const left = began + (tenth + 1) * 100 - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Measured in main itself, as Node measures it: timers that run late. */
async function delaysWhile(app: ElectronApplication, work: () => Promise<unknown>): Promise<Delays> {
  await app.evaluate(`(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    globalThis.loopDelay = monitorEventLoopDelay({ resolution: 1 });
    globalThis.loopDelay.enable();
  })()`);
  await work();
  return (await app.evaluate(`(() => {
    globalThis.loopDelay.disable();
    return { p999: globalThis.loopDelay.percentile(99.9) / 1e6, max: globalThis.loopDelay.max / 1e6 };
  })()`)) as Delays;
}

/** Counts the tasks of more than 50 ms, which Chromium reports. */
const observeLongTasks = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    globalThis.longTasks = 0;
    const observer = new PerformanceObserver((list) => {
      globalThis.longTasks += list.getEntries().length;
    });
    observer.observe({ type: 'longtask' });
  })()`);

/** How many there were since the last time. They are reported when the page is idle. */
const longTasks = async (page: Page): Promise<number> =>
  (await page.evaluate(`(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    const found = globalThis.longTasks;
    globalThis.longTasks = 0;
    return found;
  })()`)) as number;

const parcelIds = async (page: Page, limit: number): Promise<number[]> =>
  (await page.evaluate(`(async () => {
    const answer = await station.call('shipments.page', { find: '', offset: 0, limit: ${limit} });
    return answer.value.rows.map(({ id }) => id);
  })()`)) as number[];

const printAndDraw = (ids: readonly number[]): string => `(async () => {
  for (const parcelId of ${JSON.stringify(ids)}) {
    await station.call('parcel.print', { parcelId, reprintReason: null });
    await station.call('label.picture', { parcelId });
  }
})()`;

const previewBatch = `(async () => {
  const bytes = new TextEncoder().encode(batchFile);
  const opened = await station.call('batch.open-file', { name: 'orders.csv', bytes });
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  await station.call('batch.rows', { from: 0, limit: 100 });
  await station.call('batch.dismiss', null);
})()`;
