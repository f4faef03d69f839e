import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { engineKeepsDays } from '../../core/ports/site-engine.ts';
import { removedFact } from './site-outbox.ts';

/** Removes a few rows of the site that are older than `before` (ISO 8601), within the caller's transaction. True where more may be left. */
export type RemoveOldSiteRows = (before: string) => boolean;

/** Rows removed in one step, so that it takes a few milliseconds. */
const rowsPerStep = 100;
/** The oldest orders of other benches are looked through, that many: some of them may stay, as their outcome is not known. */
const requestsPerStep = 1_000;

const dayMs = 24 * 60 * 60 * 1000;
/** What the engine may still have is kept a day longer than there. */
const engineKeepsMs = (engineKeepsDays + 1) * dayMs;

/**
 * The outbox loses what its facts say once they are old. Their numbers and digests stay for as long as the engine may have them, since they
 * show whether the facts under this bench's name are of this file; the last number of each id stays for good, since the next one follows it.
 */
export function oldSiteRowsIn(database: DatabaseSyncInstance): RemoveOldSiteRows {
  const ids = database.prepare('SELECT bench FROM site_ids');
  const first = database.prepare(`
    SELECT rowid AS id, at FROM site_out WHERE bench = :bench AND n < (SELECT max(n) FROM site_out WHERE bench = :bench)
    ORDER BY n LIMIT ${rowsPerStep}`);
  const removeFact = database.prepare('DELETE FROM site_out WHERE rowid = ?');
  /** Removes the facts before the first one that is young: a later one may be old too, as one about an old order is. */
  const removeFacts = (bench: string, limit: string): boolean => {
    const rows: { id: number; at: string }[] = first.all({ bench });
    const young = rows.findIndex(({ at }) => at >= limit);
    const old = young === -1 ? rows : rows.slice(0, young);
    for (const { id } of old) removeFact.run(id);
    return old.length === rowsPerStep;
  };

  const some = (table: string, key: string, where: string): string =>
    `${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${rowsPerStep})`;
  const each = [
    `UPDATE site_out SET data = '${removedFact}' WHERE ${some('site_out', 'rowid', `at < :before AND data <> '${removedFact}'`)}`,
    `DELETE FROM site_unapplied WHERE ${some('site_unapplied', 'rowid', 'at < :before')}`,
    // Those of a parcel here are removed with it.
    `DELETE FROM site_parcels WHERE ${some('site_parcels', 'gid', 'parcel_id IS NULL AND noted_at < :before')}`,
    `DELETE FROM site_order_requests WHERE ${some(
      `(SELECT * FROM site_order_requests ORDER BY number LIMIT ${requestsPerStep})`,
      'number',
      `state <> 'open' AND coalesce(sent_at, created_at, '') < :before`,
    )}`,
  ].map((sql) => database.prepare(sql));
  // What is known of a parcel has no time of its own: its age counts from the first round that finds it without the parcel.
  const note = database.prepare(`UPDATE site_parcels SET noted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE ${some('site_parcels', 'gid', 'parcel_id IS NULL AND noted_at IS NULL')}`);
  const silent = database.prepare(`DELETE FROM site_vector WHERE ${some('site_vector', 'bench', 'heard_at < ?')}`);
  const withoutFacts = [
    `DELETE FROM site_benches WHERE bench NOT IN (SELECT bench FROM site_vector) AND bench NOT IN (SELECT bench FROM site_ids)`,
    `DELETE FROM site_heartbeats WHERE NOT EXISTS (SELECT 1 FROM (SELECT bench AS id FROM site_vector UNION ALL SELECT bench FROM site_ids)
      WHERE id = site_heartbeats.bench OR id LIKE site_heartbeats.bench || '~%')`,
  ].map((sql) => database.prepare(sql));

  return (before) => {
    const engineLimit = Date.now() - engineKeepsMs;
    const limit = [before, new Date(engineLimit).toISOString()].toSorted()[0] ?? before;
    const removed = [
      ...(ids.all() as { bench: string }[]).map(({ bench }) => removeFacts(bench, limit)),
      Number(note.run().changes) === rowsPerStep,
      ...each.map((statement) => Number(statement.run({ before }).changes) === rowsPerStep),
    ];
    if (Number(silent.run(Date.parse(limit)).changes) > 0) for (const statement of withoutFacts) statement.run();
    return removed.includes(true);
  };
}
