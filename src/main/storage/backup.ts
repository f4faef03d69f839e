import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import { farAheadFirst, isFarAhead, momentInName, momentOfName } from '../../shared/values/date-time.ts';
import { markAsCopy } from './copied-records.ts';
import { asStorageError, StorageError } from './storage-error.ts';

/** Backups kept of each records file. */
export const keptBackups = 7;

/** Pages copied in one step (4 MB). A thread that is stopped ends after its step. */
const pagesPerStep = 1_000;

/**
 * Copies a records file into the folder `backups` beside it, on a connection of its own: the records can be written meanwhile. Returns
 * the file's name. Throws a StorageError, and keeps nothing, where the copy could not be made or is not sound.
 */
export async function backUpFile(file: string, at: number): Promise<string> {
  let source: DatabaseSyncInstance | null = null;
  try {
    source = new DatabaseSync(file, { readOnly: true });
    // The copy shows the records as they are now, whatever is written until it is complete.
    source.exec('BEGIN; SELECT count(*) FROM sqlite_schema;');
    return await backUpDatabase(source, file, at);
  } catch (error) {
    throw asStorageError(error);
  } finally {
    source?.close();
  }
}

/** The same on a connection that nothing else uses meanwhile. */
async function backUpDatabase(source: DatabaseSyncInstance, file: string, at: number): Promise<string> {
  const folder = backupsFolder(file);
  const target = join(folder, backupName(file, at));
  const part = `${target}.part`;
  try {
    await makeEmptyFile(file, part);
    await backup(source, part, { rate: pagesPerStep });
    checkCopy(part, versionOf(source));
    await flush(part);
    await rename(part, target);
  } catch (error) {
    await removeParts(file).catch(() => {});
    throw asStorageError(error);
  }
  await flush(folder).catch(() => {}); // Windows has no folders to flush.
  await removeOldest(file, basename(target)).catch(() => {}); // The next backup tries again.
  return basename(target);
}

/** When the newest backup of a records file was made, milliseconds since 1970; null where there is none. */
export async function newestBackup(file: string, now: number): Promise<number | null> {
  const times = (await backupsOf(file).catch((): string[] => [])).map(timeOfBackup);
  return times.findLast((at) => !isFarAhead(at, now)) ?? null;
}

/** When a backup of that name was made, milliseconds since 1970. */
export function timeOfBackup(name: string): number {
  return momentOfName(/-(.{24})\.sqlite3$/.exec(name)?.[1] ?? '');
}

/** Makes the folder, removes what a stopped backup left, and makes an empty file that only this user can read. */
async function makeEmptyFile(file: string, part: string): Promise<void> {
  try {
    await mkdir(backupsFolder(file), { recursive: true, mode: 0o700 });
    await removeParts(file);
    await (await open(part, 'wx', 0o600)).close();
  } catch (error) {
    const found = asStorageError(error);
    if (found.failure.message.code !== 'storage.failed') throw found;
    throw new StorageError(message('storage.backup-folder', { detail: found.message }), { cause: error });
  }
}

/** Opens a copy and throws a StorageError unless it is whole and of that version. The copy becomes a single file without a log. */
function checkCopy(part: string, version: number): void {
  const copy = new DatabaseSync(part);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const fault = firstFault(copy) ?? (versionOf(copy) === version ? null : 'another version');
    if (fault !== null) throw new StorageError(message('storage.backup-damaged', { detail: fault }));
    markAsCopy(copy);
  } finally {
    copy.close();
  }
}

/** The first fault of a file; null where it is whole. */
export const firstFault = (database: DatabaseSyncInstance): string | null => {
  const [fault] = valuesOf(database, 'quick_check').filter((line) => line !== 'ok');
  return fault === undefined ? null : String(fault);
};

/** The number of migrations that a file has. */
export const versionOf = (database: DatabaseSyncInstance): number => Number(valuesOf(database, 'user_version')[0]);

/** The values of a pragma, read without a prepared statement, which would keep the file open until it is garbage collected. */
function valuesOf(database: DatabaseSyncInstance, pragma: 'quick_check' | 'user_version'): unknown[] {
  const values: unknown[] = [];
  database.function('report_value', (value: unknown) => {
    values.push(value);
    return null;
  });
  database.exec(`SELECT report_value(${pragma}) FROM pragma_${pragma}`);
  return values;
}

/** What was written to a file or folder is on disk when this resolves. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Backups from the future were made under a wrong clock, and go first. */
async function removeOldest(file: string, made: string): Promise<void> {
  const others = (await backupsOf(file)).filter((name) => name !== made);
  const older = farAheadFirst(others, timeOfBackup, timeOfBackup(made));
  for (const name of older.slice(0, -(keptBackups - 1))) await rm(join(backupsFolder(file), name), { force: true });
}

/**
 * Removes backups of a file, and what a restore replaced, that were made before that time. The newest backup stays: its records may be
 * lost.
 */
export async function removeOldBackups(file: string, before: number, now: number): Promise<void> {
  const newest = await newestBackup(file, now);
  for (const { path, at, isBackup } of await allCopiesOf(file))
    if (at < before && !(isBackup && at === newest))
      for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
}

/** Every backup of a file and what a restore replaced, with their times, milliseconds since 1970. */
export async function allCopiesOf(file: string): Promise<{ path: string; at: number; isBackup: boolean }[]> {
  const listed = async (folder: string, isBackup: boolean) => {
    const names = await backupsOf(file, folder).catch((): string[] => []);
    return names.map((name) => ({ path: join(folder, name), at: timeOfBackup(name), isBackup }));
  };
  return [...(await listed(backupsFolder(file), true)), ...(await listed(replacedFolder(file), false))];
}

async function removeParts(file: string): Promise<void> {
  const names = await readdir(backupsFolder(file));
  const left = names.filter(
    (name) => /\.part(-journal|-wal|-shm)?$/.test(name) && isBackupOf(file, name.replace(/\.part.*$/, '')),
  );
  for (const name of left) await rm(join(backupsFolder(file), name), { force: true });
}

/** The names of a file's backups, or of other copies of it in that folder, oldest first. */
export async function backupsOf(file: string, folder = backupsFolder(file)): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => isBackupOf(file, name)).sort();
}

/** Where the backups of a file are. */
export const backupsFolder = (file: string): string => join(dirname(file), 'backups');

/** Where replaced records are kept, with their logs. */
export const replacedFolder = (file: string): string => join(dirname(file), 'replaced');

/** `records-practice-2026-11-23T11-40-00-000Z.sqlite3`: sorted by name, the oldest is first. */
export const backupName = (file: string, at: number): string => `${stem(file)}-${momentInName(at)}.sqlite3`;

const isBackupOf = (file: string, name: string): boolean =>
  name.startsWith(stem(file)) &&
  /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.sqlite3$/.test(name.slice(stem(file).length));

const stem = (file: string): string => basename(file, '.sqlite3');
