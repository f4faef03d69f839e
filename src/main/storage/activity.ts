import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Activity } from '../core/ports/records.ts';
import type { SetAside } from './set-aside.ts';

/** The journal. Lines are added and read, never changed: the file itself refuses (migration 001). */
export interface Journal {
  add(activity: Activity): void;
  /** Newest first; before that line, or from the newest. */
  page(beforeId: number | null, limit: number): (Activity & { id: number })[];
}

const activityRow = z.object({
  id: z.int(),
  at: z.string(),
  who: z.enum(['operator', 'station', 'service', 'provisioning']),
  what: z.string(),
  code: z.string().nullable(),
  outcome: z.string(),
}) satisfies z.ZodType<Activity>;

export function journalIn(database: DatabaseSyncInstance, setAside: SetAside): Journal {
  const insert = database.prepare('INSERT INTO activity (at, who, what, code, outcome) VALUES (?, ?, ?, ?, ?)');
  const page = database.prepare(`
    SELECT id, at, who, what, code, outcome FROM activity
    WHERE id < coalesce(?, 9223372036854775807) ORDER BY id DESC LIMIT ?`);
  return {
    add({ at, who, what, code, outcome }) {
      insert.run(at, who, what, code, outcome);
    },
    page: (beforeId, limit) => setAside.readAll('activity', activityRow, page.all(beforeId, limit)),
  };
}
