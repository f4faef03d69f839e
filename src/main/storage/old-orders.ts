import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Removed } from '../core/ports/records.ts';

export interface OldOrders {
  /** Orders older than that moment (ISO), oldest first, behind that one. */
  olderThan(before: string, from: { at: string; id: number }, limit: number): { at: string; id: number }[];
  /** Removes an order with everything that belongs to it; null, and nothing changed, where something waits or is younger. */
  remove(orderId: number, before: string): Omit<Removed, 'orders' | 'journal'> | null;
  /** Removes a command that no parcel and no order is known by. */
  removeCommand(commandId: number): void;
}

const shipmentsOf = 'SELECT id FROM shipments WHERE order_id = :order';
const parcelsOf = `SELECT parcels.id FROM parcels JOIN shipments ON shipments.id = shipment_id WHERE order_id = :order`;
/**
 * True in SQL where the command's order replaced another or gave way to one, and the old codes are still watched: their second
 * deletion is to come or not answered, or they raised an alarm nobody has put away.
 */
export const isWatched = (commandId: string): string => `EXISTS (
  SELECT 1 FROM replaced_codes WHERE (old_command_id = ${commandId} OR new_command_id = ${commandId})
    AND (deleted_again_at IS NULL
      OR EXISTS (SELECT 1 FROM order_alarms WHERE replaced_id = replaced_codes.id AND put_away = 0)
      OR EXISTS (SELECT 1 FROM commands AS again WHERE again.id = second_deletion_id
        AND again.state NOT IN ('done', 'undone', 'rejected'))))`;

const jobsOf = `SELECT id FROM print_jobs WHERE parcel_id IN (${parcelsOf})`;
const commandsOf = `SELECT id FROM commands WHERE order_id = :order
  UNION SELECT id FROM commands WHERE parcel_id IN (${parcelsOf})`;

/** True where an order may not go: a job or a command is not settled, a label is being fetched, or something of it is younger. */
const isKept = `
  EXISTS (SELECT 1 FROM print_jobs WHERE parcel_id IN (${parcelsOf})
    AND (state IN ('queued', 'held', 'sending', 'uncertain') OR updated_at >= :before))
  OR EXISTS (SELECT 1 FROM commands WHERE id IN (${commandsOf})
    AND (updated_at >= :before OR NOT (state IN ('done', 'undone') OR (state = 'rejected' AND put_away = 1)) OR ${isWatched('commands.id')}))
  OR EXISTS (SELECT 1 FROM scans WHERE parcel_id IN (${parcelsOf}) AND at >= :before)
  OR EXISTS (SELECT 1 FROM events WHERE shipment_id IN (${shipmentsOf}) AND received_at >= :before)
  OR EXISTS (SELECT 1 FROM events WHERE parcel_id IN (${parcelsOf}) AND received_at >= :before)
  OR EXISTS (SELECT 1 FROM shipments WHERE order_id = :order AND status_at >= :before)
  OR EXISTS (SELECT 1 FROM parcels WHERE id IN (${parcelsOf}) AND (created_at >= :before OR deleted_at >= :before))`;

/** Old orders and what belongs to them. */
export function oldOrdersIn(database: DatabaseSyncInstance): OldOrders {
  const olderThan = database.prepare(`
    SELECT kept_at AS at, id FROM orders WHERE kept_at < :before AND (kept_at, id) > (:at, :id)
    ORDER BY kept_at, id LIMIT :limit`);
  const kept = database.prepare(`SELECT ${isKept} AS kept`);
  const filesOf = database.prepare(`
    SELECT sha256 FROM labels WHERE parcel_id IN (${parcelsOf}) AND sha256 IS NOT NULL
    UNION SELECT label_sha256 FROM print_jobs WHERE parcel_id IN (${parcelsOf})
    UNION SELECT sent_sha256 FROM print_jobs WHERE parcel_id IN (${parcelsOf}) AND sent_sha256 IS NOT NULL`);
  const answersOf = database.prepare(`
    SELECT answer_id AS id FROM orders WHERE id = :order
    UNION SELECT id FROM order_answers WHERE command_id IN (${commandsOf})`);
  const each = {
    scans: database.prepare(`
      DELETE FROM scans WHERE parcel_id IN (${parcelsOf}) OR job_id IN (${jobsOf}) OR command_id IN (${commandsOf})`),
    jobs: database.prepare(`DELETE FROM print_jobs WHERE parcel_id IN (${parcelsOf})`),
    labels: database.prepare(`DELETE FROM labels WHERE parcel_id IN (${parcelsOf})`),
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
    DELETE FROM label_files WHERE sha256 = :sha256 AND NOT EXISTS (SELECT 1 FROM labels WHERE sha256 = :sha256)
      AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE label_sha256 = :sha256)
      AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE sent_sha256 = :sha256)`);
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
