import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PrintMove } from '../../../src/main/core/ports/print-records.ts';
import type { Records, RecordsThreadStart } from '../../../src/main/core/ports/records.ts';
import type { Activity } from '../../../src/main/core/ports/write-context.ts';
import {
  maxRequestsInFlight,
  openRecordsIn,
  type RecordsParts,
  type RecordsStore,
} from '../../../src/main/storage/open-records.ts';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import type { PrintJob } from '../../../src/shared/printing/print-job.ts';
import { commitsIn, emptyLog } from '../../helpers/commits.ts';
import { addJob, by, codeA, newestScans, storeLabelled, takeScan } from '../../suites/records/record-fixtures.ts';
import { sourceWorker } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
let folder: string;
beforeEach(async () => {
  folder = join(await folders.make(), 'records');
});

function openStore(parts: Partial<RecordsParts> = {}): RecordsStore {
  const store = openRecordsIn({ folder, ...sourceWorker, ...parts });
  folders.before(() => store.close());
  return store;
}
/** How often this process has the file open. */
async function keptOpen(file: string): Promise<number> {
  const open = await readdir('/proc/self/fd');
  const targets = await Promise.all(open.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return targets.filter((target) => target === file).length;
}
const unresponsive = { workerFile: new URL('./unresponsive-worker.mjs', import.meta.url) };
const line = (code: string): Activity => by('retry', 0, code).activity;
const storageFailure = expect.objectContaining({
  code: 'storage',
  failure: expect.objectContaining({ code: 'storage' }),
});

describe('a records thread that runs before the first file is opened', () => {
  const start = (environment?: string): Worker => {
    const workerData: RecordsThreadStart | null = environment ? { expected: { folder, environment } } : null;
    return new Worker(sourceWorker.workerFile, { workerData });
  };

  it('serves the first file', async () => {
    const started = start();
    const records = await openStore({ started, workerFile: 'no such program' }).open('practice');
    await storeLabelled(records, codeA, '^XA^XZ');
    expect(await records.findByCode(codeA)).not.toBeNull();
  });

  it.runIf(process.platform === 'linux')('has the expected file open before it is asked for', async () => {
    await (await openStore().open('practice')).note(line('before'));
    await openStore().close();
    const file = join(folder, recordsFileName('practice'));
    const kept = await keptOpen(file);
    const started = start('practice');
    await expect.poll(() => keptOpen(file)).toBe(kept + 1);
    const records = await openStore({ started, workerFile: 'no such program' }).open('practice');
    expect(await keptOpen(file)).toBe(kept + 1);
    expect((await records.activity({ beforeId: null, limit: 10 })).map(({ code }) => code)).toContain('before');
  });

  it('names a row of the expected file that it could not read before anyone listened', async () => {
    const first = openStore();
    await takeScan(await first.open('practice'), codeA, 'look up');
    await first.close();
    const inFile = <T>(use: (database: DatabaseSyncInstance) => T): T => {
      const database = new DatabaseSync(join(folder, recordsFileName('practice')));
      const result = use(database);
      database.close();
      return result;
    };
    inFile((database) => database.exec("UPDATE scans SET mode = 'no mode'"));
    const named: unknown[] = [];
    const onQuarantined = (_: string, row: object): void => void named.push(row);
    const started = start('practice');
    const unreadable = () => inFile((database) => database.prepare('SELECT 1 FROM quarantined_rows').all());
    await expect.poll(unreadable, { timeout: 10_000 }).toHaveLength(1);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    const store = openStore({ started, workerFile: 'no such program', onQuarantined });
    await (await store.open('practice')).recentScans(10, '2026-01-01T00:00:00.000Z');
    expect(named).toEqual([expect.objectContaining({ table: 'scans' })]);
  });

  it('serves another file where that is asked for first, and the expected one later', async () => {
    const first = openStore();
    await (await first.open('practice')).note(line('before'));
    await first.close();
    const store = openStore({ started: start('practice') });
    await (await store.open('sandbox')).note(line('sandbox opened'));
    const practice = await store.open('practice');
    expect((await practice.activity({ beforeId: null, limit: 10 })).map(({ code }) => code)).toEqual(['before']);
  });

  it('makes no file that was only expected, and leaves a damaged one as it is until it is asked for', async () => {
    const store = openStore({ started: start('practice') });
    await store.open('sandbox');
    expect(await readdir(folder)).not.toContain(recordsFileName('practice'));
    await store.close();
    await writeFile(join(folder, recordsFileName('practice')), 'no database');
    await expect(openStore({ started: start('practice') }).open('practice')).rejects.toEqual(storageFailure);
  });

  it('is replaced where it has ended', async () => {
    const started = start();
    await started.terminate();
    expect(await openStore({ started }).open('practice')).toBeDefined();
  });
});

describe('records of two environments', () => {
  it('are two separate files', async () => {
    const store = openStore();
    const [practice, sandbox] = await Promise.all([store.open('practice'), store.open('Sandbox 2')]);
    await Promise.all([storeLabelled(practice, codeA, '^XA practice ^XZ'), sandbox.note(line('sandbox opened'))]);
    await takeScan(practice, codeA, 'look up');

    expect(await sandbox.findByCode(codeA)).toBeNull();
    expect(await sandbox.labelBytes('sha of ^XA practice ^XZ')).toBeNull();
    expect(await newestScans(sandbox)).toEqual([]);
    expect(await sandbox.commands(['done', 'waiting'], 10)).toEqual([]);
    expect((await sandbox.activity({ beforeId: null, limit: 10 })).map((entry) => entry.code)).toEqual([
      'sandbox opened',
    ]);
    await store.close();
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sqlite3'));
    expect(names.sort()).toEqual(['records-practice.sqlite3', 'records-sandbox 2.sqlite3']);
  });

  it('stay inside their folder, readable by this user only, whatever an environment is called', async () => {
    const store = openStore();
    for (const name of ['../practice', 'a/b', 'a\\b', '', '.', 'con:']) {
      await expect(store.open(name)).rejects.toEqual(storageFailure);
    }
    await store.open('practice');
    if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o077).toBe(0);
  });
});

