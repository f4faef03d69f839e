import './print-jobs.css';
import { Printer } from 'lucide-react';
import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { showScreen } from '../../data/current-screen.ts';
import { useAction } from '../../data/use-action.ts';
import { printJobStyles } from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { Details, MoreButton } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ReprintForm, useParcelCopies } from '../scan/reprint-form.tsx';
import { type JobAction, jobActions, jobActionText, needsOperator, runJobAction } from './job-actions.ts';
import { jobDetails, jobEvidence, jobNotes, jobTimeText } from './job-evidence.ts';
import { jobsByPrinter, jobsOnPages, type PrinterJobs, type QueuedJob } from './jobs-by-printer.ts';
import { moveTargets } from './printer-actions.ts';
import { PrinterBand } from './printer-band.tsx';

interface PrintJobsProps {
  readonly printers: readonly PrinterState[];
  /** null: not read yet. */
  readonly jobs: readonly PrintJob[] | null;
}

/**
 * All jobs, grouped by printer, in one list. The printers' bands and footers are not jobs and cannot be inside the list: the rows of
 * the grid place them between the items.
 */
export function PrintJobs({ printers, jobs }: PrintJobsProps) {
  const now = useNow(10_000);
  const groups = useMemo(() => jobsByPrinter(printers, jobs ?? []), [printers, jobs]);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState icon={Printer} title={text('print-queue.no-printer')}>
          <Button onPress={() => showScreen('settings')}>{text('print-queue.set-up-printer')}</Button>
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
            {jobs !== null && rows.length === 0 && <p className="printer-no-jobs">{noJobsText(group)}</p>}
            {remaining > 0 && (
              <Button size="small" tone="quiet" onPress={showMore}>
                {text('print-queue.show-more', { count: remaining })}
              </Button>
            )}
          </div>
        </Fragment>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in parts of their own, which a ul cannot hold */}
      <div
        role="list"
        aria-label={text('print-queue.print-jobs')}
        className={jobs?.length ? 'print-jobs' : 'print-jobs-none'}
      >
        {sections.map(({ group, rows, others, gridRow }) => (
          <div key={group.name} className="printer-jobs" style={{ gridRow: gridRow + 1 }}>
            {rows.map((entry) => (
              <PrintJobRow key={entry.job.id} entry={entry} printer={group.printer} others={others} now={now} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const noJobsText = ({ printer }: PrinterJobs): string =>
  printer?.reasons.length ? text('print-queue.no-labels-waiting') : text('print-queue.nothing-to-print');

interface PrintJobRowProps {
  readonly entry: QueuedJob;
  /** Null: the printer was removed. */
  readonly printer: PrinterState | null;
  /** The other printers, the best one to move to first. */
  readonly others: readonly string[];
  readonly now: number;
}

/** One job: its code, state, evidence and buttons. */
function PrintJobRow({ entry, printer, others, now }: PrintJobRowProps) {
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
    // The pressed button may be gone: keep the keyboard focus on this job.
    row.current?.focus();
  };
  const buttonOf = (jobAction: JobAction) => (
    <Button
      key={jobActionText(jobAction)}
      size="small"
      describedBy={codeId}
      isDisabled={action.isRunning}
      onPress={() => void press(jobAction)}
    >
      {jobActionText(jobAction)}
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
          {job.parcelCount > 1 && (
            <b className="print-job-position">
              {text('print-queue.parcel-position', { position: job.position, count: job.parcelCount })}
            </b>
          )}
          {jobTimeText(job, now)}
          <span className="only-spoken"> {job.printer}</span>
        </p>
      </div>
      <div className="print-job-evidence">
        <p className="print-job-state">{text(`print-job.state.${job.state}`)}</p>
        <p className="print-job-small">{jobEvidence(job, { queuePosition, printer })}</p>
        {jobNotes(job).map((note) => (
          <p key={note} className="print-job-small">
            {note}
          </p>
        ))}
        <Details lines={jobDetails(job)} describedBy={codeId} />
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

/** Older jobs are not in the list, so the copies are counted on the parcel. */
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
