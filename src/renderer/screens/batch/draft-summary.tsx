import { Play, Tag } from 'lucide-react';
import { useState } from 'react';
import { type Batch, batchCan } from '../../../shared/orders/batch.ts';
import { call } from '../../data/station-client.ts';
import type { Action } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { BatchQuestion, BatchSummary } from './batch-summary.tsx';
import { dismissQuestion, draftFacts, draftSummary, pricingProgress, startQuestion } from './batch-text.ts';

interface DraftSummaryProps {
  readonly batch: Batch;
  readonly currency: string | null;
  readonly action: Action;
}

/** A batch before its start: how many rows are ready, their price, and the question before they are bought. */
export function DraftSummary({ batch, currency, action }: DraftSummaryProps) {
  const [openQuestion, setOpenQuestion] = useState<'start' | 'dismiss' | null>(null);
  const { run, isRunning } = action;
  const isPricing = batch.quote?.isRunning ?? false;
  const hasNone = batch.counts.orders === 0;
  const close = () => setOpenQuestion(null);
  const question = dismissQuestion(batch);
  return (
    <BatchSummary
      name={batch.name}
      summary={draftSummary(batch)}
      facts={<Price batch={batch} currency={currency} />}
      question={
        openQuestion === 'start' && !hasNone ? (
          <StartQuestion batch={batch} currency={currency} action={action} onClose={close} />
        ) : openQuestion === 'dismiss' && question ? (
          <BatchQuestion
            text={question}
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
          {text('batch.stop-prices')}
        </Button>
      ) : (
        <Button
          size="small"
          icon={Tag}
          isDisabled={hasNone || isRunning || !batchCan('quote', batch.state)}
          onPress={() => void run(() => call('batch.quote', null))}
        >
          {text('batch.check-prices')}
        </Button>
      )}
      <Button
        size="small"
        tone="solid"
        icon={Play}
        isDisabled={hasNone || isRunning}
        onPress={() => setOpenQuestion('start')}
      >
        {text('batch.start')}
      </Button>
      <Button size="small" tone="quiet" onPress={() => setOpenQuestion('dismiss')}>
        {text('batch.dismiss')}
      </Button>
    </BatchSummary>
  );
}

function Price({ batch, currency }: Pick<DraftSummaryProps, 'batch' | 'currency'>) {
  const facts = draftFacts(batch, currency);
  if (facts.length === 0) return null;
  const { share, label } = pricingProgress(batch);
  return (
    <>
      <p className="batch-band-fact">{facts.join(', ')}</p>
      {batch.quote?.isRunning && (
        <ProgressBar label={text('batch.price.progress.name')} share={share} valueLabel={label} />
      )}
    </>
  );
}

function StartQuestion({ batch, currency, action, onClose }: DraftSummaryProps & { readonly onClose: () => void }) {
  const start = async (): Promise<void> => {
    await action.run(() => call('batch.start', null));
    onClose();
  };
  return (
    <BatchQuestion
      text={startQuestion(batch, currency)}
      tone="solid"
      isDisabled={action.isRunning}
      onYes={() => void start()}
      onNo={onClose}
    />
  );
}
