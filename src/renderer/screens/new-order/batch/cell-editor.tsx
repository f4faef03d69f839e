import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  /** What is wrong with it as it is. */
  readonly problem: string | null;
  readonly onSave: (text: string) => void;
  readonly onEnd: () => void;
}

/** As much of a cell as main shows; a longer one is replaced as a whole (shared/batch.ts). */
const mostShown = 200;

/** A cell that is written anew: Enter or leaving it keeps what was written, Escape does not. */
export function CellEditor({ label, text, problem, onSave, onEnd }: CellEditorProps) {
  const [written, setWritten] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const hint = useId();
  useEffect(() => field.current?.select(), []);

  const save = (): void => {
    if (isOver.current) return;
    isOver.current = true;
    if (written !== text) onSave(written);
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the text are not those of the table.
    event.stopPropagation();
    if (event.key === 'Enter') save();
    if (event.key !== 'Escape') return;
    isOver.current = true;
    onEnd();
  };
  const words = text.length >= mostShown ? 'Only its beginning is shown; what you write replaces all of it.' : problem;
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
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={save}
      />
      <span id={hint} className="batch-small batch-line" title={words ?? undefined}>
        {words ?? 'Enter keeps it, Escape does not'}
      </span>
    </>
  );
}
