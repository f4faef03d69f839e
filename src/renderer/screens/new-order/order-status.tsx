import './new-order.css';
import { Hourglass } from 'lucide-react';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { isLabelAddressUnknown, type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { isOtherAmount, money } from '../../../shared/values/money.ts';
import { labelStatus } from '../../presentation/print-job-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { ResultBanner } from '../../ui/result-banner.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { UncertainOrderPanel } from '../uncertain-orders/uncertain-order-panel.tsx';
import { isPending, type SentOrder } from './new-order-store.ts';

interface OrderStatusProps {
  readonly sent: SentOrder;
  readonly currency: string | null;
  /** The form still says what was sent. */
  readonly isSameOrder: boolean;
  readonly onStartAnother: () => void;
  /** It gave way to a new order. */
  readonly onReplaced: (progress: OrderProgress) => void;
}

const tones: Record<OrderProgress['word'], Tone> = {
  Creating: 'information',
  Created: 'success',
  Waiting: 'warning',
  Uncertain: 'warning',
  Refused: 'error',
};

/** What became of the last order sent from here, with its codes. */
export function OrderStatus({ sent, currency, isSameOrder, onStartAnother, onReplaced }: OrderStatusProps) {
  const isShown = sent.kind !== 'none';
  const isOpen = sent.kind === 'accepted' && (sent.progress.word === 'Waiting' || sent.progress.word === 'Uncertain');
  return (
    <Card isFlush className={isShown ? 'order-status' : 'order-status order-status-none'}>
      <div role="status" aria-label="Order" aria-atomic="false">
        {isShown ? (
          <Outcome sent={sent} currency={currency} />
        ) : (
          <p className="quote-quiet">Nothing was sent from here yet.</p>
        )}
      </div>
      {isOpen && isSameOrder && (
        <div className="order-status-buttons">
          <p>The form still holds this order, and cannot send it twice.</p>
          <Button size="small" onPress={onStartAnother}>
            Start another order
          </Button>
        </div>
      )}
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
    const { message, next = '' } = sent.failure;
    return <ResultBanner tone="error" heading="Refused" sentence={`${message} ${next}`} />;
  }
  if (sent.kind === 'creating') {
    return <PendingOrder since={sent.since} sentence="Being written down before it leaves." />;
  }
  const { progress } = sent;
  return (
    <>
      {isPending(sent) ? (
        <PendingOrder since={sent.since} sentence={progress.sentence} />
      ) : (
        <ResultBanner tone={tones[progress.word]} heading={progress.word} sentence={progress.sentence} />
      )}
      {progress.command.failure?.serviceText && (
        <p className="order-service-words">The service says: “{progress.command.failure.serviceText}”</p>
      )}
      {progress.parcels.length > 0 ? (
        <CreatedParcels progress={progress} currency={currency} />
      ) : (
        <Codes codes={progress.command.codes} />
      )}
    </>
  );
}

/** A second that has passed is shown; before that the word alone is answer enough. */
function PendingOrder({ since, sentence }: { readonly since: number; readonly sentence: string }) {
  const seconds = Math.floor((useNow(200) - since) / 1000);
  return (
    <ResultBanner
      tone="information"
      icon={Hourglass}
      heading="Creating"
      sentence={
        <>
          {sentence}
          {seconds >= 1 && <span aria-hidden> {seconds} s</span>}
        </>
      }
    />
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul className="order-codes" aria-label="Custom codes">
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
          Charged with tax: <strong>{money(progress.priceWithTax, currency)}</strong>
          {isOtherAmount(progress.priceWithTax, progress.command.quotedPrice) && (
            <span className="order-price-quoted"> quoted {money(progress.command.quotedPrice, currency)}</span>
          )}
        </p>
      )}
      <ul className="order-codes" aria-label="Created parcels">
        {progress.parcels.map((parcel) => (
          <CreatedParcel key={parcel.id} parcel={parcel} />
        ))}
      </ul>
    </>
  );
}

function CreatedParcel({ parcel }: { readonly parcel: Parcel }) {
  const { tone, icon, text: words } = labelStatus(parcel);
  return (
    <li>
      <Code>{parcelCode(parcel)}</Code>
      <p className="order-parcel-facts">
        <span>Tracking</span> {parcel.trackingCode ? <Code>{parcel.trackingCode}</Code> : 'not told'}
        {parcel.parcelCount > 1 && <span>{` parcel ${parcel.position} of ${parcel.parcelCount}`}</span>}
      </p>
      <StateBadge tone={tone} icon={icon} word={words} />
      {parcel.missing.length > 0 && !isLabelAddressUnknown(parcel) && (
        <p className="order-service-words">The service did not say: {parcel.missing.join(', ')}.</p>
      )}
    </li>
  );
}
