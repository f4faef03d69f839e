import { useState } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { BatchRow } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { GridColumn } from './batch-grid-layout.ts';

/**
 * A cell that is being written. It is named by its row's line and its column's place in the input: rows change their places in the
 * table while somebody writes.
 */
export interface CellEdit {
  readonly line: number;
  readonly place: number;
  /** What was there when it was begun, in one line. */
  readonly original: string;
  readonly text: string;
}

/** The field takes one line: an address written in three keeps its words apart. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

/** True where the cell holds more than is shown of it, which writing it here would lose. */
export const isTruncatedCell = ({ cutCells }: Pick<BatchRow, 'cutCells'>, place: number): boolean =>
  cutCells.includes(place);

/** Null where there is no cell that can be written. */
export function startEdit(row: BatchRow | undefined, column: GridColumn | undefined): CellEdit | null {
  if (!row || column?.kind !== 'cell') return null;
  const { place } = column.column;
  if (isTruncatedCell(row, place)) return null;
  const original = inOneLine(row.cells[place] ?? '');
  return { line: row.line, place, original, text: original };
}

/** True where something else is written than was there. */
export const isChanged = ({ original, text }: CellEdit): boolean => text !== original;

/** Cells that were written. */
export interface CellChanges {
  /** Keeps what was written. Never passed over because something else is being done: main takes one after the other. */
  readonly save: (edit: CellEdit) => void;
  /** Why one was not kept, until the next. */
  readonly failure: Failure | null;
}

export function useCellChanges(): CellChanges {
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async ({ line, place, text }: CellEdit): Promise<void> => {
    setFailure(null);
    const kept = await call('batch.change-cell', { line, place, text });
    if (!kept.ok) setFailure(kept.failure);
  };
  return {
    save(edit) {
      if (isChanged(edit)) void send(edit);
    },
    failure,
  };
}
