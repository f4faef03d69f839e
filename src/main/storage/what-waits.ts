import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { unansweredStates } from '../../shared/command.ts';
import type { Waiting } from '../../shared/waiting.ts';

/** Counts what waits in this file, for the service and for printers. */
export function whatWaitsIn(database: DatabaseSyncInstance): () => Waiting {
  const commands = database.prepare(`
    SELECT count(*) FILTER (WHERE kind = 'delete') AS deletions, count(*) FILTER (WHERE kind = 'create') AS orders,
      count(*) FILTER (WHERE state = 'asks') AS asking, min(created_at) AS "oldestAt"
    FROM json_each(?) AS wanted CROSS JOIN commands ON commands.state = wanted.value AND put_away = 0`);
  // The first condition is that of the index, word for word.
  const jobs = database.prepare(`
    SELECT count(*) AS labels FROM print_jobs
    WHERE state IN ('queued', 'held', 'sending', 'uncertain') AND state <> 'uncertain'`);
  const commandStates = JSON.stringify(['counting', ...unansweredStates]);
  return () => {
    const waiting: Omit<Waiting, 'labels'> = commands.get(commandStates);
    const queue: Pick<Waiting, 'labels'> = jobs.get();
    return { ...waiting, ...queue };
  };
}
