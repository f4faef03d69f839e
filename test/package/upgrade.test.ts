import { type ChildProcess, execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_COPY_MARKER } from '../../scripts/packaging/fuses.mjs';
import { type Display, startPrivateDisplay } from '../../scripts/set-up/display.mjs';
import { migrations } from '../../src/main/storage/database.ts';
import { unfilteredBoard } from '../../src/shared/shipments/board-query.ts';
import { callStation } from '../e2e/page-actions.ts';
import { type FakePrinter, startFakePrinter } from '../fakes/printer.ts';
import { orderTo } from '../helpers/order-requests.ts';
import { type CleanRoot, makeCleanRoot, operator } from './clean-root.ts';
import { packages } from './packages.ts';

const dataFolder = `${operator.home}/data`;
const recordsFile = 'records/records-practice.sqlite3';
const [first, second, third] = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T', 'NL9Q2W4E6R8T1Y3U5I7O'] as const;
/** A package is unpacked, or a station started, while the computer is busy with other tests. */
const longMs = 120_000;

let root: CleanRoot;
let display: Display;
let paper: FakePrinter;
const started: ChildProcess[] = [];
const browsers: Browser[] = [];

const inData = (path: string): string => join(root.folder, dataFolder, path);

/** Installs a package; the marker lets the tests control its page, and belongs to no package, so that an upgrade keeps it. */
function install(file: string): void {
  const place = join(root.folder, 'srv/packbench.deb');
  copyFileSync(file, place);
  const options = ['--yes', '--no-install-recommends', '--allow-downgrades'];
  root.must(['apt-get', 'install', ...options, '/srv/packbench.deb']);
  writeFileSync(join(root.folder, 'usr/lib/packbench/resources', TEST_COPY_MARKER), '');
}

/** Starts the installed station; what its command leaves behind, such as a station that it started, lives on. */
function start(): void {
  const authority = join(operator.home, 'authority');
  copyFileSync(display.env.XAUTHORITY as string, join(root.folder, authority));
  const printers = [
    { name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port: paper.port }, default: true },
  ];
  writeFileSync(join(root.folder, operator.home, 'bench.json'), JSON.stringify({ setup: false, printers }));
  root.must(['chown', operator.name, authority]);
  const station = ['packbench', `--provision=${operator.home}/bench.json`, `--user-data-dir=${dataFolder}`];
  const switches = ['--disable-dev-shm-usage', '--remote-debugging-port=0'];
  const command = ['sh', '-c', '"$@"; exec sleep infinity', 'sh', ...station, ...switches];
  started.push(root.start(command, { DISPLAY: display.env.DISPLAY as string, XAUTHORITY: authority }));
}

/** The first page of the station that runs now, once it shows that. */
async function pageWith(shown: (page: Page) => Promise<void>): Promise<Page> {
  let found: Page | undefined;
  const look = async (): Promise<string> => {
    try {
      const [port = '', path = ''] = readFileSync(inData('DevToolsActivePort'), 'utf8').split('\n');
      const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
      browsers.push(browser);
      const page = browser.contexts()[0]?.pages()[0];
      if (!page) return 'no page';
      await shown(page);
      found = page;
      return 'shown';
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(look, { timeout: longMs, interval: 500 }).toBe('shown');
  return found as Page;
}

const stationPage = (): Promise<Page> =>
  pageWith((page) => page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 10_000 }));

const order = (page: Page, receiver: string, code: string) =>
  callStation(page, 'order.create', { request: orderTo(receiver, [code]), evenIfDuplicate: true });

const print = (page: Page, text: string) =>
  callStation(page, 'scan.submit', { reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' }, mode: 'print' });

const jobStates = async (page: Page): Promise<string[]> =>
  (await callStation(page, 'print-jobs.list', null)).map(({ state }) => state).sort();

const versionOf = (file: string): string =>
  execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' }).trim().replace('~', '-');

beforeAll(async () => {
  paper = await startFakePrinter();
  root = makeCleanRoot();
  display = (await startPrivateDisplay(process.env)) as Display;
  root.must(['apt-get', 'update']);
  install(packages.first);
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close().catch(() => {})));
  for (const station of started) await root.end(station, 'SIGKILL');
  display?.end();
  await paper?.close();
  await root?.remove();
});

describe('upgrade while a label prints and an order is under way', () => {
  it('waits for both with its restart, then prints each label and buys each order once', async () => {
    start();
    const page = await stationPage();
    for (const code of [first, second]) await order(page, 'Aya Noor', code);
    const stored = async (): Promise<number> => {
      const { rows } = await callStation(page, 'shipments.page', { ...unfilteredBoard, offset: 0, limit: 9 });
      return rows.filter(({ label }) => label?.state === 'stored').length;
    };
    await expect.poll(stored, { timeout: longMs }).toBe(2);
    await paper.connectionFault({ kind: 'stall', afterBytes: 400 });
    for (const code of [first, second]) await print(page, code);
    await paper.waitFor(({ received }) => received.some((bytes) => bytes.length >= 400));
    install(packages.next);
    // Done by the service, and never answered.
    const { command } = await order(page, 'time-out-after', third);
    expect((await callStation(page, 'station.read', null)).version).toBe(versionOf(packages.first));
    await callStation(page, 'health.read', null);
    await page.getByRole('region', { name: 'Update' }).getByRole('button', { name: 'Restart' }).click();
    await page.getByText('The station restarts once').waitFor();
    rmSync(inData('DevToolsActivePort'));
    await paper.connectionFault(null);

    const upgraded = await stationPage();
    expect((await callStation(upgraded, 'station.read', null)).version).toBe(versionOf(packages.next));
    const onTheirWay = async () => (await jobStates(upgraded)).filter((state) => !['printed', 'sent'].includes(state));
    await expect.poll(onTheirWay, { timeout: longMs }).toEqual([]);
    await expect.poll(() => paper.labels().length, { timeout: longMs }).toBe(2);
    expect(paper.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
    const progress = await callStation(upgraded, 'order.progress', { commandId: command.id });
    // Its event may have named it meanwhile.
    expect(['uncertain', 'created']).toContain(progress.state);
    const bought = readFileSync(inData('practice/practice/orders.jsonl'), 'utf8').trim().split('\n');
    const orders = new Set(bought.flatMap((line) => /"uniqueId":"([^"]+)"/.exec(line)?.[1] ?? []));
    expect(orders.size).toBe(3);
  });

  it('an older version refuses the records of a newer one, says what to install, and changes nothing', async () => {
    for (const station of started.splice(0)) await root.end(station, 'SIGKILL');
    const database = new DatabaseSync(inData(recordsFile));
    // Without a prepared statement, which would keep the file open.
    database.exec(`PRAGMA user_version = ${migrations.length + 1}; PRAGMA wal_checkpoint(TRUNCATE)`);
    database.close();
    root.must(['chown', '--recursive', operator.name, dataFolder]);
    // The killed station's number is another process's in the next start's namespace.
    for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(inData(name), { force: true });
    const before = readFileSync(inData(recordsFile));
    install(packages.first);
    rmSync(inData('DevToolsActivePort'), { force: true });
    start();
    const message = await pageWith((page) =>
      page.getByText('Install the newer version again.').waitFor({ timeout: 10_000 }),
    );
    expect(await message.innerText('body')).toContain('A newer version of Packbench wrote these records.');
    expect(readFileSync(inData(recordsFile)).equals(before)).toBe(true);
    expect(readdirSync(inData('records'))).toContain('records-practice.sqlite3');
  });
});
