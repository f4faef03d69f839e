import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { mostIdsOfBench } from '../../../shared/site/bench-keys.ts';
import { type BenchId, benchName } from '../../../shared/site/parcel-at-site.ts';
import type { SiteOutbox } from './site-outbox.ts';

/** How far the facts of each id were read, within one transaction. */
export interface ReadFacts {
  /** The number of the last fact of that id; 0 where there is none. */
  last(bench: BenchId): number;
  /** False for an id that is not known yet of a bench with many of them: a bench that invents ids would fill the file. */
  hasRoom(bench: BenchId): boolean;
  /** @param storedAt when the engine stored it, milliseconds; undefined: not known */
  set(bench: BenchId, n: number, storedAt: number | undefined): void;
  /** The ids of which a fact was read in this transaction. */
  ids(): readonly BenchId[];
  /** Stores what was set. */
  store(): void;
}

/** @param outbox has the facts of this file's own ids */
export function readFactsIn(database: DatabaseSyncInstance, outbox: Pick<SiteOutbox, 'ids' | 'last'>): () => ReadFacts {
  const known = database.prepare('SELECT n FROM site_vector WHERE bench = ?');
  // The ids of a bench stand beside each other: no letter of an id sorts behind its "~".
  const countIds = database.prepare(`
    SELECT (SELECT count(*) FROM site_vector WHERE bench = :name)
      + (SELECT count(*) FROM site_vector WHERE bench >= :name || '~' AND bench < :name || char(127)) AS count`);
  const put = database.prepare(`
    INSERT INTO site_vector (bench, n, heard_at) VALUES (:bench, :n, :heardAt)
    ON CONFLICT (bench) DO UPDATE SET n = :n, heard_at = coalesce(:heardAt, heard_at)`);

  return () => {
    const own = outbox.ids();
    const read = new Map<BenchId, { n: number; heardAt: number | null }>();
    const knownOf = (bench: BenchId): number | undefined =>
      read.get(bench)?.n ?? (known.get(bench) as { n: number } | undefined)?.n;
    const isOwn = (bench: BenchId): boolean => own.includes(bench);
    return {
      last: (bench) => read.get(bench)?.n ?? (isOwn(bench) ? outbox.last(bench) : (knownOf(bench) ?? 0)),
      hasRoom(bench) {
        if (isOwn(bench) || knownOf(bench) !== undefined) return true;
        const { count }: { count: number } = countIds.get({ name: benchName(bench) });
        return count < mostIdsOfBench;
      },
      set(bench, n, storedAt) {
        const heardAt = storedAt ?? read.get(bench)?.heardAt ?? null;
        // The next new id of the same bench is counted with this one.
        if (!isOwn(bench) && !read.has(bench)) put.run({ bench, n, heardAt });
        read.set(bench, { n, heardAt });
      },
      ids: () => [...read.keys()],
      store() {
        for (const [bench, last] of read) if (!isOwn(bench)) put.run({ bench, ...last });
      },
    };
  };
}
