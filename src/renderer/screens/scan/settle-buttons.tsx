import { Check, X } from 'lucide-react';
import { type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import type { ScanAnswer } from '../../../shared/scan-answer.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import type { Action } from '../use-action.ts';

/** The job of which nobody but a person can know whether its label came out; null where that does not matter now. */
export function jobToSettle({ kind, job, parcel, deletion }: ScanAnswer): PrintJob | null {
  const last = parcel?.lastJob ?? job;
  if (!last || parcel?.deletedAt || deletion?.state === 'counting' || !printJobCan('sayPrinted', last.state))
    return null;
  return last.state === 'uncertain' || kind === 'ask for copy' ? last : null;
}

/** Did the label come out? */
export function SettleButtons({ job, action }: { readonly job: PrintJob; readonly action: Action }) {
  const settle = (printed: boolean): void => {
    void action.run(() => call('print-job.settle', { jobId: job.id, printed }));
  };
  return (
    <>
      <Button icon={Check} isDisabled={action.isRunning} onPress={() => settle(true)}>
        Printed
      </Button>
      <Button icon={X} isDisabled={action.isRunning} onPress={() => settle(false)}>
        Not printed
      </Button>
    </>
  );
}
