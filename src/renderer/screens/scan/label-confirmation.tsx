import { Check, X } from 'lucide-react';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { isInPrinter, mayBeConfirmedByPrinter } from '../../presentation/print-job-text.ts';
import { Button } from '../../ui/button.tsx';

/** What is asked about a label of which nobody but a person can know whether it came out. */
export interface UnconfirmedLabel {
  readonly job: PrintJob;
  /** Its parcel was scanned since, and that proved nothing: the box may carry the code too, or the label could not be read. */
  readonly offersLabelInHand: boolean;
  /** Nothing else is offered beside it until it is settled. */
  readonly isBlocking: boolean;
}

/** Kinds of scans that speak of the label itself; a look-up asks only about what is in doubt. */
const labelOutcomes: readonly ScanOutcomeKind[] = ['printing', 'ask for copy', 'already counted'];

/** The question a scan's answer leaves; null where there is none. */
export function unconfirmedLabelOf({ kind, at, job, parcel, deletion }: ScanAnswer): UnconfirmedLabel | null {
  const last = parcel?.lastJob ?? job;
  if (!last || parcel?.deletedAt || deletion?.state === 'counting' || !printJobCan('sayNotPrinted', last.state))
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

/** The one act that is asked for. */
export const confirmLabelWords = ({ offersLabelInHand }: UnconfirmedLabel): string =>
  offersLabelInHand ? 'Is its label in your hand?' : 'Scan the label in your hand, or press Not printed.';

/** Did the label come out? */
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
        <Button icon={Check} isDisabled={action.isRunning} onPress={() => confirm(true)}>
          Label in hand
        </Button>
      )}
      <Button icon={X} isDisabled={action.isRunning} onPress={() => confirm(false)}>
        Not printed
      </Button>
    </>
  );
}
