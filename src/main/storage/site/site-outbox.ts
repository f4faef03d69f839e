import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import { readSiteFact, type SiteFact } from '../../../shared/site/site-facts.ts';
import type { OutgoingFact } from '../../core/ports/site-records.ts';

/** A fact before it has a number. */
export type NewFact = Pick<SiteFact, 'at' | 'kind' | 'gid' | 'body'>;

/** The facts of this file, numbered from 1 under each id that it had. */
export interface SiteOutbox {
  /** The ids, the present one last. */
  ids(): readonly BenchId[];
  /** See `SiteRecords.joinSite`. */
  join(bench: string): BenchId;
  add(fact: NewFact): void;
  /** Keeps a fact that the file sent under an earlier id, and does not have: it was restored from a backup. */
  restore(by: BenchId, fact: SiteFact): void;
  /** The number of the last fact under that id; 0 where there is none. */
  last(bench: BenchId): number;
  /** See `SiteRecords.countOutgoing`. */
  count(bench: BenchId, behind: number): number;
  /** See `SiteRecords.hasSent`. */
  hasSent(bench: BenchId, n: number, line: string): boolean;
  next(bench: BenchId, behind: number, count: number): OutgoingFact[];
}

/** Stands where a fact was too old to be kept: its number is known, and it is not sent again. */
export const removedFact = 'null';

/** Loaded when a site is joined: Node needs some milliseconds for it, which a start without one need not spend. */
export const sha256Of = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');

export function siteOutboxIn(database: DatabaseSyncInstance): SiteOutbox {
  const ids = database.prepare('SELECT bench FROM site_ids ORDER BY place');
  const present = database.prepare('SELECT bench, is_ended AS "isEnded" FROM site_ids ORDER BY place DESC LIMIT 1');
  const isUsed = database.prepare('SELECT 1 FROM site_ids WHERE bench = ?');
  const addId = database.prepare('INSERT INTO site_ids (bench) VALUES (?)');
  const last = database.prepare('SELECT max(n) AS n FROM site_out WHERE bench = ?');
  const add = database.prepare('INSERT OR IGNORE INTO site_out (bench, n, at, data, digest) VALUES (?, ?, ?, ?, ?)');
  const toSend = `FROM site_out WHERE bench = ? AND n > ? AND data <> '${removedFact}' ORDER BY n`;
  const next = database.prepare(`SELECT n, data ${toSend} LIMIT ?`);
  const firstToSend = database.prepare(`SELECT n ${toSend} LIMIT 1`);
  const kept = database.prepare('SELECT at, data, digest FROM site_out WHERE bench = ? AND n = ?');
  const first = database.prepare('SELECT min(n) AS n FROM site_out WHERE bench = ?');

  const lastOf = (bench: BenchId): number => (last.get(bench) as { n: number | null }).n ?? 0;
  const store = (by: BenchId, fact: SiteFact): void => {
    const data = JSON.stringify(fact);
    add.run(by, fact.n, fact.at, data, sha256Of(data));
  };

  return {
    ids: () => (ids.all() as { bench: string }[]).map(({ bench }) => bench),
    join(bench) {
      const last: { bench: string; isEnded: number } | undefined = present.get();
      if (last && last.isEnded === 0 && last.bench.split('~')[0] === bench) return last.bench;
      // Another file of the same bench may have the same history: the new id is of this file alone.
      const id = isUsed.get(bench) || last ? `${bench}~${crypto.randomUUID().slice(0, 8)}` : bench;
      addId.run(id);
      return id;
    },
    add(fact) {
      const { bench }: { bench: string } = present.get();
      const { at, kind, gid, body } = fact;
      store(bench, { v: 1, n: lastOf(bench) + 1, at, kind, gid, body });
    },
    restore: store,
    last: lastOf,
    count(bench, behind) {
      const from: { n: number } | undefined = firstToSend.get(bench, behind);
      return from ? lastOf(bench) - from.n + 1 : 0;
    },
    hasSent(bench, n, line) {
      const found: { at: string; data: string; digest: string } | undefined = kept.get(bench, n);
      if (!found) {
        const { n: lowest }: { n: number | null } = first.get(bench);
        return lowest !== null && n < lowest;
      }
      const { at, data, digest } = found;
      if (digest === sha256Of(line)) return true;
      const isChanged = sha256Of(data) !== digest;
      return isChanged && readSiteFact(line)?.at === at;
    },
    next(bench, behind, count) {
      const rows: { n: number; data: string }[] = next.all(bench, behind, count);
      return rows.map(({ n, data }) => ({ n, data: Buffer.from(data) }));
    },
  };
}
