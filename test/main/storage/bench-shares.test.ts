import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/main/storage/database.ts';
import { countedAfter, maxRequests, orderRequestsIn } from '../../../src/main/storage/site/order-requests.ts';
import { maxUnapplied, maxUnappliedBytes, unappliedFactsIn } from '../../../src/main/storage/site/unapplied-facts.ts';
import { atSecond } from '../../suites/records/record-fixtures.ts';
import { sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const now = atSecond(60);

async function emptyFile() {
  const database = openDatabase(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => database.close());
  return database;
}

/** A bench with several ids, each of which looks like a bench of its own. */
const floodId = (n: number): string => (n % 3 === 0 ? 'bench-2' : `bench-2~${n % 3}`);

it('a bench that sends many facts which cannot be applied pushes out its own oldest ones, and none of another bench', async () => {
  const database = await emptyFile();
  const unapplied = unappliedFactsIn(database);
  const keep = (bench: string, n: number) =>
    unapplied.keep(bench, { v: 1, n, at: now, kind: 'of-later', gid: null, body: n }, 'unknown-kind', now);
  for (const n of [1, 2, 3]) keep('bench-1', n);
  database.exec('BEGIN');
  for (let n = 1; n <= maxUnapplied + 7; n += 1) keep(floodId(n), n);
  database.exec('COMMIT');
  unapplied.removeSurplus();
  const kept = [...unapplied.ofUnknownKind()];
  expect(kept).toHaveLength(maxUnapplied);
  expect(kept.slice(0, 3).map(({ bench, n }) => ({ bench, n }))).toEqual(
    [1, 2, 3].map((n) => ({ bench: 'bench-1', n })),
  );
  expect(kept[3]).toMatchObject({ bench: floodId(11), n: 11 });
});

it('a bench that sends the largest facts which cannot be applied fills 32 MiB at most, and pushes out none of another bench', async () => {
  const database = await emptyFile();
  const unapplied = unappliedFactsIn(database);
  const keep = (bench: string, n: number, body: string) =>
    unapplied.keep(bench, { v: 1, n, at: now, kind: 'of-later', gid: null, body }, 'unknown-kind', now);
  for (const n of [1, 2, 3]) keep('bench-1', n, 'small');
  const large = 'x'.repeat(48_000);
  for (let part = 0; part < 10; part += 1) {
    database.exec('BEGIN');
    for (let n = 1; n <= 100; n += 1) keep(floodId(n), 100 * part + n, large);
    unapplied.removeSurplus();
    database.exec('COMMIT');
  }
  const kept = [...unapplied.ofUnknownKind()];
  const bytes = kept.reduce((sum, { data }) => sum + data.length, 0);
  expect(bytes).toBeLessThanOrEqual(maxUnappliedBytes);
  expect(bytes).toBeGreaterThan(maxUnappliedBytes - 100_000);
  expect(kept.slice(0, 3).map(({ bench }) => bench)).toEqual(['bench-1', 'bench-1', 'bench-1']);
  expect(kept.at(-1)?.n).toBe(1_000);
});

it('what one bench sends in the name of another one is kept as wrong, and not read again by a later version', async () => {
  const site = sharedRecords(folders);
  const bench = await site.open('bench-1');
  const copy = { id: 'bench-2.j1.1', bench: 'bench-2', state: 'printed', at: now };
  const fact = { v: 1, n: 1, at: now, kind: 'copy', gid: 'bench-2.1.a', body: { copy } };
  const bodies = [fact, { ...fact, n: 2, body: { copy: { ...copy, bench: 'bench-3', state: 'of-later' } } }];
  for (const body of bodies) (site.sent as object[]).push({ by: 'bench-3', data: Buffer.from(JSON.stringify(body)) });
  expect(await bench.read()).toMatchObject({ unapplied: 2 });
  await bench.close();
  const database = openDatabase(bench.file);
  folders.before(() => database.close());
  expect(database.prepare('SELECT n, reason FROM site_unapplied ORDER BY n').all()).toEqual([
    { n: 1, reason: 'invalid' },
    { n: 2, reason: 'unknown-kind' },
  ]);
});

it('a bench that reports orders without end pushes out its own oldest ones, and none of another bench', async () => {
  const database = await emptyFile();
  const apply = orderRequestsIn(database);
  const order = (bench: string, n: number) => {
    const body = {
      id: `${bench}.c${n}`,
      state: 'open',
      sentAt: null,
      quotedPrice: null,
      price: null,
      codes: [`C${n}`],
    };
    return apply({ at: now, body }, bench, now);
  };
  expect([order('bench-1', 1), order('bench-1', 2)]).toEqual([true, true]);
  database.exec(`
    INSERT INTO site_order_requests (id, state)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${maxRequests})
    SELECT 'bench-2.c' || n, 'open' FROM numbers`);
  database.exec('BEGIN');
  for (let n = 1; n <= countedAfter - 2; n += 1) order('bench-2~1', maxRequests + n);
  database.exec('COMMIT');
  const of = (bench: string) =>
    database
      .prepare(`SELECT count(*) AS count, min(number) AS first FROM site_order_requests WHERE id LIKE '${bench}%'`)
      .get();
  expect(of('bench-1')).toEqual({ count: 2, first: 1 });
  // 1,000 of the other bench are gone, the oldest first.
  expect(of('bench-2')).toEqual({ count: maxRequests - 2, first: 3 + countedAfter });
});
