import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createYielder } from '../../../../src/main/concurrency/waiting.ts';
import { createImports, type Imports } from '../../../../src/main/core/imports/imports.ts';
import type { FileOutcome } from '../../../../src/main/core/ports/files.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { openRecordsIn } from '../../../../src/main/storage/open-records.ts';
import { StorageError } from '../../../../src/main/storage/storage-error.ts';
import { success } from '../../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { maxFilesAtOnce } from '../../../../src/shared/orders/import-state.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { by, requestFor } from '../../../suites/records/record-fixtures.ts';
import { openInThread, sourceWorker } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { bytesOf, customCodeOf, labelOrigin, orderObject } from './order-file-fixtures.ts';

const folders = temporaryFolders();
let records: Records;
let announced: unknown[];
let notices: (Message | string)[];
let bugs: unknown[];
let wakes: string[];

const clock = { now: () => Date.now(), after: () => () => {} };

/** Imports into the test's records; `onImport` is called at every change of state. */
function importsWith(over: Partial<Records> = {}, onImport: (imports: Imports) => void = () => {}): Imports {
  const imports: Imports = createImports({
    records: { ...records, ...over },
    ...{
      labelOrigin: async () => labelOrigin,
      clock,
      withoutToken: async (text) => text,
      yieldToEventLoop: createYielder(),
      onStored: () => wakes.push('labels'),
    },
    announce(...topics) {
      announced.push(...topics);
      if (topics.includes('import')) onImport(imports);
    },
    notices: { notify: (notice) => notices.push(notice.message) },
    onBug: (error) => bugs.push(error),
  });
  folders.before(() => imports.stop());
  return imports;
}

async function importText(imports: Imports, text: string, name = 'orders.json'): Promise<FileOutcome> {
  const added = imports.add({ name, from: 'operator', read: async () => success(bytesOf(text)) });
  if (!added.ok) throw new Error(JSON.stringify(added.failure));
  return added.value;
}

const orders = (from: number, to: number): unknown[] =>
  Array.from({ length: to - from + 1 }, (_, index) => orderObject(from + index));
const fileOf = (from: number, to: number): string => JSON.stringify(orders(from, to));
const known = async (number: number): Promise<boolean> => (await records.findByCode(customCodeOf(number))) !== null;

const imported = (counts: Partial<Record<'orders' | 'parcels' | 'completed' | 'known' | 'confirmed', number>>) =>
  message('import.imported', { orders: 0, parcels: 0, completed: 0, known: 0, confirmed: 0, ...counts });
const faultAt = (order: number, line: number, fault: Message): Message =>
  message('import.fault', { place: message('import.place.order', { order, line }), fault });

beforeEach(async () => {
  const opened = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => opened.close());
  records = opened;
  [announced, notices, bugs, wakes] = [[], [], [], []];
});

