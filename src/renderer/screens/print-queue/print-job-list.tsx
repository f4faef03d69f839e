import './print-queue-screen.css';
import { Printer } from 'lucide-react';
import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type PrintJob, printJobStateWords } from '../../../shared/printing/print-job.ts';
import type { HeldReason, PrinterState } from '../../../shared/printing/printer.ts';
import { showScreen } from '../../data/current-screen.ts';
import { useAction } from '../../data/use-action.ts';
import { printJobStyles } from '../../presentation/print-job-text.ts';
import { groupDigits } from '../../text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ReprintForm, useParcelCopies } from '../scan/reprint-form.tsx';
import { type JobAction, jobActions, jobActionWords, needsOperator, runJobAction } from './job-actions.ts';
import { jobEvidence, jobFootnotes, jobTimeWords } from './job-evidence.ts';
import { jobsByPrinter, jobsOnPages, type PrinterJobs, type QueuedJob } from './jobs-by-printer.ts';
import { moveTargets } from './printer-actions.ts';
import { PrinterBand } from './printer-band.tsx';

interface PrintJobsProps {
  readonly printers: readonly PrinterState[];
  /** null: not read yet. */
  readonly jobs: readonly PrintJob[] | null;
}

/**
 * All jobs, under their printers. One list holds them all, so that a job is one item wherever it prints. What has buttons of its own
 * and is no job, the printers' bands and feet, may not stand inside a list: it is laid out between the items by rows of the grid.
 */
export function PrintJobs({ printers, jobs }: PrintJobsProps) {
  const now = useNow(10_000);
  const groups = useMemo(() => jobsByPrinter(printers, jobs ?? []), [printers, jobs]);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState icon={Printer} title="No printer is set up">
          <Button onPress={() => showScreen('settings')}>Set up a printer</Button>
        </EmptyState>
      </Card>
    );
  }
  const sections = groups.map((group, index) => {
    const page = pages[group.name] ?? 1;
    const { rows, remaining } = jobsOnPages(group, page);
    const showMore = () => setPages({ ...pages, [group.name]: page + 1 });
    return { group, rows, remaining, showMore, others: moveTargets(group.name, printers), gridRow: 3 * index + 1 };
  });
  return (
    <div className="print-queue-main">
      {sections.map(({ group, rows, remaining, showMore, others, gridRow }) => (
        <Fragment key={group.name}>
          <div className="printer-head" style={{ gridRow }}>
            <PrinterBand group={group} others={others} now={now} />
          </div>
          <div className="printer-foot" style={{ gridRow: gridRow + 2 }}>
            {jobs !== null && rows.length === 0 && <p className="printer-no-jobs">{noJobsWords(group)}</p>}
            {remaining > 0 && (
              <Button size="small" tone="quiet" onPress={showMore}>
                {`Show ${groupDigits(remaining)} more`}
              </Button>
            )}
          </div>
        </Fragment>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in parts of their own, which a ul cannot hold */}
      <div role="list" aria-label="Print jobs" className={jobs?.length ? 'print-jobs' : 'print-jobs-none'}>
        {sections.map(({ group, rows, others, gridRow }) => (
          <div key={group.name} className="printer-jobs" style={{ gridRow: gridRow + 1 }}>
            {rows.map((entry) => (
              <PrintJobRow
                key={entry.job.id}
                entry={entry}
                reasons={group.printer?.reasons ?? noReasons}
                others={others}
                now={now}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const noReasons: PrinterState['reasons'] = [];

function noJobsWords({ printer }: PrinterJobs): string {
  return printer?.reasons.length
    ? 'No label waits for it.'
    : 'Nothing to print. Scan a parcel in Print mode, or create an order.';
}

interface PrintJobRowProps {
  readonly entry: QueuedJob;
  /** What holds its printer. */
  readonly reasons: readonly HeldReason[];
  /** The other printers, the best one to move to first. */
  readonly others: readonly string[];
  readonly now: number;
}

/** One job: its code, its state, the evidence, and what a person may do about it. Questions are asked under it. */
function PrintJobRow({ entry, reasons, others, now }: PrintJobRowProps) {
  const { job, queuePosition } = entry;
  const action = useAction();
  const row = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'more' | 'reasons' | null>(null);
  const { tone, icon: Icon } = printJobStyles[job.state];
  const actions = jobActions(entry, others);
  const codeId = `print-job-${job.id}`;

  const press = async (jobAction: JobAction): Promise<void> => {
    if (jobAction.kind === 'print again' && jobAction.reason === 'ask') return setOpened('reasons');
    if (!(await action.run(() => runJobAction(job, jobAction)))) return;
    setOpened(null);
    // The button that was pressed may be gone: the keyboard stays at this job.
    row.current?.focus();
  };
  const buttonOf = (jobAction: JobAction) => (
    <Button
      key={jobActionWords(jobAction)}
      size="small"
      describedBy={codeId}
      isDisabled={action.isRunning}
      onPress={() => void press(jobAction)}
    >
      {jobActionWords(jobAction)}
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
      className={`print-job print-job-${job.state}${needsOperator(job) ? ' print-job-asks' : ''} tone-${tone}`}
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
        <p className="print-job-small">{jobEvidence(job, { queuePosition, reasons })}</p>
        {jobFootnotes(job).map((note) => (
          <p key={note} className="print-job-small">
            {note}
          </p>
        ))}
      </div>
      <div className="print-job-buttons">
        {actions.shown.map(buttonOf)}
        {actions.more.length > 0 && (
          <MoreButton
            isOpen={opened === 'more'}
            onPress={() => setOpened(opened === 'more' ? null : 'more')}
            controls={`${codeId}-more`}
            describedBy={codeId}
          />
        )}
      </div>
      {opened === 'more' && actions.more.length > 0 && (
        <div id={`${codeId}-more`} className="print-job-under more-buttons">
          {actions.more.map(buttonOf)}
        </div>
      )}
      {opened === 'reasons' && (
        <div className="print-job-under">
          <ReprintJobForm entry={entry} onDone={() => setOpened(null)} />
        </div>
      )}
      {action.failure && <FailureStrip failure={action.failure} />}
    </div>
  );
}

/** Jobs long over are not in the list: the parcel itself knows all its copies. */
function ReprintJobForm({
  entry: { job, copies },
  onDone,
}: {
  readonly entry: QueuedJob;
  readonly onDone: () => void;
}) {
  const known = useParcelCopies(job.parcelId, job.code);
  return <ReprintForm parcelId={job.parcelId} copies={known ?? copies} onDone={onDone} />;
}
