import { FileDown, Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { showScreen } from '../../data/current-screen.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { endedOrders, useBatchRate } from './batch-rate.ts';
import { BatchProgress, BatchQuestion, BatchSummary } from './batch-summary.tsx';
import {
  chargedWords,
  createdShare,
  createdWords,
  dismissQuestion,
  paceWords,
  pauseWords,
  standingWords,
  startedWords,
  stopQuestion,
} from './batch-text.ts';

interface StartedSummaryProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch from its start on: how far it is, why it waits, and what can be done; at its end, the result. */
export function StartedSummary({ batch, currency, action }: StartedSummaryProps) {
  const [openQuestion, setOpenQuestion] = useState<'stop' | 'dismiss' | null>(null);
  const { state } = batch;
  const { run, isRunning } = action;
  const close = () => setOpenQuestion(null);
  const dismiss = () => void run(() => call('batch.dismiss', null));
  return (
    <BatchSummary
      name={batch.name}
      summary={startedWords(batch)}
      facts={<Facts batch={batch} currency={currency} />}
      question={
        openQuestion === 'stop' && batchCan('stop', state) ? (
          <BatchQuestion
            {...stopQuestion(batch)}
            tone="delete"
            isDisabled={isRunning}
            onYes={() => void run(() => call('batch.stop', null)).then(close)}
            onNo={close}
          />
        ) : openQuestion === 'dismiss' ? (
          <BatchQuestion
            words="Put this batch away?"
            more={dismissQuestion(batch) ?? ''}
            yes="Yes, put it away"
            no="Keep it"
            tone="delete"
            isDisabled={isRunning}
            onYes={dismiss}
            onNo={close}
          />
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
          Pause
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
          Resume
        </Button>
      )}
      {batchCan('stop', state) && (
        <Button size="small" icon={Square} isDisabled={isRunning} onPress={() => setOpenQuestion('stop')}>
          Stop
        </Button>
      )}
      {batch.counts.uncertain > 0 && (
        <Button size="small" onPress={() => showScreen('print-queue')}>
          Settle what is in doubt
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
          {batch.resultFile === null ? 'Write the result' : 'Write the result again'}
        </Button>
      )}
      {batchCan('dismiss', state) && (
        <Button
          size="small"
          tone="quiet"
          isDisabled={isRunning}
          onPress={() => (dismissQuestion(batch) === null ? dismiss() : setOpenQuestion('dismiss'))}
        >
          Put away
        </Button>
      )}
    </BatchSummary>
  );
}

function Facts({ batch, currency }: Pick<StartedSummaryProps, 'batch' | 'currency'>) {
  const { state, counts, pauseMs, resultFile, hasFolder } = batch;
  const rate = useBatchRate(batch);
  const isGoing = state === 'running' || state === 'paused';
  const lines = [
    state === 'running' && batch.why === null ? paceWords(rate) : null,
    state === 'running' ? pauseWords(pauseMs) : null,
    chargedWords(batch, currency),
    resultFile === null ? null : `The result is in ${resultFile}${hasFolder ? ', beside the file it came from' : ''}`,
  ];
  return (
    <>
      {isGoing && (
        <BatchProgress
          label="Orders ended"
          share={createdShare(batch, endedOrders(counts))}
          words={createdWords(counts)}
        />
      )}
      <p className="batch-band-fact">{lines.filter(Boolean).join('. ')}</p>
      <p className="only-spoken" role="status" aria-label="Batch">
        {standingWords(batch)}
      </p>
    </>
  );
}
