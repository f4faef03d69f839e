import './quote.css';
import { Calculator } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Quote } from '../../../shared/orders/quote.ts';
import { list, text } from '../../text/text.ts';
import { Card } from '../../ui/card.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import type { Figures, QuoteState } from './quote-controller.ts';
import {
  localOffsetAt,
  type PriceLine,
  paymentType,
  quotedParcels,
  quotedPrice,
  quotedSlots,
  shipmentTypes,
  sizeCounts,
  subtotals,
} from './quote-text.ts';

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

interface QuoteProps {
  readonly quote: Quote;
}
interface PricedQuoteProps extends QuoteProps {
  readonly currency: string | null;
}

interface FiguresTableProps {
  readonly caption: string;
  readonly columnTitles: readonly ReactNode[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** Columns of text rather than figures, by index. */
  readonly textColumns?: readonly number[];
}

/** One table of the quote; says so where the answer has nothing for it. */
function FiguresTable({ caption, columnTitles, rows, textColumns = [] }: FiguresTableProps) {
  const classOf = (place: number) => (textColumns.includes(place) ? 'quote-text' : undefined);
  return (
    <table className="quote-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columnTitles.map((head, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
            <th key={place} scope="col" className={classOf(place)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote are identified by their index
          <tr key={row}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
              <td key={index} className={classOf(index + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columnTitles.length} className="quote-text">
              {text('value.not-provided')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const amountHead = (currency: string | null): ReactNode => currency ?? text('quote.amount');

/** What is charged, and what it would be without the minimum price. */
function PriceTable({ lines, currency }: { readonly lines: readonly PriceLine[]; readonly currency: string | null }) {
  return (
    <FiguresTable
      caption={text('quote.charges')}
      columnTitles={[amountHead(currency), text('quote.charges.charged'), text('quote.charges.without-minimum')]}
      rows={lines.map(({ name, charged, withoutMinimum }) => [name, charged, withoutMinimum])}
    />
  );
}

/** The parts of the price. */
function Subtotals({ quote, currency }: PricedQuoteProps) {
  return (
    <FiguresTable
      caption={text('quote.subtotals')}
      columnTitles={[text('quote.subtotals.part'), amountHead(currency)]}
      rows={subtotals(quote).map(({ name, amount }) => [name, amount])}
    />
  );
}

/** Each parcel, in the service's order. */
function ParcelPrices({ quote, currency }: PricedQuoteProps) {
  return (
    <FiguresTable
      caption={text('quote.parcels')}
      columnTitles={[text('quote.parcels.parcel'), text('quote.parcels.size'), text('quote.parcels.price')]}
      textColumns={[1]}
      rows={quotedParcels(quote, currency).map(({ weight, size, price }) => [weight, size, price])}
    />
  );
}

/** How many parcels of which size. */
function ParcelCounts({ quote }: QuoteProps) {
  return (
    <FiguresTable
      caption={text('quote.sizes')}
      columnTitles={[
        text('quote.sizes.size'),
        text('quote.sizes.note'),
        text('quote.sizes.type'),
        text('quote.sizes.count'),
      ]}
      textColumns={[1, 2]}
      rows={sizeCounts(quote).map(({ shipment, size, note, shipmentType, count }) => [
        shipment === null ? size : text('quote.sizes.size-of', { shipment, size }),
        note,
        shipmentType,
        count,
      ])}
    />
  );
}

/** When the service picks up and delivers. */
function Slots({ quote }: QuoteProps) {
  const slots = quotedSlots(quote, localOffsetAt);
  if (slots.length === 0) return <p className="quote-quiet">{text('quote.slots.none')}</p>;
  return (
    <dl className="quote-slots">
      {slots.map(({ label, name, date, clock, pickUpDate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity, and never move
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {date}
            <span className="quote-slot">{name}</span>
            {clock && <span className="quote-small">{clock}</span>}
            {pickUpDate && <span className="quote-small">{text('quote.slots.picked-up', { date: pickUpDate })}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The payment type and the shipment type. */
function PaymentDetails({ quote }: QuoteProps) {
  return (
    <dl className="quote-slots">
      <div>
        <dt>{text('quote.payment')}</dt>
        <dd>{paymentType(quote)}</dd>
      </div>
      <div>
        <dt>{text('quote.shipment-type')}</dt>
        <dd>{shipmentTypes(quote)}</dd>
      </div>
    </dl>
  );
}
