import type { ReactNode } from 'react';
import type { Quote } from '../../../shared/orders/quote.ts';
import { text } from '../../text/text.ts';
import {
  localOffsetAt,
  type PriceLine,
  paymentType,
  quotedParcels,
  quotedSlots,
  shipmentTypes,
  sizeCounts,
  subtotals,
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
export function PriceTable({
  lines,
  currency,
}: {
  readonly lines: readonly PriceLine[];
  readonly currency: string | null;
}) {
  return (
    <FiguresTable
      caption={text('quote.charges')}
      columnTitles={[amountHead(currency), text('quote.charges.charged'), text('quote.charges.without-minimum')]}
      rows={lines.map(({ name, charged, withoutMinimum }) => [name, charged, withoutMinimum])}
    />
  );
}

/** The parts of the price. */
export function Subtotals({ quote, currency }: PricedQuoteProps) {
  return (
    <FiguresTable
      caption={text('quote.subtotals')}
      columnTitles={[text('quote.subtotals.part'), amountHead(currency)]}
      rows={subtotals(quote).map(({ name, amount }) => [name, amount])}
    />
  );
}

/** Each parcel, in the service's order. */
export function ParcelPrices({ quote, currency }: PricedQuoteProps) {
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
export function ParcelCounts({ quote }: QuoteProps) {
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
export function Slots({ quote }: QuoteProps) {
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
export function PaymentDetails({ quote }: QuoteProps) {
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
