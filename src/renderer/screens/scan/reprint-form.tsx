import './scan-result.css';
import { Printer, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

interface ReprintFormProps {
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
export function ReprintForm({ parcelId, copies = null, onDone }: ReprintFormProps) {
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

/**
 * How many copies of a parcel's label are or may be on paper, as it stands when the component is first shown.
 * @param code a code the parcel is found by.
 * @returns null until it is known, and where there is no such parcel.
 */
export function useParcelCopies(parcelId: number | null, code: string | undefined): number | null {
  const [copies, setCopies] = useState<number | null>(null);
  useEffect(() => {
    if (parcelId === null || code === undefined) return;
    let isCurrent = true;
    void call('shipments.page', { find: code, offset: 0, limit: 20 }).then((page) => {
      const parcel = page.ok ? page.value.rows.find((row) => row.id === parcelId) : undefined;
      if (isCurrent && parcel) setCopies(parcel.copies);
    });
    return () => {
      isCurrent = false;
    };
  }, [parcelId, code]);
  return copies;
}
