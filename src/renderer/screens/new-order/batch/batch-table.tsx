import './batch-table.css';
import { CornerDownRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Batch } from '../../../../shared/batch.ts';
import { call, onChanged } from '../../../station.ts';
import {
  type BatchRowChoice,
  type BatchRows,
  type BatchRowsState,
  batchRowAt,
  createBatchRows,
} from '../../../stores/batch-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { inThrees } from '../../../words/digits.ts';
import { FailureStrip } from '../../failure-strip.tsx';
import type { Action } from '../../use-action.ts';
import { type GridColumn, gridColumns, keyOf, problemColumns } from './batch-columns.ts';
import { BatchGrid } from './batch-grid.tsx';
import { canMend, rowsWords } from './batch-words.ts';
import { beginEdit, type CellEdit } from './cell-edit.ts';
import type { GridPlace } from './grid-moves.ts';
import { nextProblemRow, type ReadRow } from './next-problem.ts';
import { RowDetail } from './row-detail.tsx';
import { useMends } from './use-mends.ts';

interface BatchTableProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
  /** More tools before those of the table. */
  readonly children: ReactNode;
}

const choices: readonly { value: BatchRowChoice; label: string }[] = [
  { value: 'all', label: 'All rows' },
  { value: 'with problems', label: 'With problems' },
  { value: 'not created', label: 'Not created' },
];

/** The choice in use says how many rows it shows. */
const choicesWith = ({ foundBy, total }: BatchRowsState): typeof choices =>
  choices.map((choice) =>
    choice.value === foundBy && total !== null ? { ...choice, label: `${choice.label}: ${inThrees(total)}` } : choice,
  );

const makeRows = (): BatchRows =>
  createBatchRows({
    readPage: (query) => call('batch.rows', query),
    onChanged,
    later: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
  });

const readRow: ReadRow = async (only, from) => {
  const answer = await call('batch.rows', { from, limit: 1, only });
  return answer.ok ? { total: answer.value.total, row: answer.value.rows[0] ?? null } : null;
};

/** The rows of a batch, what is shown of them, and the way from one problem to the next. */
export function BatchTable({ batch, currency, action, children }: BatchTableProps) {
  const [rows] = useState(makeRows);
  const state = useStore(rows);
  useEffect(() => rows.watch(), [rows]);
  const grid = useRef<HTMLDivElement>(null);
  const columns = gridColumns(batch);
  const { at, setPlace } = usePlace(columns, state.total ?? 0);
  const [edit, setEdit] = useState<CellEdit | null>(null);
  const mends = useMends();
  const current = batchRowAt(state, at.row);

  /** Ends the writing and keeps what was written. */
  const leave = () => {
    if (edit) mends.keep(edit);
    setEdit(null);
  };
  const choose = (only: BatchRowChoice) => {
    leave();
    setPlace({ row: 0, column: at.column });
    rows.choose(only);
  };
  const begin = (wish: GridPlace) => {
    leave();
    setEdit(beginEdit(batchRowAt(state, wish.row), columns[wish.column]));
    setPlace(wish);
  };
  const end = (isKept: boolean) => {
    if (isKept) leave();
    setEdit(null);
    grid.current?.focus();
  };
  const toNextProblem = async (): Promise<void> => {
    const next = await findNext(columns, at, current, state.only);
    if (!next) return;
    setPlace(next);
    grid.current?.focus();
  };
  const mayMend = canMend(batch);
  const hasProblems = batch.counts.faulty + batch.counts.warned > 0;
  useProblemKey(() => {
    if (mayMend) void toNextProblem();
  });

  return (
    <>
      <div className="batch-tools">
        {children}
        <div className="batch-only">
          <Select label="Rows shown" value={state.only} choices={choicesWith(state)} onChange={choose} />
        </div>
        {mayMend && (
          <Button
            size="small"
            icon={CornerDownRight}
            hint="Ctrl ↓"
            isDisabled={!hasProblems}
            onPress={() => void toNextProblem()}
          >
            Next problem
          </Button>
        )}
        <p role="status" aria-label="Rows" className="only-spoken">
          {rowsWords(state.total, state.foundBy)}
        </p>
      </div>
      <FailureStrip failure={state.failure ?? mends.failure} />
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
          onEdit={mayMend ? begin : null}
          onWrite={(text) => setEdit((now) => now && { ...now, text })}
          onEnd={end}
          onLost={leave}
        />
        {current && (
          <RowDetail batch={batch} row={current} column={columns[at.column]} action={action} onMend={() => begin(at)} />
        )}
      </div>
    </>
  );
}

/** The current cell, which keeps its row and its column while rows and columns come and go. */
function usePlace(columns: readonly GridColumn[], total: number) {
  const [place, setPlace] = useState<{ row: number; key: string }>({ row: 0, key: 'line' });
  const column = columns.findIndex((one) => keyOf(one) === place.key);
  return {
    at: { row: Math.min(place.row, Math.max(0, total - 1)), column: Math.max(0, column) },
    setPlace: ({ row, column: chosen }: GridPlace) => {
      const one = columns[chosen];
      if (one) setPlace({ row, key: keyOf(one) });
    },
  };
}

/** The next problem after a cell: in its own row first, then in the rows that follow. */
async function findNext(
  columns: readonly GridColumn[],
  at: GridPlace,
  current: ReturnType<typeof batchRowAt>,
  only: BatchRowChoice,
): Promise<GridPlace | null> {
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
