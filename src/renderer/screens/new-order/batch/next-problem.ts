import type { BatchRow } from '../../../../shared/batch.ts';
import type { BatchRowChoice } from '../../../stores/batch-rows.ts';

/** One row at a place among those of a choice, and how many those are; null where it cannot be read. */
export type ReadRow = (only: BatchRowChoice, index: number) => Promise<{ total: number; row: BatchRow | null } | null>;

export interface FoundRow {
  readonly index: number;
  readonly row: BatchRow;
}

/**
 * The next row with problems after a line of the input, from the top again after the last one; its place is among the rows shown.
 * Null where no row has any. Rows stand in the order of their lines, so that halving finds it in a dozen readings of one row each.
 */
export async function nextProblemRow(
  read: ReadRow,
  shown: BatchRowChoice,
  afterLine: number,
): Promise<FoundRow | null> {
  const next = (await firstAt(read, 'with problems', afterLine + 1)) ?? (await firstAt(read, 'with problems', 0));
  if (!next || shown === 'with problems') return next;
  return firstAt(read, shown, next.row.line);
}

/** The first row that begins at that line or after it. */
async function firstAt(read: ReadRow, only: BatchRowChoice, line: number): Promise<FoundRow | null> {
  let low = 0;
  let found: FoundRow | null = null;
  let high = (await read(only, 0))?.total ?? 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = (await read(only, middle))?.row;
    if (!row) return null;
    if (row.line >= line) {
      found = { index: middle, row };
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return found;
}
