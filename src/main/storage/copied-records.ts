import { existsSync, readFileSync, statSync } from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { StoppedWork } from '../core/ports/records.ts';
import { firstWordOfSha256 } from './sha-256.ts';
import { inTransaction, type Row } from './sqlite.ts';

/**
 * The place of a records file, a number in its header (`application_id`, which nothing else uses). A file that is found elsewhere than
 * its header says is a copy: a backup, or a copied data folder. Another station, or this one since, may have done what waits in it.
 *
 * A place is the computer's id with the inode and the time of birth of the file: a folder that is renamed or moved on its disk stays at
 * its place, and a file that is copied, also over another one of the same name, does not. An earlier version wrote 0, which is no place:
 * such a file stays where it is found.
 */
const unknownPlace = 0;
/** The place of every backup, so that one that is put back by hand is noticed too. */
export const backupPlace = 1;

/** Marks a backup, or a file that is made of one. */
export function markAsCopy(database: DatabaseSyncInstance): void {
  database.exec(`PRAGMA application_id = ${backupPlace}`);
}

/**
 * Stops all that waits in a file that is a copy, in one transaction, before anything of it is sent; does nothing in one that is at its
 * place. Returns what was stopped; null where the file is no copy.
 */
export function stopWorkOfCopy(database: DatabaseSyncInstance, places: FilePlaces, now: number): StoppedWork | null {
  const { application_id: stored }: { application_id: number } = database.prepare('PRAGMA application_id').get();
  if (stored === places.best) return null;
  const isCopy = stored !== unknownPlace && stored !== places.withoutBirth;
  return inTransaction(database, () => {
    const stopped = isCopy ? stopWork(database, new Date(now).toISOString()) : null;
    database.exec(`PRAGMA application_id = ${places.best}`);
    return stopped;
  });
}

/** The numbers of a file's place. */
export interface FilePlaces {
  readonly best: number;
  readonly withoutBirth: number;
}

/**
 * `withoutBirth` is used while the time of birth may stand for that of the last change, as some systems report it; a file keeps the
 * better place from when both are seen to differ.
 */
export function placesOf(file: string): FilePlaces {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  const computer = machineId();
  const withoutBirth = placeOf(`${computer} ${ino}`);
  const isBirthKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { withoutBirth, best: isBirthKnown ? placeOf(`${computer} ${ino} ${birthtimeNs}`) : withoutBirth };
}

/** The number of a place: 31 bits, so that SQLite stores it as it is, and none of the two that have a meaning of their own. */
const placeOf = (name: string): number => (firstWordOfSha256(name) >>> 1) | 2;

/** As systemd knows it; empty elsewhere, where the file alone decides. */
const machineId = (): string => (existsSync(machineIdFile) ? readFileSync(machineIdFile, 'utf8').trim() : '');
const machineIdFile = '/etc/machine-id';

/**
 * Orders that may have left become uncertain, deletions ask, labels that were not sent are cancelled; nothing else is started that
 * would buy, delete or print: batches and print runs stop, new labels do not print by themselves, and the second deletion of a replaced
 * order's codes asks too. A batch that was not started stops as well, and a rejected order warns: it may have been started, or corrected,
 * since.
 */
