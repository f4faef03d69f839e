import './new-order.css';
import { Boxes, Package } from 'lucide-react';
import { Activity, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/failure.ts';
import type { StationView } from '../../../shared/station-view.ts';
import { call } from '../../station.ts';
import { createMirror, useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { wantedOrder } from '../../stores/wanted-order.ts';
import { type BigRadio, BigRadios } from '../../ui/big-radios.tsx';
import { Button } from '../../ui/button.tsx';
import { AlikeCard } from './alike-question.tsx';
import { BatchScreen } from './batch/batch-screen.tsx';
import { createKeys, useFormKeys } from './form-keys.ts';
import { createOrderDesk, isOnItsWay, isSameOrder, type OrderDesk, type SentOrder } from './order-desk.ts';
import { OrderFields } from './order-fields.tsx';
import { blankOrderForm } from './order-form.ts';
import { OrderStatus } from './order-status.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SpendingLine } from './spending-line.tsx';

const makeDesk = (): OrderDesk =>
  createOrderDesk({
    quote: (request) => call('order.quote', request),
    stopQuote: () => void call('order.stop-quote', null),
    create: (request, asked) => call('order.create', { request, ...asked }),
    now: Date.now,
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
  });

type HowMany = 'one' | 'batch';

const howMany: readonly BigRadio<HowMany>[] = [
  { value: 'one', label: 'One order', icon: Package },
  { value: 'batch', label: 'A batch', icon: Boxes },
];

/** Writes an order, asks its price, creates it, and says what became of it. */
export function NewOrderScreen() {
  const { value: view } = useMirror(stationViewMirror);
  const [which, choose] = useState<HowMany>('one');
  const { wanted } = useStore(wantedOrder);
  useEffect(() => {
    if (wanted) choose('one');
  }, [wanted]);
  if (!view) return null;
  const { environment } = view;
  return (
    <div className="screen new-order">
      <h1 className="only-spoken">New order</h1>
      <div className="new-order-top">
        <BigRadios label="How many" value={which} onChange={choose} radios={howMany} />
        <SpendingLine key={environment.name} currency={environment.currency} />
      </div>
      <Activity mode={which === 'one' ? 'visible' : 'hidden'}>
        {/* Nothing of one environment is shown in another: each has a desk of its own. */}
        <Desk key={environment.name} environment={environment} />
      </Activity>
      <Activity mode={which === 'batch' ? 'visible' : 'hidden'}>
        <BatchScreen />
      </Activity>
    </div>
  );
}

function Desk({ environment: { name, currency } }: { readonly environment: StationView['environment'] }) {
  const [desk] = useState(makeDesk);
  const { form, faults, quote, sent, alike } = useStore(desk);
  const root = useRef<HTMLDivElement>(null);
  useProgress(desk, sent);
  useFocusOnBlankForm(root, form === blankOrderForm);
  useEffect(() => {
    desk.resume();
    return desk.pause;
  }, [desk]);

  const ask = (what: () => Promise<void>) => {
    void what();
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  useFormKeys({ screen: root, create: () => ask(desk.create) });

  const createButton = useRef<HTMLSpanElement>(null);
  const answerAlike = (createAllTheSame: boolean) => {
    void desk.answerAlike(createAllTheSame);
    if (!createAllTheSame) requestAnimationFrame(() => createButton.current?.querySelector('button')?.focus());
  };

  return (
    <div className="new-order-columns" ref={root}>
      <OrderFields desk={desk} form={form} faults={faults} isSent={isSameOrder(form, sent)} environment={name} />
      <div className="new-order-side">
        <div className="new-order-buttons">
          <Button onPress={() => ask(desk.askQuote)}>Get quote</Button>
          <span ref={createButton} className="new-order-create">
            <Button
              tone="solid"
              hint={createKeys}
              onPress={() => ask(desk.create)}
              isDisabled={isOnItsWay(sent) || isSameOrder(form, sent)}
            >
              Create order
            </Button>
          </span>
          {alike && <AlikeCard question={alike} onAnswer={answerAlike} />}
        </div>
        <OrderStatus
          sent={sent}
          currency={currency}
          isSameOrder={isSameOrder(form, sent)}
          onStartAnother={desk.startAnother}
          onReplaced={desk.follow}
        />
        <QuoteCard state={quote} currency={currency} />
      </div>
    </div>
  );
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
    if (isEmptied && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[aria-required="true"]')?.focus();
  }, [root, isBlank]);
}
