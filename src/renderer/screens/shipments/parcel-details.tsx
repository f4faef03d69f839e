import '../../ui/display.css';
import type { ReactNode } from 'react';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { Parcel, ParcelDetail } from '../../../shared/shipments/parcel.ts';
import { elsewhereTexts } from '../../presentation/elsewhere-text.ts';
import { labelStatus } from '../../presentation/label-status.ts';
import { printJobStateText } from '../../presentation/print-job-text.ts';
import { printJobStyles } from '../../presentation/state-styles.ts';
import { verdictContext } from '../../presentation/verdict-facts.ts';
import { ageText, clockTime, plainDate } from '../../text/dates.ts';
import { messageText, money, text } from '../../text/text.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';

interface ParcelFactsProps {
  readonly parcel: Parcel;
  readonly now: number;
}

/** What the station knows of a parcel; unknown facts are left out. */
export function ParcelFacts({ parcel, now }: ParcelFactsProps) {
  const { recipient, label } = parcel;
  return (
    <dl className="parcel-facts">
      <Fact name={text('parcel-page.recipient')} isWide>
        <bdi>{recipient.name}</bdi>
        {[recipient.phone, recipient.addressText, recipient.postalCode?.toUpperCase()].map(
          (line) =>
            line && (
              <span key={line} className="parcel-line">
                <bdi>{line}</bdi>
              </span>
            ),
        )}
      </Fact>
      <Fact name={text('parcel-page.label')} isWide>
        {labelStatus({ ...parcel, deletion: null }, verdictContext(null, now)).text}
        {label?.failure && <span className="parcel-line">{messageText(label.failure.message)}</span>}
      </Fact>
      <Fact name={text('elsewhere.name')} isWide>
        {elsewhereTexts(parcel, now).map((line) => (
          <span key={line} className="parcel-line">
            {line}
          </span>
        ))}
      </Fact>
      <Fact name={text('parcel-page.tracking-code')}>{parcel.trackingCode && <Code>{parcel.trackingCode}</Code>}</Fact>
      <Fact name={text('parcel-page.pick-up-code')}>{parcel.pickUpCode && <Code>{parcel.pickUpCode}</Code>}</Fact>
      <Fact name={text('parcel-page.order')}>{parcel.orderUniqueId && <Code>{parcel.orderUniqueId}</Code>}</Fact>
      <Fact name={text('parcel-page.parcel')}>
        {text('parcel.position', { position: parcel.position, count: parcel.parcelCount })}
      </Fact>
      <Fact name={text('parcel-page.weight-and-size')}>{weightAndSize(parcel)}</Fact>
      <Fact name={text('parcel-page.pick-up')}>{parcel.pickUpDate && plainDate(parcel.pickUpDate)}</Fact>
      <Fact name={text('parcel-page.drop-off')}>{parcel.dropOffDate && plainDate(parcel.dropOffDate)}</Fact>
      <Fact name={text('parcel-page.created')}>
        {text('parcel-page.created.at', {
          time: clockTime(parcel.createdAt, now),
          age: ageText(parcel.createdAt, now),
        })}
      </Fact>
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
  const weight = weightGrams === null ? null : text('parcel.weight', { grams: weightGrams });
  return [weight, sizeCode].filter((part) => part !== null && part !== '').join(', ');
}

interface ParcelPricesProps {
  readonly detail: ParcelDetail;
  readonly currency: string | null;
}

/** The prices of the parcel's shipment from the order's answer; nothing where it gave none. */
export function ParcelPrices({ detail, currency }: ParcelPricesProps) {
  const { prices, orderPriceWithTax } = detail;
  if (!prices) return null;
  const lines = [
    { name: text('parcel-page.prices.price'), charged: prices.total_price, without: prices.actual_total_price },
    { name: text('parcel-page.prices.tax'), charged: prices.total_tax, without: prices.actual_total_tax },
    {
      name: text('parcel-page.prices.with-tax'),
      charged: prices.price_with_tax,
      without: prices.actual_price_with_tax,
    },
  ];
  const isOrderMore = orderPriceWithTax !== null && orderPriceWithTax !== prices.price_with_tax;
  return (
    <Card title={text('parcel-page.prices')} {...(currency && { aside: currency })}>
      <table className="parcel-prices">
        <thead>
          <tr>
            <th scope="col">
              <span className="only-spoken">{text('parcel-page.prices.item')}</span>
            </th>
            <th scope="col">{text('parcel-page.prices.charged')}</th>
            <th scope="col">{text('parcel-page.prices.without-minimum')}</th>
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
        <p className="parcel-reason">
          {text('parcel-page.prices.order', { price: money(orderPriceWithTax, currency) })}
        </p>
      )}
    </Card>
  );
}

/** Every copy of the label that was requested, newest first: history, without tones. */
export function ParcelCopies({ copies, now }: { readonly copies: readonly PrintJob[]; readonly now: number }) {
  if (copies.length === 0) return <p className="parcel-reason">{text('parcel-page.copies.none')}</p>;
  return (
    <ul className="parcel-copies" aria-label={text('parcel-page.copies')}>
      {copies.map((job) => (
        <Copy key={job.id} job={job} now={now} />
      ))}
    </ul>
  );
}

function Copy({ job, now }: { readonly job: PrintJob; readonly now: number }) {
  const { icon: Icon } = printJobStyles[job.state];
  return (
    <li>
      <Icon aria-hidden />
      <span className="timeline-head">
        <span className="timeline-what">{printJobStateText(job)}</span>
        <span className="timeline-when">{clockTime(job.updatedAt, now)}</span>
      </span>
      <span className="timeline-more">{printerText(job)}</span>
    </li>
  );
}

/** The printer, and why another copy was printed. */
export const printerText = ({ printer, reprintReason }: Pick<PrintJob, 'printer' | 'reprintReason'>): string =>
  reprintReason === null ? printer : text('parcel-page.copies.reason', { printer, reason: reprintReason });
