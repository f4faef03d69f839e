import { FileDown, Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../../shared/batch.ts';
import { call } from '../../../station.ts';
import { endedOrders } from '../../../stores/batch-pace.ts';
import { showScreen } from '../../../stores/current-screen.ts';
import { Button } from '../../../ui/button.tsx';
import type { Action } from '../../use-action.ts';
import { BatchBand } from './batch-band.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchQuestion } from './batch-question.tsx';
import {
  chargedWords,
  createdShare,
  createdWords,
  paceWords,
  pauseWords,
  putAwayQuestion,
  standingWords,
  startedWords,
  stopQuestion,
} from './batch-words.ts';
import { usePace } from './use-pace.ts';

interface StartedBandProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch from its start on: how far it is, why it waits, and what can be done; at its end, the result. */
export function StartedBand({ batch, currency, action }: StartedBandProps) {
  const [asks, setAsks] = useState<'stop' | 'put away' | null>(null);
  const { state } = batch;
  const { run, isRunning } = action;
  const close = () => setAsks(null);
  const putAway = () => void run(() => call('batch.put-away', null));
  return (
    <BatchBand
      name={batch.name}
      say={startedWords(batch)}
      facts={<Facts batch={batch} currency={currency} />}
      question={
        asks === 'stop' && batchCan('stop', state) ? (
          <BatchQuestion
            {...stopQuestion(batch)}
            tone="delete"
            isDisabled={isRunning}
            onYes={() => void run(() => call('batch.stop', null)).then(close)}
            onNo={close}
          />
        ) : asks === 'put away' ? (
          <BatchQuestion
            words="Put this batch away?"
            more={putAwayQuestion(batch) ?? ''}
            yes="Yes, put it away"
            no="Keep it"
            tone="delete"
            isDisabled={isRunning}
            onYes={putAway}
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
        <Button size="small" icon={Square} isDisabled={isRunning} onPress={() => setAsks('stop')}>
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
      {batchCan('putAway', state) && (
        <Button
          size="small"
          tone="quiet"
          isDisabled={isRunning}
          onPress={() => (putAwayQuestion(batch) === null ? putAway() : setAsks('put away'))}
        >
          Put away
        </Button>
      )}
    </BatchBand>
  );
}

function Facts({ batch, currency }: Pick<StartedBandProps, 'batch' | 'currency'>) {
  const { state, counts, pauseMs, resultFile, hasFolder } = batch;
  const pace = usePace(batch);
  const isGoing = state === 'running' || state === 'paused';
  const lines = [
    state === 'running' && batch.why === null ? paceWords(pace) : null,
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
