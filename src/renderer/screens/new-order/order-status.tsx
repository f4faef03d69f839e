import './order-status.css';
import { Hourglass } from 'lucide-react';
import { isOtherAmount, money } from '../../../shared/money.ts';
import type { OrderProgress } from '../../../shared/order-progress.ts';
import { isLabelUntold, type Parcel, parcelCode } from '../../../shared/parcel.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Verdict } from '../../ui/verdict.tsx';
import { labelStanding } from '../../words/label-standing.ts';
import { useNow } from '../../words/use-now.ts';
import { DoubtPanel } from '../doubt/doubt-panel.tsx';
import { isOnItsWay, type SentOrder } from './order-desk.ts';

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
  const isOpen = sent.kind === 'taken' && (sent.progress.word === 'Waiting' || sent.progress.word === 'Uncertain');
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
      {sent.kind === 'taken' && <DoubtPanel progress={sent.progress} onReplaced={onReplaced} />}
    </Card>
  );
}

interface OutcomeProps {
  readonly sent: Exclude<SentOrder, { kind: 'none' }>;
  readonly currency: string | null;
}

function Outcome({ sent, currency }: OutcomeProps) {
  if (sent.kind === 'not taken') {
    const { message, next = '' } = sent.failure;
    return <Verdict tone="error" words="Refused" sentence={`${message} ${next}`} />;
  }
  if (sent.kind === 'creating') {
    return <OnItsWay since={sent.since} sentence="Being written down before it leaves." />;
  }
  const { progress } = sent;
  return (
    <>
      {isOnItsWay(sent) ? (
        <OnItsWay since={sent.since} sentence={progress.sentence} />
      ) : (
        <Verdict tone={tones[progress.word]} words={progress.word} sentence={progress.sentence} />
      )}
      {progress.command.failure?.serviceWords && (
        <p className="order-service-words">The service says: “{progress.command.failure.serviceWords}”</p>
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
function OnItsWay({ since, sentence }: { readonly since: number; readonly sentence: string }) {
  const seconds = Math.floor((useNow(200) - since) / 1000);
  return (
    <Verdict
      tone="information"
      icon={Hourglass}
      words="Creating"
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
  const { tone, icon, words } = labelStanding(parcel);
  return (
    <li>
      <Code>{parcelCode(parcel)}</Code>
      <p className="order-parcel-facts">
        <span>Tracking</span> {parcel.trackingCode ? <Code>{parcel.trackingCode}</Code> : 'not told'}
        {parcel.parcelCount > 1 && <span>{` parcel ${parcel.position} of ${parcel.parcelCount}`}</span>}
      </p>
      <StateBadge tone={tone} icon={icon} word={words} />
      {parcel.missing.length > 0 && !isLabelUntold(parcel) && (
        <p className="order-service-words">The service did not say: {parcel.missing.join(', ')}.</p>
      )}
    </li>
  );
}
