// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current cell
import './batch-grid.css';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import type { Batch } from '../../../../shared/batch.ts';
import { type BatchRows, type BatchRowsState, batchRowAt } from '../../../stores/batch-rows.ts';
import { type GridColumn, leftOf, pinnedColumns } from './batch-columns.ts';
import { cellId } from './batch-grid-cell.tsx';
import { BatchGridHead } from './batch-grid-head.tsx';
import { BatchGridRow } from './batch-grid-row.tsx';
import type { CellEdit } from './cell-edit.ts';
import { type GridPlace, moved } from './grid-moves.ts';
import { headRem, rowRem, useGridShape } from './use-grid-shape.ts';

interface BatchGridProps {
  readonly batch: Batch;
  readonly columns: readonly GridColumn[];
  readonly currency: string | null;
  readonly rows: BatchRows;
  readonly state: BatchRowsState;
  readonly place: GridPlace;
  /** The cell that is being written. */
  readonly edit: CellEdit | null;
  readonly onMove: (place: GridPlace) => void;
  /** Begins to write a cell; null where nothing can be changed. */
  readonly onEdit: ((place: GridPlace) => void) | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: (isKept: boolean) => void;
  /** The row of what is being written is not in the table any more. */
  readonly onLost: () => void;
  /** The grid's own element, to give it the focus. */
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** Rows kept above and below those in sight. */
const overscan = 4;

const withRow = (rows: number[], row: number | null): number[] =>
  row === null || rows.includes(row) ? rows : [...rows, row].sort((one, other) => one - other);

/** The table: of any length, of which only the rows in sight exist. One stop for the Tab key; arrows move within. */
export function BatchGrid(props: BatchGridProps) {
  const {
    batch,
    columns,
    currency,
    rows,
    state,
    place,
    edit,
    onMove,
    onEdit,
    onWrite,
    onEnd,
    onLost,
    ref: scroller,
  } = props;
  const { rem, isNarrow } = useGridShape(scroller);
  const count = state.total ?? 0;
  const { row, column } = place;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowRem * rem,
    overscan,
    // What is being written stays, wherever the table is scrolled to.
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), edit && row < count ? row : null),
    // Rows begin under the head, and none may be brought into sight behind it.
    scrollMargin: headRem * rem,
    scrollPaddingStart: headRem * rem,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when their size changes
  useEffect(() => virtual.measure(), [rem]);
  // Another choice of rows begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [state.foundBy]);

  const seen = virtual.getVirtualItems();
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - overscan);
  const last = Math.max(0, Math.min(count - 1, (virtual.range?.endIndex ?? 0) + overscan));
  const isLost = edit !== null && !seen.some(({ index }) => batchRowAt(state, index)?.line === edit.line);
  const lose = useEffectEvent(onLost);
  useEffect(() => {
    if (isLost) lose();
  }, [isLost]);
  useEffect(() => rows.show(first, last), [rows, first, last]);

  const pinned = isNarrow ? 1 : pinnedColumns;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move brings a cell into sight
  useEffect(() => {
    if (row < count) virtual.scrollToIndex(row);
    const grid = scroller.current;
    if (!grid || column < pinned) return;
    const left = leftOf(columns, column) * rem;
    const right = left + (columns[column]?.width ?? 0) * rem;
    const covered = leftOf(columns, pinned) * rem;
    if (left - covered < grid.scrollLeft) grid.scrollLeft = left - covered;
    else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth;
  }, [row, column]);

  // What comes in between begins at the left: the codes and prices of a batch that was started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns that come or go decide
  useEffect(() => scroller.current?.scrollTo({ left: 0 }), [columns.length]);

  const mayEdit = (at: GridPlace): boolean => onEdit !== null && columns[at.column]?.kind === 'cell';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const next = moved(place, event, { rows: count, columns: columns.length, page: Math.max(1, last - first - 4) });
    if (next) onMove(next);
    else if (event.key === 'Enter' && mayEdit(place)) onEdit?.(place);
    else return;
    event.preventDefault();
  };
  const isSeen = row >= first && row <= last && count > 0;

  return (
    <div
      ref={scroller}
      className={`batch-grid${isNarrow ? ' batch-grid-narrow' : ''}`}
      role="grid"
      aria-label="Rows of the batch"
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isSeen ? cellId(row, column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <BatchGridHead columns={columns} />
      <div role="rowgroup" className="batch-rows" style={{ height: virtual.getTotalSize() }}>
        {seen.map(({ index, start }) => (
          <BatchGridRow
            key={index}
            index={index}
            top={start - headRem * rem}
            row={batchRowAt(state, index)}
            columns={columns}
            batchState={batch.state}
            combines={batch.combines}
            currency={currency}
            currentColumn={index === row ? column : null}
            edit={edit}
            onPress={(pressed) => onMove({ row: index, column: pressed })}
            onEdit={onEdit && ((pressed) => onEdit({ row: index, column: pressed }))}
            onWrite={onWrite}
            onEnd={onEnd}
          />
        ))}
      </div>
    </div>
  );
}
