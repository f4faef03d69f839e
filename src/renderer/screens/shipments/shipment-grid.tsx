// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import './shipment-grid.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { Parcel } from '../../../shared/parcel.ts';
import { useNow } from '../../words/use-now.ts';
import { rowAt, type ShipmentBoard, type ShipmentBoardState } from './shipment-board.ts';
import { ShipmentRow } from './shipment-row.tsx';
import { useBoardShape } from './use-board-shape.ts';

interface ShipmentGridProps {
  readonly board: ShipmentBoard;
  readonly state: ShipmentBoardState;
  readonly openId: number | null;
  readonly onOpen: (parcel: Parcel) => void;
  /** While shipments are chosen for something: whether the parcel’s is; pressing a row then chooses it. */
  readonly isChosen?: ((parcel: Parcel) => boolean) | null;
  /** The grid's own element, to give it the focus back. */
  readonly ref: RefObject<HTMLDivElement | null>;
}

const columns = ['State', 'Codes', 'Recipient', 'Label', 'Created'];

/** The board: a grid of any length, of which only the rows in sight exist. One stop for the Tab key; arrows move within. */
export function ShipmentGrid({ board, state, openId, onOpen, isChosen = null, ref: scroller }: ShipmentGridProps) {
  const [current, setCurrent] = useState(0);
  const { isNarrow, rowHeight, headHeight, mostRows } = useBoardShape(scroller);
  const now = useNow(10_000);
  const count = Math.min(state.total ?? 0, mostRows);
  const at = Math.min(current, Math.max(0, count - 1));

  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    // Rows begin under the head, and none may be brought into sight behind it.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when their size changes
  useEffect(() => rows.measure(), [rowHeight]);

  // Another search begins at its top.
  const { foundBy } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found decides, not what finds it
  useEffect(() => {
    setCurrent(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [foundBy]);

  const seen = rows.getVirtualItems();
  const first = seen[0]?.index ?? 0;
  const last = seen.at(-1)?.index ?? 0;
  useEffect(() => board.show(first, last), [board, first, last]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setCurrent(next);
    rows.scrollToIndex(next);
  };

  const open = (parcel: Parcel | undefined, index: number) => {
    setCurrent(index);
    if (parcel) onOpen(parcel);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, Math.max(1, last - first - 4), count);
    if (step !== null) moveTo(at + step);
    else if (event.key === 'Enter' || event.key === ' ') open(rowAt(state, at), at);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={`shipment-grid${count === 0 ? ' shipment-grid-none' : ''}${isNarrow ? ' shipment-grid-narrow' : ''}`}
      role="grid"
      aria-label="Shipments"
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={isChosen !== null}
      aria-activedescendant={count > 0 ? `shipment-row-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="shipment-head">
        <div role="row" aria-rowindex={1} className="shipment-columns">
          {columns.map((name) => (
            <div key={name} role="columnheader" className={`shipment-cell-${name.toLowerCase()}`}>
              {name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="shipment-rows" style={{ height: rows.getTotalSize() }}>
        {seen.map(({ index, start }) => (
          <ShipmentRow
            key={index}
            index={index}
            top={start - headHeight}
            parcel={rowAt(state, index)}
            isCurrent={index === at}
            isOpen={openId !== null && rowAt(state, index)?.id === openId}
            isChosen={isChosen}
            now={now}
            onPress={() => open(rowAt(state, index), index)}
          />
        ))}
      </div>
    </div>
  );
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