function stopWork(database: DatabaseSyncInstance, at: string): StoppedWork {
  const change = (sql: string, ...values: (string | number | null)[]): number =>
    Number(database.prepare(sql).run(...values).changes);
  const orders = change(
    `UPDATE commands SET state = 'uncertain', request_left = 1, not_before = 0, failure = ?, updated_at = ?
     WHERE kind = 'create' AND state IN ('counting', 'waiting', 'needs confirmation', 'sending', 'blocked')`,
    ...[stopped(message('storage.copied-order'), 'cut-off'), at],
  );
  // What the service said of its fields stays: it is corrected by that.
  change(
    `UPDATE commands SET updated_at = ?2,
       failure = json_set(CASE WHEN json_valid(failure) THEN failure ELSE ?1 END, '$.message', json_extract(?1, '$.message'))
     WHERE kind = 'create' AND state = 'rejected' AND is_dismissed = 0`,
    ...[stopped(message('storage.copied-rejection')), at],
  );
  // One that may have left cannot be undone: an operator says whether the parcel is there.
  const deletions =
    change(
      `UPDATE commands SET state = CASE WHEN request_left = 1 OR state = 'sending' THEN 'uncertain' ELSE 'needs confirmation' END,
         not_before = 0, failure = ?, updated_at = ?
       WHERE kind = 'delete' AND state IN ('counting', 'waiting', 'needs confirmation', 'sending', 'blocked')`,
      ...[stopped(message('storage.copied-deletion')), at],
    ) + askBeforeSecondDeletions(database, at);
  change('UPDATE commands SET prints_labels = 0 WHERE prints_labels = 1');
  // Another file may go on under the same id: this one reports what it does under a new one.
  change('UPDATE site_ids SET is_ended = 1 WHERE is_ended = 0');
  const labels = change(
    `UPDATE print_jobs SET state = 'cancelled', reasons = '[]', question = NULL, failure = ?, updated_at = ?
     WHERE state IN ('queued', 'held')`,
    ...[stopped(message('storage.copied-label')), at],
  );
  change(
    `UPDATE print_jobs SET state = 'uncertain', failure = ?, updated_at = ? WHERE state = 'sending'`,
    ...[stopped(message('storage.label-interrupted'), 'printer-cut-off'), at],
  );
  // To undo a deletion restores no label.
  change('UPDATE print_jobs SET cancelled_by = NULL WHERE cancelled_by IS NOT NULL');
  change('UPDATE print_runs SET is_stopped = 1 WHERE id IN (SELECT run_id FROM print_run_parcels)');
  change('DELETE FROM print_run_parcels');
  change(
    `UPDATE batches SET state = 'stopped', facts = json_set(facts, '$.why', json(?), '$.endedAt', ?)
     WHERE state IN ('draft', 'running', 'paused')`,
    ...[stopped(message('storage.copied-batch')), at],
  );
  const outcome = JSON.stringify(message('journal.copied-work-stopped', { orders, deletions, labels }));
  const what: ActivityKind = 'stop-copied-work';
  change("INSERT INTO activity (at, who, what, code, outcome) VALUES (?, 'station', ?, NULL, ?)", at, what, outcome);
  return { orders, deletions, labels };
}

/** They would be sent by themselves half an hour after an order was replaced. */
function askBeforeSecondDeletions(database: DatabaseSyncInstance, at: string): number {
  const due: Row[] = database.prepare('SELECT id, code FROM replaced_codes WHERE deleted_again_at IS NULL').all();
  const add = database.prepare(`
    INSERT INTO commands (kind, state, custom_code, parcel_id, attempts, request_left, not_before, failure, is_dismissed, created_at, updated_at)
    SELECT 'delete', 'needs confirmation', :code, (
      SELECT id FROM parcels WHERE custom_code = :code COLLATE NOCASE AND custom_code = :code COLLATE BINARY LIMIT 1),
      0, 0, 0, :failure, 0, :at, :at
    RETURNING id`);
  const addCode = database.prepare('INSERT OR IGNORE INTO command_codes (command_id, code, is_own) VALUES (?, ?, 1)');
  const mark = database.prepare('UPDATE replaced_codes SET second_deletion_id = ?, deleted_again_at = ? WHERE id = ?');
  for (const { id, code } of due) {
    const added: { id: number } = add.get({ code, failure: stopped(message('storage.copied-deletion')), at });
    addCode.run(added.id, code);
    mark.run(added.id, at, id);
  }
  return due.length;
}

/** Why it was stopped, as it is stored. */
const stopped = (message: Message, code: Failure['code'] = 'not-allowed-now'): string =>
  JSON.stringify({ code, message } satisfies Failure);
