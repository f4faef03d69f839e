import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { aheadStates, automaticStates, type Command, undecidedStates } from '../../../shared/orders/command.ts';
import type { Waiting } from '../../../shared/orders/waiting-work.ts';
import type { DueCommands, DueQuery } from '../../core/ports/command-records.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Row, select } from '../sqlite.ts';
import { commandColumns, commandRow } from './commands-table.ts';
import { isDeletionHalted } from './deletion-conflicts-table.ts';

export type FindDue = (query: DueQuery) => Omit<DueCommands, 'due'> & { due: Command[] };

/** Longest possible pauses, milliseconds. A time further ahead was stored before the clock was set back, and is ignored. */
const longestOwnPause = 60_000;
const longestRetryAfterPause = 11 * 60_000;

const stateList = (all: readonly string[]): string => all.map((state) => `'${state}'`).join(', ');

/** SQL condition: no earlier command for one of the same codes is unsettled. */
const isFirstOfItsCodes = `NOT EXISTS (
  SELECT 1 FROM command_codes AS own
  JOIN command_codes AS other ON other.code = own.code AND other.command_id < own.command_id AND other.is_own = 1
  JOIN commands AS ahead ON ahead.id = other.command_id AND ahead.state IN (${stateList(aheadStates)})
  WHERE own.command_id = commands.id)`;

const retryAfter = 'CASE WHEN retry_after_at - :now > :longestRetryAfter THEN 0 ELSE retry_after_at END';
const pause = `CASE WHEN not_before - :now > :longestOwn OR updated_at < :pausesVoidBefore THEN 0 ELSE not_before END`;

/** Finds the commands that may be sent now. */
export function dueCommandsIn(database: DatabaseSyncInstance, quarantine: Quarantine): FindDue {
  const waiting = `FROM commands WHERE state = 'waiting' AND is_dismissed = 0 AND NOT ${isDeletionHalted}`;
  const due = database.prepare(`
    SELECT ${select('commands', commandColumns)} ${waiting} AND max(${retryAfter}, ${pause}) <= :now AND ${isFirstOfItsCodes}
      AND id NOT IN (SELECT value FROM json_each(:except))
      AND NOT EXISTS (SELECT 1 FROM quarantined_rows WHERE table_name = 'commands' AND row_id = commands.id)
    ORDER BY CASE WHEN :deletesFirst THEN kind = 'create' ELSE 0 END, commands.id LIMIT :limit`);
  const later = database.prepare(`
    SELECT min(max(${retryAfter}, ${pause})) AS "nextAt" ${waiting} AND max(${retryAfter}, ${pause}) > :now AND ${isFirstOfItsCodes}`);
  const retryAfterAt = database.prepare(`SELECT coalesce(max(${retryAfter}), 0) AS "retryAfterAt" ${waiting}`);

  return ({ now, pausesVoidBefore, deletesFirst, except = [], limit }) => {
    const retryAfterParams = { now, longestRetryAfter: longestRetryAfterPause };
    const pauses = { ...retryAfterParams, longestOwn: longestOwnPause, pausesVoidBefore };
    // A row that cannot be read must not block those behind it.
    const rows: Row[] = due.all({
      ...{ ...pauses, deletesFirst: Number(deletesFirst) },
      ...{ except: JSON.stringify(except), limit: limit + 20 },
    });
    const next: { nextAt: number | null } = later.get(pauses);
    const latest: { retryAfterAt: number } = retryAfterAt.get(retryAfterParams);
    const commands: Command[] = quarantine.readAll('commands', commandRow, rows);
    return { due: commands.slice(0, limit), nextAt: next.nextAt, retryAfterAt: latest.retryAfterAt };
  };
}

/** Counts the actions and labels that wait in this file. */
export function waitingCounterIn(database: DatabaseSyncInstance): () => Waiting {
  const commands = database.prepare(`
    SELECT count(*) FILTER (WHERE kind = 'delete') AS deletions, count(*) FILTER (WHERE kind = 'create') AS orders,
      min(created_at) AS "oldestAt"
    FROM json_each(?) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0`);
  const decisions = database.prepare(`
    SELECT count(*) AS decisions
    FROM json_each(?) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND is_dismissed = 0`);
  // The first condition repeats the index's, so that SQLite uses the index.
  const jobs = database.prepare(`
    SELECT count(*) AS labels FROM print_jobs
    WHERE state IN ('queued', 'held', 'sending', 'uncertain') AND state <> 'uncertain'`);
  const automatic = JSON.stringify(['counting', ...automaticStates]);
  const undecided = JSON.stringify(undecidedStates);
  return () => {
    const waiting: Omit<Waiting, 'labels' | 'decisions'> = commands.get(automatic);
    const toDecide: Pick<Waiting, 'decisions'> = decisions.get(undecided);
    const queue: Pick<Waiting, 'labels'> = jobs.get();
    return { ...waiting, ...toDecide, ...queue };
  };
}