describe('import: a file', () => {
  it('stores its orders, reports them, and lets their labels be downloaded', async () => {
    const imports = importsWith();
    const { report, isRetryable } = await importText(imports, fileOf(1, 45));
    expect(report).toMatchObject({
      outcome: 'imported',
      message: imported({ orders: 45, parcels: 45 }),
      orders: { new: 45, completed: 0, known: 0 },
    });
    expect(isRetryable).toBe(false);
    expect(notices).toEqual([
      message('import.file-result', { name: 'orders.json', reason: imported({ orders: 45, parcels: 45 }) }),
    ]);
    expect(wakes).toHaveLength(1);
    expect(announced).toContain('parcels');
    expect(await known(45)).toBe(true);
    const journal = await records.activity({ beforeId: null, limit: 10 });
    expect(journal[0]).toMatchObject({ who: 'operator', what: 'import-file' });
    expect(journal[0]?.outcome).toEqual(notices[0]);
    expect(bugs).toEqual([]);
  });

  it('changes nothing the second time, and reports that all of it is known', async () => {
    const imports = importsWith();
    await importText(imports, fileOf(1, 3));
    const { report } = await importText(imports, fileOf(1, 3), 'the same again.json');
    expect(report).toMatchObject({ outcome: 'already known', orders: { new: 0, completed: 0, known: 3 } });
    expect(report.message).toEqual(message('import.all-known'));
    const mixed = await importText(imports, fileOf(3, 4));
    expect(mixed.report.message).toEqual(imported({ orders: 1, parcels: 1, known: 1 }));
    expect(wakes).toHaveLength(2);
  });

  it('changes nothing where one of its orders has an error, and lists every error with its line', async () => {
    const imports = importsWith();
    const lines = orders(1, 250).map((one, index) => (index % 100 === 42 ? '{"shipments":[]}' : JSON.stringify(one)));
    const { report } = await importText(imports, lines.join('\n'));
    expect(report).toMatchObject({ outcome: 'rejected', orders: { new: 0, completed: 0, known: 0 } });
    const faults = [43, 143, 243].map((at) => faultAt(at, at, message('import.list-empty', { path: 'shipments' })));
    expect(report.faults).toEqual(faults);
    expect(report.message).toEqual(message('import.has-faults', { count: 3, reason: faults[0] ?? null }));
    expect(await known(1)).toBe(false);
  });

  it('lists two hundred errors and counts the rest', async () => {
    const { report } = await importText(importsWith(), '{"shipments":[]}\n'.repeat(1_000));
    expect([report.faults.length, report.moreFaults]).toEqual([200, 800]);
  });

  it('changes nothing where the last of its orders contradicts what is known', async () => {
    const imports = importsWith();
    await importText(imports, fileOf(500, 500));
    const moved = orderObject(500, { uniqueId: 'ORD-X', trackingCode: 'DO-X' });
    const { report } = await importText(imports, JSON.stringify([...orders(1, 120), moved]));
    expect(report.outcome).toBe('rejected');
    const clash = message('import.code-in-other-shipment', { code: customCodeOf(500), known: 'DO-500' });
    expect(report.faults).toEqual([faultAt(121, 1, clash)]);
    expect(await known(1)).toBe(false);
  });

  it('confirms an uncertain order of this station that is in the file, and keeps its request', async () => {
    const command = await records.beginCreate(requestFor(customCodeOf(7)), by('create-order'));
    await records.moveCommand(command.id, ['waiting'], { state: 'uncertain' }, by('order-answer'));
    const { report } = await importText(importsWith(), fileOf(6, 8));
    expect(report.message).toEqual(imported({ orders: 3, parcels: 3, confirmed: 1 }));
    expect((await records.command(command.id))?.state).toBe('done');
    expect((await records.findByCode(customCodeOf(7)))?.parcels[0]?.weightGrams).toBe(900);
    expect(announced).toContain('commands');
  });

  it('is stopped between two transactions: complete orders stay, and the same file continues from there', async () => {
    const imports = importsWith({}, (running) => {
      const progress = running.state().running;
      if (progress?.step === 'storing' && progress.done >= 100) running.cancel();
    });
    const { report, isRetryable } = await importText(imports, fileOf(1, 400));
    expect(report.outcome).toBe('stopped');
    expect(report.orders.new).toBeGreaterThanOrEqual(100);
    expect(report.orders.new).toBeLessThan(400);
    expect(report.message).toEqual(message('import.stopped-by-operator', { done: report.orders.new, total: 400 }));
    expect(isRetryable).toBe(false);
    expect(await known(report.orders.new)).toBe(true);
    expect(await known(report.orders.new + 1)).toBe(false);
    const again = await importText(importsWith(), fileOf(1, 400));
    expect(again.report.orders).toEqual({ new: 400 - report.orders.new, completed: 0, known: report.orders.new });
  });

  it.each(['reading', 'checking'] as const)('stopped while %s, changes nothing', async (step) => {
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === step) running.cancel();
    });
    const { report } = await importText(imports, fileOf(1, 400));
    expect(report).toMatchObject({
      outcome: 'stopped',
      message: { code: 'import.stopped-by-operator', params: { done: 0 } },
    });
    expect(await known(1)).toBe(false);
  });

  it('removes the files that wait behind a stopped one, and reports them', async () => {
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === 'storing') running.cancel();
    });
    const [first, second] = await Promise.all([
      importText(imports, fileOf(1, 60)),
      importText(imports, fileOf(61, 62), 'second.json'),
    ]);
    expect(first.report.outcome).toBe('stopped');
    expect(second.report).toMatchObject({ outcome: 'stopped', name: 'second.json' });
    expect(second.report.message).toEqual(message('import.not-started'));
  });

  it('ends between two transactions when the environment is closed, and can be tried again', async () => {
    let stopped: Promise<void> | null = null;
    const imports = importsWith({}, (running) => {
      if (running.state().running?.step === 'storing') stopped ??= running.stop();
    });
    const { report, isRetryable } = await importText(imports, fileOf(1, 200));
    await stopped;
    expect(report.outcome).toBe('stopped');
    expect(isRetryable).toBe(true);
    expect(notices).toEqual([]);
    expect(imports.add({ name: 'late.json', from: 'operator', read: async () => success(bytesOf('')) }).ok).toBe(false);
  });

  it('reports a failure of the disk, and can be tried again', async () => {
    let writes = 0;
    const importOrders: Records['importOrders'] = async (some, record) => {
      writes += 1;
      if (writes === 3) throw new StorageError(message('storage.disk-full', { detail: null }));
      return records.importOrders(some, record);
    };
    const { report, isRetryable } = await importText(importsWith({ importOrders }), fileOf(1, 100));
    const reason = message('storage.disk-full', { detail: null });
    expect(report).toMatchObject({ outcome: 'stopped', orders: { new: 40 } });
    expect(report.message).toEqual(message('import.stopped-by-failure', { reason, done: 40, total: 100 }));
    expect(isRetryable).toBe(true);
    expect(bugs).toEqual([]);
  });

  it('stops where the records changed since the comparison', async () => {
    const importOrders: Records['importOrders'] = async (some, record) => {
      if (!(await known(30))) {
        const other = orderObject(30, { uniqueId: 'ORD-X', trackingCode: 'DO-X' });
        await importText(importsWith(), JSON.stringify(other), 'between.json');
      }
      return records.importOrders(some, record);
    };
    const { report, isRetryable } = await importText(importsWith({ importOrders }), fileOf(1, 60));
    expect(report).toMatchObject({ outcome: 'stopped', orders: { new: 20 } });
    expect(report.message.code).toBe('import.stopped-by-change');
    expect(report.message.params.reason).toMatchObject({
      params: { fault: { code: expect.stringMatching(/^import\.code-in-/) } },
    });
    expect(isRetryable).toBe(true);
    expect(await known(21)).toBe(false);
  });

  it('removes line breaks and direction marks from a file’s name', async () => {
    const imports = importsWith();
    const { report } = await importText(imports, fileOf(1, 1), 'a\n\u202egpj.exe\0<b>.json');
    expect(report.name).toBe('a gpj.exe <b>.json');
    expect(notices[0]).toMatchObject({ params: { name: 'a gpj.exe <b>.json' } });
  });

  it('refuses more files than the queue holds', async () => {
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
      imports.add({ name: `${index}.json`, from: 'operator', read }),
    );
    expect(added.at(-1)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    expect(imports.state().waiting).toBe(maxFilesAtOnce);
    unblock();
    await Promise.all(added.map((one) => (one.ok ? one.value : null)));
    expect(imports.state().reports).toHaveLength(20);
  });

  // Every run answers a scan during an import (order-import.test.ts).
  itInLongRun(
    'does not block the thread while it imports five thousand orders',
    async () => {
      const store = openRecordsIn({ folder: await folders.make(), ...sourceWorker });
      folders.before(() => store.close());
      records = await store.open('five thousand');
      const imports = importsWith();
      const steps = new Set<string>();
      let ticks = 0;
      let isOver = false;
      const tick = (): void => {
        ticks += 1;
        const running = imports.state().running;
        if (running) steps.add(running.step);
        if (!isOver) setTimeout(tick, 1);
      };
      tick();
      const { report } = await importText(imports, fileOf(1, 5_000));
      isOver = true;
      expect(report.orders.new).toBe(5_000);
      expect([...steps]).toEqual(['reading', 'checking', 'storing']);
      // Reading alone takes more than a hundred yields.
      expect(ticks).toBeGreaterThan(100);
    },
    120_000,
  );
});
