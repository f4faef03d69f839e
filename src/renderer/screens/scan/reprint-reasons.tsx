import './reprint-reasons.css';
import { Printer, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

interface ReprintReasonsProps {
  readonly parcelId: number;
  /** A copy is on its way, or none is wanted. */
  readonly onDone: () => void;
}

const reasons = ['Damaged', 'Will not scan', 'Lost'];

/** Why another copy? One press prints it; a reason of one's own is written. */
export function ReprintReasons({ parcelId, onDone }: ReprintReasonsProps) {
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
    <form className="reprint-reasons" onSubmit={submit}>
      <h2>Why another copy? It prints when you choose.</h2>
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
