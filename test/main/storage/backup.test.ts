import { fork } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SidecarProcess } from '../../../src/main/core/ports/desktop.ts';
import type { Activity } from '../../../src/main/core/ports/write-context.ts';
import { createDailyBackups } from '../../../src/main/core/record-maintenance.ts';
import { backUpFile, newestBackup, removeOldBackups } from '../../../src/main/storage/backup.ts';
import { closeDatabase, migrations, openBackedUp, openDatabase } from '../../../src/main/storage/database.ts';
import { openRecordsIn, type RecordsStore } from '../../../src/main/storage/open-records.ts';
import { messageSentence } from '../../../src/main/text/main-text.ts';
import type { Message } from '../../../src/shared/messages/message.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { startStationInNode } from '../../helpers/station-in-node.ts';
import { describeInLongRun, itInLongRun } from '../../helpers/test-length.ts';
import { by } from '../../suites/records/record-fixtures.ts';
import { manualClock } from '../core/manual-clock.ts';
import { sourceWorker } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const day = 24 * 3_600_000;
const start = Date.parse('2026-03-01T08:00:00.000Z');
const line = (code: string): Activity => by('retry', 0, code).activity;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = join(await folders.make(), 'records');
  file = join(folder, 'records-practice.sqlite3');
  await mkdir(folder);
});

const backups = async (): Promise<string[]> => (await readdir(join(folder, 'backups')).catch(() => [])).sort();

const long = 'x'.repeat(20_000);

/** A closed file with one long row, in the version of that many migrations. */
function makeFile(version = migrations.length): void {
  const database = openDatabase(file, migrations.slice(0, version));
  database.exec(
    `INSERT INTO activity (id, at, who, what, code, outcome) VALUES (1, 'then', 'operator', 'scan', '007', '${long}')`,
  );
  closeDatabase(database);
}

function openStore(): RecordsStore {
  const store = openRecordsIn({ folder, ...sourceWorker });
  folders.before(() => store.close());
  return store;
}

/** A store, and a way to make its backup hang in the middle: as in a check of a large file, nothing of it runs any more. */
function storeThatHangs({ atStart = false } = {}) {
  let running: number | undefined;
  const startBackups = (): SidecarProcess => {
    const program = fileURLToPath(sourceWorker.workerFile);
    const child = fork(program, { execArgv: [], serialization: 'advanced', stdio: 'ignore' });
    running = child.pid;
    if (atStart) child.kill('SIGSTOP');
    return {
      post: (request) => child.send(request as object),
      onMessage: (listener) => child.on('message', listener),
      onExit: (listener) => child.on('exit', listener),
      kill: () => child.kill('SIGKILL'),
    };
  };
  const store = openRecordsIn({ folder, ...sourceWorker, startBackups });
  folders.before(() => store.close());
  /** It runs for some milliseconds at a time, so that it cannot end before it is looked at. */
  const hang = async (): Promise<void> => {
    await expect.poll(() => running).toBeTypeOf('number');
    const isOn = async (): Promise<boolean> => {
      process.kill(running ?? 0, 'SIGCONT');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
      process.kill(running ?? 0, 'SIGSTOP');
      return (await backups().catch((): string[] => [])).some((name) => name.endsWith('.part'));
    };
    await expect.poll(isOn, { interval: 0, timeout: 20_000 }).toBe(true);
  };
  return { store, hang, isHanging: () => running !== undefined };
}

