import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../src/main/practice/practice-service.ts';
import { median } from '../bench/bench-row.ts';
import { generatedParcel, makeBoardFile } from '../bench/board-file.ts';
import { eventHeader, startSender } from '../bench/events-rate.ts';
import { type LaunchedStation, launchStation } from '../e2e/launch.ts';
import { processTree } from '../e2e/packaged-copy.ts';
import { callStation } from '../e2e/page-actions.ts';
import { type NetworkLine, startNetworkLine } from '../fakes/network-line.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { freePort } from '../helpers/free-port.ts';
import { orderObject } from '../main/core/imports/order-file-fixtures.ts';

/** Parcels of earlier shifts. Reading many of them fills the cache of the records, which would else grow with the file for hours. */
const earlierParcels = 200_000;
const earlierParcelsRead = 100_000;

/** Eight hours at a busy bench, played as fast as the station answers. */
const parts = 10;
const ordersAPart = 100;
const parcelsAnOrder = 5;
const lookUpsAPart = 1_500;
const eventsAPart = 5_000;
const importsAPart = 50;

const token = 'token-of-the-shift';
const path = '/webhooks/sandbox';

let folder: string;
let service: PracticeService;
let line: NetworkLine;
let printers: FakePrinter[];
let sender: Awaited<ReturnType<typeof startSender>>;
let station: LaunchedStation;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-shift-'));
  service = await startPracticeService({ folder: join(folder, 'service'), token });
  line = await startNetworkLine(Number(new URL(service.baseUrl).port));
  printers = await Promise.all([startFakePrinter(), startFakePrinter(), startFakePrinter()]);
  sender = await startSender();
  port = await freePort();
  const file = join(folder, 'bench.json');
  const environment = { name: 'sandbox', kind: 'sandbox', token, webhook: { path, header: eventHeader } };
  const provisioning = {
    environments: [{ ...environment, baseUrl: `http://127.0.0.1:${line.port}`, labelUrl: service.labelUrl }],
    activeEnvironment: 'sandbox',
    bench: { printOnCreate: false },
    webhooks: { enabled: true, port },
    printers: printers.map((printer, index) => ({
      ...{ name: `Zebra ${'ABC'[index]}`, default: index === 0 },
      connection: { kind: 'tcp', host: printer.host, port: printer.port },
    })),
  };
  writeFileSync(file, JSON.stringify(provisioning), { mode: 0o600 });
  const userDataDir = join(folder, 'station');
  makeBoardFile(userDataDir, 'sandbox', earlierParcels);
  station = await launchStation({ userDataDir, switches: [`--provision=${file}`] });
});

