import './batch-grid.css';
import { CircleMinus, CornerDownRight, Pencil, Undo2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { type Batch, type BatchRow, batchRowChoices } from '../../../shared/orders/batch.ts';
import { rowAt } from '../../data/paged-query.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { failureParagraph, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { type Choice, Select } from '../../ui/select.tsx';
import { columnTitle } from './batch-column-text.ts';
import { type BatchRowChoice, type BatchRows, type BatchRowsState, createBatchRows } from './batch-data.ts';
import { BatchGrid } from './batch-grid.tsx';
import type { CellEditEnd } from './batch-grid-cell.tsx';
import {
  columnKey,
  type GridColumn,
  type GridPosition,
  gridColumns,
  nextCell,
  problemColumns,
} from './batch-grid-layout.ts';
import { nextProblemRow, orderText, problemsAt, type ReadRow, rowBadge } from './batch-row-state.ts';
import { canEditBatch, rowsText } from './batch-text.ts';
import { type CellEdit, isTruncatedCell, startEdit, useCellChanges } from './cell-edit.ts';

interface BatchTableProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
  /** More tools before those of the table. */
  readonly children: ReactNode;
}

/** The choice in use also shows the number of its rows. */
const choicesWith = ({ appliedCriteria, total }: BatchRowsState): readonly Choice<BatchRowChoice>[] =>
  batchRowChoices.map((value) => {
    const choice = text(`batch.rows.choice.${value}`);
    const isCounted = value === appliedCriteria && total !== null;
    return { value, label: isCounted ? text('batch.rows.counted', { choice, count: total }) : choice };
  });

const makeRows = (): BatchRows => createBatchRows({ readPage: (query) => call('batch.rows', query) });

const readRow: ReadRow = async (only, from) => {
  const answer = await call('batch.rows', { from, limit: 1, only });
  return answer.ok ? { total: answer.value.total, row: answer.value.rows[0] ?? null } : null;
};

