import './print-run.css';
import { Square } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { success } from '../../../shared/contract/failure.ts';
import { type PrintRun, type PrintRunSource, printRunProgress } from '../../../shared/printing/print-run.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { list, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Tone } from '../../ui/tone.tsx';

/** The runs that places of the window have started, as they were then, by environment and place: they stay shown when the screen changes. */
const shownRuns = createStore<Readonly<Record<string, PrintRun | null>>>(() => ({}));

/** The print run that one place of the window started last. */
export interface PlacedPrintRun {
  /** Null before the first one, and after it was dismissed. */
  readonly run: PrintRun | null;
  readonly action: Action;
  readonly start: (source: PrintRunSource) => Promise<boolean>;
  readonly dismiss: () => void;
}

/**
 * Prints several labels in order from one place of the window, such as "order 12", "batch 3" or "selected rows". Show
 * `PrintRunProgress` there.
 */
export function usePrintRun(place: string): PlacedPrintRun {
  const environment = useQuery(stationViewQuery).value?.environment.name ?? '';
  const key = `${environment}/${place}`;
  const started = useStore(shownRuns, (runs) => runs[key] ?? null);
  const runId = started?.id ?? null;
  const query = useMemo(() => runQuery(runId), [runId]);
  const { value } = useQuery(query);
  const action = useAction();
  const show = (run: PrintRun | null): void => shownRuns.setState({ [key]: run });
  return {
    // Until it is read again: a second press in between would start a run without labels in its place.
    run: value?.id === runId ? value : started,
    action,
    start: (source) =>
      action.run(async () => {
        const result = await call('print-run.start', source);
        if (result.ok) show(result.value);
        return result;
      }),
    dismiss: () => show(null),
  };
}

const runQuery = (runId: number | null) =>
  createQuery<PrintRun | null>({
    topics: ['print jobs'],
    read: async () => (runId === null ? success(null) : call('print-run.read', { runId })),
  });

/** True while labels of the run are not sent: a second run would print nothing, and hide the first one with its "Stop printing". */
export function isOpenRun(run: PrintRun | null): boolean {
  if (!run) return false;
  const { waiting, held } = printRunProgress(run);
  return waiting + held > 0;
}

interface PrintRunProgressProps extends Pick<PlacedPrintRun, 'run' | 'action'> {
  /** Absent on Print queue, which shows no run that has ended. */
  readonly dismiss?: () => void;
}

/** How far a run is, what it left out, and "Stop" while labels are not sent; nothing before it was started. */
export function PrintRunProgress({ run, action, dismiss }: PrintRunProgressProps) {
  if (!run) return <FailureStrip failure={action.failure} />;
  const { sent, held } = printRunProgress(run);
  const isOpen = isOpenRun(run);
  const progress = text('print-run.progress', { sent, total: run.total, awaited: run.awaited });
  return (
    <div className="print-run" role="status" aria-label={text('print-run.title')}>
      <FailureStrip failure={action.failure} />
      <div className="print-run-line">
        {isOpen ? (
          <ProgressBar
            label={text('print-run.title')}
            valueLabel={progress}
            share={run.total === 0 ? null : sent / run.total}
          >
            {progress}
            {dismiss && held > 0 && <span className="print-run-held"> {text('print-run.held')}</span>}
          </ProgressBar>
        ) : (
          <NoticeStrip tone={endedTone(run)}>{endedText(run)}</NoticeStrip>
        )}
        {isOpen && (
          <Button
            size="small"
            icon={Square}
            onPress={() => void action.run(() => call('print-run.stop', { runId: run.id }))}
          >
            {text('print-run.stop')}
          </Button>
        )}
        {dismiss && needsPrintQueue(run) && (
          <Button size="small" tone="quiet" onPress={() => showScreen('print-queue')}>
            {text('print-run.show-queue')}
          </Button>
        )}
        {!isOpen && dismiss && (
          <Button size="small" tone="quiet" onPress={dismiss}>
            {text('print-run.dismiss')}
          </Button>
        )}
      </div>
      {run.leftOut.map(({ reason, count, codes }) => (
        <p key={reason} className="print-run-left-out">
          {text(`print-run.left-out.${reason}`, { count, codes: list(codes), more: count - codes.length })}
        </p>
      ))}
    </div>
  );
}

const openRunsQuery = createQuery({ topics: ['print jobs', 'station'], read: () => call('print-runs.open', null) });

/** Every run with labels that are not sent, wherever it was started, also before a restart. */
export function OpenPrintRuns() {
  const { value } = useQuery(openRunsQuery);
  return value?.map((run) => <OpenPrintRun key={run.id} run={run} />);
}

function OpenPrintRun({ run }: { readonly run: PrintRun }) {
  return <PrintRunProgress run={run} action={useAction()} />;
}

const needsPrintQueue = ({ labels }: PrintRun): boolean =>
  (labels.held ?? 0) + (labels.uncertain ?? 0) + (labels.failed ?? 0) > 0;

function endedTone(run: PrintRun): Tone {
  if (needsPrintQueue(run) || run.total === 0) return 'warning';
  return run.isStopped || (run.labels.printed ?? 0) < run.total ? 'information' : 'success';
}

/** Sent is not printed: only what a printer or an operator confirmed counts as that. */
function endedText(run: PrintRun): string {
  if (run.total === 0) return text('print-run.nothing-queued');
  const { printed = 0, uncertain = 0, failed = 0, cancelled = 0 } = run.labels;
  const { sent } = printRunProgress(run);
  return text('print-run.ended', { total: run.total, sent, printed, unclear: uncertain + failed, cancelled });
}
