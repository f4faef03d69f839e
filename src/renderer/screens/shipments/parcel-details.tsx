import { messageText } from '../../text/text.ts';
import '../../ui/display.css';
import type { ReactNode } from 'react';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { Parcel, ParcelDetail } from '../../../shared/shipments/parcel.ts';
import { money } from '../../../shared/values/money.ts';
import { labelStatus, printJobStyles, printJobWords } from '../../presentation/print-job-text.ts';
import { ageWords, clockTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';

interface ParcelFactsProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** What the station knows of a parcel; what nobody told is left out. */
export function ParcelFacts({ parcel, now }: ParcelFactsProps) {
  const { recipient, label } = parcel;
  return (
    <dl className="parcel-facts">
      <Fact name="Recipient" isWide>
        {recipient.name}
        {recipient.phone && <span className="parcel-line">{recipient.phone}</span>}
        {recipient.addressText && <span className="parcel-line">{recipient.addressText}</span>}
        {recipient.postalCode && <span className="parcel-line">{recipient.postalCode.toUpperCase()}</span>}
      </Fact>
      <Fact name="Label" isWide>
        {labelStatus({ ...parcel, deletion: null }).words}
        {label?.failure && <span className="parcel-line">{messageText(label.failure.message)}</span>}
      </Fact>
      <Fact name="Tracking code">{parcel.trackingCode && <Code>{parcel.trackingCode}</Code>}</Fact>
      <Fact name="Pick-up code">{parcel.pickUpCode && <Code>{parcel.pickUpCode}</Code>}</Fact>
      <Fact name="Order">{parcel.orderUniqueId && <Code>{parcel.orderUniqueId}</Code>}</Fact>
      <Fact name="Parcel">{`${parcel.position} of ${parcel.parcelCount}`}</Fact>
      <Fact name="Weight and size">{weightAndSize(parcel)}</Fact>
      <Fact name="Pick-up">{parcel.pickUpDate}</Fact>
      <Fact name="Drop-off">{parcel.dropOffDate}</Fact>
      <Fact name="Created">{`${clockTime(parcel.createdAt, now)}, ${ageWords(parcel.createdAt, now)}`}</Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, isWide = false, children }: FactProps) {
  const parts = Array.isArray(children) ? children : [children];
  if (parts.every((part) => part === null || part === false || part === '' || part === undefined)) return null;
  return (
    <div className={isWide ? 'parcel-fact parcel-fact-wide' : 'parcel-fact'}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function weightAndSize({ weightGrams, sizeCode }: Parcel): string {
  return [weightGrams === null ? '' : `${weightGrams} g`, sizeCode ?? ''].filter((part) => part !== '').join(', ');
}

interface ParcelPricesProps {
  readonly detail: ParcelDetail;
  readonly currency: string | null;
}

/** What the parcel's shipment costs, as the order's answer said; nothing where it said nothing. */
export function ParcelPrices({ detail, currency }: ParcelPricesProps) {
  const { prices, orderPriceWithTax } = detail;
  if (!prices) return null;
  const lines = [
    { name: 'Price', charged: prices.total_price, without: prices.actual_total_price },
    { name: 'Tax', charged: prices.total_tax, without: prices.actual_total_tax },
    { name: 'With tax', charged: prices.price_with_tax, without: prices.actual_price_with_tax },
  ];
  const isOrderMore = orderPriceWithTax !== null && orderPriceWithTax !== prices.price_with_tax;
  return (
    <Card title="Prices of the shipment" {...(currency && { aside: currency })}>
      <table className="parcel-prices">
        <thead>
          <tr>
            <th scope="col" aria-label="What" />
            <th scope="col">Charged</th>
            <th scope="col">Without minimum</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, charged, without }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{money(charged, null)}</td>
              <td>{money(without, null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isOrderMore && (
        <p className="parcel-reason">{`The whole order: ${money(orderPriceWithTax, currency)} with tax`}</p>
      )}
    </Card>
  );
}

/** Every copy of the label that was asked for, newest first. */
export function ParcelCopies({ copies, now }: { readonly copies: readonly PrintJob[]; readonly now: number }) {
  if (copies.length === 0) return <p className="parcel-reason">None was asked for.</p>;
  return (
    <ul className="parcel-copies" aria-label="Copies">
      {copies.map((job) => (
        <Copy key={job.id} job={job} now={now} />
      ))}
    </ul>
  );
}

function Copy({ job, now }: { readonly job: PrintJob; readonly now: number }) {
  const { tone, icon: Icon } = printJobStyles[job.state];
  return (
    <li className={`tone-${tone}`}>
      <Icon aria-hidden />
      <span className="timeline-words">
        <span className="timeline-what">{printJobWords(job)}</span>
        <span className="timeline-when">{clockTime(job.updatedAt, now)}</span>
      </span>
      <span className="timeline-more">
        {job.reprintReason ? `${job.printer}. Why: ${job.reprintReason}` : job.printer}
      </span>
    </li>
  );
}
