import './scan-actions.css';
import { Printer, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ReprintKind } from '../../../shared/printing/print-job.ts';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

interface ReprintFormProps {
  readonly parcelId: number;
  /** Copies that are or may be printed; null where unknown. */
  readonly copies?: number | null;
  /** A copy was requested, or the form was cancelled. */
  readonly onDone: () => void;
}

const offeredReasons = ['damaged', 'unreadable', 'lost'] as const satisfies readonly ReprintKind[];

/** Asks for the reason of another copy. Choosing one prints it; another reason can be typed. */
export function ReprintForm({ parcelId, copies = null, onDone }: ReprintFormProps) {
  const form = useFocusWhileShown();
  const [written, setWritten] = useState('');
  const { run, isRunning, failure } = useAction();
  const print = async (reprintReason: string, reprintKind: ReprintKind = 'other'): Promise<void> => {
    if (await run(() => call('parcel.print', { parcelId, reprintReason, reprintKind }))) onDone();
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
      aria-label={text('reprint.question')}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <div>
        <h2>{text('reprint.question')}</h2>
        {copies !== null && copies > 0 && (
          <p className="reprint-reasons-copies">{text('reprint.copies', { copies })}</p>
        )}
      </div>
      <div className="reprint-reasons-row">
        {offeredReasons.map((kind, index) => (
          <Button
            key={kind}
            {...choiceCommand(index)}
            isDisabled={isRunning}
            onPress={() => void print(text(`reprint.reason.${kind}`), kind)}
          >
            {text(`reprint.reason.${kind}`)}
          </Button>
        ))}
        <Button icon={X} command="no" onPress={onDone}>
          {text('reprint.cancel')}
        </Button>
      </div>
      <div className="reprint-reasons-own">
        <TextField label={text('reprint.other-reason')} value={written} onChange={setWritten} />
        <Button type="submit" icon={Printer} isDisabled={isRunning || written.trim() === ''}>
          {text('reprint.print')}
        </Button>
      </div>
      <FailureStrip failure={failure} />
    </form>
  );
}

/** Moves the focus into the form when it appears, and back to where it was when the form closes. */
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
 * How many copies of a parcel's label are or may be printed, when the component is first shown.
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
