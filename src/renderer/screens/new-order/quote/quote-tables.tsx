import type { ReactNode } from 'react';
import type { Quote } from '../../../../shared/orders/quote.ts';
import {
  localOffsetAt,
  type PriceLine,
  parcelPriceWords,
  parcelSummaryLines,
  paymentWords,
  shipmentTypeWords,
  slotWords,
  subTotals,
} from './quote-text.ts';

interface QuoteProps {
  readonly quote: Quote;
}
interface PricedQuoteProps extends QuoteProps {
  readonly currency: string | null;
}

interface FiguresTableProps {
  readonly caption: string;
  readonly columnTitles: readonly ReactNode[];
  /** The first cell of a row is its head. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** Columns of words rather than figures, by place. */
  readonly textColumns?: readonly number[];
}

/** One table of the quote; says so where the answer told nothing for it. */
function FiguresTable({ caption, columnTitles, rows, textColumns = [] }: FiguresTableProps) {
  const classOf = (place: number) => (textColumns.includes(place) ? 'quote-words' : undefined);
  return (
    <table className="quote-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columnTitles.map((head, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are told by their place
            <th key={place} scope="col" className={classOf(place)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote are told by their place
          <tr key={row}>
            <th scope="row">{first}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told by their place
              <td key={index} className={classOf(index + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columnTitles.length} className="quote-words">
              not told
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const amountHead = (currency: string | null): ReactNode => currency ?? 'Amount';

/** What is charged, and what it would be without the minimum-price rule. */
export function PriceTable({
  lines,
  currency,
}: {
  readonly lines: readonly PriceLine[];
  readonly currency: string | null;
}) {
  return (
    <FiguresTable
      caption="What is charged"
      columnTitles={[amountHead(currency), 'Charged', 'Without the minimum']}
      rows={lines.map(({ name, charged, withoutMinimum }) => [name, charged, withoutMinimum])}
    />
  );
}

/** The parts of the price by the service's own names. */
export function SubTotals({ quote, currency }: PricedQuoteProps) {
  return (
    <FiguresTable
      caption="Sub-totals, as the service gives them"
      columnTitles={['Part', amountHead(currency)]}
      rows={subTotals(quote).map(({ name, amount }) => [name, amount])}
    />
  );
}

/** Each parcel, in the service's order. */
export function ParcelPrices({ quote, currency }: PricedQuoteProps) {
  return (
    <FiguresTable
      caption="Parcel by parcel"
      columnTitles={['Parcel', 'Size', 'Price']}
      textColumns={[1]}
      rows={parcelPriceWords(quote, currency).map(({ weight, size, price }) => [weight, size, price])}
    />
  );
}

/** How many parcels of which size. */
export function ParcelCounts({ quote }: QuoteProps) {
  const lines = parcelSummaryLines(quote);
  return (
    <FiguresTable
      caption="Counted as"
      columnTitles={['Size', 'Note', 'Type', 'Count']}
      textColumns={[1, 2]}
      rows={lines.map(({ of, size, note, shipmentType, count }) => [
        of === null ? size : `${of}: ${size}`,
        note,
        shipmentType,
        count,
      ])}
    />
  );
}

/** When the service comes and when it delivers, in its own words. */
export function Slots({ quote }: QuoteProps) {
  const slots = slotWords(quote, localOffsetAt);
  if (slots.length === 0) return <p className="quote-quiet">Pick-up and drop-off times: not told</p>;
  return (
    <dl className="quote-slots">
      {slots.map(({ what, name, date, clock, pickUpDate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no identity, and are never moved
        <div key={index}>
          <dt>{what}</dt>
          <dd>
            {date}
            <span className="quote-slot">{name}</span>
            {clock && <span className="quote-small">{clock}</span>}
            {pickUpDate && <span className="quote-small">picked up {pickUpDate}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How it is paid, and what kind of shipment it is. */
export function PaymentDetails({ quote }: QuoteProps) {
  return (
    <dl className="quote-slots">
      <div>
        <dt>Payment type</dt>
        <dd>{paymentWords(quote)}</dd>
      </div>
      <div>
        <dt>Shipment type</dt>
        <dd>{shipmentTypeWords(quote)}</dd>
      </div>
    </dl>
  );
}
