import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Result } from '../../../shared/contract/failure.ts';
import type { OrderDraft } from '../../../shared/orders/order-book.ts';
import type { OrderCorrection } from '../../../shared/orders/order-progress.ts';
import { showScreen } from '../../data/current-screen.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { call } from '../../data/station-client.ts';
import { text } from '../../text/text.ts';
import { Confirmation } from '../../ui/confirmation.tsx';

/** An order to be put into the form: a draft, a custom code that was scanned, or a rejected order to be corrected. */
export type RequestedOrder =
  | { readonly kind: 'code'; readonly customCode: string }
  | { readonly kind: 'draft'; readonly draft: OrderDraft }
  | { readonly kind: 'correction'; readonly correction: OrderCorrection };

interface RequestedDraft {
  /** By name: it is not put into another environment's form. */
  readonly environment: string;
  readonly order: RequestedOrder;
}

/** The newest requested order until the form holds it; null: none is requested. */
export const requestedDraftStore = createStore<{ readonly requested: RequestedDraft | null }>(() => ({
  requested: null,
}));

/** Requests that the form is filled with a draft; asks first where the form holds another order. */
export const requestDraft = ({ environment, draft }: { environment: string; draft: OrderDraft }): void =>
  requestedDraftStore.setState({ requested: { environment, order: { kind: 'draft', draft } } });

const environmentInUse = (): string => stationViewQuery.getState().value?.environment.name ?? '';

/** Opens the form with the custom code of a parcel that is not ordered yet. */
export function orderWithCode(customCode: string): void {
  requestedDraftStore.setState({ requested: { environment: environmentInUse(), order: { kind: 'code', customCode } } });
  showScreen('new-order');
}

/** "Edit and try again": opens a rejected order of the environment in use in the form. */
export async function editRejectedOrder(commandId: number): Promise<Result<OrderCorrection>> {
  const environment = environmentInUse();
  const read = await call('order.correction', { commandId });
  if (!read.ok) return read;
  requestedDraftStore.setState({ requested: { environment, order: { kind: 'correction', correction: read.value } } });
  showScreen('new-order');
  return read;
}

/** It was loaded, or is no longer requested. */
const clearRequestedDraft = (): void => requestedDraftStore.setState({ requested: null });

interface RequestedDraftQuestionProps {
  readonly environment: string;
  /** Nothing is entered in the form. */
  readonly isBlank: boolean;
  /** The rejected order that the form corrects already: it is replaced without a question. */
  readonly correctedId: number | null;
  readonly onLoad: (order: RequestedOrder) => void;
}

/** Fills a blank form with the requested order; asks where it holds another one. */
export function RequestedDraftQuestion(props: RequestedDraftQuestionProps) {
  const { environment, correctedId, onLoad } = props;
  const { requested } = useStore(requestedDraftStore);
  const draft = requested?.environment === environment ? requested.order : null;
  const isBlank = props.isBlank || (draft?.kind === 'correction' && draft.correction.commandId === correctedId);
  /** The draft that is asked about: a form emptied meanwhile, for example by a created order, stays empty. */
  const asked = useRef<RequestedOrder | null>(null);

  const applyDraft = useEffectEvent((requestedDraft: RequestedOrder) => {
    if (!isBlank) {
      asked.current = requestedDraft;
      return;
    }
    clearRequestedDraft();
    if (asked.current !== requestedDraft) onLoad(requestedDraft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that becomes blank answers the question
  useEffect(() => {
    if (draft) applyDraft(draft);
    else asked.current = null;
  }, [draft, isBlank]);

  if (!draft || isBlank) return null;
  const replace = () => {
    clearRequestedDraft();
    onLoad(draft);
  };
  return (
    <div role="alert">
      <Confirmation
        tone="warning"
        size="small"
        focus="question"
        focusKey={draft}
        confirm={{ label: text('new-order.draft.replace'), onPress: replace }}
        cancel={{ label: text('button.cancel'), onPress: clearRequestedDraft }}
      >
        <p>{text('new-order.draft.question')}</p>
      </Confirmation>
    </div>
  );
}
