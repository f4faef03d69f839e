// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot hold rows that come and go by scrolling
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current cell
import '../../ui/display.css';
import { CircleX, TriangleAlert } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { BatchColumn, BatchProblem, BatchRow, BatchState } from '../../../shared/orders/batch.ts';
import { editedByTyping } from '../../scanner/key-listener.ts';
import { messageText, money, text } from '../../text/text.ts';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import { columnTitle } from './batch-column-text.ts';
import type { GridColumn } from './batch-grid-layout.ts';
import { problemsAt, rowBadge, rowProblem } from './batch-row-state.ts';
import { type CellEdit, isChanged } from './cell-edit.ts';

/** Ends an edit: saves it or not, and goes on to the next or the previous cell, or stays. */
export type CellEditEnd = (isKept: boolean, step?: 1 | -1) => void;

interface BatchGridCellProps {
  readonly className: string;
  readonly style: CSSProperties;
  readonly rowIndex: number;
  readonly columnIndex: number;
  readonly row: BatchRow;
  readonly column: GridColumn;
  readonly batchState: BatchState;
  readonly combines: boolean;
  readonly currency: string | null;
  readonly isCurrent: boolean;
  /** Null where it is not being edited. */
  readonly edit: CellEdit | null;
  readonly onPress: () => void;
  /** Starts the edit; null where the cell cannot be changed. */
  readonly onEdit: (() => void) | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: CellEditEnd;
}

/** The id the grid names its current cell by. */
export const cellId = (row: number, column: number): string => `batch-cell-${row}-${column}`;

/** One cell: the input's text with its problems, or a fact about the row. */
export function BatchGridCell(props: BatchGridCellProps) {
  const { className, style, rowIndex, columnIndex, row, column, isCurrent, onPress, onEdit } = props;
  const problems = column.kind === 'cell' ? problemsAt(row, column.column.place) : [];
  const [worst] = problems;
  const modifiers = `${isCurrent ? ' batch-cell-current' : ''}${worst ? ` batch-cell-${worst.severity}` : ''}`;
  // One press edits a cell with an error; any other cell needs two.
  const press = () => (worst?.severity === 'error' && onEdit ? onEdit() : onPress());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys
    <div
      id={cellId(rowIndex, columnIndex)}
      role="gridcell"
      aria-colindex={columnIndex + 1}
      className={`batch-cell batch-cell-${column.kind}${className}${modifiers}`}
      style={style}
      onClick={press}
      onDoubleClick={() => onEdit?.()}
    >
      <Content {...props} problems={problems} />
    </div>
  );
}

function Content(props: BatchGridCellProps & { readonly problems: readonly BatchProblem[] }): ReactNode {
  const { row, column, batchState, combines, currency, edit, onWrite, onEnd, problems } = props;
  switch (column.kind) {
    case 'line':
      return <span className="batch-number">{row.line}</span>;
    case 'state':
      return <State row={row} batchState={batchState} combines={combines} />;
    case 'problem':
      return <Problem row={row} />;
    case 'codes':
      return <Codes row={row} />;
    case 'price':
      return <Price row={row} currency={currency} />;
    case 'cell': {
      const content = row.cells[column.column.place] ?? '';
      return edit ? (
        <CellEditor
          label={text('batch.cell.name', { column: columnTitle(column.column), line: row.line })}
          edit={edit}
          problem={problems[0] ? messageText(problems[0].message) : null}
          onWrite={onWrite}
          onEnd={onEnd}
        />
      ) : (
        <Cell content={content} column={column.column} problems={problems} />
      );
    }
  }
}

function State({ row, batchState, combines }: { row: BatchRow; batchState: BatchState; combines: boolean }) {
  const { tone, icon, word } = rowBadge(row, batchState);
  return (
    <>
      <StateBadge tone={tone} icon={icon} word={word} />
      {combines && row.order !== null && (
        <span className="batch-small">{text('batch.table.order', { number: row.order })}</span>
      )}
    </>
  );
}

function Problem({ row }: { readonly row: BatchRow }) {
  const problem = rowProblem(row);
  return (
    problem && (
      <span className="batch-line" title={problem}>
        {problem}
      </span>
    )
  );
}

function Codes({ row: { customCode, trackingCode } }: { row: BatchRow }) {
  if (customCode === null && trackingCode === null) return null;
  return (
    <>
      {customCode !== null && <Code>{customCode}</Code>}
      {trackingCode !== null && (
        <span className="batch-small">
          <Code>{trackingCode}</Code>
        </span>
      )}
    </>
  );
}

function Price({ row: { quoted, charged }, currency }: { row: BatchRow; currency: string | null }) {
  if (charged !== null) {
    return (
      <>
        <span className="batch-number">{money(charged, currency)}</span>
        <span className="batch-small">{text('batch.table.charged')}</span>
      </>
    );
  }
  if (quoted === null) return null;
  return (
    <>
      <span className="batch-number">{money(quoted, currency)}</span>
      <span className="batch-small">{text('batch.table.quoted')}</span>
    </>
  );
}

function Cell({
  content,
  column,
  problems,
}: {
  content: string;
  column: BatchColumn;
  problems: readonly BatchProblem[];
}) {
  const [worst] = problems;
  const look = column.field === 'parcel.custom_code' ? ' batch-code' : column.field === null ? ' batch-not-used' : '';
  return (
    <>
      <span className={`batch-line${look}`} title={content}>
        {content}
      </span>
      {worst && (
        <span
          className={`batch-problem tone-${worst.severity === 'error' ? 'error' : 'warning'}`}
          title={problems.map(({ message }) => messageText(message)).join(' ')}
        >
          {worst.severity === 'error' ? (
            <CircleX aria-label={text('batch.problem.error')} role="img" />
          ) : (
            <TriangleAlert aria-label={text('batch.problem.warning')} role="img" />
          )}
        </span>
      )}
    </>
  );
}

interface CellEditorProps {
  readonly label: string;
  readonly edit: CellEdit;
  /** The problem of the cell as it is. */
  readonly problem: string | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: CellEditEnd;
}

/** The editor of a cell: Enter, Tab or leaving it saves the text, Escape discards it, and so does a scan that began it. */
function CellEditor({ label, edit, problem, onWrite, onEnd }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const hint = useId();
  const begin = useEffectEvent(() => {
    field.current?.focus();
    // An edit continued after the row moved keeps the text and puts the cursor at its end.
    if (!isChanged(edit)) field.current?.select();
  });
  // Before the key that opened it writes its character.
  useLayoutEffect(() => begin(), []);

  const end: CellEditEnd = (isKept, step) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(isKept, step);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the editor must not move in the table.
    event.stopPropagation();
    if (event.key === 'Enter') end(true);
    if (event.key === 'Escape') end(false);
    if (event.key !== 'Tab') return;
    event.preventDefault();
    end(true, event.shiftKey ? -1 : 1);
  };
  return (
    <form className="cell-form" onReset={() => end(false)} onSubmit={(event) => event.preventDefault()}>
      <input
        {...editedByTyping}
        ref={field}
        className="cell-editor"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={4000}
        value={edit.text}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={() => end(true)}
      />
      <span id={hint} className="only-spoken">
        {problem ?? text('batch.cell.hint')}
      </span>
    </form>
  );
}
