import './new-order.css';
import { Hourglass, Pencil, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import {
  isDeletedOrDeleting,
  isLabelAddressUnknown,
  type Parcel,
  parcelCode,
} from '../../../shared/shipments/parcel.ts';
import { isOtherAmount } from '../../../shared/values/money.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { labelStatus } from '../../presentation/label-status.ts';
import { orderProgressVerdict } from '../../presentation/order-verdict.ts';
import { verdictOn } from '../../presentation/verdict.ts';
import { factsOfCommand } from '../../presentation/verdict-facts.ts';
import { failureParagraph, list, money, serviceSentences, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { ResultBanner, StateBadge } from '../../ui/tone.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { LabelAssignmentPanel } from '../label-assignment.tsx';
import { CommandButtons, commandButtons } from '../print-queue/command-buttons.tsx';
import { UncertainOrderPanel } from '../uncertain-orders/uncertain-order-panel.tsx';
import { useVerdictContext } from '../verdict-context.ts';
import { isPending, type SentOrder } from './new-order-store.ts';

interface OrderStatusProps {
  readonly sent: SentOrder;
  /** A question stands in its place. */
  readonly isHidden: boolean;
  readonly currency: string | null;
  /** The form still holds the order that was sent. */
  readonly isSameOrder: boolean;
  readonly onStartAnother: () => void;
  /** It was replaced by a new order. */
  readonly onReplaced: (progress: OrderProgress) => void;
  /** Edit and try again, where the form still holds the order. */
  readonly onEdit: () => void;
}

/** What became of the last order sent from here, with its codes. */
export function OrderStatus(props: OrderStatusProps) {
  const { sent, isHidden, currency, isSameOrder, onStartAnother, onReplaced, onEdit } = props;
  const isShown = sent.kind !== 'none' && !isHidden;
  const outcome = useRef<HTMLDivElement>(null);
  const state = sent.kind === 'accepted' ? sent.progress.state : sent.kind;
  // The form may be scrolled far down when its order is sent.
  useEffect(() => {
    if (state === 'none' || isHidden) return;
    const column = outcome.current?.closest('.new-order-outcome');
    if (column) column.scrollTop = 0;
    // In a narrow window the whole screen scrolls.
    outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [state, isHidden]);
  const isOpen = sent.kind === 'accepted' && (sent.progress.state === 'waiting' || sent.progress.state === 'uncertain');
  return (
    <Card isFlush className={isShown ? 'order-status' : 'order-status order-status-none'}>
      <div ref={outcome} role="status" aria-label={text('new-order.status')} aria-atomic="false">
        {isShown ? (
          <Outcome sent={sent} currency={currency} />
        ) : (
          !isHidden && <p className="quote-quiet">{text('new-order.status.none')}</p>
        )}
      </div>
      {isShown && sent.kind === 'accepted' && sent.progress.state === 'created' && (
        <PrintOrderLabels progress={sent.progress} />
      )}
      {isShown && sent.kind === 'accepted' && <OrderButtons command={sent.progress.command} />}
      {isShown && sent.kind === 'failed' && (
        <div className="order-status-buttons">
          <Button icon={Pencil} onPress={onEdit}>
            {text('order.edit-and-try-again')}
          </Button>
        </div>
      )}
      {isShown && isOpen && isSameOrder && (
        <div className="order-status-buttons">
          <p>{text('new-order.status.already-sent')}</p>
          <Button size="small" onPress={onStartAnother}>
            {text('new-order.status.start-another')}
          </Button>
        </div>
      )}
      {isShown && sent.kind === 'accepted' && <LabelAssignmentPanel parcels={sent.progress.parcels} />}
      {isShown && sent.kind === 'accepted' && <UncertainOrderPanel progress={sent.progress} onReplaced={onReplaced} />}
    </Card>
  );
}

/** Prints the labels of a created order that were never sent to a printer; never a copy. */
function PrintOrderLabels({ progress: { command, parcels } }: { readonly progress: OrderProgress }) {
  const action = useAction();
  const left = parcels.filter(isLeftToPrint);
  const reason = parcels.length > 0 && left.length === 0 ? text('new-order.print-labels.none-left') : null;
  return (
    <div className="order-status-buttons">
      <Button
        icon={Printer}
        isDisabled={action.isRunning}
        disabledReason={reason}
        onPress={() => void action.run(() => call('order.print-labels', { commandId: command.id }))}
      >
        {text('print-run.print-labels')}
      </Button>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

/** Its label is on no paper, as far as the station knows, and waits for no printer. */
function isLeftToPrint(parcel: Parcel): boolean {
  if (parcel.copies > 0 || isDeletedOrDeleting(parcel)) return false;
  return parcel.lastJob === null || parcel.lastJob.state === 'failed' || parcel.lastJob.state === 'cancelled';
}

/** What can be done about an order that waits or was rejected; an uncertain one explains each choice. */
function OrderButtons({ command }: { readonly command: Command }) {
  const { actions } = verdictOn(factsOfCommand(command, useVerdictContext(0)));
  if (!commandButtons.some(({ action }) => actions.includes(action))) return null;
  return (
    <div className="order-status-buttons">
      <CommandButtons commandId={command.id} asked={command.failure?.message} actions={actions} />
      <HelpButton page={command.state === 'rejected' ? 'rejected-order' : null} />
    </div>
  );
}

interface OutcomeProps {
  readonly sent: Exclude<SentOrder, { kind: 'none' }>;
  readonly currency: string | null;
}

function Outcome({ sent, currency }: OutcomeProps) {
  const context = useVerdictContext(useNow(1_000));
  if (sent.kind === 'failed') {
    return (
      <ResultBanner tone="error" heading={text('order.state.rejected')} sentence={failureParagraph(sent.failure)} />
    );
  }
  if (sent.kind === 'creating') {
    return <PendingOrder since={sent.since} sentence={text('new-order.status.saving')} />;
  }
  const { progress } = sent;
  const { sentence, tone, icon, details } = orderProgressVerdict(progress, context);
  return (
    <>
      {isPending(sent) ? (
        <PendingOrder since={sent.since} sentence={sentence} />
      ) : (
        <ResultBanner
          tone={tone}
          icon={icon}
          heading={text(`order.state.${progress.state}`)}
          sentence={sentence}
          details={details}
        />
      )}
      {serviceSentences(progress.command.failure).map((sentence) => (
        <p key={sentence} className="order-service-text">
          {sentence}
        </p>
      ))}
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
  const label = labelStatus(parcel, useVerdictContext(0));
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
