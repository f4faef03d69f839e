import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Removed, RetentionCursor } from '../../core/ports/records.ts';
import { oldSiteRowsIn, type RemoveOldSiteRows } from '../site/old-site-rows.ts';
import { overwriting } from '../sqlite.ts';
import { isUnusedFile } from '../tables/labels-table.ts';

/** What one step removed, and where to continue; null at the end. */
export interface RetentionStep {
  removed: Removed;
  next: RetentionCursor | null;
}

export interface Retention {
  /** Removes a few rows older than `before` (ISO 8601), one kind after the other, within the caller's transaction. */
  removeOld(before: string, from: RetentionCursor | null): RetentionStep;
  /** Merges a part of the full-text index; false if nothing is left to merge. */
  mergeSearchIndex(): boolean;
}

/** Rows checked in one step, so that it takes a few milliseconds. */
const rowsPerStep = 100;
/** Pages of the full-text index that one step writes. */
const pagesPerStep = 16;

const noneRemoved: Removed = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
const kinds: readonly RetentionCursor['what'][] = [
  'orders',
  'commands',
  'scans',
  'events',
  'answers',
  'files',
  'journal',
  'site',
];

/** The next rows of one kind and the cursor after them; null at the end. */
type Step = (before: string, from: RetentionCursor) => { removed: Partial<Removed>; next: RetentionCursor | null };

/** Removes old rows that nothing waits for, a few at a time. */
export function retentionIn(database: DatabaseSyncInstance): Retention {
  const orders = oldOrdersIn(database);
  const steps: Record<RetentionCursor['what'], Step> = {
    orders: orderStep(orders),
    commands: commandStep(database, orders),
    scans: rowsStep(database, 'scans', 'scans', {
      old: 'SELECT at, id FROM scans WHERE at < :before AND (at, id) > (:at, :id) ORDER BY at, id',
      remove: 'DELETE FROM scans WHERE id = ?',
    }),
    events: rowsStep(database, 'events', 'events', {
      // Matched events are removed with their order. By time, as another bench may report an event long after it received it.
      old: `SELECT received_at AS at, id FROM events WHERE parcel_id IS NULL AND shipment_id IS NULL
        AND received_at < :before AND (received_at, id) > (:at, :id) ORDER BY received_at, id`,
      remove: 'DELETE FROM events WHERE id = ?',
    }),
    answers: answerStep(database),
    files: unusedFileStep(database),
    journal: journalStep(database),
    site: siteStep(oldSiteRowsIn(database)),
  };
  const merge = database.prepare(`INSERT INTO parcel_search (parcel_search, rank) VALUES ('merge', ${pagesPerStep})`);
  const changes = database.prepare('SELECT total_changes() AS count');
  const changed = (): number => (changes.get() as { count: number }).count;

  return {
    removeOld(before, from) {
      const here = from ?? beginningOf('orders');
      const { removed, next } = overwriting(database, () => steps[here.what](before, here));
      return { removed: { ...noneRemoved, ...removed }, next: next ?? afterKind(here.what) };
    },
    mergeSearchIndex() {
      const before = changed();
      overwriting(database, () => merge.run());
      // The command itself counts as one change (sqlite.org/fts5.html, "The 'merge' Command").
      return changed() - before >= 2;
    },
  };
}

export const beginningOf = (what: RetentionCursor['what']): RetentionCursor => ({ what, at: '', id: 0 });

function afterKind(what: RetentionCursor['what']): RetentionCursor | null {
  const next = kinds[kinds.indexOf(what) + 1];
  return next ? beginningOf(next) : null;
}

interface OldRow {
  at: string;
  id: number;
}

const pointAfter = (what: RetentionCursor['what'], rows: readonly OldRow[], most: number): RetentionCursor | null => {
  const last = rows.at(-1);
  return last && rows.length === most ? { what, at: last.at, id: last.id } : null;
};

/** Orders checked in one step, each with its parcels, jobs, events and label bytes. */
const ordersPerStep = 3;

function orderStep(orders: OldOrders): Step {
  return (before, from) => {
    const rows = orders.olderThan(before, from, ordersPerStep);
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
    return { removed, next: pointAfter('orders', rows, ordersPerStep) };
  };
}

