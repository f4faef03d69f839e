import type { ScanRow, WriteContext } from '../core/ports/write-context.ts';
import type { ScanLinks } from './tables/journal-tables.ts';

/** The transactions of one file; every record method runs in one. */
export interface Transactions {
  /** Reads; rows that could not be read are reported afterwards. */
  reading<T>(work: () => T): T;
  /** Writes atomically; on disk when this returns. */
  writing<T>(work: () => T): T;
  /** Adds the journal entry of a write, and the scan that caused it with links to the result. */
  write(record: WriteContext, links: ScanLinks): ScanRow | null;
}
