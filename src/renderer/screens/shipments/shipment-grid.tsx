// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import './shipment-grid.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { maxListed } from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { rowAt } from '../../data/paged-query.ts';
import { isShortcut } from '../../data/shortcuts.ts';
import { text } from '../../text/text.ts';
import { useElementLayout, useNow } from '../../ui/hooks.ts';
import { useVerdictContext } from '../verdict-context.ts';
import type { ParcelAction } from './parcel-actions.tsx';
import type { ShipmentBoard, ShipmentBoardState } from './shipment-board.ts';
import { isActionOfRow, SelectionCell, ShipmentRow } from './shipment-row.tsx';

/** Which rows are selected, and how that changes. */
export interface RowSelection {
  readonly isSelected: (parcel: Parcel) => boolean;
  readonly toggle: (parcel: Parcel, row: number) => void;
  /** Selects many rows; null where one is chosen after another. */
  readonly many: {
    readonly isAll: boolean;
    readonly extendTo: (row: number, from: number) => void;
    readonly selectAll: (rowCount: number) => void;
    readonly clear: () => void;
  } | null;
}

interface ShipmentGridProps {
  readonly board: ShipmentBoard;
  readonly state: ShipmentBoardState;
  readonly openId: number | null;
  readonly selection: RowSelection;
  /** Opens the parcel; null where pressing a row selects it. */
  readonly onOpen: ((parcel: Parcel) => void) | null;
  readonly onAction: (parcel: Parcel, action: ParcelAction) => void;
  /** The grid's element, to return the focus to it. */
  readonly ref: RefObject<HTMLDivElement | null>;
}

const columns = ['codes', 'recipient', 'state', 'label', 'tracking', 'created', 'actions'] as const;

