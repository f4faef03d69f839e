import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordsIn } from '../../src/main/storage/open-records.ts';
import { root } from '../e2e/launch.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { forkBackupProcess } from '../helpers/forked-process.ts';
import { type StationInNode, startStationInNode } from '../helpers/station-in-node.ts';
import { programFile } from '../programs/program-file.ts';
import { storeLabelled } from '../suites/records/record-fixtures.ts';
import { storedParcels } from './bench-orders.ts';
import { type BenchRow, repetitions, timeOf } from './bench-row.ts';
import { generatedParcel, makeBoardFile } from './board-file.ts';
import { measureStart } from './start-time.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000] as const;
const [smallest, , , largest] = sizes;
/** Of each repetition; their mean counts, because one alone is shorter than the clock's noise. */
const times = 20;

/** What is measured at each size. Look-ups and insertion must be flat; the others are shown. */
const measures = {
  start: { name: 'later start to the verdict of a scan typed at once', unit: 'ms' },
  'look-up': { name: 'look-up by a scan, in main', unit: 'ms', isFlat: true },
  search: { name: 'first page of a search', unit: 'ms' },
  board: { name: 'first page of the board', unit: 'ms' },
  'first-byte': { name: 'scan in main to the label’s first byte', unit: 'ms' },
  insertion: { name: 'insertion of a parcel with its label', unit: 'ms', isFlat: true },
  'file-size': { name: 'size of the records on disk', unit: 'MB' },
} as const satisfies Record<string, { name: string; unit: string; isFlat?: boolean }>;

type Measure = keyof typeof measures;
type Figures = Record<Measure, number[]>;

/**
 * How the station grows with its records: each measure with a million parcels stored, beside a thousand (as the bare loop), ten thousand
 * and a hundred thousand. Needs a display and a built station.
 */
export async function growth(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-growth-'));
  const found = new Map<number, Figures>();
  try {
    const stations = sizes.map((size) => ({ size, folder: join(folder, String(size)) }));
    const measured = new Map<number, Omit<Figures, 'insertion'>>();
    for (const { size, folder } of stations) measured.set(size, await measureAt(size, folder));
    const inserted = await insertions(stations.map(({ folder }) => folder));
    for (const [index, [size, others]] of [...measured].entries())
      found.set(size, { ...others, insertion: inserted[index] ?? [] });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return (Object.keys(measures) as Measure[]).map((id) => {
    const { name, unit, isFlat = false } = { isFlat: false, ...measures[id] };
    const at = (size: number): number[] => found.get(size)?.[id] ?? [];
    return {
      id: `growth-${id}`,
      name: `${name}: 1,000,000 parcels beside 1,000`,
      ...{ unit, better: 'lower' as const, ours: at(largest), bare: at(smallest) },
      beside: { '10,000 parcels': at(sizes[1]), '100,000 parcels': at(sizes[2]) },
      ...(isFlat && { targets: [{ of: 'bare loop' as const, target: 1.5, bound: 1.5 }] }),
    };
  });
}

async function measureAt(size: number, folder: string): Promise<Omit<Figures, 'insertion'>> {
  const file = makeBoardFile(folder, 'practice', size);
  const [start, megabytes]: [number[], number[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    const { customCode, name } = generatedParcel(1 + round);
    start.push((await measureStart(root, folder, customCode, name)).answered);
    megabytes.push(statSync(file).size / 1e6);
  }
  return { start, ...(await inMain(folder, size)), 'file-size': megabytes };
}

/** What main does without its window. */
async function inMain(
  folder: string,
  size: number,
): Promise<Pick<Figures, 'look-up' | 'search' | 'board' | 'first-byte'>> {
  const printer = await startFakePrinter();
  const connection = { kind: 'tcp', host: printer.host, port: printer.port };
  const station = await startStationInNode({
    folder,
    settings: { printers: [{ name: 'Zebra A', connection, default: true }] },
  });
  try {
    let next = 0;
    const any = () => generatedParcel(1 + ((next++ * 7_919) % size));
    const lookUp = async () => scan(station, any().customCode, 'look up');
    const search = async () => station.call('shipments.page', { find: any().name.slice(0, 6), offset: 0, limit: 50 });
    const board = async () => station.call('shipments.page', { find: '', offset: 0, limit: 50 });
    const parcels = await storedParcels(station, repetitions * 5);
    const codes = parcels.map(({ customCode }) => customCode ?? '');
    const firstByte: number[] = [];
    for (let round = 0; round < repetitions; round += 1) {
      const own = codes.slice(round * 5, (round + 1) * 5);
      let total = 0;
      for (const code of own) total += await firstByteOf(station, printer, code);
      firstByte.push(total / own.length);
    }
    return {
      'look-up': await meanTimes(lookUp),
      search: await meanTimes(search),
      board: await meanTimes(board),
      'first-byte': firstByte,
    };
  } finally {
    await station.stop();
    await printer.close();
  }
}

const scan = (station: StationInNode, code: string, mode: 'look up' | 'print') =>
  station.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode });

async function firstByteOf(station: StationInNode, printer: FakePrinter, code: string): Promise<number> {
  const printed = printer.labels().length;
  const began = performance.now();
  const begun = printer.waitFor(({ insideFormat, labels }) => insideFormat || labels().length > printed);
  await Promise.all([begun, scan(station, code, 'print')]);
  const took = performance.now() - began;
  await station.until('print-jobs.list', null, (jobs) => jobs.every(({ state }) => state === 'printed'));
  return took;
}

/**
 * At each size in turn, in each repetition: nearly all of an insertion is the wait for the disk, whose pace changes from one minute to the
 * next.
 */
async function insertions(folders: readonly string[]): Promise<number[][]> {
  const opened = await Promise.all(
    folders.map(async (folder) => {
      const store = openRecordsIn({
        folder: join(folder, 'records'),
        workerFile: programFile('programs/storage-worker.mjs'),
        startBackups: forkBackupProcess,
      });
      return { store, records: await store.open('practice'), means: [] as number[] };
    }),
  );
  let next = 0;
  try {
    for (let round = 0; round <= repetitions; round += 1)
      for (const { records, means } of opened) {
        const mean = await meanTime(() => storeLabelled(records, `GROWTH${String(next++).padStart(12, '0')}`));
        if (round > 0) means.push(mean);
      }
    return opened.map(({ means }) => means);
  } finally {
    for (const { store, records } of opened) {
      await records.close();
      await store.close();
    }
  }
}

/** The mean of each repetition, after one that warms up. */
async function meanTimes(work: () => Promise<unknown>): Promise<number[]> {
  const means: number[] = [];
  for (let round = 0; round <= repetitions; round += 1) {
    const mean = await meanTime(work);
    if (round > 0) means.push(mean);
  }
  return means;
}

async function meanTime(work: () => Promise<unknown>): Promise<number> {
  const took = await timeOf(async () => {
    for (let index = 0; index < times; index += 1) await work();
  });
  return took / times;
}
