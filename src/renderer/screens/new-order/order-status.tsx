import './new-order.css';
import { Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { isLabelAddressUnknown, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { isOtherAmount } from '../../../shared/values/money.ts';
import { labelStatus } from '../../presentation/print-job-text.ts';
import { failureParagraph, list, messageDetails, money, quotedServiceText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import type { Tone } from '../../ui/tone.tsx';
import { ResultBanner, StateBadge } from '../../ui/tone.tsx';
import { LabelAssignmentPanel } from '../label-assignment.tsx';
import { UncertainOrderPanel } from '../uncertain-orders/uncertain-order-panel.tsx';
import { isPending, type SentOrder } from './new-order-store.ts';

interface OrderStatusProps {
  readonly sent: SentOrder;
  readonly currency: string | null;
  /** The form still holds the order that was sent. */
  readonly isSameOrder: boolean;
  readonly onStartAnother: () => void;
  /** It was replaced by a new order. */
  readonly onReplaced: (progress: OrderProgress) => void;
}

const tones: Record<OrderProgress['state'], Tone> = {
  creating: 'information',
  created: 'success',
  waiting: 'warning',
  uncertain: 'warning',
  rejected: 'error',
};

/** What became of the last order sent from here, with its codes. */
export function OrderStatus({ sent, currency, isSameOrder, onStartAnother, onReplaced }: OrderStatusProps) {
  const isShown = sent.kind !== 'none';
  const outcome = useRef<HTMLDivElement>(null);
  const state = sent.kind === 'accepted' ? sent.progress.state : sent.kind;
  // The form may be scrolled far down when its order is sent.
  useEffect(() => {
    if (state !== 'none') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  const isOpen = sent.kind === 'accepted' && (sent.progress.state === 'waiting' || sent.progress.state === 'uncertain');
  return (
    <Card isFlush className={isShown ? 'order-status' : 'order-status order-status-none'}>
      <div
        ref={outcome}
        className="order-outcome"
        role="status"
        aria-label={text('new-order.status')}
        aria-atomic="false"
      >
        {isShown ? (
          <Outcome sent={sent} currency={currency} />
        ) : (
          <p className="quote-quiet">{text('new-order.status.none')}</p>
        )}
      </div>
      {isOpen && isSameOrder && (
        <div className="order-status-buttons">
          <p>{text('new-order.status.already-sent')}</p>
          <Button size="small" onPress={onStartAnother}>
            {text('new-order.status.start-another')}
          </Button>
        </div>
      )}
      {sent.kind === 'accepted' && <LabelAssignmentPanel parcels={sent.progress.parcels} />}
      {sent.kind === 'accepted' && <UncertainOrderPanel progress={sent.progress} onReplaced={onReplaced} />}
    </Card>
  );
}

interface OutcomeProps {
  readonly sent: Exclude<SentOrder, { kind: 'none' }>;
  readonly currency: string | null;
}

function Outcome({ sent, currency }: OutcomeProps) {
  if (sent.kind === 'failed') {
    return (
      <ResultBanner tone="error" heading={text('order.state.rejected')} sentence={failureParagraph(sent.failure)} />
    );
  }
  if (sent.kind === 'creating') {
    return <PendingOrder since={sent.since} sentence={text('new-order.status.saving')} />;
  }
  const { progress } = sent;
  const sentence = failureParagraph(progress);
  const serviceText = progress.command.failure?.serviceText;
  return (
    <>
      {isPending(sent) ? (
        <PendingOrder since={sent.since} sentence={sentence} />
      ) : (
        <ResultBanner
          tone={tones[progress.state]}
          heading={text(`order.state.${progress.state}`)}
          sentence={sentence}
          details={messageDetails(progress.message)}
        />
      )}
      {serviceText && <p className="order-service-text">{quotedServiceText(serviceText)}</p>}
      {progress.parcels.length > 0 ? (
        <CreatedParcels progress={progress} currency={currency} />
      ) : (
        <Codes codes={progress.command.codes} />
      )}
    </>
  );
}

/** Shows the time that passed from the first second on. */
function PendingOrder({ since, sentence }: { readonly since: number; readonly sentence: string }) {
  const seconds = Math.floor((useNow(200) - since) / 1000);
  return (
    <ResultBanner
      tone="information"
      icon={Hourglass}
      heading={text('order.state.creating')}
      sentence={
        <>
          {sentence}
          {seconds >= 1 && <span aria-hidden> {text('new-order.status.seconds', { seconds })}</span>}
        </>
      }
    />
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="order-codes" aria-label={text('new-order.status.codes')}>
      {codes.map((code) => (
        <li key={code}>
          <Code>{code}</Code>
        </li>
      ))}
    </ul>
  );
}

function CreatedParcels({
  progress,
  currency,
}: {
  readonly progress: OrderProgress;
  readonly currency: string | null;
}) {
  return (
    <>
      {progress.priceWithTax !== null && (
        <p className="order-price">
          {text('new-order.status.charged')} <strong>{money(progress.priceWithTax, currency)}</strong>
          {isOtherAmount(progress.priceWithTax, progress.command.quotedPrice) && (
            <span className="order-price-quoted">
              {' '}
              {text('new-order.status.quoted', { price: money(progress.command.quotedPrice, currency) })}
            </span>
          )}
        </p>
      )}
      <ul className="order-codes" aria-label={text('new-order.status.parcels')}>
        {progress.parcels.map((parcel) => (
          <CreatedParcel key={parcel.id} parcel={parcel} />
        ))}
      </ul>
    </>
  );
}

function CreatedParcel({ parcel }: { readonly parcel: Parcel }) {
  const label = labelStatus(parcel);
  return (
    <li>
      <Code>{parcelCode(parcel)}</Code>
      <p className="order-parcel-facts">
        <span>{text('new-order.status.tracking')}</span>{' '}
        {parcel.trackingCode ? <Code>{parcel.trackingCode}</Code> : text('value.not-provided')}
        {parcel.parcelCount > 1 && (
          <span> {text('new-order.status.position', { position: parcel.position, count: parcel.parcelCount })}</span>
        )}
      </p>
      <StateBadge tone={label.tone} icon={label.icon} word={label.text} />
      {parcel.missing.length > 0 && !parcel.needsLabelAssignment && !isLabelAddressUnknown(parcel) && (
        <p className="order-service-text">{text('new-order.missing-fields', { fields: list(parcel.missing) })}</p>
      )}
    </li>
  );
}
