import { type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { printJobLooks, printJobWords } from '../../words/print-jobs.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { type Action, useAction } from '../use-action.ts';
import { jobEvidence, jobTimeWords } from './job-evidence.ts';
import type { JobInLine } from './jobs-by-printer.ts';

interface PrintJobRowProps {
  readonly entry: JobInLine;
  readonly now: number;
}

/** One job: its code, its state, the evidence, and what a person may do about it. */
export function PrintJobRow({ entry: { job, place, isNewest }, now }: PrintJobRowProps) {
  const action = useAction();
  const { tone, icon: Icon } = printJobLooks[job.state];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see PrintJobs
    <div role="listitem" className={`print-job${job.state === 'uncertain' ? ' print-job-asks' : ''} tone-${tone}`}>
      <Icon aria-hidden className="print-job-icon" />
      <div className="print-job-code">
        <Code>{job.code}</Code>
        <p className="print-job-small">
          {jobTimeWords(job, now)}
          <span className="only-spoken">{`, ${job.printer}`}</span>
        </p>
      </div>
      <div className="print-job-standing">
        <p className="print-job-state">{printJobWords(job)}</p>
        <p className="print-job-small">{jobEvidence(job, place)}</p>
        {job.reprintReason && <p className="print-job-small">Another copy: {job.reprintReason}</p>}
      </div>
      <div className="print-job-buttons">
        <JobButtons job={job} isNewest={isNewest} action={action} />
      </div>
      {action.failure && <FailureStrip failure={action.failure} />}
    </div>
  );
}

interface JobButtonsProps {
  readonly job: PrintJob;
  readonly isNewest: boolean;
  readonly action: Action;
}

function JobButtons({ job, isNewest, action }: JobButtonsProps) {
  const settle = (printed: boolean) => void action.run(() => call('print-job.settle', { jobId: job.id, printed }));
  const isOver = job.state === 'failed' || job.state === 'cancelled';
  return (
    <>
      {job.state === 'uncertain' && printJobCan('sayPrinted', job.state) && (
        <Button size="small" isDisabled={action.isRunning} onPress={() => settle(true)}>
          Printed
        </Button>
      )}
      {printJobCan('sayNotPrinted', job.state) && (
        <Button size="small" isDisabled={action.isRunning} onPress={() => settle(false)}>
          Not printed
        </Button>
      )}
      {printJobCan('cancel', job.state) && (
        <Button
          size="small"
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('print-job.cancel', { jobId: job.id }))}
        >
          Cancel
        </Button>
      )}
      {isOver && isNewest && (
        <Button
          size="small"
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('parcel.print', { parcelId: job.parcelId, reprintReason: null }))}
        >
          Print again
        </Button>
      )}
    </>
  );
}
