import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/contract/failure.ts';
import { type LabelState, labelStateSchema } from '../../../shared/shipments/parcel.ts';
import type { KeptBytes } from '../../core/ports/print-records.ts';
import type { LabelChoice, LabelDelay, PendingLabel } from '../../core/ports/records.ts';
import type { Quarantine } from '../quarantine.ts';
import { type Columns, jsonText, select, storedFailure } from '../sqlite.ts';

type LabelSource = Pick<LabelState, 'url' | 'source' | 'format'> & { pdfUrl: string | null };

export interface Labels {
  /**
   * Requests a label for a parcel. An existing one stays, unless it failed and the address differs. False where nothing changed.
   * `canWait`: downloaded after the labels of orders created here.
   */
  request(parcelId: number, label: LabelSource, canWait?: boolean): boolean;
  pending(limit: number, choice?: LabelChoice): PendingLabel[];
  /** The parcel's stored label: hash, and size in bytes. */
  storedFor(parcelId: number): { sha256: string; size: number } | null;
  /** Stores the label's bytes; returns its parcel, if it has one, or null if there is no such label. */
  keep(
    labelId: number,
    file: { bytes: Uint8Array; sha256: string; format: LabelState['format'] },
    at: string,
  ): { parcelId: number | null } | null;
  /** Marks the label as failed; returns its parcel, if it has one, or null if the label is stored or does not exist. */
  fail(labelId: number, failure: Failure): { parcelId: number | null } | null;
  /** Why pending labels are not here yet; null takes the reason back. */
  delay(choice: LabelChoice, delay: LabelDelay | null): void;
  retry(labelId: number): void;
  keepFile(file: KeptBytes): void;
  bytes(sha256: string): Uint8Array | null;
  pdfAddress(parcelId: number): string | null;
}

export const labelColumns = {
  id: 'id',
  state: 'state',
  source: 'source',
  format: 'format',
  url: 'url',
  sha256: 'sha256',
  failure: 'failure',
  nextAttemptAt: 'next_attempt_at',
} satisfies Columns;

export const labelRow = labelStateSchema.extend({ failure: storedFailure.nullable() });
const pendingRow = labelRow.extend({
  parcelId: z.int().nullable(),
  createdAt: z.string(),
  canWait: z.int().transform((flag) => flag === 1),
});

export function labelsIn(database: DatabaseSyncInstance, quarantine: Quarantine): Labels {
  const request = database.prepare(`
    INSERT INTO labels (parcel_id, state, source, format, url, pdf_url, can_wait) VALUES (?, 'pending', ?, ?, ?, ?, ?)
    ON CONFLICT (parcel_id) DO UPDATE SET state = 'pending', failure = NULL, next_attempt_at = NULL, source = excluded.source,
      format = excluded.format, url = excluded.url, pdf_url = excluded.pdf_url
    WHERE state = 'failed' AND url <> excluded.url`);
  const pendingWhere = (condition: string) =>
    database.prepare(`
      SELECT ${select('labels', labelColumns)}, parcel_id AS "parcelId", can_wait AS "canWait",
        coalesce((SELECT created_at FROM parcels WHERE parcels.id = parcel_id), (SELECT stored_at FROM orders
          JOIN shipments ON shipments.order_id = orders.id WHERE shipments.id = shipment_id)) AS "createdAt" FROM labels
      WHERE state = 'pending' AND id ${condition} (SELECT value FROM json_each(?)) ORDER BY can_wait, id LIMIT ?`);
  const pendingExcept = pendingWhere('NOT IN');
  const pendingOf = pendingWhere('IN');
  const storedFor = database.prepare(`
    SELECT labels.sha256 AS sha256, size FROM labels JOIN label_files ON label_files.sha256 = labels.sha256
    WHERE parcel_id = ? AND state = 'stored'`);
  const keepFile = database.prepare('INSERT OR IGNORE INTO label_files (sha256, size, bytes) VALUES (?, ?, ?)');
  const keep = database.prepare(`
    UPDATE labels SET state = 'stored', sha256 = ?, format = ?, failure = NULL, next_attempt_at = NULL, stored_at = ? WHERE id = ? RETURNING parcel_id AS "parcelId"`);
  const fail = database.prepare(`
    UPDATE labels SET state = 'failed', failure = ?, next_attempt_at = NULL WHERE id = ? AND state <> 'stored' RETURNING parcel_id AS "parcelId"`);
  const retry = database.prepare(
    `UPDATE labels SET state = 'pending', failure = NULL WHERE id = ? AND state = 'failed'`,
  );
  const delayWhere = (condition: string) =>
    database.prepare(`
      UPDATE labels SET failure = ?, next_attempt_at = ?
      WHERE state = 'pending' AND id ${condition} (SELECT value FROM json_each(?))`);
  const delayExcept = delayWhere('NOT IN');
  const delayOf = delayWhere('IN');
  const pdfAddress = database.prepare('SELECT pdf_url FROM labels WHERE parcel_id = ?');
  const bytes = database.prepare('SELECT bytes FROM label_files WHERE sha256 = ?');

  return {
    request(parcelId, { source, format, url, pdfUrl }, canWait = false) {
      return request.run(parcelId, source, format, url, pdfUrl, canWait ? 1 : 0).changes > 0;
    },
    pending(limit, choice = { except: [] }) {
      const rows =
        'only' in choice
          ? pendingOf.all(JSON.stringify(choice.only), limit)
          : pendingExcept.all(JSON.stringify(choice.except), limit);
      return quarantine.readAll('labels', pendingRow, rows);
    },
    storedFor: (parcelId) => storedFor.get(parcelId) ?? null,
    keepFile: ({ sha256, bytes }) => void keepFile.run(sha256, bytes.byteLength, bytes),
    keep(labelId, file, at) {
      keepFile.run(file.sha256, file.bytes.byteLength, file.bytes);
      return keep.get(file.sha256, file.format, at, labelId) ?? null;
    },
    fail(labelId, failure) {
      return fail.get(jsonText(failure), labelId) ?? null;
    },
    delay(choice, delay) {
      const [failure, at] = delay ? [jsonText(delay.failure), delay.nextAttemptAt] : [null, null];
      if ('only' in choice) delayOf.run(failure, at, JSON.stringify(choice.only));
      else delayExcept.run(failure, at, JSON.stringify(choice.except));
    },
    retry(labelId) {
      retry.run(labelId);
    },
    pdfAddress(parcelId) {
      const row: { pdf_url: string | null } | undefined = pdfAddress.get(parcelId);
      return row?.pdf_url ?? null;
    },
    bytes(sha256) {
      const row: { bytes: Uint8Array } | undefined = bytes.get(sha256);
      return row?.bytes ?? null;
    },
  };
}
