import './quote.css';
import { Calculator } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import type { Figures, QuoteState } from './quote-controller.ts';
import { ParcelCounts, ParcelPrices, PaymentDetails, PriceTable, Slots, SubTotals } from './quote-tables.tsx';
import { priceWords } from './quote-text.ts';

interface QuoteCardProps {
  readonly state: QuoteState;
  readonly currency: string | null;
}

/** What the service would charge and why, and when it would come. */
export function QuoteCard({ state, currency }: QuoteCardProps) {
  const figures = figuresOf(state);
  return (
    <Card title="Quote" className="quote">
      <div role="status" aria-label="Quote" aria-busy={state.kind === 'loading'} className="quote-body">
        {state.kind === 'none' && <p className="quote-quiet">Get quote asks the price. It books nothing.</p>}
        {state.kind === 'loading' && figures === null && (
          <p className="quote-quiet">
            <Calculator aria-hidden /> Asking the service for its price
          </p>
        )}
        {state.kind === 'failed' && <FailureStrip failure={state.failure} />}
        {figures && state.kind !== 'current' && (
          <NoticeStrip tone="warning">
            {state.kind === 'loading'
              ? 'Out of date: the order has changed. Asking the new price.'
              : 'Out of date: the order has changed. The new price is asked when the form is complete.'}
          </NoticeStrip>
        )}
        {figures && <Answer figures={figures} currency={currency} isOld={state.kind !== 'current'} />}
      </div>
    </Card>
  );
}

function figuresOf(state: QuoteState): Figures | null {
  switch (state.kind) {
    case 'current':
      return state.figures;
    case 'loading':
    case 'stale':
      return state.previous;
    default:
      return null;
  }
}

interface AnswerProps {
  readonly figures: Figures;
  readonly currency: string | null;
  /** Figures of the form before it changed. */
  readonly isOld: boolean;
}

function Answer({ figures: { quote, missing }, currency, isOld }: AnswerProps) {
  const { total, lines, minimum, minimumApplied } = priceWords(quote, currency);
  return (
    <div className={isOld ? 'quote-figures quote-old' : 'quote-figures'}>
      <p className="quote-price">
        {isOld ? (
          <>
            <span className="quote-small">Before the change</span> <s>{total}</s>
          </>
        ) : (
          total
        )}
      </p>
      <p>{minimumSentence(minimum, minimumApplied)}</p>
      <Slots quote={quote} />
      <PriceTable lines={lines} currency={currency} />
      <ParcelPrices quote={quote} currency={currency} />
      <SubTotals quote={quote} currency={currency} />
      <ParcelCounts quote={quote} />
      <PaymentDetails quote={quote} />
      {currency === null && <p className="quote-quiet">The service names no currency. Set one under Settings.</p>}
      {missing.length > 0 && <NoticeStrip tone="warning">The service did not say: {missing.join(', ')}.</NoticeStrip>}
    </div>
  );
}

function minimumSentence(minimum: string, applied: boolean | null): string {
  if (applied === null) return `With tax. Minimum price: ${minimum}.`;
  return applied
    ? `With tax. The minimum price of ${minimum} applies.`
    : `With tax. The minimum price of ${minimum} does not apply.`;
}