/** Deletions of unknown codes, and creates without an order: settled or dismissed, never uncertain. */
function commandStep(database: DatabaseSyncInstance, orders: OldOrders): Step {
  const following = database.prepare(`
    SELECT updated_at AS at, id,
      (state IN ('done', 'undone') OR (state = 'rejected' AND is_dismissed = 1)) AND updated_at < :before
        AND NOT ${isWatched('commands.id')} AS isOld
    FROM commands WHERE id > :id AND parcel_id IS NULL AND order_id IS NULL ORDER BY id LIMIT ${rowsPerStep}`);
  return (before, { id }) => {
    const rows: (OldRow & { isOld: number })[] = following.all({ before, id });
    const old = rows.filter(({ isOld }) => isOld === 1);
    for (const row of old) orders.removeCommand(row.id);
    return { removed: { commands: old.length }, next: pointAfter('commands', rows, rowsPerStep) };
  };
}

function rowsStep(
  database: DatabaseSyncInstance,
  what: RetentionCursor['what'],
  counted: keyof Removed,
  sql: { old: string; remove: string },
): Step {
  const old = database.prepare(`${sql.old} LIMIT ${rowsPerStep}`);
  const remove = database.prepare(sql.remove);
  return (before, { at, id }) => {
    const rows: OldRow[] = old.all({ before, at, id });
    for (const row of rows) remove.run(row.id);
    return { removed: { [counted]: rows.length }, next: pointAfter(what, rows, rowsPerStep) };
  };
}

/** The largest id that SQLite gives to a row. */
const largestId = '9223372036854775807';

/** Answers without an order or a command, older than the oldest answer in use; all of them where no order is left. */
function answerStep(database: DatabaseSyncInstance): Step {
  const old = database.prepare(`
    SELECT '' AS at, id FROM order_answers WHERE id > :id AND command_id IS NULL
      AND id < coalesce((SELECT min(answer_id) FROM orders), ${largestId})
      AND NOT EXISTS (SELECT 1 FROM orders WHERE answer_id = order_answers.id)
    ORDER BY id LIMIT ${rowsPerStep}`);
  const remove = database.prepare('DELETE FROM order_answers WHERE id = ?');
  return (_, { id }) => {
    const rows: OldRow[] = old.all({ id });
    for (const row of rows) remove.run(row.id);
    return { removed: {}, next: pointAfter('answers', rows, rowsPerStep) };
  };
}

/** Files looked up in one step, in indexes alone, and removed in it. */
const filesPerStep = 500;
const filesRemovedPerStep = 10;

/** Label bytes of any age that nothing refers to, as those of an earlier attempt to print; they are not counted as old labels. */
export function unusedFileStep(database: DatabaseSyncInstance): Step {
  const files = database.prepare(`
    SELECT sha256 AS at, 0 AS id, ${isUnusedFile} AS "isUnused" FROM label_files WHERE sha256 > ? ORDER BY sha256 LIMIT ${filesPerStep}`);
  const remove = database.prepare('DELETE FROM label_files WHERE sha256 = ?');
  return (_, { at }) => {
    const rows: (OldRow & { isUnused: number })[] = files.all(at);
    const unused = rows.filter(({ isUnused }) => isUnused === 1);
    const removed = unused.slice(0, filesRemovedPerStep);
    for (const file of removed) remove.run(file.at);
    const isCut = removed.length < unused.length;
    return {
      removed: {},
      next: isCut ? pointAfter('files', removed, filesRemovedPerStep) : pointAfter('files', rows, filesPerStep),
    };
  };
}

/** The oldest journal entries, which may be deleted during this step only. */
function journalStep(database: DatabaseSyncInstance): Step {
  const oldest = database.prepare(`SELECT at, id FROM activity WHERE id > :id ORDER BY id LIMIT ${rowsPerStep}`);
  const newest = database.prepare('SELECT at FROM activity ORDER BY id DESC LIMIT 1');
  const allowDeletes = database.prepare('UPDATE journal_retention SET before = ?');
  const remove = database.prepare('DELETE FROM activity WHERE id = ?');
  return (before, { id }) => {
    const rows: OldRow[] = oldest.all({ id });
    const old = rows.filter((row) => row.at < before);
    // Nothing is written then: a file that changes is backed up. Entries are in the order of writing: if none of these is old, no later one
    // is, unless the clock was set back behind them.
    if (old.length === 0) {
      const last: { at: string } | undefined = newest.get();
      const isSetBack = last !== undefined && rows.some((row) => row.at > last.at);
      return { removed: {}, next: isSetBack ? pointAfter('journal', rows, rowsPerStep) : null };
    }
    allowDeletes.run(before);
    for (const row of old) remove.run(row.id);
    allowDeletes.run('');
    return { removed: { journal: old.length }, next: pointAfter('journal', rows, rowsPerStep) };
  };
}