describe('records thread', () => {
  it('runs many concurrent calls in order without blocking main', async () => {
    const records = await openStore().open('practice');
    let iterations = 0;
    let writing = true;
    const counting = (async () => {
      for (; writing; iterations += 1) await setImmediate();
    })();
    const numbers = Array.from({ length: 400 }, (_, index) => String(index));
    const reads = numbers.map(async (number) => {
      const written = records.note(line(number));
      const read = records.activity({ beforeId: null, limit: 1 });
      await written;
      return (await read)[0]?.code;
    });
    expect(await Promise.all(reads)).toEqual(numbers);
    writing = false;
    await counting;
    expect(iterations).toBeGreaterThan(1);
  });

  it('writes its log back while nothing is asked, never inside a burst of commits', async () => {
    const records = await openStore().open('practice');
    const file = join(folder, 'records-practice.sqlite3');
    const sizeOf = async (name: string): Promise<number> => (await stat(name)).size;
    const bytes = 'x'.repeat(20_000);
    // SQLite alone writes back inside the commit that reaches a thousand pages, 4 MB, and begins the log again.
    await Promise.all(Array.from({ length: 300 }, (_, index) => records.note(line(`${index} ${bytes}`))));
    expect(await sizeOf(`${file}-wal`)).toBeGreaterThan(5_000_000);

    await expect.poll(() => sizeOf(file), { timeout: 20_000 }).toBeGreaterThan(5_000_000);
  });

  it('rejects a failing write and continues with the rest', async () => {
    const records = await openStore().open('practice');
    const before = records.note(line('before'));
    const refused = records.note({ ...line('no time'), at: null as never });
    const after = records.note(line('after'));
    await expect(refused).rejects.toEqual(storageFailure);
    await Promise.all([before, after]);
    const lines = await records.activity({ beforeId: null, limit: 10 });
    expect(lines.map((entry) => entry.code)).toEqual(['after', 'before']);
  });

  it.each([
    { way: 'throws', act: 'note' },
    { way: 'exits', act: 'retryLabel' },
  ])('that $way rejects every call that waits and every later one, and opening starts a new one', async ({ act }) => {
    const store = openStore(unresponsive);
    const records = await store.open('practice');
    const waiting = [records.parcel(1), records.scanAnswer(1)];
    const crashingCall = act === 'note' ? records.note(line('x')) : records.retryLabel(1);
    for (const call of [...waiting, crashingCall]) await expect(call).rejects.toEqual(storageFailure);
    await expect(records.parcel(1)).rejects.toEqual(storageFailure);
    await expect(records.close()).rejects.toEqual(storageFailure);
    const again = await store.open('practice');
    const lost = again.retryLabel(1);
    await expect(lost).rejects.toEqual(storageFailure);
  });

  it('accepts a bounded number of concurrent calls, refuses the next with a message, and can be closed while unresponsive', async () => {
    const store = openStore(unresponsive);
    const records = await store.open('practice');
    const waiting = Array.from({ length: maxRequestsInFlight }, () => records.parcel(1));
    const settled = Promise.allSettled(waiting);
    await expect(records.parcel(1)).rejects.toMatchObject({ failure: { message: { code: 'storage.overloaded' } } });
    await store.close();
    expect((await settled).every((call) => call.status === 'rejected')).toBe(true);
  });

  it('answers the calls made before closing, and none after', async () => {
    const store = openStore();
    const records = await store.open('practice');
    const last = records.note(line('last'));
    await store.close();
    await last;
    await expect(records.note(line('too late'))).rejects.toEqual(storageFailure);
    const again = await store.open('practice');
    expect((await again.activity({ beforeId: null, limit: 1 }))[0]?.code).toBe('last');
  });

  it('reports why it cannot open a file or folder', async () => {
    await mkdir(folder, { recursive: true });
    const newer = new DatabaseSync(join(folder, 'records-practice.sqlite3'));
    newer.exec('PRAGMA user_version = 9999');
    newer.close();
    const store = openStore();
    await expect(store.open('practice')).rejects.toMatchObject({
      failure: { message: { code: 'storage.newer-database' } },
    });
    await (await store.open('sandbox')).note(line('the others go on'));
    const inTheWay = openStore({ folder: join(folder, 'records-practice.sqlite3', 'sub') });
    await expect(inTheWay.open('practice')).rejects.toEqual(storageFailure);
  });

  it('reports a row that cannot be read once, with its file', async () => {
    const reported: { path: string; rowId: number }[] = [];
    const store = openStore({ onQuarantined: (path, row) => reported.push({ path, rowId: row.rowId }) });
    const records = await store.open('practice');
    const parcelId = await storeLabelled(records, codeA);
    const { job } = await addJob(records, parcelId, 0);
    const file = join(folder, 'records-practice.sqlite3');
    const other = new DatabaseSync(file);
    other.exec(`UPDATE print_jobs SET state = 'lost'`);
    other.close();
    expect(await records.printJob(job.id)).toBeNull();
    expect(await records.printJobs(10)).toEqual([]);
    expect(reported).toEqual([{ path: file, rowId: job.id }]);
  });
});

