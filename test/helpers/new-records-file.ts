import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { closeDatabase, openDatabase } from '../../src/main/storage/database.ts';

let template: string | null = null;

/**
 * Puts an empty file of records there, as every migration leaves it, where there is none. The migrations of a new file take 90 ms, and
 * most tests open one; what the migrations do has tests of its own (`test/main/storage/database.test.ts`, `older-files.test.ts`).
 */
export function placeNewRecords(file: string): void {
  if (existsSync(file)) return;
  template ??= makeTemplate();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(template, file);
}

/** Tests have one beside their built programs, with which it is removed: a worker of theirs runs nothing when it ends. */
function makeTemplate(): string {
  const made = join(process.env.PACKBENCH_TEST_PROGRAMS ?? ownFolder(), 'new-records.sqlite3');
  if (!existsSync(made)) {
    // Several workers may make it at the same time.
    const own = `${made}.${randomUUID()}`;
    closeDatabase(openDatabase(own));
    renameSync(own, made);
  }
  return made;
}

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-new-records-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
