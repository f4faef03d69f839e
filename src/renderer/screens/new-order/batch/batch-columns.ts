import type { Batch, BatchColumn, BatchRow } from '../../../../shared/batch.ts';

/** A column of the table: those the station adds, then those of the input. Widths are rem. */
export type GridColumn =
  | { readonly kind: 'line' | 'state' | 'codes' | 'price'; readonly width: number }
  | { readonly kind: 'cell'; readonly width: number; readonly column: BatchColumn };

/** The two that stay in sight however far the table is scrolled sideways: line and state. */
export const pinnedColumns = 2;

const stateColumn = 1;

/** The table's columns as the batch stands. */
export function gridColumns({
  state,
  quote,
  columns,
}: Pick<Batch, 'state' | 'quote' | 'columns'>): readonly GridColumn[] {
  const isStarted = state !== 'draft';
  return [
    { kind: 'line', width: 4.5 },
    { kind: 'state', width: 13.5 },
    ...(isStarted ? [{ kind: 'codes', width: 17 } as const] : []),
    ...(isStarted || quote ? [{ kind: 'price', width: 9.5 } as const] : []),
    ...columns.map((column) => ({ kind: 'cell', width: cellWidth(column), column }) as const),
  ];
}

function cellWidth({ field }: BatchColumn): number {
  if (field === 'parcel.values') return 12;
  if (field === 'parcel.custom_code') return 17;
  if (field?.endsWith('text')) return 20;
  return 14;
}

/** Tells columns apart, whatever comes before them. */
export const keyOf = (column: GridColumn): string =>
  column.kind === 'cell' ? `cell ${column.column.place}` : column.kind;

/** Where a column begins, rem from the table's left edge. */
export const leftOf = (columns: readonly GridColumn[], index: number): number =>
  columns.slice(0, index).reduce((sum, { width }) => sum + width, 0);

/**
 * The columns of the table in which a row has problems, from left to right; one of the whole row counts as its state's. A row that was left out has none any more.
 */
export function problemColumns(
  row: Pick<BatchRow, 'problems' | 'state'>,
  columns: readonly GridColumn[],
): readonly number[] {
  if (row.state === 'skipped') return [];
  const found = row.problems.map(({ place }) => {
    const index = columns.findIndex((column) => column.kind === 'cell' && column.column.place === place);
    return index < 0 ? stateColumn : index;
  });
  return [...new Set(found)].sort((one, other) => one - other);
}
