import './new-order.css';
import { Boxes, CopyCheck, Package, Printer } from 'lucide-react';
import { Activity, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { success } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import type { Spending } from '../../../shared/orders/spending.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { failureParagraph, money, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { RadioButtonGroup, type RadioOption } from '../../ui/radio-button-group.tsx';
import { BatchScreen } from '../batch/batch-screen.tsx';
import { focusFirstFault, focusFirstField, useFormKeys } from './form-focus.ts';
import {
  createNewOrderStore,
  type DuplicateQuestion,
  isPending,
  isSameOrder,
  type NewOrderStore,
  type SentOrder,
} from './new-order-store.ts';
import { OrderFields } from './order-fields.tsx';
import { blankOrderForm, isBlankForm } from './order-form.ts';
import { OrderStatus } from './order-status.tsx';
import { QuoteCard } from './quote-card.tsx';
import { requestedDraftStore } from './requested-draft.tsx';

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

const orderModes = (): readonly RadioOption<OrderMode>[] => [
  { value: 'one', label: text('new-order.mode.one'), icon: Package },
  { value: 'batch', label: text('new-order.mode.batch'), icon: Boxes },
];

/** The order form with its quote and status, or a batch. */
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
    <div className={`screen new-order new-order-mode-${mode}`}>
      <h1 className="only-spoken">{text('new-order.title')}</h1>
      <div className="new-order-top">
        <RadioButtonGroup label={text('new-order.mode')} value={mode} onChange={setMode} radios={orderModes()} />
        <SpendingLine key={environment.name} currency={environment.currency} />
      </div>
      <Activity mode={mode === 'one' ? 'visible' : 'hidden'}>
        {/* Each environment has a form of its own: nothing of one is shown in another. */}
        <SingleOrder
          key={environment.name}
          environment={environment}
          printOnCreate={view.settings.bench.printOnCreate}
        />
      </Activity>
      <Activity mode={mode === 'batch' ? 'visible' : 'hidden'}>
        <BatchScreen />
      </Activity>
    </div>
  );
}

/** What orders cost today, in one line: "Today: 12 orders, 540.00 AED; 1 uncertain". */
export function spendingText(spending: Spending, currency: string | null): string {
  const { ordersToday, chargedToday, unpricedToday, uncertainToday, lastHour, capPerHour } = spending;
  return text('new-order.spending', {
    orders: ordersToday,
    charged: money(chargedToday, currency),
    unpriced: unpricedToday,
    uncertain: uncertainToday,
    lastHour: money(lastHour, null),
    cap: capPerHour === null ? null : money(capPerHour, currency),
  });
}

/** An hour or a day may end without a change of the data, milliseconds. */
const refetchSpendingMs = 60_000;

const spendingQuery = () =>
  createQuery({ topics: ['commands', 'parcels', 'station'], read: () => call('spending.read', null) });

function SpendingLine({ currency }: { readonly currency: string | null }) {
  const [query] = useState(spendingQuery);
  const { value } = useQuery(query);
  useEffect(() => {
    const timer = setInterval(query.refetch, refetchSpendingMs);
    return () => clearInterval(timer);
  }, [query]);
  return value && <p className="new-order-spending">{spendingText(value, currency)}</p>;
}

interface SingleOrderProps {
  readonly environment: StationView['environment'];
  /** The setting: an order prints when it is created. */
  readonly printOnCreate: boolean;
}