/** The rows of a batch, which of them are shown, and a button to the next problem. */
export function BatchTable({ batch, currency, action, children }: BatchTableProps) {
  const [rows] = useState(makeRows);
  const state = useStore(rows);
  const grid = useRef<HTMLDivElement>(null);
  const columns = gridColumns(batch);
  const { at, setPlace } = useCurrentCell(columns, state.total ?? 0);
  const [edit, setEdit] = useState<CellEdit | null>(null);
  const cellChanges = useCellChanges();
  const current = rowAt(state, at.row);

  /** Ends the edit and saves it. */
  const saveEdit = () => {
    if (edit) cellChanges.save(edit);
    setEdit(null);
  };
  const choose = (only: BatchRowChoice) => {
    saveEdit();
    setPlace({ row: 0, column: at.column });
    rows.setCriteria(only);
  };
  const openEditor = (wish: GridPosition) => {
    saveEdit();
    const next = startEdit(rowAt(state, wish.row), columns[wish.column]);
    setEdit(next);
    setPlace(wish);
    if (!next) grid.current?.focus();
  };
  const closeEditor: CellEditEnd = (isKept, step) => {
    const next = step && nextCell(at, step, columns, state.total ?? 0);
    if (next) return openEditor(next);
    if (isKept) saveEdit();
    setEdit(null);
    grid.current?.focus();
  };
  const toNextProblem = async (): Promise<void> => {
    const next = await findNext(columns, at, current, state.criteria);
    if (!next) return;
    setPlace(next);
    grid.current?.focus();
  };
  useFocusAtStart(batch, grid);
  const isEditable = canEditBatch(batch);
  const hasProblems = batch.counts.faulty + batch.counts.warned > 0;
  useProblemKey(() => {
    if (isEditable) void toNextProblem();
  });

  return (
    <>
      {isEditable && (
        <div className="batch-tools">
          {children}
          <Button
            size="small"
            icon={CornerDownRight}
            hint={text('batch.next-problem.key')}
            isDisabled={!hasProblems}
            onPress={() => void toNextProblem()}
          >
            {text('batch.next-problem')}
          </Button>
        </div>
      )}
      <p role="status" aria-label={text('batch.rows.name')} className="only-spoken">
        {rowsText(state.total, state.appliedCriteria)}
      </p>
      <FailureStrip failure={state.failure ?? cellChanges.failure} />
      <div className="card card-flush batch-card">
        <BatchGrid
          ref={grid}
          batch={batch}
          columns={columns}
          currency={currency}
          rows={rows}
          state={state}
          place={at}
          edit={edit}
          onMove={setPlace}
          onEdit={isEditable ? openEditor : null}
          onWrite={(typed) => setEdit((now) => now && { ...now, text: typed })}
          onEnd={closeEditor}
          onLost={saveEdit}
        />
        <div className="row-detail">
          <div className="batch-only">
            <Select
              label={text('batch.rows.shown')}
              value={state.criteria}
              choices={choicesWith(state)}
              onChange={choose}
            />
          </div>
          {current && (
            <RowDetail
              batch={batch}
              row={current}
              column={columns[at.column]}
              action={action}
              onEdit={() => openEditor(at)}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** After the start the question with its buttons is gone: the view returns to the top, and the focus to the table. */
function useFocusAtStart({ state }: Batch, grid: RefObject<HTMLElement | null>): void {
  const isDraft = state === 'draft';
  const wasDraft = useRef(isDraft);
  useEffect(() => {
    if (wasDraft.current && !isDraft) {
      grid.current?.focus({ preventScroll: true });
      grid.current?.closest('.screen')?.scrollTo({ top: 0 });
    }
    wasDraft.current = isDraft;
  }, [grid, isDraft]);
}

/** The current cell, which keeps its row and its column while rows and columns come and go. */
function useCurrentCell(columns: readonly GridColumn[], total: number) {
  const [place, setPlace] = useState<{ row: number; key: string }>({ row: 0, key: 'line' });
  const column = columns.findIndex((one) => columnKey(one) === place.key);
  return {
    at: { row: Math.min(place.row, Math.max(0, total - 1)), column: Math.max(0, column) },
    setPlace: ({ row, column: chosen }: GridPosition) => {
      const one = columns[chosen];
      if (one) setPlace({ row, key: columnKey(one) });
    },
  };
}

/** The next problem after a cell: in its own row first, then in the rows that follow. */
async function findNext(
  columns: readonly GridColumn[],
  at: GridPosition,
  current: BatchRow | undefined,
  only: BatchRowChoice,
): Promise<GridPosition | null> {
  const here = current && problemColumns(current, columns).find((column) => column > at.column);
  if (here !== undefined) return { row: at.row, column: here };
  const found = await nextProblemRow(readRow, only, current?.line ?? 0);
  return found && { row: found.index, column: problemColumns(found.row, columns)[0] ?? at.column };
}

/** Ctrl and arrow down go to the next problem, wherever the focus is. Function keys are the scanner's (scanner/keystrokes.ts). */
function useProblemKey(act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowDown' || !event.ctrlKey) return;
      event.preventDefault();
      event.stopPropagation();
      actNow();
    };
    // Before the table takes it as a plain arrow.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

interface RowDetailProps {
  readonly batch: Batch;
  readonly row: BatchRow;
  readonly column: GridColumn | undefined;
  readonly action: Action;
  readonly onEdit: () => void;
}

/** The current cell in full with its problems, and the actions for it and its row. */
function RowDetail({ batch, row, column, action, onEdit }: RowDetailProps) {
  const isCell = column?.kind === 'cell';
  const problems = problemsAt(row, isCell ? column.column.place : null);
  const isSkipped = row.state === 'skipped';
  const skip = () => void action.run(() => call('batch.skip-row', { line: row.line, isSkipped: !isSkipped }));
  return (
    <>
      <p className="row-detail-text">
        <span className="row-detail-where">
          {isCell
            ? text('batch.cell.name', { column: columnTitle(column.column), line: row.line })
            : text('batch.row.name', { line: row.line })}
        </span>{' '}
        {isCell ? row.cells[column.column.place] || text('batch.cell.empty') : null}
        {!isCell && [rowBadge(row, batch.state).word, orderText(row)].filter(Boolean).join('. ')}
        {problems.length > 0 && (
          <span className="row-detail-problem">{` ${problems.map(({ message }) => failureParagraph({ message })).join(' ')}`}</span>
        )}
      </p>
      {canEditBatch(batch) && (
        <div className="row-detail-buttons">
          {isCell && isTruncatedCell(row, column.column.place) && (
            <span className="row-detail-where">{text('batch.cell.too-long')}</span>
          )}
          {isCell && !isTruncatedCell(row, column.column.place) && (
            <Button size="small" icon={Pencil} hint={text('batch.cell.change.key')} onPress={onEdit}>
              {text('batch.cell.change')}
            </Button>
          )}
          <Button size="small" icon={isSkipped ? Undo2 : CircleMinus} isDisabled={action.isRunning} onPress={skip}>
            {isSkipped ? text('batch.row.include') : text('batch.row.leave-out')}
          </Button>
        </div>
      )}
    </>
  );
}
