import './quote-card.css';
import { Calculator } from 'lucide-react';
import type { Quote } from '../../../shared/quote.ts';
import { Card } from '../../ui/card.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import type { QuoteState } from './order-desk.ts';
import { deskOffsetAt, parcelPriceWords, priceWords, slotWords } from './quote-words.ts';

interface QuoteCardProps {
  readonly state: QuoteState;
  readonly currency: string | null;
}

/** What the service would charge, and when it would come. */
export function QuoteCard({ state, currency }: QuoteCardProps) {
  return (
    <Card title="Quote" className="quote">
      <div role="status" aria-label="Quote" className="quote-body">
        {state.kind === 'none' && <p className="quote-quiet">Get quote asks the price. It books nothing.</p>}
        {state.kind === 'asking' && (
          <p className="quote-quiet">
            <Calculator aria-hidden /> Asking the service for its price
          </p>
        )}
        {state.kind === 'failed' && <FailureStrip failure={state.failure} />}
        {state.kind === 'given' && <GivenQuote quote={state.quote} missing={state.missing} currency={currency} />}
      </div>
    </Card>
  );
}

interface GivenQuoteProps {
  readonly quote: Quote;
  readonly missing: readonly string[];
  readonly currency: string | null;
}

function GivenQuote({ quote, missing, currency }: GivenQuoteProps) {
  const { total, lines, minimum, minimumApplied } = priceWords(quote, currency);
  return (
    <>
      <p className="quote-price">{total}</p>
      <p>{minimumSentence(minimum, minimumApplied)}</p>
      <table className="quote-table">
        <thead>
          <tr>
            <th scope="col">{currency ?? <span className="only-spoken">Amount</span>}</th>
            <th scope="col">Charged</th>
            <th scope="col">Without the minimum</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">{line.name}</th>
              <td>{line.charged}</td>
              <td>{line.withoutMinimum}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Slots quote={quote} />
      <ParcelPrices quote={quote} currency={currency} />
      {currency === null && <p className="quote-quiet">The service names no currency. Set one under Settings.</p>}
      {missing.length > 0 && <NoticeStrip tone="warning">The service did not say: {missing.join(', ')}.</NoticeStrip>}
    </>
  );
}

function minimumSentence(minimum: string, applied: boolean | null): string {
  if (applied === null) return `With tax. Minimum price: ${minimum}.`;
  return applied
    ? `With tax. The minimum price of ${minimum} applies.`
    : `With tax. Above the minimum price of ${minimum}.`;
}

function Slots({ quote }: { readonly quote: Quote }) {
  const slots = slotWords(quote, deskOffsetAt);
  return (
    <dl className="quote-slots">
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity, and are never moved
        <div key={index}>
          <dt>{slot.what}</dt>
          <dd>
            {slot.name}
            <span className="quote-small">{slot.date}</span>
            {slot.clock && <span className="quote-small">{slot.clock}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ParcelPrices({ quote, currency }: { readonly quote: Quote; readonly currency: string | null }) {
  const parcels = parcelPriceWords(quote, currency);
  if (parcels.length === 0) return null;
  return (
    <table className="quote-table">
      <thead>
        <tr>
          <th scope="col">Parcel</th>
          <th scope="col">Size</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {parcels.map((parcel, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parcels of a quote are told by their place
          <tr key={index}>
            <th scope="row">{parcel.weight}</th>
            <td>{parcel.size}</td>
            <td>{parcel.price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
