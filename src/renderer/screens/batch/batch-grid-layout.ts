import type { RefObject } from 'react';
import type { Batch, BatchColumn, BatchRow } from '../../../shared/orders/batch.ts';
import { useElementLayout } from '../../ui/hooks.ts';

/** A column of the table: first the station's own, then those of the input. Widths are in rem. */
export type GridColumn =
  | { readonly kind: 'line' | 'state' | 'problem' | 'codes' | 'price'; readonly width: number }
  | { readonly kind: 'cell'; readonly width: number; readonly column: BatchColumn };

/** The columns that stay visible when the table is scrolled sideways: those before the row's facts and cells. */
const pinnedKinds: readonly GridColumn['kind'][] = ['line', 'state', 'problem'];

/** How many columns stay visible. A narrow table has room for the line alone. */
export const pinnedCount = (columns: readonly GridColumn[], isNarrow: boolean): number =>
  isNarrow ? 1 : columns.filter(({ kind }) => pinnedKinds.includes(kind)).length;

/** The table's columns in the batch's current state. */
export function gridColumns(
  batch: Pick<Batch, 'state' | 'quote' | 'columns' | 'combines' | 'counts'>,
): readonly GridColumn[] {
  const { state, quote, columns, combines, counts } = batch;
  const isStarted = state !== 'draft';
  const isEnded = state === 'done' || state === 'stopped';
  const hasProblems = counts.faulty + counts.warned + counts.rejected + counts.uncertain > 0;
  return [
    { kind: 'line', width: 4 },
    { kind: 'state', width: combines ? 16.5 : 10.5 },
    ...(hasProblems || !isEnded ? [{ kind: 'problem', width: 17 } as const] : []),
    ...(isStarted ? [{ kind: 'codes', width: 23.5 } as const] : []),
    ...(isStarted || quote ? [{ kind: 'price', width: 10.5 } as const] : []),
    ...columns.map((column) => ({ kind: 'cell', width: cellWidth(column), column }) as const),
  ];
}

function cellWidth({ field }: BatchColumn): number {
  if (field === 'parcel.values') return 12;
  if (field === 'parcel.custom_code') return 17;
  if (field?.endsWith('text')) return 20;
  return 14;
}

/** Identifies a column, whatever comes before it. */
export const columnKey = (column: GridColumn): string =>
  column.kind === 'cell' ? `cell ${column.column.place}` : column.kind;

/** The offset of a column, rem from the table's left edge. */
export const columnOffset = (columns: readonly GridColumn[], index: number): number =>
  columns.slice(0, index).reduce((sum, { width }) => sum + width, 0);

/**
 * The columns in which a row has problems, from left to right; a problem of the whole row is in the problem column. A row that is
 * left out has none.
 */
export function problemColumns(
  row: Pick<BatchRow, 'problems' | 'state'>,
  columns: readonly GridColumn[],
): readonly number[] {
  if (row.state === 'skipped') return [];
  const found = row.problems.map(({ place }) => {
    const index = columns.findIndex((column) => column.kind === 'cell' && column.column.place === place);
    return index < 0 ? columns.findIndex(({ kind }) => kind === 'problem') : index;
  });
  return [...new Set(found)].sort((one, other) => one - other);
}

/** A cell of the table, 0-based. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows one press of Page Down passes. */
  readonly page: number;
}

interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** The cell that a key moves to; null for other keys. */
export function positionAfterKey(
  from: GridPosition,
  { key, ctrlKey }: GridKey,
  { rows, columns, page }: GridSize,
): GridPosition | null {
  const at = (row: number, column: number): GridPosition => ({
    row: within(row, rows),
    column: within(column, columns),
  });
  switch (key) {
    case 'ArrowDown':
      return at(from.row + 1, from.column);
    case 'ArrowUp':
      return at(from.row - 1, from.column);
    case 'ArrowRight':
      return at(from.row, from.column + 1);
    case 'ArrowLeft':
      return at(from.row, from.column - 1);
    case 'PageDown':
      return at(from.row + page, from.column);
    case 'PageUp':
      return at(from.row - page, from.column);
    case 'Home':
      return at(ctrlKey ? 0 : from.row, 0);
    case 'End':
      return at(ctrlKey ? rows : from.row, columns);
    default:
      return null;
  }
}

const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));

/** The next cell of the input, after the last one of a row the first one of the next row; null at either end of the table. */
export function nextCell(
  from: GridPosition,
  step: 1 | -1,
  columns: readonly GridColumn[],
  rowCount: number,
): GridPosition | null {
  const cells = columns.flatMap(({ kind }, index) => (kind === 'cell' ? [index] : []));
  const place = cells.indexOf(from.column) + step;
  const row = place < 0 ? from.row - 1 : place >= cells.length ? from.row + 1 : from.row;
  const column = cells[(place + cells.length) % cells.length];
  return column === undefined || row < 0 || row >= rowCount ? null : { row, column };
}

/** Sizes of the table; the style sheet draws rows and head in the same rem. */
export interface GridShape {
  /** Pixels of one rem, which grows with the viewing distance. */
  readonly rem: number;
  /** Too narrow to keep two columns in sight: only the row's number stays. */
  readonly isNarrow: boolean;
}

export const rowRem = 2.125;
export const headRem = 2.5;
const narrowUnderRem = 46;

/** The table's sizes at a width and a root size, both in pixels. */
export const gridShape = (width: number, rem: number): GridShape => ({ rem, isNarrow: width < narrowUnderRem * rem });

const isSameGridShape = (one: GridShape, other: GridShape): boolean =>
  one.rem === other.rem && one.isNarrow === other.isNarrow;

export const useGridShape = (element: RefObject<HTMLElement | null>): GridShape =>
  useElementLayout(element, gridShape, isSameGridShape);
