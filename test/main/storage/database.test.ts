import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, migrations, openDatabase } from '../../../src/main/storage/database.ts';
import { type RetentionStep, retentionIn } from '../../../src/main/storage/queries/old-records.ts';
import { preparingOnUse } from '../../../src/main/storage/sqlite.ts';
import { StorageError } from '../../../src/main/storage/storage-error.ts';
import { inThisRun } from '../../helpers/test-length.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
let folder: string;
beforeEach(async () => {
  folder = await folders.make();
});

function open(name: string, steps = migrations): DatabaseSyncInstance {
  const database = openDatabase(join(folder, name), steps);
  folders.before(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** Every table, index and trigger of a file, as it was made. */
const shapeOf = (database: DatabaseSyncInstance): unknown[] =>
  database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all();
const one = (database: DatabaseSyncInstance, sql: string): unknown =>
  Object.values(database.prepare(sql).get() as Record<string, unknown>)[0];

function refusal(act: () => unknown): StorageError {
  try {
    act();
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('records file', () => {
  it('prepares a statement when it is first run, and once', () => {
    const database = open('on-use.sqlite3');
    let prepared = 0;
    const counted = new Proxy(database, {
      get(target, name) {
        if (name === 'prepare') prepared += 1;
        return Reflect.get(target, name).bind(target);
      },
    });
    const statement = preparingOnUse(counted).prepare('SELECT ? AS value');
    expect(prepared).toBe(0);
    expect([statement.get('a'), statement.all('b')]).toEqual([{ value: 'a' }, [{ value: 'b' }]]);
    expect(prepared).toBe(1);
    expect(() => preparingOnUse(counted).prepare('SELECT nothing').get()).toThrow();
  });

  it('is created if it is missing, and acknowledges a write only once it is on disk', () => {
    const database = open('new.sqlite3');
    expect(one(database, 'PRAGMA user_version')).toBe(migrations.length);
    expect(one(database, 'PRAGMA journal_mode')).toBe('wal');
    expect(one(database, 'PRAGMA synchronous')).toBe(2); // FULL
    expect(one(database, 'PRAGMA foreign_keys')).toBe(1);
  });

  it('has only strict tables, so that a code is never converted to a number', () => {
    const database = open('new.sqlite3');
    const loose = database
      .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict`)
      .all();
    expect(loose.map((table) => table.name).filter((name: string) => !name.startsWith('sqlite_'))).toEqual([]);
  });

  /** The shape of a new file, made once: its migrations take longer than the rest of a test. */
  let fresh: unknown[] | undefined;
  it.each(inThisRun(migrations.map((step, index) => ({ version: index, next: step.name }))))(
    'of version $version is migrated by $next and what follows, and keeps its rows',
    ({ version }) => {
      const older = open('older.sqlite3', migrations.slice(0, version));
      if (version > 0)
        older.exec(
          `INSERT INTO activity (id, at, who, what, code, outcome) VALUES (1, 'then', 'operator', 'scan', '007', 'found')`,
        );
      closeDatabase(older);

      const now = open('older.sqlite3');
      expect(one(now, 'PRAGMA user_version')).toBe(migrations.length);
      fresh ??= shapeOf(open('fresh.sqlite3'));
      expect(shapeOf(now)).toEqual(fresh);
      expect(one(now, 'SELECT count(*) FROM activity')).toBe(version > 0 ? 1 : 0);
      if (version > 0) expect(one(now, 'SELECT code FROM activity')).toBe('007');
    },
  );

  it('stays unchanged if a migration fails', () => {
    closeDatabase(open('older.sqlite3'));
    const broken = [
      ...migrations,
      { name: 'half', sql: 'CREATE TABLE half (id INTEGER) STRICT' },
      { name: 'bad', sql: 'CREATE TABLE' },
    ];
    expect(refusal(() => open('older.sqlite3', broken)).failure.code).toBe('storage');
    const still = open('older.sqlite3');
    expect(one(still, 'PRAGMA user_version')).toBe(migrations.length);
    expect(one(still, `SELECT count(*) FROM sqlite_schema WHERE name = 'half'`)).toBe(0);
  });

  it('from a newer Packbench is refused with a message and left unchanged byte for byte', async () => {
    const newer = [...migrations, { name: 'later', sql: 'CREATE TABLE later (id INTEGER) STRICT' }];
    closeDatabase(open('newer.sqlite3', newer));
    const before = await readFile(join(folder, 'newer.sqlite3'));
    const { failure } = refusal(() => open('newer.sqlite3'));
    expect(failure).toMatchObject({
      code: 'storage',
      message: { code: 'storage.newer-database', params: { version: migrations.length + 1, known: migrations.length } },
    });
    expect((await readFile(join(folder, 'newer.sqlite3'))).equals(before)).toBe(true);
  });

  it('that is not a database, or cannot be opened, is refused with a message', async () => {
    const file = join(folder, 'text.sqlite3');
    await writeFile(file, 'This is a letter to the packing bench.'.repeat(100));
    expect(refusal(() => open('text.sqlite3')).failure.message.code).toBe('storage.not-a-database');
    expect(await readFile(file, 'utf8')).toContain('letter');
    expect(refusal(() => open('missing/records.sqlite3')).failure.message.code).toBe('storage.cannot-open');
  });

  it('is a single file after closing: its log is empty', async () => {
    const database = open('records.sqlite3');
    database.exec(
      `INSERT INTO activity (id, at, who, what, code, outcome) VALUES (1, 'now', 'operator', 'scan', NULL, 'found')`,
    );
    closeDatabase(database);
    // Garbage collection may remove the empty log at any moment.
    expect(statSync(join(folder, 'records.sqlite3-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });
});

describe('retention', () => {
  const at = '2026-03-01T08:00:00.000Z';
  const before = '2026-09-01T08:00:00.000Z';
  const removeAll = (database: DatabaseSyncInstance): RetentionStep[] => {
    const retention = retentionIn(database);
    const steps = [retention.removeOld(before, null)];
    for (let next = steps[0]?.next; next; next = steps.at(-1)?.next) steps.push(retention.removeOld(before, next));
    return steps;
  };
  const addEvent = (database: DatabaseSyncInstance, id: number, receivedAt: string): void =>
    void database
      .prepare("INSERT INTO events (id, received_at, source, event, raw, digest) VALUES (?, ?, '', '', x'', ?)")
      .run(id, receivedAt, String(id));

  it('reads no table of orders’ events and commands as a whole, and looks at a hundred rows in a step', () => {
    const database = open('records.sqlite3');
    const read: string[] = [];
    const prepare = (sql: string) => {
      read.push(sql);
      return database.prepare(sql);
    };
    retentionIn({ prepare } as DatabaseSyncInstance);
    const planOf = (start: RegExp): unknown =>
      database.prepare(`EXPLAIN QUERY PLAN ${read.find((sql) => start.test(sql))}`).all()[0];
    expect(planOf(/^SELECT received_at AS at, id FROM events/)).toMatchObject({
      detail: expect.stringMatching(/events_unmatched_by_time \(\(?received_at/),
    });
    expect(planOf(/^\s*SELECT updated_at AS at, id,\s/)).toMatchObject({
      detail: expect.stringMatching(/commands_without_order \(id>\?\)/),
    });
    const addCommand = database.prepare(`
      INSERT INTO commands (kind, state, custom_code, attempts, request_left, not_before, is_dismissed, created_at, updated_at)
      VALUES ('delete', ?, 'A', 0, 0, 0, 0, '${at}', '${at}')`);
    for (let index = 0; index < 250; index += 1) addCommand.run(index < 240 ? 'uncertain' : 'done');
    expect(removeAll(database).map(({ removed }) => removed.commands)).toEqual([0, 0, 0, 10, 0, 0, 0, 0, 0, 0]);
    expect(one(database, 'SELECT count(*) FROM commands')).toBe(240);
  });

  it('removes an old event also where another bench reported it behind young ones', () => {
    const database = open('records.sqlite3');
    for (let id = 1; id <= 250; id += 1) addEvent(database, id, before);
    addEvent(database, 251, at);
    removeAll(database);
    expect(one(database, 'SELECT max(id) FROM events')).toBe(250);
  });

  it('removes answers of imports once no order is left, and keeps one of an order that waits', () => {
    const database = open('records.sqlite3');
    database.exec(`
      INSERT INTO commands (id, kind, state, request, attempts, request_left, not_before, is_dismissed, created_at, updated_at)
        VALUES (1, 'create', 'uncertain', '{}', 1, 1, 0, 0, '${at}', '${at}');
      INSERT INTO order_answers (id, command_id, is_whole, body) VALUES (1, NULL, 1, x'00'), (2, 1, 1, x'00'), (3, NULL, 1, x'00');`);
    removeAll(database);
    expect(database.prepare('SELECT id FROM order_answers').all()).toEqual([{ id: 2 }]);
  });
});
