import { Play, Tag } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { BatchProgress, BatchQuestion, BatchSummary } from './batch-summary.tsx';
import { dismissQuestion, draftWords, priceWords, pricingProgress, startQuestion } from './batch-text.ts';

interface DraftSummaryProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch before its start: how many rows are ready, what they cost, and the one question before they are bought. */
export function DraftSummary({ batch, currency, action }: DraftSummaryProps) {
  const [openQuestion, setOpenQuestion] = useState<'start' | 'dismiss' | null>(null);
  const { run, isRunning } = action;
  const isPricing = batch.quote?.isRunning ?? false;
  const hasNone = batch.counts.orders === 0;
  const close = () => setOpenQuestion(null);
  return (
    <BatchSummary
      name={batch.name}
      summary={draftWords(batch)}
      facts={<Price batch={batch} currency={currency} />}
      question={
        openQuestion === 'start' && !hasNone ? (
          <StartQuestion batch={batch} currency={currency} action={action} onClose={close} />
        ) : openQuestion === 'dismiss' ? (
          <BatchQuestion
            words={dismissQuestion(batch) ?? 'Put this batch away?'}
            yes="Yes, put it away"
            no="Keep it"
            tone="delete"
            isDisabled={isRunning}
            onYes={() => void run(() => call('batch.dismiss', null))}
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
      <Button
        size="small"
        tone="solid"
        icon={Play}
        isDisabled={hasNone || isRunning}
        onPress={() => setOpenQuestion('start')}
      >
        Start the batch
      </Button>
      <Button size="small" tone="quiet" onPress={() => setOpenQuestion('dismiss')}>
        Put away
      </Button>
    </BatchSummary>
  );
}

function Price({ batch, currency }: Pick<DraftSummaryProps, 'batch' | 'currency'>) {
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

function StartQuestion({ batch, currency, action, onClose }: DraftSummaryProps & { readonly onClose: () => void }) {
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
