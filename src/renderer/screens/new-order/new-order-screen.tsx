import { failureParagraph } from '../../text/text.ts';
import './new-order.css';
import { Boxes, CopyCheck, Package } from 'lucide-react';
import { Activity, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { Button } from '../../ui/button.tsx';
import { RadioButtonGroup, type RadioOption } from '../../ui/radio-button-group.tsx';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { createKeys, useFormKeys } from './form-focus.ts';
import {
  createNewOrderStore,
  type DuplicateQuestion,
  isPending,
  isSameOrder,
  type NewOrderStore,
  type SentOrder,
} from './new-order-store.ts';
import { OrderFields } from './order-fields.tsx';
import { blankOrderForm } from './order-form.ts';
import { OrderStatus } from './order-status.tsx';
import { QuoteCard } from './quote/quote-card.tsx';
import { requestedDraftStore } from './requested-draft.tsx';
import { SpendingLine } from './spending-line.tsx';

const makeStore = (): NewOrderStore =>
  createNewOrderStore({
    quote: (request) => call('order.quote', request),
    stopQuote: () => void call('order.stop-quote', null),
    create: (request, asked) => call('order.create', { request, ...asked }),
    now: Date.now,
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
  });

type OrderMode = 'one' | 'batch';

const orderModes: readonly RadioOption<OrderMode>[] = [
  { value: 'one', label: 'One order', icon: Package },
  { value: 'batch', label: 'A batch', icon: Boxes },
];

/** Writes an order, asks its price, creates it, and says what became of it. */
export function NewOrderScreen() {
  const { value: view } = useQuery(stationViewQuery);
  const [mode, setMode] = useState<OrderMode>('one');
  const { requested } = useStore(requestedDraftStore);
  useEffect(() => {
    if (requested) setMode('one');
  }, [requested]);
  if (!view) return null;
  const { environment } = view;
  return (
    <div className="screen new-order">
      <h1 className="only-spoken">New order</h1>
      <div className="new-order-top">
        <RadioButtonGroup label="How many" value={mode} onChange={setMode} radios={orderModes} />
        <SpendingLine key={environment.name} currency={environment.currency} />
      </div>
      <Activity mode={mode === 'one' ? 'visible' : 'hidden'}>
        {/* Nothing of one environment is shown in another: each has a desk of its own. */}
        <SingleOrder key={environment.name} environment={environment} />
      </Activity>
      <Activity mode={mode === 'batch' ? 'visible' : 'hidden'}>
        <BatchScreen />
      </Activity>
    </div>
  );
}

function SingleOrder({ environment: { name, currency } }: { readonly environment: StationView['environment'] }) {
  const [store] = useState(makeStore);
  const { form, faults, quote, sent, duplicate } = useStore(store);
  const root = useRef<HTMLDivElement>(null);
  useProgress(store, sent);
  useFocusOnBlankForm(root, form === blankOrderForm);
  useEffect(() => {
    store.resume();
    return store.pause;
  }, [store]);

  const submit = (run: () => Promise<void>) => {
    void run();
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  useFormKeys({ screen: root, create: () => submit(store.create) });

  const createButton = useRef<HTMLSpanElement>(null);
  const answerDuplicate = (createAllTheSame: boolean) => {
    void store.answerDuplicate(createAllTheSame);
    if (!createAllTheSame) requestAnimationFrame(() => createButton.current?.querySelector('button')?.focus());
  };

  return (
    <div className="new-order-columns" ref={root}>
      <OrderFields store={store} form={form} faults={faults} isSent={isSameOrder(form, sent)} environment={name} />
      <div className="new-order-side">
        <div className="new-order-buttons">
          <Button onPress={() => submit(store.askQuote)}>Get quote</Button>
          <span ref={createButton} className="new-order-create">
            <Button
              tone="solid"
              hint={createKeys}
              onPress={() => submit(store.create)}
              isDisabled={isPending(sent) || isSameOrder(form, sent)}
            >
              Create order
            </Button>
          </span>
          {duplicate && <DuplicateQuestionCard question={duplicate} onAnswer={answerDuplicate} />}
        </div>
        <OrderStatus
          sent={sent}
          currency={currency}
          isSameOrder={isSameOrder(form, sent)}
          onStartAnother={store.startAnother}
          onReplaced={store.trackReplacement}
        />
        <QuoteCard state={quote} currency={currency} />
      </div>
    </div>
  );
}

/** Follows the order that was sent: until it is created, and after that its labels. */
function useProgress(store: NewOrderStore, sent: SentOrder): void {
  const commandId = sent.kind === 'accepted' ? sent.progress.command.id : null;
  const query = useMemo(
    () =>
      createQuery({
        topics: ['commands', 'parcels', 'print jobs'],
        read: async () => (commandId === null ? success(null) : call('order.progress', { commandId })),
      }),
    [commandId],
  );
  const { value } = useQuery(query);
  useEffect(() => {
    if (value) store.updateProgress(value);
  }, [store, value]);
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

interface DuplicateQuestionCardProps {
  readonly question: DuplicateQuestion;
  readonly onAnswer: (createAllTheSame: boolean) => void;
}

/**
 * Asks before an order much like one just made is made as well. The focus goes to the answer that does nothing: a second half of a
 * double press, or a scanner's Enter, buys nothing.
 */
function DuplicateQuestionCard({ question, onAnswer }: DuplicateQuestionCardProps) {
  const title = useId();
  const words = useId();
  const answers = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question asked again takes the focus again
  useEffect(() => answers.current?.querySelector('button')?.focus(), [question]);
  return (
    <section aria-labelledby={title} aria-describedby={words} className="alike">
      <h2 id={title}>
        <CopyCheck aria-hidden /> The same once more?
      </h2>
      <p id={words}>{failureParagraph(question.failure)}</p>
      <div className="alike-answers" ref={answers}>
        <Button onPress={() => onAnswer(false)}>Do not create it</Button>
        <Button onPress={() => onAnswer(true)}>Create it all the same</Button>
      </div>
    </section>
  );
}
