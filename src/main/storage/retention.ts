import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { AgePoint, Removed } from '../core/ports/records.ts';
import { isWatched, type OldOrders, oldOrdersIn } from './old-orders.ts';

export interface Retention {
  /** A few rows older than `before` (ISO), of one kind after the other; within the caller's transaction. */
  removeOld(before: string, from: AgePoint | null): { removed: Removed; next: AgePoint | null };
  /** Merges a little of the index of words; false where there is nothing to merge. */
  tidySearch(): boolean;
}

/** Rows looked at in one step, so that it lasts a few milliseconds. */
const rowsAStep = 100;
/** Pages of the index of words that one step writes. */
const pagesAStep = 16;

const nothing: Removed = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
const kinds: readonly AgePoint['what'][] = ['orders', 'commands', 'scans', 'events', 'answers', 'journal'];

/** One kind's next rows, and where it stands afterwards; null at its end. */
type Step = (before: string, from: AgePoint) => { removed: Partial<Removed>; next: AgePoint | null };

/** Removes what is old and what nothing waits for, a few rows at a time. */
export function retentionIn(database: DatabaseSyncInstance): Retention {
  const orders = oldOrdersIn(database);
  const steps: Record<AgePoint['what'], Step> = {
    orders: orderStep(orders),
    commands: commandStep(database, orders),
    scans: rowsStep(database, 'scans', 'scans', {
      old: 'SELECT at, id FROM scans WHERE at < :before AND (at, id) > (:at, :id) ORDER BY at, id',
      remove: 'DELETE FROM scans WHERE id = ?',
    }),
    events: rowsStep(database, 'events', 'events', {
      // What belongs to a parcel goes with it. Rows come in the order of their numbers; a clock set back is no reason to look at all.
      old: `SELECT received_at AS at, id FROM events WHERE parcel_id IS NULL AND shipment_id IS NULL AND id > :id
        AND received_at < :before AND :at IS NOT NULL ORDER BY id`,
      remove: 'DELETE FROM events WHERE id = ?',
    }),
    answers: answerStep(database),
    journal: journalStep(database),
  };
  const merge = database.prepare(`INSERT INTO parcel_words (parcel_words, rank) VALUES ('merge', ${pagesAStep})`);
  const changes = database.prepare('SELECT total_changes() AS count');
  const changed = (): number => (changes.get() as { count: number }).count;

  return {
    removeOld(before, from) {
      const here = from ?? beginningOf('orders');
      const { removed, next } = steps[here.what](before, here);
      return { removed: { ...nothing, ...removed }, next: next ?? afterKind(here.what) };
    },
    tidySearch() {
      const before = changed();
      merge.run();
      // The command itself counts as one change (sqlite.org/fts5.html, "The 'merge' Command").
      return changed() - before >= 2;
    },
  };
}

const beginningOf = (what: AgePoint['what']): AgePoint => ({ what, at: '', id: 0 });

function afterKind(what: AgePoint['what']): AgePoint | null {
  const next = kinds[kinds.indexOf(what) + 1];
  return next ? beginningOf(next) : null;
}

interface AgedRow {
  at: string;
  id: number;
}

const pointAfter = (what: AgePoint['what'], rows: readonly AgedRow[], most: number): AgePoint | null => {
  const last = rows.at(-1);
  return last && rows.length === most ? { what, at: last.at, id: last.id } : null;
};

/** Orders looked at in one step: each brings its parcels, jobs, events and label bytes. */
const ordersAStep = 3;

function orderStep(orders: OldOrders): Step {
  return (before, from) => {
    const rows = orders.olderThan(before, from, ordersAStep);
    const removed = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0 };
    for (const { id } of rows) {
      const gone = orders.remove(id, before);
      if (!gone) continue;
      removed.orders += 1;
      removed.parcels += gone.parcels;
      removed.commands += gone.commands;
      removed.scans += gone.scans;
      removed.events += gone.events;
      removed.labels += gone.labels;
    }
    return { removed, next: pointAfter('orders', rows, ordersAStep) };
  };
}

/** Deletions of codes nothing here carries, and creates that made no order: settled, or put away, and never in doubt. */
function commandStep(database: DatabaseSyncInstance, orders: OldOrders): Step {
  const old = database.prepare(`
    SELECT updated_at AS at, id FROM commands WHERE id > :id AND parcel_id IS NULL AND order_id IS NULL
      AND (state IN ('done', 'undone') OR (state = 'rejected' AND put_away = 1)) AND updated_at < :before
      AND NOT ${isWatched('commands.id')}
    ORDER BY id LIMIT ${rowsAStep}`);
  return (before, { id }) => {
    const rows: AgedRow[] = old.all({ before, id });
    for (const row of rows) orders.removeCommand(row.id);
    return { removed: { commands: rows.length }, next: pointAfter('commands', rows, rowsAStep) };
  };
}

function rowsStep(
  database: DatabaseSyncInstance,
  what: AgePoint['what'],
  counted: keyof Removed,
  sql: { old: string; remove: string },
): Step {
  const old = database.prepare(`${sql.old} LIMIT ${rowsAStep}`);
  const remove = database.prepare(sql.remove);
  return (before, { at, id }) => {
    const rows: AgedRow[] = old.all({ before, at, id });
    for (const row of rows) remove.run(row.id);
    return { removed: { [counted]: rows.length }, next: pointAfter(what, rows, rowsAStep) };
  };
}

/** Answers that neither an order nor a command is known by, and that came before the oldest answer in use. */
function answerStep(database: DatabaseSyncInstance): Step {
  const old = database.prepare(`
    SELECT '' AS at, id FROM order_answers WHERE id > :id AND command_id IS NULL
      AND id < coalesce((SELECT min(answer_id) FROM orders), 0)
      AND NOT EXISTS (SELECT 1 FROM orders WHERE answer_id = order_answers.id)
    ORDER BY id LIMIT ${rowsAStep}`);
  const remove = database.prepare('DELETE FROM order_answers WHERE id = ?');
  return (_, { id }) => {
    const rows: AgedRow[] = old.all({ id });
    for (const row of rows) remove.run(row.id);
    return { removed: {}, next: pointAfter('answers', rows, rowsAStep) };
  };
}

/** The journal's oldest lines, which it lets go of for this moment alone. */
function journalStep(database: DatabaseSyncInstance): Step {
  const oldest = database.prepare(`SELECT at, id FROM activity WHERE id > :id ORDER BY id LIMIT ${rowsAStep}`);
  const letGo = database.prepare('UPDATE journal_lets_go SET before = ?');
  const remove = database.prepare('DELETE FROM activity WHERE id = ?');
  return (before, { id }) => {
    const rows: AgedRow[] = oldest.all({ id });
    const old = rows.filter((row) => row.at < before);
    letGo.run(before);
    for (const row of old) remove.run(row.id);
    letGo.run('');
    // Lines stand in the order they were written: where none of these is old, none behind them is.
    return { removed: { journal: old.length }, next: old.length === 0 ? null : pointAfter('journal', rows, rowsAStep) };
  };
}
