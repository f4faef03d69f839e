import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { type CellEdit, isChanged } from './cell-edit.ts';

interface CellEditorProps {
  readonly label: string;
  readonly edit: CellEdit;
  /** What is wrong with it as it is. */
  readonly problem: string | null;
  readonly onWrite: (text: string) => void;
  readonly onEnd: (isKept: boolean) => void;
}

/** A cell that is written anew: Enter or leaving it keeps what was written, Escape does not. */
export function CellEditor({ label, edit, problem, onWrite, onEnd }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const hint = useId();
  const begin = useEffectEvent(() => {
    field.current?.focus();
    // What was begun at another place of the table goes on at its end.
    if (!isChanged(edit)) field.current?.select();
  });
  useEffect(() => begin(), []);

  const end = (isKept: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(isKept);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the text are not those of the table.
    event.stopPropagation();
    if (event.key === 'Enter') end(true);
    if (event.key === 'Escape') end(false);
  };
  return (
    <>
      <input
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
      <span id={hint} className="batch-small batch-line" title={problem ?? undefined}>
        {problem ?? 'Enter keeps it, Escape does not'}
      </span>
    </>
  );
}