/** What this bench reported to its site, and what others reported. */
const siteStep =
  (removeSome: RemoveOldSiteRows): Step =>
  (before, { id }) => ({ removed: {}, next: removeSome(before) ? { what: 'site', at: '', id: id + 1 } : null });

export interface OldOrders {
  /** Orders stored before that time (ISO 8601), oldest first, after the given one. */
  olderThan(before: string, from: { at: string; id: number }, limit: number): { at: string; id: number }[];
  /** Removes an order with everything that belongs to it; null, with nothing changed, where a part of it waits or is newer. */
  remove(orderId: number, before: string): Omit<Removed, 'orders' | 'journal'> | null;
  /** Removes a command without a parcel and an order. */
  removeCommand(commandId: number): void;
}

const shipmentsOf = 'SELECT id FROM shipments WHERE order_id = :order';
const parcelsOf = `SELECT parcels.id FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE order_id = :order`;
/**
 * SQL condition: the command's order replaced another or was replaced, and the old codes are still watched, because their second
 * deletion is due or unanswered, or they raised an alarm that is not dismissed.
 */
const isWatched = (commandId: string): string => `EXISTS (
  SELECT 1 FROM replaced_codes WHERE (old_command_id = ${commandId} OR new_command_id = ${commandId})
    AND (deleted_again_at IS NULL
      OR EXISTS (SELECT 1 FROM order_alarms WHERE replaced_id = replaced_codes.id AND is_dismissed = 0)
      OR EXISTS (SELECT 1 FROM commands AS again WHERE again.id = second_deletion_id
        AND again.state NOT IN ('done', 'undone', 'rejected'))))`;

const isLabelOf = `(parcel_id IN (${parcelsOf}) OR shipment_id IN (${shipmentsOf}))`;
const jobsOf = `SELECT id FROM print_jobs WHERE parcel_id IN (${parcelsOf})`;
const commandsOf = `SELECT id FROM commands WHERE order_id = :order
  UNION SELECT id FROM commands WHERE parcel_id IN (${parcelsOf})`;

/** SQL condition: the order must stay, because a job or a command of it is unsettled, or a part of it is newer. */
const isKept = `
  EXISTS (SELECT 1 FROM print_jobs WHERE parcel_id IN (${parcelsOf})
    AND (state IN ('queued', 'held', 'sending', 'uncertain') OR updated_at >= :before))
  OR EXISTS (SELECT 1 FROM commands WHERE id IN (${commandsOf})
    AND (updated_at >= :before OR NOT (state IN ('done', 'undone') OR (state = 'rejected' AND is_dismissed = 1)) OR ${isWatched('commands.id')}))
  OR EXISTS (SELECT 1 FROM scans WHERE parcel_id IN (${parcelsOf}) AND at >= :before)
  OR EXISTS (SELECT 1 FROM events WHERE shipment_id IN (${shipmentsOf}) AND received_at >= :before)
  OR EXISTS (SELECT 1 FROM events WHERE parcel_id IN (${parcelsOf}) AND received_at >= :before)
  OR EXISTS (SELECT 1 FROM shipments WHERE order_id = :order AND status_at >= :before)
  OR EXISTS (SELECT 1 FROM parcels WHERE id IN (${parcelsOf}) AND (created_at >= :before OR deleted_at >= :before))
  OR EXISTS (SELECT 1 FROM deletion_conflicts WHERE parcel_id IN (${parcelsOf}) AND (decision IS NULL OR decided_at >= :before))`;

/** SQL condition with `:before` after every time: a job or a command of the order is unsettled. */
export const isUnsettled = isKept;

