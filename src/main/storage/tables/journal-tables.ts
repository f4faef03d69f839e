import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { scanModes } from '../../../shared/scanning/scan.ts';
import { scanOutcomeKinds } from '../../../shared/scanning/scan-answer.ts';
import type { ScanRow } from '../../../shared/scanning/scan-decision.ts';
import type { ActingNow, Activity, CappedAction, JournalEntry, WriteContext } from '../../core/ports/write-context.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, select, storedMessage } from '../sqlite.ts';

/** The journal. Entries are added and read, never changed; triggers enforce it (migration 001). */
export interface Journal {
  add(activity: Activity): void;
  /** Entries before that id, newest first; null for the newest. */
  page(beforeId: number | null, limit: number): JournalEntry[];
  /**
   * True where the acting person may not do so many more of it within the hour before that time, and no lead allowed them. What was done
   * in another environment does not count: only an admin opens one, and practice uses up nothing of the real work.
   */
  isCapReached(what: CappedAction, at: string, more?: number): boolean;
}

const activityRow = z.object({
  id: z.int(),
  at: z.string(),
  who: z.enum(['operator', 'station', 'service', 'provisioning']),
  what: z.string(),
  code: z.string().nullable(),
  outcome: storedMessage,
  personName: z.string().nullable(),
  leadName: z.string().nullable(),
}) satisfies z.ZodType<JournalEntry>;

/** The journal entries that are counted. */
const cappedEntries = { deletion: 'delete', reprint: 'print-again' } as const satisfies Record<
  CappedAction,
  ActivityKind
>;

const hourMs = 3_600_000;

export function journalIn(database: DatabaseSyncInstance, quarantine: Quarantine, acting: ActingNow): Journal {
  const insert = database.prepare(`
    INSERT INTO activity (at, who, what, code, outcome, person_id, person_name, lead_id, lead_name)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const countSince = database.prepare(
    'SELECT count(*) AS count FROM activity WHERE person_id = ? AND what = ? AND at > ?',
  );
  const page = database.prepare(`
    SELECT id, at, who, what, code, outcome, person_name AS "personName", lead_name AS "leadName" FROM activity
    WHERE id < coalesce(?, 9223372036854775807) ORDER BY id DESC LIMIT ?`);
  return {
    add({ at, who, what, code, outcome }) {
      const person = who === 'operator' ? acting.person : null;
      const names = [person?.id ?? null, person?.name ?? null, person?.lead?.id ?? null, person?.lead?.name ?? null];
      insert.run(at, who, what, code, JSON.stringify(outcome), ...names);
    },
    isCapReached(what, at, more = 1) {
      const { person } = acting;
      const limit = person?.caps[what] ?? null;
      if (person === null || limit === null || person.lead !== null) return false;
      const since = new Date(Date.parse(at) - hourMs).toISOString();
      const row: { count: number } = countSince.get(person.id, cappedEntries[what], since);
      return row.count + more > limit;
    },
    page: (beforeId, limit) => quarantine.readAll('activity', activityRow, page.all(beforeId, limit)),
  };
}

/** The columns of the people for whom a row is made. */
export const actingNames = ({ person }: ActingNow): { personName: string | null; leadName: string | null } => ({
  personName: person?.name ?? null,
  leadName: person?.lead?.name ?? null,
});

export interface Scans {
  add(scan: Omit<ScanRow, 'id'>): ScanRow;
  byId(id: number): ScanRow | null;
  newest(limit: number): ScanRow[];
  countSince(at: string): number;
}

const scanColumns = {
  id: 'id',
  at: 'at',
  code: 'code',
  asTyped: 'as_typed',
  asUsKeyboard: 'as_us_keyboard',
  mode: 'mode',
  kind: 'kind',
  parcelId: 'parcel_id',
  jobId: 'job_id',
  commandId: 'command_id',
} satisfies Columns;

const scanRow = z.object({
  id: z.int(),
  at: z.string(),
  code: z.string(),
  asTyped: z.string(),
  asUsKeyboard: z.string(),
  mode: z.enum(scanModes),
  kind: z.enum(scanOutcomeKinds),
  parcelId: z.int().nullable(),
  jobId: z.int().nullable(),
  commandId: z.int().nullable(),
}) satisfies z.ZodType<ScanRow>;

export function scansIn(database: DatabaseSyncInstance, quarantine: Quarantine): Scans {
  const own = select('scans', scanColumns);
  const insert = database.prepare(`
    INSERT INTO scans (at, code, as_typed, as_us_keyboard, mode, kind, parcel_id, job_id, command_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
  const byId = database.prepare(`SELECT ${own} FROM scans WHERE id = ?`);
  const newest = database.prepare(`SELECT ${own} FROM scans ORDER BY id DESC LIMIT ?`);
  const countSince = database.prepare('SELECT count(*) AS count FROM scans WHERE at >= ?');

  return {
    add(scan) {
      const { at, code, asTyped, asUsKeyboard, mode, kind, parcelId, jobId, commandId } = scan;
      const row: { id: number } = insert.get(
        ...[at, code, asTyped, asUsKeyboard, mode, kind, parcelId, jobId, commandId],
      );
      return { ...scan, id: row.id };
    },
    byId(id) {
      return quarantine.readAll('scans', scanRow, byId.all(id))[0] ?? null;
    },
    newest: (limit) => quarantine.readAll('scans', scanRow, newest.all(limit)),
    countSince(at) {
      const row: { count: number } = countSince.get(at);
      return row.count;
    },
  };
}

/** The transactions of one file; every record method runs in one. */
export interface Transactions {
  /** Reads; rows that could not be read are reported afterwards. */
  reading<T>(work: () => T): T;
  /** Writes atomically; on disk when this returns. */
  writing<T>(work: () => T): T;
  /** Adds the journal entry of a write. */
  write(record: WriteContext): void;
}
