import { FileDown, Pause, Play, Printer, Square } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { showScreen } from '../../data/current-screen.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { isOpenRun, PrintRunProgress, usePrintRun } from '../print-queue/print-run.tsx';
import { endedOrders, useBatchRate } from './batch-rate.ts';
import { BatchQuestion, BatchSummary } from './batch-summary.tsx';
import {
  backoffText,
  batchStateText,
  chargedText,
  createdShare,
  dismissQuestion,
  progressText,
  rateText,
  startedSummary,
  stopQuestion,
} from './batch-text.ts';

interface StartedSummaryProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch after its start: progress, why it waits, actions; at its end, the results. */
export function StartedSummary({ batch, currency, action }: StartedSummaryProps) {
  const [openQuestion, setOpenQuestion] = useState<'stop' | 'dismiss' | null>(null);
  const { state } = batch;
  const { run, isRunning } = action;
  const close = () => setOpenQuestion(null);
  const question = dismissQuestion(batch);
  const printRun = usePrintRun(`batch ${batch.id}`);
  const dismiss = () => void run(() => call('batch.dismiss', null));
  return (
    <BatchSummary
      name={batch.name}
      summary={startedSummary(batch)}
      facts={
        <>
          <Facts batch={batch} currency={currency} />
          <PrintRunProgress {...printRun} />
        </>
      }
      question={
        openQuestion === 'stop' && batchCan('stop', state) ? (
          <BatchQuestion
            text={stopQuestion(batch)}
            tone="delete"
            isDisabled={isRunning}
            onYes={() => void run(() => call('batch.stop', null)).then(close)}
            onNo={close}
          />
        ) : openQuestion === 'dismiss' && question ? (
          <BatchQuestion text={question} tone="delete" isDisabled={isRunning} onYes={dismiss} onNo={close} />
        ) : null
      }
    >
      {batchCan('pause', state) && (
        <Button
          size="small"
          icon={Pause}
          isDisabled={isRunning}
          onPress={() => void run(() => call('batch.pause', null))}
        >
          {text('batch.pause')}
        </Button>
      )}
      {batchCan('resume', state) && (
        <Button
          size="small"
          tone="solid"
          icon={Play}
          isDisabled={isRunning}
          onPress={() => void run(() => call('batch.resume', null))}
        >
          {text('batch.resume')}
        </Button>
      )}
      {batchCan('stop', state) && (
        <Button size="small" icon={Square} isDisabled={isRunning} onPress={() => setOpenQuestion('stop')}>
          {text('batch.stop')}
        </Button>
      )}
      {batchCan('printLabels', state) && batch.counts.created > 0 && !isOpenRun(printRun.run) && (
        <Button
          size="small"
          icon={Printer}
          isDisabled={printRun.action.isRunning}
          onPress={() => void printRun.start({ kind: 'batch', batchId: batch.id })}
        >
          {text('print-run.print-labels')}
        </Button>
      )}
      {batch.counts.uncertain > 0 && (
        <Button size="small" onPress={() => showScreen('attention')}>
          {text('batch.uncertain.open')}
        </Button>
      )}
      {batchCan('export', state) && (
        <Button
          size="small"
          icon={FileDown}
          tone={batch.resultFile === null && !batchCan('resume', state) ? 'solid' : 'plain'}
          isDisabled={isRunning}
          onPress={() => void run(() => call('batch.export', null))}
        >
          {batch.resultFile === null ? text('batch.save-results') : text('batch.save-results-again')}
        </Button>
      )}
      {state === 'paused' && batch.why !== null && <HelpButton page="batch-paused" />}
      {batchCan('dismiss', state) && (
        <Button
          size="small"
          tone="quiet"
          isDisabled={isRunning}
          onPress={() => (question === null ? dismiss() : setOpenQuestion('dismiss'))}
        >
          {text('batch.dismiss')}
        </Button>
      )}
    </BatchSummary>
  );
}

function Facts({ batch, currency }: Pick<StartedSummaryProps, 'batch' | 'currency'>) {
  const { state, counts, pauseMs, resultFile, hasFolder } = batch;
  const rate = useBatchRate(batch);
  const isGoing = state === 'running' || state === 'paused';
  const saved = hasFolder ? 'batch.results-saved-beside' : 'batch.results-saved';
  const facts = [
    state === 'running' && batch.why === null ? rateText(rate) : null,
    state === 'running' ? backoffText(pauseMs) : null,
    chargedText(batch, currency),
    resultFile === null ? null : text(saved, { file: resultFile }),
  ];
  return (
    <>
      {isGoing && (
        <ProgressBar
          label={text('batch.progress.name')}
          share={createdShare(batch, endedOrders(counts))}
          valueLabel={progressText(counts)}
        />
      )}
      <p className="batch-band-fact">{facts.filter(Boolean).join(' ')}</p>
      <p className="only-spoken" role="status" aria-label={text('batch.name')}>
        {batchStateText(batch)}
      </p>
    </>
  );
}