/** Overwrites two pages of the long row, with the numbers of the pages that follow. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  const from = Math.floor(bytes.indexOf(long.slice(0, 4_000)) / 4_096) * 4_096;
  await writeFile(path, bytes.fill(0xa5, from, from + 8_192));
}

describe('backup before a migration', () => {
  it('opens in the earlier version with its rows, is one private file, and the journal names it', async () => {
    const older = migrations.length - 1;
    makeFile(older);
    const records = await openStore().open('practice');
    const [name = '', ...others] = await backups();
    expect(others).toEqual([]);
    expect((await records.activity({ beforeId: null, limit: 1 }))[0]).toMatchObject({
      ...{ who: 'station', what: 'back-up-records' },
      outcome: { code: 'journal.backup-made', params: { file: name } },
    });
    if (process.platform !== 'win32') {
      expect((await stat(join(folder, 'backups'))).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, 'backups', name))).mode & 0o777).toBe(0o600);
    }
    const copy = openDatabase(join(folder, 'backups', name), migrations.slice(0, older));
    folders.before(() => copy.close());
    expect(copy.prepare('PRAGMA user_version').get().user_version).toBe(older);
    expect(copy.prepare('SELECT code FROM activity').all()).toEqual([{ code: '007' }]);
  });

  it('is made neither for a new file nor for one of this version', async () => {
    const store = openStore();
    await (await store.open('practice')).close();
    await (await store.open('practice')).close();
    expect(await backups()).toEqual([]);
  });

  it('refuses the migration with a message where it fails, and leaves the file as it was', async () => {
    makeFile(migrations.length - 1);
    await writeFile(join(folder, 'backups'), 'a file where the folder should be');
    const before = await readFile(file);
    const store = openStore();
    const { message } = await failureOf(store.open('practice'));
    expect(messageSentence(message as Message)).toBe(
      'This version of Packbench must update the records, but cannot back them up first: Packbench cannot write to the folder of the backups.',
    );
    expect((await readFile(file)).equals(before)).toBe(true);
    await (await store.open('sandbox')).note(line('the others go on'));
  });

  it('holds up neither another file nor quitting, which leaves the file whole and not migrated', async () => {
    const older = migrations.length - 1;
    makeFile(older);
    const { store, isHanging } = storeThatHangs({ atStart: true });
    const opening = failureOf(store.open('practice'));
    await expect.poll(isHanging).toBe(true);
    await (await store.open('sandbox')).note(line('the others go on'));
    const begun = Date.now();
    await store.close();
    expect(Date.now() - begun).toBeLessThan(3_000);
    expect((await opening).message).toMatchObject({ code: 'storage.not-migrated' });
    const left = new DatabaseSync(file, { readOnly: true });
    folders.before(() => left.close());
    expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: older });
    expect(left.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });

    const again = openStore();
    const records = await again.open('practice');
    expect((await records.activity({ beforeId: null, limit: 2 })).map(({ what }) => what)).toEqual([
      'back-up-records',
      'scan',
    ]);
    expect(await backups()).toEqual([expect.stringMatching(/\.sqlite3$/)]);
  });

  it('refuses the migration of a damaged file', async () => {
    makeFile(migrations.length - 1);
    await damage(file);
    const before = await readFile(file);
    const { message } = await failureOf(openBackedUp(file));
    expect(message).toMatchObject({
      code: 'storage.not-migrated',
      params: { reason: { code: 'storage.backup-damaged' } },
    });
    expect(await backups()).toEqual([]);
    expect((await readFile(file)).equals(before)).toBe(true);
  });
});

describe('backup of records in use', () => {
  it('holds one state of the records while writes go on', async () => {
    const store = openStore();
    const records = await store.open('practice');
    await Promise.all(Array.from({ length: 200 }, (_, index) => records.note(line(`${index} ${'x'.repeat(50_000)}`))));
    let written = 0;
    const making = store.backups.make('practice', start);
    const writing = Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        await records.note(line(String(index)));
        written += 1;
      }),
    );
    expect(await making).toMatchObject({ ok: true });
    await writing;
    expect(written).toBe(100);
    const [name = ''] = await backups();
    const copy = new DatabaseSync(join(folder, 'backups', name), { readOnly: true });
    folders.before(() => copy.close());
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const codes = copy
      .prepare('SELECT code FROM activity ORDER BY id')
      .all()
      .map((row) => String(row.code));
    // The first writes without a gap: the state after one of them.
    expect(codes.slice(200)).toEqual(Array.from({ length: codes.length - 200 }, (_, index) => String(index)));
  });

  it('ends when the records are closed, keeps nothing, and the next one works', async () => {
    const store = openStore();
    const records = await store.open('practice');
    await Promise.all(Array.from({ length: 200 }, (_, index) => records.note(line(`${index} ${'x'.repeat(50_000)}`))));
    const making = store.backups.make('practice', start);
    await records.close();
    expect(await making).toEqual({ ok: true, value: null });
    expect((await backups()).filter((name) => name.endsWith('.sqlite3'))).toEqual([]);
    expect(await store.backups.make('practice', start + 1)).toMatchObject({ ok: true });
    expect(await backups()).toEqual(['records-practice-2026-03-01T08-00-00-001Z.sqlite3']);
  });

  it('that does not end is ended when the records are closed, and what is left of it is removed by the next', async () => {
    const { store, hang } = storeThatHangs();
    const records = await store.open('practice');
    await Promise.all(Array.from({ length: 200 }, (_, index) => records.note(line(`${index} ${'x'.repeat(50_000)}`))));
    const making = store.backups.make('practice', start);
    await hang();
    const begun = Date.now();
    await store.close();
    expect(Date.now() - begun).toBeLessThan(3_000);
    expect(await making).toEqual({ ok: true, value: null });
    expect((await backups()).filter((name) => name.endsWith('.sqlite3'))).toEqual([]);
    await backUpFile(file, start + 1);
    expect(await backups()).toEqual(['records-practice-2026-03-01T08-00-00-001Z.sqlite3']);
  });

  it('keeps seven of each environment, and removes the oldest', async () => {
    makeFile();
    const other = join(folder, 'records-practice-2.sqlite3');
    closeDatabase(openDatabase(other));
    await backUpFile(other, start - day);
    for (let index = 0; index < 8; index += 1) await backUpFile(file, start + index * day);
    const own = (await backups()).filter((name) => !name.includes('practice-2-'));
    expect(own).toHaveLength(7);
    expect(own[0]).toBe('records-practice-2026-03-02T08-00-00-000Z.sqlite3');
    expect(await newestBackup(file, start + 7 * day)).toBe(start + 7 * day);
    expect(await newestBackup(other, start)).toBe(start - day);
  });

  it('does not count one from the future, made under a wrong clock, as the newest, and removes it first', async () => {
    makeFile();
    const future = 'records-practice-2027-03-01T08-00-00-000Z.sqlite3';
    await backUpFile(file, Date.parse('2027-03-01T08:00:00.000Z'));
    expect(await newestBackup(file, start)).toBeNull();
    await backUpFile(file, start);
    expect(await newestBackup(file, start + day)).toBe(start);
    await removeOldBackups(file, start + 31 * day, start + 31 * day);
    expect(await backups()).toEqual(['records-practice-2026-03-01T08-00-00-000Z.sqlite3', future]);
    for (let index = 1; index < 7; index += 1) await backUpFile(file, start + index * day);
    expect(await backups()).toHaveLength(7);
    expect(await backups()).not.toContain(future);
  });

  it('does not keep a damaged copy, nor remove an earlier one for it', async () => {
    makeFile();
    for (let index = 0; index < 7; index += 1) await backUpFile(file, start + index * day);
    const before = await backups();
    await damage(file);
    expect((await failureOf(backUpFile(file, start + 7 * day))).message).toMatchObject({
      code: 'storage.backup-damaged',
    });
    expect(await backups()).toEqual(before);
  });
});

describeInLongRun('backups of erased and old records', () => {
  it('are removed after 30 days, also what a restore replaced; one of records that do not change is made anew before', async () => {
    makeFile();
    const store = openStore();
    for (const days of [40, 31, 29]) await backUpFile(file, start - days * day);
    await mkdir(join(folder, 'replaced'));
    await copyFile(file, join(folder, 'replaced', 'records-practice-2026-01-01T08-00-00-000Z.sqlite3'));
    await store.backups.removeOld('practice', start - 30 * day, start);
    expect(await backups()).toEqual(['records-practice-2026-01-31T08-00-00-000Z.sqlite3']);
    expect(await readdir(join(folder, 'replaced'))).toEqual([]);
    // The newest stays, however old it is, until there is another one.
    await store.backups.removeOld('practice', start, start);
    expect(await backups()).toHaveLength(1);

    const clock = manualClock(Date.now() + 60 * day);
    const daily = createDailyBackups({
      ...{ backups: store.backups, clock, note: async () => {}, notices: { notify: () => 0 } },
      environments: async () => ['practice'],
      retentionTime: async () => clock.now(),
      onBug: (bug) => expect.unreachable(String(bug)),
    });
    daily.start();
    folders.before(() => daily.stop());
    await expect.poll(() => clock.goOn()).toBe(true);
    await expect.poll(backups, { timeout: 20_000 }).toEqual([expect.not.stringContaining('2026-01-31')]);
  });
});

describe('daily backup', () => {
  it('is made a minute after the start and once a day, and the journal names it', async () => {
    const store = openStore();
    const records = await store.open('practice');
    const clock = manualClock(start);
    const notices: string[] = [];
    const bugs: unknown[] = [];
    let calls = 0;
    const daily = createDailyBackups({
      backups: {
        ...store.backups,
        newest: (...args) => {
          calls += 1;
          return store.backups.newest(...args);
        },
      },
      environments: async () => ['practice'],
      note: (_, activity) => records.note(activity),
      notices: { notify: ({ message }) => notices.push(message.code) },
      clock,
      retentionTime: async () => clock.now(),
      onBug: (bug) => bugs.push(bug),
    });
    daily.start();
    folders.before(() => daily.stop());
    /** Goes to the next timer and waits until the looks wait for another one. */
    const look = async (): Promise<void> => {
      const before = calls;
      await expect.poll(() => clock.goOn()).toBe(true);
      await expect.poll(() => calls).toBe(before + 1);
    };
    const news = async () =>
      (await records.activity({ beforeId: null, limit: 100 })).map(({ outcome }) => outcome.code);

    await look();
    await expect.poll(backups, { timeout: 20_000 }).toEqual(['records-practice-2026-03-01T08-01-00-000Z.sqlite3']);
    for (let hour = 1; hour < 24; hour += 1) await look();
    expect(await backups()).toHaveLength(1);
    await look();
    await expect.poll(backups, { timeout: 20_000 }).toHaveLength(2);
    await expect.poll(news, { timeout: 20_000 }).toEqual(['journal.backup-made', 'journal.backup-made']);
    expect([notices, bugs]).toEqual([[], []]);
  });

  it('is made of records that were not opened, and again only where they have changed; the settings are copied first', async () => {
    makeFile();
    const clock = manualClock(Date.now());
    let looks = 0;
    const daily = createDailyBackups({
      backups: openStore().backups,
      environments: async () => ['practice', 'never-used'],
      copySettings: async () => {
        looks += 1;
      },
      retentionTime: async () => clock.now(),
      onBug: (bug) => expect.unreachable(String(bug)),
      notices: { notify: () => expect.unreachable('A backup failed') },
      note: async () => {},
      clock,
    });
    daily.start();
    folders.before(() => daily.stop());
    for (let look = 1; look <= 30; look += 1) {
      await expect.poll(() => clock.goOn()).toBe(true);
      await expect.poll(() => looks).toBe(look);
      if (look === 1) await expect.poll(backups, { timeout: 20_000 }).toHaveLength(1);
    }
    expect(await backups()).toHaveLength(1);
  });

  itInLongRun('is made by the running station a minute after its start, and not again within the day', async () => {
    const dataFolder = await folders.make();
    folder = join(dataFolder, 'records');
    const clock = adjustableClock();
    const station = await startStationInNode({ folder: dataFolder, clock });
    folders.before(() => station.close());
    expect(await backups()).toEqual([]);
    clock.advance(61_000);
    const ofPractice = /^records-practice-.*Z\.sqlite3$/;
    await expect.poll(backups, { timeout: 20_000 }).toEqual([expect.stringMatching(ofPractice)]);
    clock.advance(3_700_000);
    await station.stop();
    expect(await backups()).toEqual([expect.stringMatching(ofPractice)]);
    expect(station.bugs).toEqual([]);
  });

  itInLongRun('that fails is reported once, and tried again every hour', async () => {
    const store = openStore();
    const records = await store.open('practice');
    await writeFile(join(folder, 'backups'), 'a file where the folder should be');
    const clock = manualClock(start);
    const notices: Message[] = [];
    const tries: boolean[] = [];
    const daily = createDailyBackups({
      backups: {
        ...store.backups,
        make: async (...args) => {
          const made = await store.backups.make(...args);
          tries.push(made.ok);
          return made;
        },
      },
      environments: async () => ['practice'],
      note: (_, activity) => records.note(activity),
      notices: { notify: ({ message }) => notices.push(message) },
      ...{ clock, retentionTime: async () => clock.now() },
      onBug: (bug) => expect.unreachable(String(bug)),
    });
    daily.start();
    folders.before(() => daily.stop());
    for (const count of [1, 2]) {
      await expect.poll(() => clock.goOn()).toBe(true);
      await expect.poll(() => tries.length, { timeout: 20_000 }).toBe(count);
    }
    expect(notices.map(messageSentence)).toEqual([
      'The daily backup of “practice” failed: Packbench cannot write to the folder of the backups.',
    ]);
    await records.note(line('scanning goes on'));
    const codes = (await records.activity({ beforeId: null, limit: 9 })).map(({ outcome }) => outcome.code);
    expect(codes.filter((code) => code === 'journal.backup-failed')).toHaveLength(1);
  });
});
