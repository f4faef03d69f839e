import './row-detail.css';
import { CircleMinus, Pencil, Undo2 } from 'lucide-react';
import type { Batch, BatchRow } from '../../../../shared/batch.ts';
import { call } from '../../../station.ts';
import { Button } from '../../../ui/button.tsx';
import type { Action } from '../../use-action.ts';
import type { GridColumn } from './batch-columns.ts';
import { titleOf } from './batch-field-words.ts';
import { problemsAt, rowLook } from './batch-row-looks.ts';
import { canMend } from './batch-words.ts';
import { isCutCell } from './cell-edit.ts';

interface RowDetailProps {
  readonly batch: Batch;
  readonly row: BatchRow;
  readonly column: GridColumn | undefined;
  readonly action: Action;
  readonly onMend: () => void;
}

/** The current cell with all its words, uncut, and what can be done with it and its row. */
export function RowDetail({ batch, row, column, action, onMend }: RowDetailProps) {
  const isCell = column?.kind === 'cell';
  const problems = problemsAt(row, isCell ? column.column.place : null);
  const isSkipped = row.state === 'skipped';
  const skip = () => void action.run(() => call('batch.skip-row', { line: row.line, isSkipped: !isSkipped }));
  return (
    <div className="row-detail">
      <p className="row-detail-words">
        <span className="row-detail-where">{`Line ${row.line}${isCell ? `, ${titleOf(column.column)}` : ''}: `}</span>
        {isCell ? row.cells[column.column.place] || 'empty' : null}
        {!isCell && [rowLook(row, batch.state).word, row.words].filter(Boolean).join('. ')}
        {problems.length > 0 && (
          <span className="row-detail-problem">{` ${problems.map(({ words }) => words).join(' ')}`}</span>
        )}
      </p>
      {canMend(batch) && (
        <div className="row-detail-buttons">
          {isCell && isCutCell(row, column.column.place) && (
            <span className="row-detail-where">Too long to be changed here: change it in the file.</span>
          )}
          {isCell && !isCutCell(row, column.column.place) && (
            <Button size="small" icon={Pencil} hint="Enter" onPress={onMend}>
              Change this cell
            </Button>
          )}
          <Button size="small" icon={isSkipped ? Undo2 : CircleMinus} isDisabled={action.isRunning} onPress={skip}>
            {isSkipped ? 'Take this row in again' : 'Leave this row out'}
          </Button>
        </div>
      )}
    </div>
  );
}
