import { useState } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { BatchRow } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { GridColumn } from './batch-grid-layout.ts';

/**
 * A cell that is being edited, identified by its row's line and its column's place in the input: rows can move in the table during an
 * edit.
 */
export interface CellEdit {
  readonly line: number;
  readonly place: number;
  /** The text at the start of the edit, in one line. */
  readonly original: string;
  readonly text: string;
}

/** The field has one line: line breaks become spaces. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

/** True where the cell is longer than shown: an edit would lose the rest. */
export const isTruncatedCell = ({ cutCells }: Pick<BatchRow, 'cutCells'>, place: number): boolean =>
  cutCells.includes(place);

/** Null where there is no cell that can be edited. */
export function startEdit(row: BatchRow | undefined, column: GridColumn | undefined): CellEdit | null {
  if (!row || column?.kind !== 'cell') return null;
  const { place } = column.column;
  if (isTruncatedCell(row, place)) return null;
  const original = inOneLine(row.cells[place] ?? '');
  return { line: row.line, place, original, text: original };
}

/** True where the text was changed. */
export const isChanged = ({ original, text }: CellEdit): boolean => text !== original;

/** Saves edited cells. */
export interface CellChanges {
  /** Saves the edit, even while another action runs: main processes one after another. */
  readonly save: (edit: CellEdit) => void;
  /** Why the last edit was not saved. */
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