/** A grid of any length that renders only the visible rows. One tab stop; the arrow keys move within it. */
export function ShipmentGrid(props: ShipmentGridProps) {
  const { board, state, openId, selection, onOpen, onAction, ref: scroller } = props;
  const [current, setCurrent] = useState(0);
  const { isNarrow, rowHeight, headHeight, maxRows } = useGridLayout(scroller);
  const context = useVerdictContext(useNow(10_000));
  const count = Math.min(state.total ?? 0, maxRows);
  const at = Math.min(current, Math.max(0, count - 1));

  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // Rows begin under the head; none may be scrolled behind it.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their size changes
  useEffect(() => rows.measure(), [rowHeight]);

  // A new search starts at the top.
  const { appliedCriteria } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the applied criteria change
  useEffect(() => {
    setCurrent(0);
    // Where it is there already, asking for it would lay out the new rows once more.
    if (rows.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
  }, [appliedCriteria]);

  const seen = rows.getVirtualItems();
  const first = seen[0]?.index ?? 0;
  const last = seen.at(-1)?.index ?? 0;
  const shown = useRef({ first: 0, last: -1 });
  const view = useRef({ first: 0, firstNew: 0 });
  // Where they begin that come into view now; those before and behind what was shown are no more than those between.
  const firstNew = first >= shown.current.first && first <= shown.current.last ? shown.current.last + 1 : first;
  view.current = { first, firstNew };
  useEffect(() => {
    shown.current = { first, last };
    board.show(first, last);
  }, [board, first, last]);

  /** Selects as the keys held with a press or a key say. */
  const select = (index: number, { shiftKey }: { readonly shiftKey: boolean }) => {
    const parcel = rowAt(state, index);
    if (shiftKey && selection.many) selection.many.extendTo(index, at);
    else if (parcel) selection.toggle(parcel, index);
    setCurrent(index);
    scroller.current?.focus({ preventScroll: true });
  };
  const open = (index: number) => {
    setCurrent(index);
    const parcel = rowAt(state, index);
    if (!parcel) return;
    if (onOpen) onOpen(parcel);
    else selection.toggle(parcel, index);
  };
  /** For all rows: handlers of their own would make each row a new one while the board is scrolled. */
  const press = (event: MouseEvent<HTMLElement>) => {
    const { index, on } = pressedRow(event);
    if (index === null) return;
    const parcel = rowAt(state, index);
    if (isActionOfRow(on)) {
      if (parcel) onAction(parcel, on);
    } else if (on === 'check box' || (on === 'row' && (event.shiftKey || event.ctrlKey || event.metaKey)))
      select(index, event);
    else if (on === 'row') open(index);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const step = stepOf(key, Math.max(1, last - first - 4), count);
    if (step !== null) {
      const next = Math.max(0, Math.min(count - 1, at + step));
      if (shiftKey) selection.many?.extendTo(next, at);
      setCurrent(next);
      rows.scrollToIndex(next);
    } else if (key === 'Enter') open(at);
    else if (key === ' ') select(at, event);
    else if (isShortcut('select-all', event)) selection.many?.selectAll(count);
    else if (key === 'Escape') selection.many?.clear();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={`shipment-grid${count === 0 ? ' shipment-grid-none' : ''}${isNarrow ? ' shipment-grid-narrow' : ''}`}
      role="grid"
      aria-label={text('shipments.title')}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={count > 0 ? `shipment-row-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="shipment-head">
        <div role="row" aria-rowindex={1} className="shipment-columns">
          {selection.many ? (
            <SelectionCell
              role="columnheader"
              label={text('shipments.select-all')}
              isSelected={selection.many.isAll}
              onSelect={() => (selection.many?.isAll ? selection.many.clear() : selection.many?.selectAll(count))}
            />
          ) : (
            <div role="columnheader">
              <span className="only-spoken">{text('shipments.column.select')}</span>
            </div>
          )}
          {columns.map((name) => (
            <div key={name} role="columnheader" className={`shipment-cell-${name}`}>
              {text(`shipments.column.${name}`)}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys */}
      <div role="rowgroup" className="shipment-rows" style={{ height: rows.getTotalSize() }} onClick={press}>
        {seen.map(({ index, start }) => {
          const parcel = rowAt(state, index);
          return (
            <ShipmentRow
              key={index}
              index={index}
              view={view}
              top={start - headHeight}
              parcel={parcel}
              isCurrent={index === at}
              isOpen={openId !== null && parcel?.id === openId}
              isSelected={parcel !== undefined && selection.isSelected(parcel)}
              context={context}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The row that was pressed, and where: on it, on one of its buttons, its check box, or beside that; null where it was none. */
function pressedRow({ target }: MouseEvent): { index: number | null; on: string } {
  const element = target as Element;
  const rowIndex = element.closest('[role="row"]')?.getAttribute('aria-rowindex');
  const on = element.closest<HTMLElement>('[data-on]')?.dataset.on ?? 'row';
  return { index: rowIndex ? Number(rowIndex) - 2 : null, on };
}

function stepOf(key: string, page: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return page;
    case 'PageUp':
      return -page;
    case 'Home':
      return -count;
    case 'End':
      return count;
    default:
      return null;
  }
}

/** Sizes of the board in pixels; the style sheet uses the same rem for rows and head. */
export interface GridLayout {
  /** Too narrow for columns: each parcel is a stack of lines. */
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  /** The head stays in place while rows scroll under it; a narrow board has none. */
  readonly headHeight: number;
  /** Rows that can be scrolled to. */
  readonly maxRows: number;
}

/** The tallest element Chromium lays out, in pixels (LayoutUnit ends at 2^25). */
const maxLayoutHeight = 32_000_000;

const narrowUnderRem = 44;
const rowRem = 2.5;
const stackRem = 4.75;
const headRem = 2.25;

/** The board's sizes at a width and a root size, both in pixels. */
export function gridLayout(width: number, rootSize: number): GridLayout {
  const isNarrow = width < narrowUnderRem * rootSize;
  const rowHeight = (isNarrow ? stackRem : rowRem) * rootSize;
  return {
    isNarrow,
    rowHeight,
    headHeight: isNarrow ? 0 : headRem * rootSize,
    maxRows: Math.min(maxListed, Math.floor(maxLayoutHeight / rowHeight)),
  };
}

const isSameGridLayout = (one: GridLayout, other: GridLayout): boolean =>
  one.rowHeight === other.rowHeight && one.isNarrow === other.isNarrow;

const useGridLayout = (element: RefObject<HTMLElement | null>): GridLayout =>
  useElementLayout(element, gridLayout, isSameGridLayout);
