import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchRowsJson } from '../../../src/main/core/batch/batch-draft.ts';
import type { BatchFacts } from '../../../src/main/core/ports/batch-records.ts';
import type { StoppedWork } from '../../../src/main/core/ports/records.ts';
import { backUpFile } from '../../../src/main/storage/backup.ts';
import { closeDatabase, migrations, openDatabase } from '../../../src/main/storage/database.ts';
import { openRecordsIn, type RecordsStore } from '../../../src/main/storage/open-records.ts';
import { listBackups, lostWork, prepareRestore } from '../../../src/main/storage/restore.ts';
import type { StorageError } from '../../../src/main/storage/storage-error.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { addJob, by, codeA, codeB, codeC, requestFor, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { openInThread, sourceWorker } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const codeD = 'NLDDDDDDDDDDDDDDDDDD';
const at = Date.parse('2026-03-01T08:00:00.000Z');
const nameAt = (time: string): string => `records-practice-2026-03-01T${time}Z.sqlite3`;
let dataFolder: string;
let folder: string;
let file: string;
beforeEach(async () => {
  dataFolder = await folders.make();
  folder = join(dataFolder, 'records');
  file = join(folder, 'records-practice.sqlite3');
  await mkdir(folder);
});

/** What each opening of copied records stopped. */
let stopped: StoppedWork[];
function openStore(inFolder = folder): RecordsStore {
  stopped = [];
  const store = openRecordsIn({ folder: inFolder, ...sourceWorker, onCopy: (_, found) => void stopped.push(found) });
  folders.before(() => store.close());
  return store;
}

/** A closed file at its place: an order and two deletions that wait, a label in the queue, and one that is being sent. */
async function makeWaitingWork(): Promise<void> {
  const store = openStore();
  await (await store.open('practice')).close();
  await store.close();
  const records = openInThread(file);
  const parcelId = await storeLabelled(records, codeA);
  await addJob(records, parcelId, 0);
  const sending = (await addJob(records, await storeLabelled(records, codeB), 10)).job;
  await records.movePrintJob(sending.id, ['queued'], { state: 'sending', attempt: true }, by('print'));
  await records.beginCreate(requestFor(codeC), by('create-order'));
  await records.beginDelete({ customCode: codeD, parcelId: null, endsAt: 1 }, by('delete'));
  const left = await records.beginDelete({ customCode: 'left', parcelId: null, endsAt: 1 }, by('delete'));
  await records.moveCommand(left.command.id, ['counting'], { state: 'waiting', requestLeft: true }, by('delete'));
  await records.close();
}

/** What waits in the records, as the next start would send it. */
async function stateOf(store: RecordsStore) {
  const records = await store.open('practice');
  const commands = await records.commands(['counting', 'waiting', 'needs confirmation', 'uncertain', 'blocked'], 10);
  const jobs = await records.printJobs(10);
  const [newest] = await records.activity({ beforeId: null, limit: 1 });
  await records.close();
  return {
    commands: commands.map(({ kind, state, codes }) => `${kind} ${codes[0]} ${state}`),
    jobs: jobs.map(({ code, state }) => `${code} ${state}`).sort(),
    newest: newest?.what,
  };
}

const batchFacts: BatchFacts = {
  ...{ columns: [], pickUpAddress: null, combines: false, why: null, quote: null, resultFile: null },
  ...{
    createdAt: '2026-03-01T08:00:00.000Z',
    startedAt: null,
    endedAt: null,
    isResultTried: false,
    resultUncertain: 0,
  },
};

const asItWaited = {
  commands: [`create ${codeC} waiting`, `delete ${codeD} counting`, 'delete left waiting'],
  jobs: [`${codeB} sending`, `${codeA} queued`],
};
const allStopped = {
  commands: [`create ${codeC} uncertain`, `delete ${codeD} needs confirmation`, 'delete left uncertain'],
  jobs: [`${codeB} uncertain`, `${codeA} cancelled`],
  newest: 'stop-copied-work',
};

