import './print-jobs.css';
import { Printer } from 'lucide-react';
import { type FocusEvent, Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { assertNever, success } from '../../../shared/contract/failure.ts';
import type { ListedPrintJob } from '../../../shared/printing/print-job.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import type { EnvironmentKind } from '../../../shared/settings/environment.ts';
import { showScreen } from '../../data/current-screen.ts';
import { jobHelp } from '../../data/help.ts';
import { useAction } from '../../data/use-action.ts';
import { verdictOn } from '../../presentation/verdict.ts';
import { factsOfJob } from '../../presentation/verdict-facts.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Loading } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { Details, MoreButton } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { ReprintForm, useParcelCopies } from '../scan/reprint-form.tsx';
import { useVerdictContext } from '../verdict-context.ts';
import {
  isReasonMissing,
  type JobAction,
  jobActions,
  jobActionText,
  needsOperator,
  runJobAction,
} from './job-actions.ts';
import { jobDetails, jobNotes, jobStanding, jobTimeText } from './job-evidence.ts';
import { type PrinterJobs, type QueuedJob, type QueueSection, queueSections } from './jobs-by-printer.ts';
import { OpenPrintRuns } from './print-run.tsx';
import { type MoveTarget, moveTargets } from './printer-actions.ts';
import { PrinterBand } from './printer-band.tsx';
import { LabelsWithoutPrinter, SharedQuestions } from './shared-question-bands.tsx';

interface PrintJobsProps {
  readonly printers: readonly PrinterState[];
  /** null: not read yet. */
  readonly jobs: readonly ListedPrintJob[] | null;
  readonly isLoading: boolean;
  readonly environment: EnvironmentKind;
}

/** Folded by the operator; kept while the window is open. */
const finishedStore = createStore<{ readonly isFolded: boolean }>(() => ({ isFolded: false }));

/**
 * All jobs in one list: what needs a person, what runs, what is done. The heads and feet of its parts are not jobs and cannot be inside
 * the list: the rows of the grid place them between the items.
 */
export function PrintJobs({ printers, jobs, isLoading, environment }: PrintJobsProps) {
  const now = useNow(10_000);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});
  const isFolded = useStore(finishedStore, (state) => state.isFolded);
  const rowFocus = useRowFocus();
  const sections = useMemo(() => queueSections(printers, jobs ?? [], pages), [printers, jobs, pages]);
  if (sections.length === 0) {
    return (
      <Card>
        <EmptyState icon={Printer} title={text('print-queue.no-printer')}>
          <Button onPress={() => showScreen('settings')}>{text('print-queue.set-up-printer')}</Button>
        </EmptyState>
      </Card>
    );
  }
  const rowsOf = (section: QueueSection): readonly QueuedJob[] => {
    if (section.kind === 'idle printers' || (section.kind === 'finished' && isFolded)) return [];
    return section.jobs;
  };
  const showMore = ({ name }: PrinterJobs) => setPages({ ...pages, [name]: (pages[name] ?? 1) + 1 });
  const urgent = sections.filter(needsSomebody).length;
  // The print runs stand between what needs a person and what runs.
  const rowOf = (index: number): number => 3 * (index < urgent ? index : index + 1) + 1;
  const isIdle = jobs !== null && sections.every(({ kind }) => kind === 'idle printers' || kind === 'finished');
  return (
    <div className="print-queue-main">
      {sections.map((section, index) => (
        <Fragment key={sectionKey(section)}>
          <div className="printer-head" style={{ gridRow: rowOf(index) }}>
            <SectionHead section={section} printers={printers} environment={environment} now={now} />
          </div>
          <div className="printer-foot" style={{ gridRow: rowOf(index) + 2 }}>
            {section.kind === 'idle printers' && isLoading && <Loading />}
            {section.kind === 'idle printers' && isIdle && (
              <p className="printer-no-jobs">{text('print-queue.nothing-to-print')}</p>
            )}
            {section.kind === 'printer' && section.jobs.length === 0 && section.questions !== null && (
              <p className="printer-no-jobs">
                {text('print-queue.no-labels-waiting', { questions: section.questions })}
              </p>
            )}
            {section.kind === 'printer' && section.remaining > 0 && (
              <Button size="small" tone="quiet" onPress={() => showMore(section.group)}>
                {text('print-queue.show-more', { count: section.remaining })}
              </Button>
            )}
          </div>
        </Fragment>
      ))}
      <div className="queue-runs" style={{ gridRow: 3 * urgent + 1 }}>
        <OpenPrintRuns />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the items stand in parts of their own, which a ul cannot hold */}
      <div
        role="list"
        aria-label={text('print-queue.print-jobs')}
        className={jobs?.length ? 'print-jobs' : 'print-jobs-none'}
        {...rowFocus}
      >
        {sections.map((section, index) => (
          <div key={sectionKey(section)} className="printer-jobs" style={{ gridRow: rowOf(index) + 1 }}>
            {rowsOf(section).map((entry) => (
              <PrintJobRow
                key={entry.job.id}
                entry={entry}
                others={moveTargets(entry.job.printer, printers, environment)}
                now={now}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * A job moves to another part of the list as its state changes, and its row is made anew there: the focus follows the job, or goes to the
 * first row, then to the heading; to no button, as a second press would act. Needs attention may have the same row: it is sought here.
 */
function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const focusedRow = useRef<string | null>(null);
  useEffect(() => {
    if (focusedRow.current === null || document.activeElement !== document.body) return;
    const firstRow = list.current?.querySelector<HTMLElement>('.print-job');
    const heading = list.current?.closest('.screen')?.querySelector('h1');
    (list.current?.querySelector<HTMLElement>(`#${focusedRow.current}`) ?? firstRow ?? heading)?.focus();
  });
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      // Only the keyboard's: for a pointer, the list would scroll away under the hand.
      focusedRow.current = target.matches(':focus-visible') ? (target.closest('.print-job')?.id ?? null) : null;
    },
    // A click on nothing gives the focus up; a button that is disabled or goes does not.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isGone = !target.isConnected || target.matches(':disabled');
      if (!isGone && !list.current?.contains(relatedTarget)) focusedRow.current = null;
    },
  };
}

/** The parts that come first; printers at work and idle ones have no reason to stop. */
const needsSomebody = (section: QueueSection): boolean =>
  section.kind === 'without printer' ||
  section.kind === 'questions' ||
  (section.kind === 'printer' && (section.group.printer === null || section.group.printer.reasons.length > 0));

const sectionKey = (section: QueueSection): string =>
  section.kind === 'printer' ? `printer ${section.group.name}` : section.kind;

interface SectionHeadProps {
  readonly section: QueueSection;
  readonly printers: readonly PrinterState[];
  readonly environment: EnvironmentKind;
  readonly now: number;
}

function SectionHead({ section, printers, environment, now }: SectionHeadProps) {
  const isFolded = useStore(finishedStore, (state) => state.isFolded);
  const band = (group: PrinterJobs, isIdle: boolean) => (
    <PrinterBand
      key={group.name}
      {...{ group, environment, isIdle, now }}
      others={moveTargets(group.name, printers, environment)}
    />
  );
  switch (section.kind) {
    case 'without printer':
      return <LabelsWithoutPrinter labels={section.jobs.length} />;
    case 'printer':
      return band(section.group, false);
    case 'questions':
      return (
        <>
          <h2 className="queue-part-title">{text('print-queue.questions')}</h2>
          <SharedQuestions about="print" />
        </>
      );
    case 'waiting for site':
      return <h2 className="queue-part-title">{text('print-job.waiting-for-site')}</h2>;
    case 'idle printers':
      return (
        // biome-ignore lint/a11y/useSemanticElements: not fields of a form
        <div className="idle-printers" role="group" aria-label={text('print-queue.idle-printers')}>
          {section.groups.map((group) => band(group, true))}
        </div>
      );
    case 'finished':
      return (
        <div className="queue-part-line">
          <h2 className="queue-part-title">{text('print-queue.finished')}</h2>
          <Button size="small" tone="quiet" onPress={() => finishedStore.setState({ isFolded: !isFolded })}>
            {text(isFolded ? 'print-queue.finished.unfold' : 'print-queue.finished.fold')}
          </Button>
        </div>
      );
    default:
      return assertNever(section);
  }
}

interface PrintJobRowProps {
  readonly entry: QueuedJob;
  /** The other printers, the best one to move to first. */
  readonly others: readonly MoveTarget[];
  readonly now: number;
}

/** One job: its code, state, evidence and buttons. */
export function PrintJobRow({ entry, others, now }: PrintJobRowProps) {
  const { job, queuePosition, isNewest, copies } = entry;
  const action = useAction();
  const row = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'more' | 'reasons' | null>(null);
  const labelsBefore = queuePosition === null ? null : queuePosition - 1;
  const verdict = verdictOn(
    factsOfJob(job, { labelsBefore, isNewest, isParcelGone: job.deletion !== undefined }, useVerdictContext(now)),
  );
  const { tone, icon: Icon } = verdict;
  const { cause, sentence } = jobStanding(verdict, job);
  const actions = jobActions(job, { actions: verdict.actions, others, copies });
  const codeId = `print-job-${job.id}`;

  const press = async (jobAction: JobAction): Promise<void> => {
    if (jobAction.kind === 'print again' && jobAction.reason === 'ask') return setOpened('reasons');
    let next: 'reasons' | null = null;
    const isDone = await action.run(async () => {
      const result = await runJobAction(job, jobAction);
      if (!isReasonMissing(result)) return result;
      next = 'reasons';
      return success(null);
    });
    if (!isDone) return;
    // The pressed button may be gone: keep the keyboard focus on this job.
    row.current?.focus();
    setOpened(next);
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
      id={`${codeId}-row`}
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
          {[job.recipient, job.printer, jobTimeText(job, now)].filter(Boolean).map((fact) => (
            <span key={fact} className="print-job-fact">
              {fact}
            </span>
          ))}
        </p>
      </div>
      <div className="print-job-evidence">
        <p className="print-job-state">
          <span>{text(`print-job.state.${job.state}`)}</span>
          {/* Without a space, Arabic letters of the two are joined, and both are read as one word. */}
          {cause && (
            <>
              {' '}
              <span className="print-job-cause">{cause}</span>
            </>
          )}
        </p>
        <p className="print-job-small">{sentence}</p>
        {jobNotes(job).map((note) => (
          <p key={note} className="print-job-small">
            {note}
          </p>
        ))}
        <div className="print-job-more">
          <Details lines={jobDetails(job)} describedBy={codeId} />
          <HelpButton page={jobHelp(job)} />
        </div>
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
}: Pick<PrintJobRowProps, 'entry'> & { readonly onDone: () => void }) {
  const known = useParcelCopies(job.parcelId, job.code);
  return <ReprintForm parcelId={job.parcelId} copies={known ?? copies} onDone={onDone} />;
}
