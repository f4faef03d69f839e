import { Check, X } from 'lucide-react';
import { type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scan-answer.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { isInPrinter, mayProveItself } from '../../words/print-jobs.ts';
import type { Action } from '../use-action.ts';

/** What is asked about a label of which nobody but a person can know whether it came out. */
export interface Unsettled {
  readonly job: PrintJob;
  /** Its parcel was scanned since, and that proved nothing: the box may carry the code too, or the label could not be read. */
  readonly asksHand: boolean;
  /** Nothing else is offered beside it until it is settled. */
  readonly isPressing: boolean;
}

/** Kinds of scans that speak of the label itself; a look-up asks only about what is in doubt. */
const speaksOfLabel: readonly ScanOutcomeKind[] = ['printing', 'ask for copy', 'already counted'];

/** The question a scan's answer leaves; null where there is none. */
export function unsettledOf({ kind, at, job, parcel, deletion }: ScanAnswer): Unsettled | null {
  const last = parcel?.lastJob ?? job;
  if (!last || parcel?.deletedAt || deletion?.state === 'counting' || !printJobCan('sayNotPrinted', last.state))
    return null;
  const isStart = kind === 'printing' || kind === 'already counted';
  if (isInPrinter(last) || (isStart && mayProveItself(last))) return null;
  if (last.state !== 'uncertain' && !speaksOfLabel.includes(kind)) return null;
  return {
    job: last,
    asksHand: !isStart && last.createdAt < at,
    isPressing: last.state === 'uncertain' || kind === 'ask for copy',
  };
}

/** The one act that is asked for. */
export const settleWords = ({ asksHand }: Unsettled): string =>
  asksHand ? 'Is its label in your hand?' : 'Scan the label in your hand, or press Not printed.';

/** Did the label come out? */
export function SettleButtons({ unsettled, action }: { readonly unsettled: Unsettled; readonly action: Action }) {
  const settle = (printed: boolean): void => {
    void action.run(() => call('print-job.settle', { jobId: unsettled.job.id, printed }));
  };
  return (
    <>
      {unsettled.asksHand && (
        <Button icon={Check} isDisabled={action.isRunning} onPress={() => settle(true)}>
          Label in hand
        </Button>
      )}
      <Button icon={X} isDisabled={action.isRunning} onPress={() => settle(false)}>
        Not printed
      </Button>
    </>
  );
}
