import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createYielder } from '../../../../src/main/concurrency/yield-to-event-loop.ts';
import { createImports, type Imports } from '../../../../src/main/core/imports/imports.ts';
import type { FileOutcome } from '../../../../src/main/core/ports/files.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { openRecordsIn } from '../../../../src/main/storage/open-records.ts';
import { StorageError } from '../../../../src/main/storage/storage-error.ts';
import { success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { maxFilesAtOnce } from '../../../../src/shared/orders/import-state.ts';
import { by, requestFor } from '../../../suites/records/record-fixtures.ts';
import { openInThread, sourceWorker } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { bytesOf, customCodeOf, labelOrigin, orderObject } from './order-file-fixtures.ts';

const folders = temporaryFolders();
let records: Records;
let told: string[];
let notices: string[];
let bugs: unknown[];
let wakes: string[];

const clock = { now: () => Date.now(), after: () => () => {} };

/** Imports over the test's records; `onImport` hears of every change of state. */
function importsWith(over: Partial<Records> = {}, onImport: (imports: Imports) => void = () => {}): Imports {
  const imports: Imports = createImports({
    records: { ...records, ...over },
    ...{ labelOrigin, clock, yieldToEventLoop: createYielder(), onStored: () => wakes.push('labels') },
    announce(...topics) {
      told.push(...topics);
      if (topics.includes('import')) onImport(imports);
    },
    notices: { notify: ({ message }) => void notices.push(String(message)) },
    onBug: (error) => bugs.push(error),
  });
  folders.before(() => imports.stop());
  return imports;
}

async function importText(imports: Imports, text: string, name = 'orders.json'): Promise<FileOutcome> {
  const added = imports.add({ name, from: 'a person', read: async () => success(bytesOf(text)) });
  if (!added.ok) throw new Error(JSON.stringify(added.failure));
  return added.value;
}

const orders = (from: number, to: number): unknown[] =>
  Array.from({ length: to - from + 1 }, (_, index) => orderObject(from + index));
const fileOf = (from: number, to: number): string => JSON.stringify(orders(from, to));
const known = async (number: number): Promise<boolean> => (await records.findByCode(customCodeOf(number))) !== null;

beforeEach(async () => {
  const opened = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => opened.close());
  records = opened;
  [told, notices, bugs, wakes] = [[], [], [], []];
});