describe('records thread: steps of print jobs that wait at the same time', () => {
  const printers = Array.from({ length: 8 }, (_, index) => `Zebra ${index + 1}`);
  const beginning = ({ id, code }: PrintJob): PrintMove => ({
    ...{ id, from: ['queued'], change: { state: 'sending', attempt: true } },
    activity: by('print', 1, code).activity,
  });

  /** Sends the calls while another program writes, so that all of them wait in the thread; returns the results and their commits. */
  async function whileWaiting<T>(records: Records, calls: () => Promise<T>[]) {
    const file = join(folder, 'records-practice.sqlite3');
    emptyLog(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const first = records.note(line('held up'));
    const waiting = Promise.allSettled(calls());
    other.exec('COMMIT');
    other.close();
    await first;
    const results = await waiting;
    return { results, commits: commitsIn(file) - 1 };
  }

  async function jobsOf(records: Records): Promise<PrintJob[]> {
    const jobs: PrintJob[] = [];
    for (const [index, printer] of printers.entries()) {
      const parcelId = await storeLabelled(records, `NL7K2M9P4R6T8V2X4B6${index}`);
      jobs.push((await addJob(records, parcelId, index, printer)).job);
    }
    return jobs;
  }

  it('are stored with one commit, and each is answered with its own job', async () => {
    const records = await openStore().open('practice');
    const jobs = await jobsOf(records);
    const { results, commits } = await whileWaiting(records, () =>
      jobs.map((job) => records.advancePrinting([beginning(job)], job.printer)),
    );
    expect(commits).toBe(1);
    expect(results).toMatchObject(
      jobs.map(({ id }) => ({ status: 'fulfilled', value: { last: { id, state: 'sending' }, next: null } })),
    );
  });

  it('are stored each by itself where one fails, which alone is refused', async () => {
    const records = await openStore().open('practice');
    const jobs = await jobsOf(records);
    const { results, commits } = await whileWaiting(records, () =>
      jobs.map((job, index) => {
        const step = beginning(job);
        const activity = { ...step.activity, ...(index === 3 && { at: null as never }) };
        return records.advancePrinting([{ ...step, activity }], job.printer);
      }),
    );
    expect(commits).toBe(7);
    expect(results[3]).toEqual({ status: 'rejected', reason: storageFailure });
    const states = await Promise.all(jobs.map(async ({ id }) => (await records.printJob(id))?.state));
    expect(states).toEqual(jobs.map((_, index) => (index === 3 ? 'queued' : 'sending')));
  });

  it('are answered in the order of all calls', async () => {
    const records = await openStore().open('practice');
    const [job, ...others] = await jobsOf(records);
    if (!job) throw new Error('There is no job');
    const answered: string[] = [];
    const call = async (name: string, made: Promise<unknown>): Promise<void> => {
      await made;
      answered.push(name);
    };
    await whileWaiting(records, () => [
      ...others.slice(0, 2).map((one) => call('step', records.advancePrinting([beginning(one)], one.printer))),
      call('read', records.printJob(job.id)),
      call('step', records.advancePrinting([beginning(job)], job.printer)),
      call('note', records.note(line('after'))),
    ]);
    expect(answered).toEqual(['step', 'step', 'read', 'step', 'note']);
  });
});

describe('records of a station that is killed', () => {
  it('have every acknowledged write on disk', async () => {
    const writer = fork(fileURLToPath(new URL('./writer-process.ts', import.meta.url)), [folder], {
      execArgv: ['--import', 'tsx'],
    });
    const acknowledged: { parcelId: number; jobId: number }[] = [];
    writer.on('message', (written: { parcelId: number; jobId: number }) => {
      acknowledged.push(written);
      if (acknowledged.length === 10) writer.kill('SIGKILL');
    });
    await once(writer, 'close');
    expect(acknowledged.length).toBeGreaterThanOrEqual(10);

    const records = await openStore().open('practice');
    for (const { parcelId, jobId } of acknowledged) {
      const job = await records.printJob(jobId);
      expect(job).toMatchObject({ parcelId, state: 'sending', attempts: 1 });
      expect(await records.labelBytes(job?.labelSha256 ?? '')).toHaveLength(job?.bytesTotal ?? 0);
    }
    await rm(folder, { recursive: true, force: true });
  });
});
