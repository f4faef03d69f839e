import { Play, Tag } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../../shared/batch.ts';
import { call } from '../../../station.ts';
import { Button } from '../../../ui/button.tsx';
import type { Action } from '../../use-action.ts';
import { BatchBand } from './batch-band.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchQuestion } from './batch-question.tsx';
import { draftWords, priceWords, pricingProgress, putAwayQuestion, startQuestion } from './batch-words.ts';

interface DraftBandProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch before its start: how many rows are ready, what they cost, and the one question before they are bought. */
export function DraftBand({ batch, currency, action }: DraftBandProps) {
  const [asks, setAsks] = useState<'start' | 'put away' | null>(null);
  const { run, isRunning } = action;
  const isPricing = batch.quote?.isRunning ?? false;
  const hasNone = batch.counts.orders === 0;
  const close = () => setAsks(null);
  return (
    <BatchBand
      name={batch.name}
      say={draftWords(batch)}
      facts={<Price batch={batch} currency={currency} />}
      question={
        asks === 'start' && !hasNone ? (
          <StartQuestion batch={batch} currency={currency} action={action} onClose={close} />
        ) : asks === 'put away' ? (
          <BatchQuestion
            words={putAwayQuestion(batch) ?? 'Put this batch away?'}
            yes="Yes, put it away"
            no="Keep it"
            tone="delete"
            isDisabled={isRunning}
            onYes={() => void run(() => call('batch.put-away', null))}
            onNo={close}
          />
        ) : null
      }
    >
      {isPricing ? (
        <Button size="small" onPress={() => void run(() => call('batch.stop-quote', null))}>
          Stop pricing
        </Button>
      ) : (
        <Button
          size="small"
          icon={Tag}
          isDisabled={hasNone || isRunning || !batchCan('quote', batch.state)}
          onPress={() => void run(() => call('batch.quote', null))}
        >
          Price all
        </Button>
      )}
      <Button size="small" tone="solid" icon={Play} isDisabled={hasNone || isRunning} onPress={() => setAsks('start')}>
        Start the batch
      </Button>
      <Button size="small" tone="quiet" onPress={() => setAsks('put away')}>
        Put away
      </Button>
    </BatchBand>
  );
}

function Price({ batch, currency }: Pick<DraftBandProps, 'batch' | 'currency'>) {
  const words = priceWords(batch, currency);
  if (words === null) return null;
  const { share, words: progress } = pricingProgress(batch);
  return (
    <>
      <p className="batch-band-fact">{words}</p>
      {batch.quote?.isRunning && <BatchProgress label="Prices asked" share={share} words={progress} />}
    </>
  );
}

function StartQuestion({ batch, currency, action, onClose }: DraftBandProps & { readonly onClose: () => void }) {
  const { words, more, yes } = startQuestion(batch, currency);
  const start = async (): Promise<void> => {
    await action.run(() => call('batch.start', null));
    onClose();
  };
  return (
    <BatchQuestion
      words={words}
      more={more}
      yes={yes}
      no="Not yet"
      tone="solid"
      isDisabled={action.isRunning}
      onYes={() => void start()}
      onNo={onClose}
    />
  );
}
