import { Check, X } from 'lucide-react';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { isInPrinter, mayBeConfirmedByPrinter } from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';

/** The question about a label of which only the operator can know whether it printed. */
export interface UnconfirmedLabel {
  readonly job: PrintJob;
  /** Its parcel was scanned since, which confirmed nothing: the box may carry the code too, or the label could not be read. */
  readonly offersLabelInHand: boolean;
  /** No other action is offered until it is answered. */
  readonly isBlocking: boolean;
}

/** Scans about the label itself; a look-up asks about uncertain labels only. */
const labelOutcomes: readonly ScanOutcomeKind[] = ['printing', 'ask for copy', 'already counted'];

/** The question left open by a scan's answer; null where there is none. */
export function unconfirmedLabelOf({ kind, at, job, parcel, deletion }: ScanAnswer): UnconfirmedLabel | null {
  const last = parcel?.lastJob ?? job;
  if (!last || parcel?.deletedAt || deletion?.state === 'counting' || !printJobCan('markNotPrinted', last.state))
    return null;
  const isStart = kind === 'printing' || kind === 'already counted';
  if (isInPrinter(last) || (isStart && mayBeConfirmedByPrinter(last))) return null;
  if (last.state !== 'uncertain' && !labelOutcomes.includes(kind)) return null;
  return {
    job: last,
    offersLabelInHand: !isStart && last.createdAt < at,
    isBlocking: last.state === 'uncertain' || kind === 'ask for copy',
  };
}

/** The question, or the one action that is asked for. */
export const confirmLabelText = ({ offersLabelInHand }: UnconfirmedLabel): string =>
  text(offersLabelInHand ? 'label.confirm.here' : 'label.confirm.scan');

/** Whether the label was printed. */
export function ConfirmLabelButtons({
  unconfirmed,
  action,
}: {
  readonly unconfirmed: UnconfirmedLabel;
  readonly action: Action;
}) {
  const confirm = (printed: boolean): void => {
    void action.run(() => call('print-job.settle', { jobId: unconfirmed.job.id, printed }));
  };
  return (
    <>
      {unconfirmed.offersLabelInHand && (
        <Button icon={Check} command="yes" isDisabled={action.isRunning} onPress={() => confirm(true)}>
          {text('label.confirm.printed')}
        </Button>
      )}
      <Button icon={X} command="no" isDisabled={action.isRunning} onPress={() => confirm(false)}>
        {text('label.confirm.not-printed')}
      </Button>
    </>
  );
}
