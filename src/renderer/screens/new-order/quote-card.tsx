import './quote.css';
import { Calculator } from 'lucide-react';
import { list, text } from '../../text/text.ts';
import { Card } from '../../ui/card.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import type { Figures, QuoteState } from './quote-controller.ts';
import { ParcelCounts, ParcelPrices, PaymentDetails, PriceTable, Slots, Subtotals } from './quote-tables.tsx';
import { quotedPrice } from './quote-text.ts';

interface QuoteCardProps {
  readonly state: QuoteState;
  readonly currency: string | null;
}

/** What the service would charge and why, and when it would pick up and deliver. */
export function QuoteCard({ state, currency }: QuoteCardProps) {
  const figures = figuresOf(state);
  return (
    <Card title={text('quote.title')}>
      <div role="status" aria-label={text('quote.title')} aria-busy={state.kind === 'loading'} className="quote-body">
        {state.kind === 'none' && <p className="quote-quiet">{text('quote.none')}</p>}
        {state.kind === 'loading' && figures === null && (
          <p className="quote-quiet">
            <Calculator aria-hidden /> {text('quote.loading')}
          </p>
        )}
        {state.kind === 'failed' && <FailureStrip failure={state.failure} />}
        {figures && state.kind !== 'current' && (
          <NoticeStrip tone="warning">
            {state.kind === 'loading' ? text('quote.outdated-loading') : text('quote.outdated')}
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
  const { total, lines, minimum, minimumApplied } = quotedPrice(quote, currency);
  return (
    <div className={isOld ? 'quote-figures quote-old' : 'quote-figures'}>
      <p className="quote-price">
        {isOld ? (
          <>
            <span className="quote-small">{text('quote.before-change')}</span> <s>{total}</s>
          </>
        ) : (
          total
        )}
      </p>
      <p>{text('quote.minimum', { minimum, applied: String(minimumApplied) })}</p>
      <Slots quote={quote} />
      <PriceTable lines={lines} currency={currency} />
      <ParcelPrices quote={quote} currency={currency} />
      <Subtotals quote={quote} currency={currency} />
      <ParcelCounts quote={quote} />
      <PaymentDetails quote={quote} />
      {currency === null && <p className="quote-quiet">{text('quote.no-currency')}</p>}
      {missing.length > 0 && (
        <NoticeStrip tone="warning">{text('new-order.missing-fields', { fields: list(missing) })}</NoticeStrip>
      )}
    </div>
  );
}
