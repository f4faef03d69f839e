import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedParcels } from '../../../bench/bench-orders.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';
import { commitsIn, emptyLog } from '../../../helpers/commits.ts';
import { type StationInNode, startStationInNode } from '../../../helpers/station-in-node.ts';
import { programFile } from '../../../programs/program-file.ts';

let folder: string;
let zebra: FakePrinter;
let station: StationInNode;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-scan-to-paper-'));
  process.env.NOTED_CALLS = join(folder, 'calls');
  zebra = await startFakePrinter();
  const connection = { kind: 'tcp', host: zebra.host, port: zebra.port };
  station = await startStationInNode({
    folder,
    settings: { printers: [{ name: 'Zebra A', connection, default: true }] },
    storageWorker: programFile('programs/noting-storage-worker.mjs'),
  });
});

afterEach(async () => {
  await station.stop();
  await zebra.close();
  rmSync(folder, { recursive: true, force: true });
});

const noted = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

/** Waits until the station reads nothing more by itself: what follows the creation of an order is over. */
async function idle(): Promise<void> {
  const others = (): number => noted().filter((method) => method !== 'printJobs').length;
  for (let before = -1; before !== others(); ) {
    before = others();
    for (let times = 0; times < 20; times += 1) await station.call('print-jobs.list', null);
  }
}

it('scan to paper: two storage round trips and two fsyncs before the first byte of the label', async () => {
  const [parcel] = await storedParcels(station, 1);
  const code = parcel?.customCode ?? '';
  await zebra.waitFor(({ openConnections, received }) => received.length > 0 && openConnections === 0);
  await idle();
  const records = join(folder, 'records', 'records-practice.sqlite3');
  emptyLog(records);
  writeFileSync(join(folder, 'calls'), '');
  const atFirstByte: { calls: string[]; commits: number }[] = [];
  const begun = zebra.waitFor(({ received }) => {
    if (!received.some((bytes) => bytes.includes('^XA'))) return false;
    // The count of what needs attention is read beside it, on a timer: no label waits for it.
    const calls = noted().filter((method) => method !== 'attention');
    atFirstByte.push({ calls, commits: commitsIn(records) });
    return true;
  });
  await station.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode: 'print' });
  await begun;
  expect(atFirstByte[0]).toEqual({ calls: ['takeScan', 'advancePrinting'], commits: 2 });
});

it('scan to paper: the printer is asked while a scan to print is being stored, and closed where no label comes of it', async () => {
  const [parcel] = await storedParcels(station, 1);
  const scan = (code: string) =>
    station.call('scan.submit', { reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode: 'print' });
  await scan(parcel?.customCode ?? '');
  await zebra.waitFor((printer) => printer.labels().length === 1 && printer.openConnections === 0);
  await idle();
  const before = zebra.received.length;
  await scan('NOTKNOWN12345678');
  await zebra.waitFor(({ received, openConnections }) => received.length > before && openConnections === 0);
  expect(zebra.labels()).toHaveLength(1);
});