function SingleOrder({ environment: { name, currency }, printOnCreate }: SingleOrderProps) {
  const [store] = useState(makeStore);
  const { form, errors, quote, sent, duplicate, correcting } = useStore(store);
  const root = useRef<HTMLDivElement>(null);
  useProgress(store, sent);
  useFocusOnBlankForm(root, form === blankOrderForm);
  useEffect(() => {
    store.resume();
    return store.pause;
  }, [store]);
  const { requested } = useStore(requestedDraftStore);
  const onShown = useEffectEvent(() => {
    if (isBlankForm(form) && !requested) focusFirstField(root.current);
  });
  useEffect(() => onShown(), []);
  const correctedId = correcting?.commandId ?? null;
  // An order that was just rejected: the focus goes to what the service complained about, unless it is elsewhere.
  useEffect(() => {
    if (correctedId !== null && isFocusInForm()) focusFirstFault(root.current);
  }, [correctedId]);

  const submit = (run: () => Promise<void>) => {
    void run();
    requestAnimationFrame(() => focusFirstFault(root.current));
  };
  const create = (options: { print: boolean }) => submit(() => store.create(options));

  useFormKeys({ screen: root, create });

  const isBusy = isPending(sent) || isSameOrder(form, sent);
  const createButton = useRef<HTMLSpanElement>(null);
  const answerDuplicate = (createAnyway: boolean) => {
    void store.answerDuplicate(createAnyway);
    if (!createAnyway) requestAnimationFrame(() => createButton.current?.querySelector('button')?.focus());
  };

  return (
    <div className="new-order-columns" ref={root}>
      <OrderFields
        store={store}
        form={form}
        errors={errors}
        correcting={correcting}
        isSent={isSameOrder(form, sent)}
        environment={name}
      />
      <div className="new-order-side">
        <div className="new-order-buttons">
          <span ref={createButton} className="new-order-create">
            <Button
              tone="solid"
              hint={text('new-order.create.keys')}
              onPress={() => create({ print: false })}
              isDisabled={isBusy}
            >
              {text('new-order.create')}
            </Button>
          </span>
          <Button size="small" onPress={() => submit(store.askQuote)}>
            {text('new-order.get-quote')}
          </Button>
          <Button
            size="small"
            icon={Printer}
            hint={text('new-order.create-and-print.keys')}
            onPress={() => create({ print: true })}
            isDisabled={isBusy}
          >
            {text('new-order.create-and-print')}
          </Button>
          {printOnCreate && <p className="new-order-prints">{text('new-order.prints-on-create')}</p>}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where nothing in it can have the focus */}
        <section className="new-order-outcome" aria-label={text('new-order.outcome')} tabIndex={0}>
          {duplicate && <DuplicateQuestionCard question={duplicate} onAnswer={answerDuplicate} />}
          <OrderStatus
            sent={sent}
            isHidden={duplicate !== null}
            currency={currency}
            isSameOrder={isSameOrder(form, sent)}
            onStartAnother={store.startAnother}
            onReplaced={store.trackReplacement}
            onEdit={() => focusFirstFault(root.current) || focusFirstField(root.current)}
          />
          <QuoteCard state={quote} currency={currency} />
        </section>
      </div>
    </div>
  );
}

/** Tracks the order that was sent: until it is created, and after that its labels. */
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
 * Moves the focus to the first field of an emptied form, and the form to its top. A focus outside the form and its buttons stays, such
 * as one in what became of the order.
 */
function useFocusOnBlankForm(root: RefObject<HTMLElement | null>, isBlank: boolean): void {
  const wasFilled = useRef(false);
  useEffect(() => {
    const isEmptied = wasFilled.current && isBlank;
    wasFilled.current = !isBlank;
    if (isEmptied && isFocusInForm()) focusFirstField(root.current);
  }, [root, isBlank]);
}

/** In the form or on its buttons, or lost with a button that was disabled. */
function isFocusInForm(): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused?.closest('.new-order-form, .new-order-buttons') != null;
}

interface DuplicateQuestionCardProps {
  readonly question: DuplicateQuestion;
  readonly onAnswer: (createAnyway: boolean) => void;
}

/** Asks before a possible duplicate is created. */
function DuplicateQuestionCard({ question, onAnswer }: DuplicateQuestionCardProps) {
  const title = useId();
  const description = useId();
  return (
    <section aria-labelledby={title} aria-describedby={description} className="duplicate-question">
      <h2 id={title}>
        <CopyCheck aria-hidden /> {text('new-order.duplicate.title')}
      </h2>
      <Confirmation
        focus="cancel"
        focusKey={question}
        isCancelFirst
        cancel={{ label: text('new-order.duplicate.cancel'), onPress: () => onAnswer(false) }}
        confirm={{ label: text('new-order.duplicate.create'), onPress: () => onAnswer(true) }}
      >
        <p id={description}>{failureParagraph(question.failure)}</p>
      </Confirmation>
    </section>
  );
}
