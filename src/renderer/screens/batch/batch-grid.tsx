// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current cell
import './batch-grid.css';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import type { Batch, BatchRow, BatchState } from '../../../shared/orders/batch.ts';
import { rowAt } from '../../data/paged-query.ts';
import { editedByTyping } from '../../scanner/key-listener.ts';
import { text } from '../../text/text.ts';
import { columnTitle, fieldName } from './batch-column-text.ts';
import type { BatchRows, BatchRowsState } from './batch-data.ts';
import { BatchGridCell, type CellEditEnd, cellId } from './batch-grid-cell.tsx';
import {
  columnKey,
  columnOffset,
  type GridColumn,
  type GridPosition,
  headRem,
  pinnedCount,
  positionAfterKey,
  problemColumns,
  rowRem,
  useGridShape,
} from './batch-grid-layout.ts';
import { type CellEdit, startEdit } from './cell-edit.ts';

interface BatchGridProps {
  readonly batch: Batch;
  readonly columns: readonly GridColumn[];
  readonly currency: string | null;
  readonly rows: BatchRows;
  readonly state: BatchRowsState;
  readonly place: GridPosition;
  /** The cell that is being edited. */
  readonly edit: CellEdit | null;
  readonly onMove: (place: GridPosition) => void;
  /** Starts the edit of a cell; null where nothing can be changed. */
  readonly onEdit: ((place: GridPosition) => void) | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: CellEditEnd;
  /** The row of the edited cell is no longer in the table. */
  readonly onLost: () => void;
  /** The grid's own element, to give it the focus. */
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** Rows rendered above and below the visible ones. */
const overscan = 4;

const withRow = (rows: number[], row: number | null): number[] =>
  row === null || rows.includes(row) ? rows : [...rows, row].sort((one, other) => one - other);

/** The table, of any length; only the visible rows are rendered. One stop for the Tab key; the arrow keys move within it. */
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
    // The edited cell stays rendered wherever the table is scrolled to.
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), edit && row < count ? row : null),
    // Rows begin below the head and must not be scrolled behind it.
    scrollMargin: headRem * rem,
    scrollPaddingStart: headRem * rem,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their size changes
  useEffect(() => virtual.measure(), [rem]);
  // Another choice of rows begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [state.appliedCriteria]);

  const seen = virtual.getVirtualItems();
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - overscan);
  const last = Math.max(0, Math.min(count - 1, (virtual.range?.endIndex ?? 0) + overscan));
  const isLost = edit !== null && !seen.some(({ index }) => rowAt(state, index)?.line === edit.line);
  const lose = useEffectEvent(onLost);
  useEffect(() => {
    if (isLost) lose();
  }, [isLost]);
  useEffect(() => rows.show(first, last), [rows, first, last]);

  const pinned = pinnedCount(columns, isNarrow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move brings a cell into sight
  useEffect(() => {
    if (row < count) virtual.scrollToIndex(row);
    const grid = scroller.current;
    if (!grid || column < pinned) return;
    const left = columnOffset(columns, column) * rem;
    const right = left + (columns[column]?.width ?? 0) * rem;
    const covered = columnOffset(columns, pinned) * rem;
    if (left - covered < grid.scrollLeft) grid.scrollLeft = left - covered;
    else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = right - grid.clientWidth;
  }, [row, column]);

  // New columns are at the left: the codes and prices of a batch that was started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns that come or go decide
  useEffect(() => scroller.current?.scrollTo({ left: 0 }), [columns.length]);

  const canEdit = onEdit !== null && startEdit(rowAt(state, row), columns[column]) !== null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    // The editor opens with its text selected and takes the key itself.
    if (canEdit && isTyping(event)) return onEdit?.(place);
    const next = positionAfterKey(place, event, {
      rows: count,
      columns: columns.length,
      page: Math.max(1, last - first - 4),
    });
    if (next) onMove(next);
    else if (event.key === 'Enter' && canEdit) onEdit?.(place);
    else return;
    event.preventDefault();
  };
  const isSeen = row >= first && row <= last && count > 0;

  return (
    <div
      ref={scroller}
      className={`batch-grid${isNarrow ? ' batch-grid-narrow' : ''}`}
      role="grid"
      aria-label={text('batch.table.name')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isSeen ? cellId(row, column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...(canEdit && editedByTyping)}
    >
      <BatchGridHead columns={columns} pinned={pinned} />
      <div role="rowgroup" className="batch-rows" style={{ height: virtual.getTotalSize() }}>
        {seen.map(({ index, start }) => (
          <BatchGridRow
            key={index}
            index={index}
            top={start - headRem * rem}
            row={rowAt(state, index)}
            columns={columns}
            pinned={pinned}
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

/** The title of each column in the input, and its field. */
function BatchGridHead({ columns, pinned }: Pick<BatchGridRowProps, 'columns' | 'pinned'>) {
  return (
    <div role="rowgroup" className="batch-head" style={{ width: gridWidth(columns) }}>
      <div role="row" aria-rowindex={1} className="batch-columns" style={{ gridTemplateColumns: template(columns) }}>
        {columns.map((column, index) => (
          <div
            key={columnKey(column)}
            role="columnheader"
            aria-colindex={index + 1}
            className={`batch-cell batch-cell-${column.kind}${pinnedClass(index, pinned)}`}
            style={pinnedStyle(columns, index, pinned)}
          >
            {column.kind === 'cell' ? <Names column={column.column} /> : text(`batch.table.heading.${column.kind}`)}
          </div>
        ))}
      </div>
    </div>
  );
}

function Names({ column }: { readonly column: Extract<GridColumn, { kind: 'cell' }>['column'] }) {
  const title = columnTitle(column);
  const field = column.field === null ? text('batch.table.not-used') : fieldName(column.field);
  return (
    <>
      <span className="batch-line batch-title" title={column.title}>
        {title}
      </span>
      {field !== title && <span className="batch-line batch-small">{field}</span>}
    </>
  );
}

/** True for a key that writes or removes text. */
const isTyping = ({ key, ctrlKey }: KeyboardEvent): boolean =>
  !ctrlKey && ([...key].length === 1 || key === 'Backspace' || key === 'Delete');

/** Widths for the style sheet's grid; the last column takes what is left. */
const template = (columns: readonly GridColumn[]): string =>
  columns
    .map(({ width }, index) => (index === columns.length - 1 ? `minmax(${width}rem, 1fr)` : `${width}rem`))
    .join(' ');

/** As wide as its columns, and never narrower than its place. */
const gridWidth = (columns: readonly GridColumn[]): string =>
  `max(100%, ${columns.reduce((sum, { width }) => sum + width, 0)}rem)`;

const pinnedClass = (index: number, pinned: number): string =>
  index >= pinned ? '' : index === pinned - 1 ? ' batch-cell-pinned batch-cell-last-pinned' : ' batch-cell-pinned';

const pinnedStyle = (columns: readonly GridColumn[], index: number, pinned: number): CSSProperties =>
  index < pinned ? { insetInlineStart: `${columnOffset(columns, index)}rem` } : {};

interface BatchGridRowProps {
  readonly index: number;
  /** Pixels from the top of all rows. */
  readonly top: number;
  /** undefined: not read yet. */
  readonly row: BatchRow | undefined;
  readonly columns: readonly GridColumn[];
  /** How many of them stay visible. */
  readonly pinned: number;
  readonly batchState: BatchState;
  readonly combines: boolean;
  readonly currency: string | null;
  readonly currentColumn: number | null;
  /** The cell of the table that is being edited, in any row. */
  readonly edit: CellEdit | null;
  readonly onPress: (column: number) => void;
  readonly onEdit: ((column: number) => void) | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: CellEditEnd;
}

/** One row of the batch. */
function BatchGridRow(props: BatchGridRowProps) {
  const { index, top, row, columns, pinned, batchState, combines, currency, currentColumn, edit } = props;
  const { onPress, onEdit, onWrite, onEnd } = props;
  const modifiers = `${currentColumn === null ? '' : ' batch-row-current'}${row?.state === 'skipped' ? ' batch-row-skipped' : ''}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`batch-row batch-columns${modifiers}`}
      style={{ transform: `translateY(${top}px)`, width: gridWidth(columns), gridTemplateColumns: template(columns) }}
    >
      {row ? (
        columns.map((column, place) => (
          <BatchGridCell
            key={columnKey(column)}
            rowIndex={index}
            columnIndex={place}
            className={pinnedClass(place, pinned)}
            style={pinnedStyle(columns, place, pinned)}
            row={row}
            column={column}
            batchState={batchState}
            combines={combines}
            currency={currency}
            isCurrent={currentColumn === place}
            edit={isOf(edit, row, column) ? edit : null}
            // Pressing a problem goes to the cell that has it.
            onPress={() => onPress(column.kind === 'problem' ? (problemColumns(row, columns)[0] ?? place) : place)}
            onEdit={onEdit && startEdit(row, column) ? () => onEdit(place) : null}
            onWrite={onWrite}
            onEnd={onEnd}
          />
        ))
      ) : (
        <div role="gridcell" aria-colindex={1} className="batch-cell">
          {text('batch.table.loading')}
        </div>
      )}
    </div>
  );
}

const isOf = (edit: CellEdit | null, row: BatchRow, column: GridColumn): boolean =>
  edit !== null && column.kind === 'cell' && edit.line === row.line && edit.place === column.column.place;