describe('copied records', () => {
  it('in a copied data folder nothing is sent or printed; the original goes on', async () => {
    await makeWaitingWork();
    const other = join(dataFolder, 'copy');
    await mkdir(other);
    await copyFile(file, join(other, 'records-practice.sqlite3'));
    expect(await stateOf(openStore(other))).toEqual(allStopped);
    expect(stopped).toEqual([{ orders: 1, deletions: 2, labels: 1 }]);
    // Once: afterwards that file is where it belongs.
    const again = openStore(other);
    await again.open('practice');
    expect(stopped).toEqual([]);
    expect(await stateOf(openStore())).toMatchObject(asItWaited);
    expect(stopped).toEqual([]);
  });

  it('a folder that is moved or renamed goes on as before', async () => {
    await makeWaitingWork();
    await mkdir(join(dataFolder, 'elsewhere'));
    const moved = join(dataFolder, 'elsewhere', 'moved');
    await rename(folder, moved);
    expect(await stateOf(openStore(moved))).toMatchObject(asItWaited);
    expect(stopped).toEqual([]);
  });

  it('a backup that is put in the place of the records by hand stops too', async () => {
    await makeWaitingWork();
    const backup = join(folder, 'backups', await backUpFile(file, at));
    for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
    await copyFile(backup, file);
    expect(await stateOf(openStore())).toEqual(allStopped);
  });

  it('a batch that was not started is stopped, and a rejected order warns and keeps what the service said', async () => {
    const before = openStore();
    const records = await before.open('practice');
    const id = await records.addBatch({ name: 'orders.csv', folder: null, facts: batchFacts }, batchRowsJson([]));
    expect(await records.showBatch(id, batchRowsJson([]), by('open-batch'))).toBe(true);
    const failure: Failure = {
      ...{ code: 'rejected', message: message('storage.failed', { detail: null }), serviceText: 'phone is missing' },
      fieldFaults: [{ path: 'phone', text: 'missing' }],
    };
    for (const code of [codeA, codeB]) {
      const { id: commandId } = await records.beginCreate(requestFor(code), by('create-order'));
      await records.moveCommand(commandId, ['waiting'], { state: 'rejected', failure }, by('send-order'));
      if (code === codeB) await records.dismissCommand(commandId, by('dismiss'));
    }
    const { id: unreadable } = await records.beginCreate(requestFor(codeC), by('create-order'));
    await records.moveCommand(unreadable, ['waiting'], { state: 'rejected', failure }, by('send-order'));
    const database = openDatabase(file);
    database.prepare("UPDATE commands SET failure = '{' WHERE id = ?").run(unreadable);
    closeDatabase(database);
    const backup = join(folder, 'backups', await backUpFile(file, at));
    await records.close();
    await before.close();
    for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
    await copyFile(backup, file);

    const restored = await openStore().open('practice');
    expect(await restored.shownBatch()).toMatchObject({
      state: 'stopped',
      facts: { why: { message: { code: 'storage.copied-batch' } }, endedAt: expect.any(String) },
    });
    expect(await restored.commands(['rejected'], 10)).toMatchObject([
      { codes: [codeA], failure: { ...failure, message: { code: 'storage.copied-rejection' } } },
      { codes: [codeC], failure: { message: { code: 'storage.copied-rejection' } } },
    ]);
    // It can still be corrected.
    expect(await restored.canBeCorrected(1)).toBe(true);
  });

  it('records of an earlier version, which have no place, go on as before', async () => {
    await makeWaitingWork();
    const database = openDatabase(file);
    database.exec('PRAGMA application_id = 0');
    closeDatabase(database);
    expect(await stateOf(openStore())).toMatchObject(asItWaited);
    expect(stopped).toEqual([]);
  });
});