afterAll(async () => {
  await station?.close();
  sender?.close();
  await Promise.all((printers ?? []).map((printer) => printer.close()));
  await line?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Uncertain labels that are on no paper: the cable was out before they came through. */
let notPrinted = 0;

it('a shift: memory, handles, listeners and the time of a scan at its end are those of its first hour', async () => {
  const { page } = station;
  const cdp = await page.context().newCDPSession(page);
  const states: State[] = [];
  let printed = 0;
  await page.evaluate(readBoard(earlierParcelsRead));
  for (let part = 0; part < parts; part += 1) {
    const codes = await page.evaluate(createParcels(part));
    const [lookUps] = await Promise.all([
      page.evaluate(lookUp(codesToLookUp(codes as string[], part))) as Promise<number[]>,
      page.evaluate(printInTurn(codes as string[])),
      page.evaluate(importOrders(part)),
      sendEvents(part),
      faults(part),
    ]);
    printed += ordersAPart * parcelsAnOrder;
    await allPrinted(page, printed);
    // The process of pictures ends when it was idle for a while: it is measured while it runs.
    await page.evaluate(drawPictures(codes as string[]));
    states.push({ ...(await stateNow(cdp)), scanMs: median(lookUps) });
    process.stdout.write(`${JSON.stringify(states.at(-1))}\n`);
  }
  // The first tenth fills caches. One state alone depends on the moment: of an hour, the middle of three counts.
  const [early, late] = [states.slice(1, 4), states.slice(-3)];
  const names = new Set([...early, ...late].flatMap(({ measures }) => Object.keys(measures)));
  for (const name of names) {
    // A process that only one of them has counts as nothing there.
    const valuesOf = (some: readonly State[]): number[] => some.map(({ measures }) => measures[name] ?? 0);
    // Nothing outside can have the process of pictures collect its garbage, which is 12 MB at one moment and none at another.
    const counted = (some: readonly State[]): number =>
      name === memoryOfPictures ? Math.min(...valuesOf(some)) : median(valuesOf(some));
    expect.soft(counted(late), name).toBeLessThanOrEqual(counted(early) * (name === 'listeners of main' ? 1 : 1.05));
  }
  expect(median(late.map(({ scanMs }) => scanMs))).toBeLessThanOrEqual(median(early.map(({ scanMs }) => scanMs)) * 1.5);
  // Connections that the service and the printers still close.
  const [handles, files] = [median(early.map((state) => state.handles)), median(early.map((state) => state.files))];
  await expect.poll(handlesNow, { timeout: 120_000 }).toBeLessThanOrEqual(handles);
  await expect.poll(filesNow, { timeout: 120_000 }).toBeLessThanOrEqual(files);
  expect(new Set(printers.flatMap((printer) => printer.labels().map(String))).size).toBe(printed - notPrinted);
}, 3_600_000);

/** By Electron's name of utility processes: in a shift there is no other one. */
const memoryOfPictures = 'memory of node.mojom.NodeService';

interface State {
  /**
   * What stays the same within five per cent, by name; listeners of main exactly. Memory in KiB of each kind of process, each shared page
   * divided among those that share it; heaps in bytes, collected. Main's without compiled code, of which V8 makes more for some hours: of
   * each function that was called often enough, so that there is an end to it.
   */
  measures: Readonly<Record<string, number>>;
  handles: number;
  files: number;
  scanMs: number;
}

async function stateNow(cdp: CDPSession): Promise<Omit<State, 'scanMs'>> {
  const main = (await station.app.evaluate(`(async () => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
    // A context for each state would stay in the heap that is measured.
    const collect = (globalThis.collectGarbage ??= process.getBuiltinModule('node:vm').runInNewContext('gc'));
    collect();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    collect();
    const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
    const data = getHeapSpaceStatistics().filter(({ space_name }) => !/code|trusted/.test(space_name));
    return data.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  })()`)) as number;
  // Twice, as main: what the first leaves to be finished is garbage of the second. And last, because the page goes on meanwhile.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const measures = {
    ...memoryNow(),
    'heap of main': main,
    'heap of the page': usedSize,
    'listeners of main': await listenersOfMain(),
    'listeners of the page': jsEventListeners,
  };
  return { measures, handles: await handlesNow(), files: filesNow() };
}

/** Of main with its threads, the page, the process of pictures, and Chromium's own for the network, drawing and starting others. */
function memoryNow(): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { id, type } of processTree(station.app.process().pid ?? 0)) {
    const part = /--utility-sub-type=([\w.]+)/.exec(readFileSync(`/proc/${id}/cmdline`, 'utf8'))?.[1];
    const name = `memory of ${part ?? (type || 'main')}`;
    const pss = Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]);
    found[name] = (found[name] ?? 0) + pss;
  }
  return found;
}

/** Of Electron's own objects and of the process: what the station's parts listen to for longer than a call. */
const listenersOfMain = (): Promise<number> =>
  station.app.evaluate(({ app, BrowserWindow, ipcMain, nativeTheme, powerMonitor, screen, session, webContents }) => {
    const windows = BrowserWindow.getAllWindows();
    const emitters = [app, ipcMain, nativeTheme, powerMonitor, screen, session.defaultSession, process];
    return [...emitters, ...windows, ...webContents.getAllWebContents()].reduce(
      (sum, emitter) =>
        emitter.eventNames().reduce((count, name) => count + emitter.listenerCount(name as string), sum),
      0,
    );
  });

/** Sockets, pipes, threads and files of main that are open; not its timers, which come and go. */
const handlesNow = async (): Promise<number> =>
  (await station.app.evaluate(
    `process.getActiveResourcesInfo().filter((kind) => !['Timeout', 'Immediate'].includes(kind)).length`,
  )) as number;

/**
 * Files, sockets and pipes that main has open, also those that JavaScript does not know of. Without /dev/null: Electron before 35.6 keeps
 * one open for each process that it started (electron/electron#47515).
 */
function filesNow(): number {
  const folder = `/proc/${station.app.process().pid}/fd`;
  return readdirSync(folder).filter((name) => opened(join(folder, name)) !== '/dev/null').length;
}

function opened(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    // Closed meanwhile.
    return null;
  }
}

/** Sleep, a network that goes and comes back, and one fault of each printer. */
async function faults(part: number): Promise<void> {
  const [a, b, c] = printers as [FakePrinter, FakePrinter, FakePrinter];
  a.breakDownMidLabel('paperOut', 20 + part);
  await a.waitFor(({ status }) => status.paperOut, 600_000);
  a.setStatus({ paperOut: false });
  await b.connectionFault({ kind: 'cable out' });
  line.cut();
  await station.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await b.connectionFault(null);
  line.restore();
  c.setStatus({ headOpen: true });
  await new Promise((resolve) => setTimeout(resolve, 500));
  c.setStatus({ headOpen: false });
}