describe('importing a file', () => {
  it('stores its orders, says so, and has their labels fetched', async () => {
    const imports = importsWith();
    const { report, isRetryable } = await importText(imports, fileOf(1, 45));
    expect(report).toMatchObject({
      outcome: 'imported',
      sentence: '45 orders with 45 parcels imported.',
      orders: { new: 45, completed: 0, known: 0 },
    });
    expect(isRetryable).toBe(false);
    expect(notices).toEqual(['orders.json: 45 orders with 45 parcels imported.']);
    expect(wakes).toHaveLength(1);
    expect(told).toContain('parcels');
    expect(await known(45)).toBe(true);
    const journal = await records.activity({ beforeId: null, limit: 10 });
    expect(journal[0]).toMatchObject({ who: 'operator', what: 'import orders.json' });
    expect(journal[0]?.outcome).toContain('imported: 45 orders');
    expect(bugs).toEqual([]);
  });

  it('changes nothing the second time, and says that all of it is known', async () => {
    const imports = importsWith();
    await importText(imports, fileOf(1, 3));
    const { report } = await importText(imports, fileOf(1, 3), 'the same again.json');
    expect(report).toMatchObject({ outcome: 'already known', orders: { new: 0, completed: 0, known: 3 } });
    expect(report.sentence).toBe('Everything in it is already known here; nothing was changed.');
    const mixed = await importText(imports, fileOf(3, 4));
    expect(mixed.report.sentence).toBe('1 order with 1 parcel imported. 1 order already known.');
    expect(wakes).toHaveLength(2);
  });

  it('changes nothing where one of its orders is at fault, and names every fault by its line', async () => {
    const imports = importsWith();
    const lines = orders(1, 250).map((one, index) => (index % 100 === 42 ? '{"shipments":[]}' : JSON.stringify(one)));
    const { report } = await importText(imports, lines.join('\n'));
    expect(report).toMatchObject({ outcome: 'refused', orders: { new: 0, completed: 0, known: 0 } });
    expect(report.faults).toEqual([43, 143, 243].map((at) => `Order ${at} (line ${at}): shipments is empty.`));
    expect(await known(1)).toBe(false);
  });

  it('names two hundred faults and counts the rest', async () => {
    const { report } = await importText(importsWith(), '{"shipments":[]}\n'.repeat(1_000));
    expect([report.faults.length, report.moreFaults]).toEqual([200, 800]);
  });

  it('changes nothing where the last of its orders contradicts what is known', async () => {
    const imports = importsWith();
    await importText(imports, fileOf(500, 500));
    const moved = orderObject(500, { uniqueId: 'ORD-X', trackingCode: 'DO-X' });
    const { report } = await importText(imports, JSON.stringify([...orders(1, 120), moved]));
    expect(report.outcome).toBe('refused');
    expect(report.faults).toEqual([
      `Order 121 (line 1): ${customCodeOf(500)} is known here in another shipment, DO-500.`,
    ]);
    expect(await known(1)).toBe(false);
  });

  it('settles an uncertain order of this station that the file names, and keeps what was asked for', async () => {
    const command = await records.beginCreate(requestFor(customCodeOf(7)), by('create order'));
    await records.moveCommand(command.id, ['waiting'], { state: 'uncertain' }, by('lost'));
    const { report } = await importText(importsWith(), fileOf(6, 8));
    expect(report.sentence).toBe('3 orders with 3 parcels imported. 1 uncertain order of this station settled.');
    expect((await records.command(command.id))?.state).toBe('done');
    expect((await records.findByCode(customCodeOf(7)))?.parcels[0]?.weightGrams).toBe(900);
    expect(told).toContain('commands');
  });

  it('is stopped between two transactions: whole orders stay, and the same file goes on from there', async () => {
    const imports = importsWith({}, (running) => {
      const progress = running.state().running;
      if (progress?.step === 'storing' && progress.done >= 100) running.cancel();
    });
    const { report, isRetryable } = await importText(imports, fileOf(1, 400));
    expect(report.outcome).toBe('stopped');
    expect(report.orders.new).toBeGreaterThanOrEqual(100);
    expect(report.orders.new).toBeLessThan(400);
    expect(report.sentence).toBe(`Stopped. ${report.orders.new} of 400 orders were gone through, each of them whole.`);
    expect(isRetryable).toBe(false);
    expect(await known(report.orders.new)).toBe(true);
    expect(await known(report.orders.new + 1)).toBe(false);
    const again = await importText(importsWith(), fileOf(1, 400));
    expect(again.report.orders).toEqual({ new: 400 - report.orders.new, completed: 0, known: report.orders.new });
  });

  it.each(['reading', 'checking'] as const)('stopped while %s, it has changed nothing', async (step) => {
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === step) running.cancel();
    });
    const { report } = await importText(imports, fileOf(1, 400));
    expect(report).toMatchObject({ outcome: 'stopped', sentence: 'Stopped. Nothing of it was imported.' });
    expect(await known(1)).toBe(false);
  });

  it('drops what waits behind a stopped one, and says so', async () => {
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === 'storing') running.cancel();
    });
    const [first, second] = await Promise.all([
      importText(imports, fileOf(1, 60)),
      importText(imports, fileOf(61, 62), 'second.json'),
    ]);
    expect(first.report.outcome).toBe('stopped');
    expect(second.report).toMatchObject({ outcome: 'stopped', name: 'second.json' });
    expect(second.report.sentence).toContain('Not begun');
  });

  it('ends between two transactions when the environment is closed, and may be tried again', async () => {
    let stopped: Promise<void> | null = null;
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === 'storing') stopped ??= running.stop();
    });
    const { report, isRetryable } = await importText(imports, fileOf(1, 200));
    await stopped;
    expect(report.outcome).toBe('stopped');
    expect(isRetryable).toBe(true);
    expect(notices).toEqual([]);
    expect(imports.add({ name: 'late.json', from: 'a person', read: async () => success(bytesOf('')) }).ok).toBe(false);
  });

  it('says what the disk said, and may be tried again', async () => {
    let writes = 0;
    const importOrders: Records['importOrders'] = async (some, record) => {
      writes += 1;
      if (writes === 3) throw new StorageError(message('storage.disk-full', { detail: null }));
      return records.importOrders(some, record);
    };
    const { report, isRetryable } = await importText(importsWith({ importOrders }), fileOf(1, 100));
    expect(report).toMatchObject({ outcome: 'stopped', orders: { new: 40 }, next: null });
    expect(report.sentence).toBe('storage.disk-full 40 of 100 orders were gone through, each of them whole.');
    expect(isRetryable).toBe(true);
    expect(bugs).toEqual([]);
  });

  it('stops where what it was compared with has changed meanwhile', async () => {
    const importOrders: Records['importOrders'] = async (some, record) => {
      if (!(await known(30))) {
        const other = orderObject(30, { uniqueId: 'ORD-X', trackingCode: 'DO-X' });
        await importText(importsWith(), JSON.stringify(other), 'between.json');
      }
      return records.importOrders(some, record);
    };
    const { report, isRetryable } = await importText(importsWith({ importOrders }), fileOf(1, 60));
    expect(report).toMatchObject({ outcome: 'stopped', orders: { new: 20 } });
    expect(report.sentence).toContain('is known here in another');
    expect(isRetryable).toBe(true);
    expect(await known(21)).toBe(false);
  });

  it('shows a file’s name on one line and the right way round, whatever it is called', async () => {
    const imports = importsWith();
    const { report } = await importText(imports, fileOf(1, 1), 'a\n\u202egpj.exe\0<b>.json');
    expect(report.name).toBe('a gpj.exe <b>.json');
    expect(notices[0]?.startsWith('a gpj.exe <b>.json: 1 order')).toBe(true);
  });

  it('takes no more files than it can tell of', async () => {
    const imports = importsWith();
    let unblock = (): void => {};
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve;
    });
    const read = async () => {
      await blocked;
      return success(bytesOf(fileOf(1, 1)));
    };
    const added = Array.from({ length: maxFilesAtOnce + 2 }, (_, index) =>
      imports.add({ name: `${index}.json`, from: 'a person', read }),
    );
    expect(added.at(-1)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    expect(imports.state().waiting).toBe(maxFilesAtOnce);
    unblock();
    await Promise.all(added.map((one) => (one.ok ? one.value : null)));
    expect(imports.state().reports).toHaveLength(20);
  });

  it('keeps five thousand orders moving: everything else of the thread goes on between pieces of it', async () => {
    const store = openRecordsIn({ folder: await folders.make(), ...sourceWorker });
    folders.before(() => store.close());
    records = await store.open('five thousand');
    const imports = importsWith();
    const steps = new Set<string>();
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      const running = imports.state().running;
      if (running) steps.add(running.step);
      if (!isOver) setTimeout(turn, 1);
    };
    turn();
    const { report } = await importText(imports, fileOf(1, 5_000));
    isOver = true;
    expect(report.orders.new).toBe(5_000);
    expect([...steps]).toEqual(['reading', 'checking', 'storing']);
    // Reading alone takes longer than a hundred of its pieces.
    expect(turns).toBeGreaterThan(100);
  }, 120_000);
});
