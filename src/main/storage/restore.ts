import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { message } from '../../shared/messages/message.ts';
import type { BackupState, LostWork, StoredBackup } from '../../shared/settings/backups.ts';
import { type ActingPerson, activityAt } from '../core/ports/write-context.ts';
import {
  backupName,
  backupsFolder,
  backupsOf,
  firstFault,
  flush,
  replacedFolder,
  timeOfBackup,
  versionOf,
} from './backup.ts';
import { markAsCopy } from './copied-records.ts';
import { closeDatabase, emptyFreeSpace, migrate, migrations, openDatabase } from './database.ts';
import { eraseAsIn } from './erase-people.ts';
import { recordsIn } from './record-methods.ts';
import { preparingOnUse } from './sqlite.ts';
import { asStorageError, isDamage, StorageError } from './storage-error.ts';

/**
 * A backup takes the place of the records in two steps. It is copied, checked and brought to this version beside them; when the station
 * starts the next time, before it opens anything, the records are moved aside and the copy is renamed. In a program that has had the
 * records open this would not be safe: SQLite still has files of that name open.
 */
const preparedFile = (file: string): string => `${file}.restored`;

/** Replaced records that are kept, of each environment. */
const keptReplaced = 3;

/** Every backup of a file and what a restore replaced, newest first, each opened and checked. */
export async function listBackups(file: string): Promise<StoredBackup[]> {
  const listed = async (kind: StoredBackup['kind'], folder: string): Promise<StoredBackup[]> => {
    const names = await backupsOf(file, folder).catch((): string[] => []);
    const found = names.map(async (name) => {
      const { size } = await stat(join(folder, name));
      return {
        kind,
        name,
        at: new Date(timeOfBackup(name)).toISOString(),
        bytes: size,
        ...checked(join(folder, name)),
      };
    });
    return Promise.all(found);
  };
  const all = [...(await listed('backup', backupsFolder(file))), ...(await listed('replaced', replacedFolder(file)))];
  return all.sort((one, other) => other.at.localeCompare(one.at));
}

function checked(path: string): { version: number | null; state: BackupState } {
  let database: DatabaseSyncInstance | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const version = versionOf(database);
    if (version > migrations.length) return { version, state: 'newer' };
    return { version, state: firstFault(database) === null ? 'whole' : 'damaged' };
  } catch {
    return { version: null, state: 'damaged' };
  } finally {
    if (database?.isOpen) database.close();
  }
}

/** What the records hold that was recorded after a backup was made; null where they cannot be read. */
export function lostWork(file: string, name: string): LostWork | null {
  const since = new Date(timeOfBackup(name)).toISOString();
  let database: DatabaseSyncInstance | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const readable = database;
    const count = (from: string): number => Number(readable.prepare(`SELECT count(*) AS n FROM ${from}`).get(since).n);
    return {
      orders: count("commands WHERE kind = 'create' AND created_at > ? AND state NOT IN ('undone', 'rejected')"),
      labels: count("print_jobs WHERE updated_at > ? AND state IN ('sending', 'sent', 'printed', 'uncertain')"),
      deletions: count("commands WHERE kind = 'delete' AND updated_at > ? AND state NOT IN ('undone', 'rejected')"),
      events: count('events WHERE received_at > ?'),
      scans: count('scans WHERE at > ?'),
    };
  } catch {
    return null;
  } finally {
    if (database?.isOpen) database.close();
  }
}

/**
 * Prepares a backup to take the place of the records at the next start. Throws a StorageError, and changes nothing, where it is not
 * there, not whole, or of a newer version.
 */
export async function prepareRestore(file: string, name: string, by: ActingPerson | null = null): Promise<void> {
  const folder = (await isIn(backupsFolder(file), file, name)) ? backupsFolder(file) : replacedFolder(file);
  if (!(await isIn(folder, file, name))) throw new StorageError(message('storage.backup-unknown'));
  await prepare(file, (part) => copyBackup(join(folder, name), part, { by, records: file }).catch(asDamagedBackup));
}

interface CopyParts {
  by: ActingPerson | null;
  /** The file that the copy replaces. */
  records: string;
}

/** Copies a backup, checks it, brings it to this version, and erases in it who was erased since. */
async function copyBackup(path: string, part: string, { by, records }: CopyParts): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, part);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(part);
  try {
    const fault = firstFault(copy);
    if (fault !== null) throw new StorageError(message('storage.database-damaged', { detail: fault }));
    migrate(copy, migrations);
    if (await eraseAgain(records, copy)) await emptyFreeSpace(copy, true);
    const outcome = message('journal.records-restored', { file: basename(path) });
    const restored = activityAt(Date.now(), 'operator', 'restore-records', null, outcome);
    recordsIn(preparingOnUse(copy), () => {}, { person: by }).note(restored);
    markAsCopy(copy);
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/** True where someone was. Records of an earlier version, or that cannot be read, say of no one. */
async function eraseAgain(file: string, copy: DatabaseSyncInstance): Promise<boolean> {
  let records: DatabaseSyncInstance | null = null;
  try {
    records = new DatabaseSync(file, { readOnly: true });
    return versionOf(records) === migrations.length && (await eraseAsIn(records, copy));
  } catch (error) {
    if (!isDamage(asStorageError(error)) && existsSync(file)) throw error;
    return false;
  } finally {
    if (records?.isOpen) records.close();
  }
}

function asDamagedBackup(error: unknown): never {
  const found = asStorageError(error);
  if (!isDamage(found)) throw found;
  throw new StorageError(message('storage.restore-damaged', { detail: found.message }), { cause: error });
}

/** Prepares an empty file to take the place of records that cannot be read. */
export const prepareEmpty = (file: string): Promise<void> =>
  prepare(file, async (part) => {
    const database = openDatabase(part);
    database.exec('PRAGMA journal_mode = DELETE');
    closeDatabase(database);
  });

async function prepare(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${preparedFile(file)}.part`;
  try {
    await removePart(part);
    await (await open(part, 'wx', 0o600)).close();
    await write(part);
    await flush(part);
    await rename(part, preparedFile(file));
    await flush(dirname(file)).catch(() => {}); // Windows has no folders to flush.
  } catch (error) {
    await removePart(part).catch(() => {});
    throw asStorageError(error);
  }
  await removeOldReplaced(file).catch(() => {}); // The next restore tries again.
}

async function removePart(part: string): Promise<void> {
  for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${part}${end}`, { force: true });
}

const isIn = async (folder: string, file: string, name: string): Promise<boolean> =>
  (await backupsOf(file, folder).catch((): string[] => [])).includes(name);

/**
 * Puts a prepared file in the place of the records, which are kept aside; does nothing where none is prepared. To be called before this
 * program opens the records. A stop in the middle of it is continued by the next call.
 */
export function putPreparedInPlace(file: string): void {
  const prepared = preparedFile(file);
  if (!existsSync(prepared)) return;
  const folder = replacedFolder(file);
  const aside = join(folder, backupName(file, Math.floor(statSync(prepared).mtimeMs)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The log first: without its file it is no log of the new one.
  for (const end of ['-shm', '-wal', '']) if (existsSync(file + end)) renameSync(file + end, aside + end);
  renameSync(prepared, file);
}

async function removeOldReplaced(file: string): Promise<void> {
  const folder = replacedFolder(file);
  const names = await backupsOf(file, folder).catch((): string[] => []);
  for (const name of names.slice(0, -keptReplaced))
    for (const end of ['', '-wal', '-shm']) await rm(join(folder, name + end), { force: true });
}