describe('restore', () => {
  it('takes place at the next start, stops what waited, and keeps the replaced records', async () => {
    await makeWaitingWork();
    const name = await backUpFile(file, at);
    const before = openStore();
    const records = await before.open('practice');
    await records.note(by('retry', 0, 'since').activity);
    expect(await before.backups.prepareRestore('practice', name)).toEqual({ ok: true, value: null });
    await records.close();
    await before.close();

    const store = openStore();
    expect(await stateOf(store)).toEqual(allStopped);
    const restored = await store.open('practice');
    const [, restore] = await restored.activity({ beforeId: null, limit: 2 });
    expect(restore).toMatchObject({ what: 'restore-records', outcome: { params: { file: name } } });
    const listed = await store.backups.list('practice');
    const [replaced, backup] = listed.ok ? listed.value : [];
    expect(replaced).toMatchObject({ kind: 'replaced', state: 'whole', version: migrations.length });
    expect(backup).toMatchObject({ kind: 'backup', name, at: '2026-03-01T08:00:00.000Z', state: 'whole' });
    // The restore can be undone.
    expect(await store.backups.prepareRestore('practice', replaced?.name ?? '')).toMatchObject({ ok: true });
    await restored.close();
    await store.close();
    const undone = openStore();
    const codes = (await (await undone.open('practice')).activity({ beforeId: null, limit: 9 })).map(
      ({ code }) => code,
    );
    expect(codes).toContain('since');
  });

  it('that is stopped between its steps is finished by the next start', async () => {
    await makeWaitingWork();
    await prepareRestore(file, await backUpFile(file, at));
    await mkdir(join(folder, 'replaced'));
    await rename(file, join(folder, 'replaced', nameAt('09-00-00-000')));
    expect(await stateOf(openStore())).toEqual(allStopped);
    expect((await readdir(folder)).filter((name) => name.includes('restored'))).toEqual([]);
  });

  it('migrates a backup of an earlier version', async () => {
    closeDatabase(openDatabase(file, migrations.slice(0, 20)));
    const name = await backUpFile(file, at);
    await prepareRestore(file, name);
    const database = new DatabaseSync(`${file}.restored`, { readOnly: true });
    folders.before(() => database.close());
    expect(database.prepare('PRAGMA user_version').get().user_version).toBe(migrations.length);
  });

  it('refuses a backup that is damaged, newer or not there, and changes nothing', async () => {
    await makeWaitingWork();
    const folderOfBackups = join(folder, 'backups');
    const whole = await backUpFile(file, at);
    const bytes = await readFile(join(folderOfBackups, whole));
    await writeFile(join(folderOfBackups, nameAt('09-00-00-000')), Buffer.from(bytes).fill(0xa5, 8_192, 20_480));
    const newer = join(folderOfBackups, nameAt('10-00-00-000'));
    await writeFile(newer, bytes);
    const database = new DatabaseSync(newer);
    database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
    database.close();
    expect((await listBackups(file)).map(({ state }) => state)).toEqual(['newer', 'damaged', 'whole']);
    const refusals = [
      [nameAt('09-00-00-000'), 'storage.restore-damaged'],
      [nameAt('10-00-00-000'), 'storage.newer-database'],
      ['../records-practice.sqlite3', 'storage.backup-unknown'],
    ] as const;
    for (const [name, code] of refusals)
      expect((await failureOf(prepareRestore(file, name))).message).toMatchObject({ code });
    expect((await readdir(folder)).filter((name) => name.includes('restored'))).toEqual([]);
    expect(await stateOf(openStore())).toMatchObject(asItWaited);
  });

  it('names what was recorded since the backup, or that the records cannot be read', async () => {
    await makeWaitingWork();
    const name = await backUpFile(file, Date.parse('2026-03-14T08:00:00.000Z'));
    const none = { orders: 0, labels: 0, deletions: 0, events: 0, scans: 0 };
    expect(lostWork(file, nameAt('08-00-00-000'))).toEqual({ ...none, orders: 3, labels: 1, deletions: 2 });
    expect(lostWork(file, name.replace('2026-03-14', '2026-03-15'))).toEqual(none);
    await writeFile(file, 'no database');
    expect(lostWork(file, name)).toBeNull();
  });
});

describe('damaged records', () => {
  it.each([
    ['whose header is overwritten', 0],
    ['whose tables are overwritten', 4_096],
  ])('%s say what can take their place, and are kept', async (_, from) => {
    await makeWaitingWork();
    const name = await backUpFile(file, at);
    await writeFile(file, (await readFile(file)).fill(0xa5, from));
    const damaged = await readFile(file);
    const store = openStore();
    const reading = store.open('practice').then((records) => records.printJobs(10));
    const replacement = await reading.then(
      () => expect.unreachable('They can be read'),
      (error: StorageError) => error.replacement,
    );
    expect(replacement).toMatchObject({ environment: 'practice' });
    expect(await replacement?.newestBackup()).toMatchObject({ name, state: 'whole' });
    expect(await replacement?.beginEmpty()).toMatchObject({ ok: true });
    expect(await replacement?.useBackup(name)).toMatchObject({ ok: true });
    await store.close();
    expect(await stateOf(openStore())).toEqual(allStopped);
    const [kept = ''] = (await readdir(join(folder, 'replaced'))).filter((entry) => entry.endsWith('.sqlite3'));
    expect((await readFile(join(folder, 'replaced', kept))).subarray(from).equals(damaged.subarray(from))).toBe(true);
  });

  it('without a backup begin empty', async () => {
    await writeFile(file, 'no database at all');
    const store = openStore();
    const { replacement } = await store.open('practice').then(
      () => expect.unreachable('They can be read'),
      (error: StorageError) => error,
    );
    expect(await replacement?.newestBackup()).toBeNull();
    await replacement?.beginEmpty();
    await store.close();
    expect(await stateOf(openStore())).toMatchObject({ commands: [], jobs: [] });
    expect(stopped).toEqual([]);
  });
});
