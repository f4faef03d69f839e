import type { BatchRow } from '../../../../shared/batch.ts';
import type { GridColumn } from './batch-columns.ts';

/**
 * A cell that is being written. It is named by its row's line and its column's place in the input: rows change their places in the
 * table while somebody writes.
 */
export interface CellEdit {
  readonly line: number;
  readonly place: number;
  /** What was there when it was begun, in one line. */
  readonly was: string;
  readonly text: string;
}

/** The field takes one line: an address written in three keeps its words apart. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

/** True where the cell holds more than is shown of it, which writing it here would lose. */
export const isCutCell = ({ cutCells }: Pick<BatchRow, 'cutCells'>, place: number): boolean => cutCells.includes(place);

/** Null where there is no cell that can be written. */
export function beginEdit(row: BatchRow | undefined, column: GridColumn | undefined): CellEdit | null {
  if (!row || column?.kind !== 'cell') return null;
  const { place } = column.column;
  if (isCutCell(row, place)) return null;
  const was = inOneLine(row.cells[place] ?? '');
  return { line: row.line, place, was, text: was };
}

/** True where something else is written than was there. */
export const isChanged = ({ was, text }: CellEdit): boolean => text !== was;
