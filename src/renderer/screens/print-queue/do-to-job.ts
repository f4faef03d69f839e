import { assertNever, type Result } from '../../../shared/failure.ts';
import type { PrintJob } from '../../../shared/print-job.ts';
import { call } from '../../station.ts';
import type { JobAct } from './job-acts.ts';

/** Does what was pressed at a job. A copy that needs a reason is not printed without one: main refuses it. */
export function doToJob({ id: jobId, parcelId }: PrintJob, act: JobAct): Promise<Result<unknown>> {
  switch (act.act) {
    case 'answer':
      return call('print-job.answer', { jobId, answer: act.answer });
    case 'cancel':
      return call('print-job.cancel', { jobId });
    case 'hold':
      return call('print-job.hold', { jobId });
    case 'go on':
      return call('print-job.go-on', { jobId });
    case 'move':
      return call('print-job.move', { jobId, printer: act.to });
    case 'not printed':
      return call('print-job.settle', { jobId, printed: false });
    case 'label in hand':
      return call('print-job.settle', { jobId, printed: true });
    case 'print again':
      return call('parcel.print', { parcelId, reprintReason: act.reason === 'ask' ? null : act.reason });
    default:
      return assertNever(act);
  }
}
