import './new-order.css';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/failure.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { Button } from '../../ui/button.tsx';
import { AddressCard } from './address-card.tsx';
import { createOrderDesk, isOnItsWay, isSameOrder, type OrderDesk, type SentOrder } from './order-desk.ts';
import { type AddressField, blankOrderForm, withAddress } from './order-form.ts';
import { OrderStatus } from './order-status.tsx';
import { ParcelsCard } from './parcels-card.tsx';
import { QuoteCard } from './quote-card.tsx';

const makeDesk = (): OrderDesk =>
  createOrderDesk({
    quote: (request) => call('order.quote', request),
    create: (request) => call('order.create', { request }),
    now: Date.now,
  });

/** Writes an order, asks its price, creates it, and says what became of it. */
export function NewOrderScreen() {
  const { value: view } = useMirror(stationViewMirror);
  // Nothing of one environment is shown in another: each has a desk of its own.
  return view && <Desk key={view.environment.name} currency={view.environment.currency} />;
}

function Desk({ currency }: { readonly currency: string | null }) {
  const [desk] = useState(makeDesk);
  const { form, faults, quote, sent } = useStore(desk);
  const root = useRef<HTMLDivElement>(null);
  useProgress(desk, sent);
  useFocusOnBlankForm(root, form === blankOrderForm);

  const setAddress = (field: AddressField, text: string) => desk.change((now) => withAddress(now, field, text));
  const address = { texts: form.addresses, faults, onChange: setAddress };
  const ask = (what: () => Promise<void>) => {
    void what();
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <div className="screen new-order" ref={root}>
      <h1 className="only-spoken">New order</h1>
      <div className="new-order-columns">
        <div className="new-order-form">
          <AddressCard
            title="Pick-up"
            {...address}
            address="pickUpAddress"
            moreWords="More: sender"
            more={['senderName', 'senderAddress', 'senderPersonName', 'senderPersonPhone', 'senderPersonEmail']}
          />
          <AddressCard
            title="Drop-off"
            {...address}
            address="dropOffAddress"
            persons={['receiverName', 'receiverPhone']}
            moreWords="More: e-mail, note for the courier"
            more={['receiverEmail', 'courierNote']}
          />
          <ParcelsCard parcels={form.parcels} faults={faults} desk={desk} />
        </div>
        <div className="new-order-side">
          <div className="new-order-buttons">
            <Button onPress={() => ask(desk.askQuote)} isDisabled={quote.kind === 'asking'}>
              Get quote
            </Button>
            <Button
              tone="solid"
              onPress={() => ask(desk.create)}
              isDisabled={isOnItsWay(sent) || isSameOrder(form, sent)}
            >
              Create order
            </Button>
          </div>
          <OrderStatus
            sent={sent}
            currency={currency}
            isSameOrder={isSameOrder(form, sent)}
            onStartAnother={desk.startAnother}
            onAllowAgain={() => void notThere(desk, sent)}
          />
          <QuoteCard state={quote} currency={currency} />
        </div>
      </div>
    </div>
  );
}

/** Somebody looked: the service has no such order. Its codes are free again, here and in main, and the form may be sent anew. */
async function notThere(desk: OrderDesk, sent: SentOrder): Promise<void> {
  if (sent.kind !== 'taken') return;
  const settled = await call('command.settle', { commandId: sent.progress.command.id, isThere: false });
  if (settled.ok) desk.allowAgain();
}

/** Follows the order that was sent: until it is created, and after that its labels. */
function useProgress(desk: OrderDesk, sent: SentOrder): void {
  const commandId = sent.kind === 'taken' ? sent.progress.command.id : null;
  const mirror = useMemo(
    () =>
      createMirror({
        topics: ['commands', 'parcels', 'print jobs'],
        read: async () => (commandId === null ? success(null) : call('order.progress', { commandId })),
      }),
    [commandId],
  );
  const { value } = useMirror(mirror);
  useEffect(() => {
    if (value) desk.hear(value);
  }, [desk, value]);
}

/**
 * An emptied form begins at its first field, where the button pressed last has given up the focus by being switched off;
 * a person who is elsewhere already stays there.
 */
function useFocusOnBlankForm(root: RefObject<HTMLElement | null>, isBlank: boolean): void {
  const wasWritten = useRef(false);
  useEffect(() => {
    const isEmptied = wasWritten.current && isBlank;
    wasWritten.current = !isBlank;
    if (isEmptied && document.activeElement === document.body) root.current?.querySelector('input')?.focus();
  }, [root, isBlank]);
}
