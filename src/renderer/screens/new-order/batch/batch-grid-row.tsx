// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current cell
import type { BatchRow, BatchState } from '../../../../shared/batch.ts';
import { type GridColumn, keyOf } from './batch-columns.ts';
import { BatchGridCell } from './batch-grid-cell.tsx';
import { gridWidth, template } from './batch-grid-head.tsx';
import { beginEdit, type CellEdit } from './cell-edit.ts';

interface BatchGridRowProps {
  readonly index: number;
  /** Pixels from the top of all rows. */
  readonly top: number;
  /** undefined: not read yet. */
  readonly row: BatchRow | undefined;
  readonly columns: readonly GridColumn[];
  readonly batchState: BatchState;
  readonly combines: boolean;
  readonly currency: string | null;
  readonly currentColumn: number | null;
  /** The cell of the table that is being written, whosever row it is in. */
  readonly edit: CellEdit | null;
  readonly onPress: (column: number) => void;
  readonly onEdit: ((column: number) => void) | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: (isKept: boolean) => void;
}

/** One row of the batch. */
export function BatchGridRow(props: BatchGridRowProps) {
  const { index, top, row, columns, batchState, combines, currency, currentColumn, edit } = props;
  const { onPress, onEdit, onWrite, onEnd } = props;
  const standing = `${currentColumn === null ? '' : ' batch-row-current'}${row?.state === 'skipped' ? ' batch-row-skipped' : ''}`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`batch-row batch-columns${standing}`}
      style={{ transform: `translateY(${top}px)`, width: gridWidth(columns), gridTemplateColumns: template(columns) }}
    >
      {row ? (
        columns.map((column, place) => (
          <BatchGridCell
            key={keyOf(column)}
            rowIndex={index}
            columnIndex={place}
            row={row}
            column={column}
            batchState={batchState}
            combines={combines}
            currency={currency}
            isCurrent={currentColumn === place}
            edit={isOf(edit, row, column) ? edit : null}
            onPress={() => onPress(place)}
            onEdit={onEdit && beginEdit(row, column) ? () => onEdit(place) : null}
            onWrite={onWrite}
            onEnd={onEnd}
          />
        ))
      ) : (
        <div role="gridcell" aria-colindex={1} className="batch-cell">
          …
        </div>
      )}
    </div>
  );
}

const isOf = (edit: CellEdit | null, row: BatchRow, column: GridColumn): boolean =>
  edit !== null && column.kind === 'cell' && edit.line === row.line && edit.place === column.column.place;
