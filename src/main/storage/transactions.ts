import type { ScanRow, WriteContext } from '../core/ports/write-context.ts';
import type { ScanLinks } from './tables/journal-tables.ts';

/** What every method of the records is made with: each is one transaction. */
export interface Transactions {
  /** Reads; rows that could not be read are reported afterwards. */
  reading<T>(work: () => T): T;
  /** Writes, all or nothing; on disk when this returns. */
  writing<T>(work: () => T): T;
  /** The journal's line of a write, and the scan that caused it, linked to what it caused. */
  write(record: WriteContext, links: ScanLinks): ScanRow | null;
}