async function sendEvents(part: number): Promise<void> {
  await sender.rate({ port, prefix: `S${part}`, events: eventsAPart });
}

/** The label of each parcel is out once; uncertain ones are settled as an operator does, by looking. */
async function allPrinted(page: Page, labels: number): Promise<void> {
  const settle = async (): Promise<boolean> => {
    const jobs = await callStation(page, 'print-jobs.list', null);
    const paper = printers.flatMap((printer) => printer.labels().map(String)).join('');
    for (const { id, state, code } of jobs) {
      if (state !== 'uncertain') continue;
      const isPrinted = paper.includes(code);
      await callStation(page, 'print-job.settle', { jobId: id, printed: isPrinted });
      if (!isPrinted) notPrinted += 1;
    }
    const waiting = await callStation(page, 'waiting.read', null);
    return waiting.labels === 0 && jobs.every(({ state }) => ['printed', 'cancelled', 'failed'].includes(state));
  };
  await expect.poll(settle, { timeout: 600_000, interval: 500 }).toBe(true);
  expect(labels).toBeGreaterThan(0);
}

const createParcels = (part: number): string => `(async () => {
  const codes = [];
  for (let order = 0; order < ${ordersAPart}; order += 1) {
    const parcels = Array.from({ length: ${parcelsAnOrder} }, (_, index) => {
      const code = 'SHIFT' + String(${part} * 1000000 + order * 100 + index).padStart(15, '0');
      codes.push(code);
      return { unit: 'g', values: 900, custom_code: code };
    });
    const drop_offs = [{ address: { text: order + ' Palm Street' }, parcels }];
    const request = { pick_up_address: { text: '18 Harbour Road' }, drop_offs };
    const begun = await station.call('order.create', { request, evenIfDuplicate: true });
    if (!begun.ok) throw new Error(JSON.stringify(begun));
  }
  for (const code of codes) {
    for (;;) {
      const { value } = await station.call('shipments.page', { find: code, offset: 0, limit: 1 });
      if (value.rows[0]?.label?.state === 'stored') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return codes;
})()`;

const reading = `const reading = (code) => ({ asTyped: code, asUsKeyboard: code, by: 'scanner' });`;

/** Every second one is of an earlier shift. */
const codesToLookUp = (codes: readonly string[], part: number): string[] =>
  Array.from({ length: lookUpsAPart }, (_, index) =>
    index % 2 === 0
      ? (codes[index % codes.length] ?? '')
      : generatedParcel(1 + (((part * lookUpsAPart + index) * 7_919) % earlierParcels)).customCode,
  );

const lookUp = (codes: readonly string[]): string => `(async () => {
  ${reading}
  const times = [];
  for (const code of ${JSON.stringify(codes)}) {
    const began = performance.now();
    const answer = await station.call('scan.submit', { reading: reading(code), mode: 'look up' });
    times.push(performance.now() - began);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
  }
  return times;
})()`;

/** Every third label goes to each printer. */
const printInTurn = (codes: readonly string[]): string => `(async () => {
  ${reading}
  for (const [index, code] of ${JSON.stringify(codes)}.entries()) {
    const { value } = await station.call('scan.submit', { reading: reading(code), mode: 'print' });
    const printer = [null, 'Zebra B', 'Zebra C'][index % 3];
    // It stays where it is once it was sent.
    if (printer && value.job) await station.call('print-job.move', { jobId: value.job.id, printer });
  }
})()`;

const drawPictures = (codes: readonly string[]): string => `(async () => {
  for (const code of ${JSON.stringify(codes.slice(0, 3))}) {
    const { value } = await station.call('shipments.page', { find: code, offset: 0, limit: 1 });
    const drawn = await station.call('label.picture', { parcelId: value.rows[0].id });
    if (!drawn.ok) throw new Error(JSON.stringify(drawn));
  }
})()`;

const readBoard = (rows: number): string => `(async () => {
  for (let offset = 0; offset < ${rows}; offset += 100) {
    const read = await station.call('shipments.page', { find: '', offset, limit: 100 });
    if (!read.ok || read.value.rows.length === 0) throw new Error(JSON.stringify(read));
  }
})()`;

const importOrders = (part: number): string => {
  const files = Array.from({ length: importsAPart }, (_, index) => {
    const number = 1_000_000 + part * importsAPart + index;
    return JSON.stringify([orderObject(number, { labels: new URL(service.labelUrl).origin })]);
  });
  return `(async () => {
    for (const text of ${JSON.stringify(files)}) {
      const answer = await station.call('import.file', { name: 'orders.json', bytes: new TextEncoder().encode(text) });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }
  })()`;
};