/** Queries for old orders and their rows in other tables. */
function oldOrdersIn(database: DatabaseSyncInstance): OldOrders {
  const olderThan = database.prepare(`
    SELECT stored_at AS at, id FROM orders WHERE stored_at < :before AND (stored_at, id) > (:at, :id)
    ORDER BY stored_at, id LIMIT :limit`);
  const kept = database.prepare(`SELECT ${isKept} AS kept`);
  const filesOf = database.prepare(`
    SELECT sha256 FROM labels WHERE ${isLabelOf} AND sha256 IS NOT NULL
    UNION SELECT label_sha256 FROM print_jobs WHERE parcel_id IN (${parcelsOf})
    UNION SELECT sent_sha256 FROM print_jobs WHERE parcel_id IN (${parcelsOf}) AND sent_sha256 IS NOT NULL`);
  const answersOf = database.prepare(`
    SELECT answer_id AS id FROM orders WHERE id = :order
    UNION SELECT id FROM order_answers WHERE command_id IN (${commandsOf})`);
  const each = {
    scans: database.prepare(`
      DELETE FROM scans WHERE parcel_id IN (${parcelsOf}) OR job_id IN (${jobsOf}) OR command_id IN (${commandsOf})`),
    jobs: database.prepare(`DELETE FROM print_jobs WHERE parcel_id IN (${parcelsOf})`),
    labels: database.prepare(`DELETE FROM labels WHERE ${isLabelOf}`),
    events: database.prepare(`
      DELETE FROM events WHERE shipment_id IN (${shipmentsOf}) OR parcel_id IN (${parcelsOf})`),
    answered: database.prepare(`UPDATE order_answers SET command_id = NULL WHERE command_id IN (${commandsOf})`),
    commands: database.prepare(`DELETE FROM commands WHERE id IN (${commandsOf})`),
    parcels: database.prepare(`DELETE FROM parcels WHERE id IN (${parcelsOf})`),
    shipments: database.prepare('DELETE FROM shipments WHERE order_id = :order'),
    order: database.prepare('DELETE FROM orders WHERE id = :order'),
  };
  const removeAnswer = database.prepare(`
    DELETE FROM order_answers WHERE id = :id AND command_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM orders WHERE answer_id = :id)`);
  const removeFile = database.prepare(`
    DELETE FROM label_files WHERE sha256 = :sha256 AND ${isUnusedFile}`);
  const scansOfCommand = database.prepare('DELETE FROM scans WHERE command_id = ?');
  const jobsOfCommand = database.prepare('UPDATE print_jobs SET cancelled_by = NULL WHERE cancelled_by = ?');
  const answersOfCommand = database.prepare(`
    DELETE FROM order_answers WHERE command_id = :id AND NOT EXISTS (SELECT 1 FROM orders WHERE answer_id = order_answers.id)`);
  const freeAnswers = database.prepare('UPDATE order_answers SET command_id = NULL WHERE command_id = ?');
  const removeCommand = database.prepare('DELETE FROM commands WHERE id = ?');

  return {
    olderThan: (before, { at, id }, limit) => olderThan.all({ before, at, id, limit }),
    remove(order, before) {
      const { kept: isStill }: { kept: number } = kept.get({ order, before });
      if (isStill === 1) return null;
      const files: { sha256: string }[] = filesOf.all({ order });
      const answers: { id: number }[] = answersOf.all({ order });
      const scans = Number(each.scans.run({ order }).changes);
      each.jobs.run({ order });
      each.labels.run({ order });
      const events = Number(each.events.run({ order }).changes);
      each.answered.run({ order });
      const commands = Number(each.commands.run({ order }).changes);
      const parcels = Number(each.parcels.run({ order }).changes);
      each.shipments.run({ order });
      each.order.run({ order });
      for (const { id } of answers) removeAnswer.run({ id });
      const labels = files.reduce((sum, { sha256 }) => sum + Number(removeFile.run({ sha256 }).changes), 0);
      return { parcels, commands, scans, events, labels };
    },
    removeCommand(commandId) {
      scansOfCommand.run(commandId);
      jobsOfCommand.run(commandId);
      answersOfCommand.run({ id: commandId });
      freeAnswers.run(commandId);
      removeCommand.run(commandId);
    },
  };
}
