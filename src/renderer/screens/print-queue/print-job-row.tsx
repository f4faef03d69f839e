import { type KeyboardEvent, useRef, useState } from 'react';
import { printJobStateWords } from '../../../shared/print-job.ts';
import type { HeldReason } from '../../../shared/printer.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { printJobLooks } from '../../words/print-jobs.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { ReprintReasons } from '../scan/reprint-reasons.tsx';
import { useCopies } from '../scan/use-copies.ts';
import { useAction } from '../use-action.ts';
import { doToJob } from './do-to-job.ts';
import { asksPerson, type JobAct, jobActs, jobActWords } from './job-acts.ts';
import { jobEvidence, jobFootnotes, jobTimeWords } from './job-evidence.ts';
import type { JobInLine } from './jobs-by-printer.ts';
import { MoreButton } from './more-button.tsx';

interface PrintJobRowProps {
  readonly entry: JobInLine;
  /** What holds its printer. */
  readonly reasons: readonly HeldReason[];
  /** The other printers, the best one to move to first. */
  readonly others: readonly string[];
  readonly now: number;
}

/** One job: its code, its state, the evidence, and what a person may do about it. Questions are asked under it. */
export function PrintJobRow({ entry, reasons, others, now }: PrintJobRowProps) {
  const { job, place } = entry;
  const action = useAction();
  const row = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'more' | 'reasons' | null>(null);
  const { tone, icon: Icon } = printJobLooks[job.state];
  const acts = jobActs(entry, others);
  const codeId = `print-job-${job.id}`;

  const press = async (act: JobAct): Promise<void> => {
    if (act.act === 'print again' && act.reason === 'ask') return setOpened('reasons');
    if (!(await action.run(() => doToJob(job, act)))) return;
    setOpened(null);
    // The button that was pressed may be gone: the keyboard stays at this job.
    row.current?.focus();
  };
  const buttonOf = (act: JobAct) => (
    <Button
      key={jobActWords(act)}
      size="small"
      describedBy={codeId}
      isDisabled={action.isRunning}
      onPress={() => void press(act)}
    >
      {jobActWords(act)}
    </Button>
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setOpened(null);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: see PrintJobs
    <div
      ref={row}
      role="listitem"
      tabIndex={-1}
      className={`print-job print-job-${job.state}${asksPerson(job) ? ' print-job-asks' : ''} tone-${tone}`}
      onKeyDown={onKeyDown}
    >
      <Icon aria-hidden className="print-job-icon" />
      <div className="print-job-code">
        <span id={codeId}>
          <Code>{job.code}</Code>
        </span>
        <p className="print-job-small">
          {job.parcelCount > 1 && <b className="print-job-position">{`${job.position} of ${job.parcelCount}`}</b>}
          {jobTimeWords(job, now)}
          <span className="only-spoken">{`, ${job.printer}`}</span>
        </p>
      </div>
      <div className="print-job-standing">
        <p className="print-job-state">{printJobStateWords[job.state]}</p>
        <p className="print-job-small">{jobEvidence(job, { place, reasons })}</p>
        {jobFootnotes(job).map((note) => (
          <p key={note} className="print-job-small">
            {note}
          </p>
        ))}
      </div>
      <div className="print-job-buttons">
        {acts.shown.map(buttonOf)}
        {acts.more.length > 0 && (
          <MoreButton
            isOpen={opened === 'more'}
            onPress={() => setOpened(opened === 'more' ? null : 'more')}
            controls={`${codeId}-more`}
            describedBy={codeId}
          />
        )}
      </div>
      {opened === 'more' && acts.more.length > 0 && (
        <div id={`${codeId}-more`} className="print-job-under more-buttons">
          {acts.more.map(buttonOf)}
        </div>
      )}
      {opened === 'reasons' && (
        <div className="print-job-under">
          <WhyAnother entry={entry} onDone={() => setOpened(null)} />
        </div>
      )}
      {action.failure && <FailureStrip failure={action.failure} />}
    </div>
  );
}

/** Jobs long over are not in the list: the parcel itself knows all its copies. */
function WhyAnother({ entry: { job, copies }, onDone }: { readonly entry: JobInLine; readonly onDone: () => void }) {
  const known = useCopies(job.parcelId, job.code);
  return <ReprintReasons parcelId={job.parcelId} copies={known ?? copies} onDone={onDone} />;
}
