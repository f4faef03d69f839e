import './reprint-reasons.css';
import { Printer, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

interface ReprintReasonsProps {
  readonly parcelId: number;
  /** Copies that are or may be on paper already; not told where it is not known. */
  readonly copies?: number | null;
  /** A copy is on its way, or none is wanted. */
  readonly onDone: () => void;
}

const question = 'Why another copy? It prints when you choose.';

const onPaperWords = (copies: number): string =>
  copies === 1 ? '1 copy is or may be on paper already.' : `${copies} copies are or may be on paper already.`;

const reasons = ['Damaged', 'Will not scan', 'Lost'];

/** Why another copy? One press prints it; a reason of one's own is written. */
export function ReprintReasons({ parcelId, copies = null, onDone }: ReprintReasonsProps) {
  const form = useFocusWhileShown();
  const [written, setWritten] = useState('');
  const { run, isRunning, failure } = useAction();
  const print = async (reprintReason: string): Promise<void> => {
    if (await run(() => call('parcel.print', { parcelId, reprintReason }))) onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const reason = written.trim().slice(0, 200);
    if (reason !== '') void print(reason);
  };
  return (
    <form
      ref={form}
      className="reprint-reasons"
      aria-label={question}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <div>
        <h2>{question}</h2>
        {copies !== null && copies > 0 && <p className="reprint-reasons-copies">{onPaperWords(copies)}</p>}
      </div>
      <div className="reprint-reasons-row">
        {reasons.map((reason) => (
          <Button key={reason} isDisabled={isRunning} onPress={() => void print(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <div className="reprint-reasons-own">
        <TextField label="Another reason" value={written} onChange={setWritten} />
        <Button type="submit" icon={Printer} isDisabled={isRunning || written.trim() === ''}>
          Print copy
        </Button>
      </div>
      <FailureStrip failure={failure} />
      <Button icon={X} onPress={onDone}>
        No copy
      </Button>
    </form>
  );
}

/** The focus moves into a question that was just asked, and back to what asked it when that is still there. */
function useFocusWhileShown() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    form.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return form;
}
