import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OrderDraft } from '../../../shared/orders/order-book.ts';
import { text } from '../../text/text.ts';
import { Confirmation } from '../../ui/confirmation.tsx';

/** An order to be put into the form. */
export interface RequestedDraft {
  /** By name: it is not put into another environment's form. */
  readonly environment: string;
  readonly draft: OrderDraft;
}

/** The newest requested order until the form holds it; null: none is requested. */
export const requestedDraftStore = createStore<{ readonly requested: RequestedDraft | null }>(() => ({
  requested: null,
}));

/** Requests that the form is filled with a draft; asks first where the form holds another order. */
export const requestDraft = (requested: RequestedDraft): void => requestedDraftStore.setState({ requested });

/** It was loaded, or is no longer requested. */
const clearRequestedDraft = (): void => requestedDraftStore.setState({ requested: null });

interface RequestedDraftQuestionProps {
  readonly environment: string;
  /** Nothing is entered in the form. */
  readonly isBlank: boolean;
  readonly onLoad: (draft: OrderDraft) => void;
}

/** Fills a blank form with the requested order; asks where it holds another one. */
export function RequestedDraftQuestion({ environment, isBlank, onLoad }: RequestedDraftQuestionProps) {
  const { requested } = useStore(requestedDraftStore);
  const draft = requested?.environment === environment ? requested.draft : null;
  /** The draft that is asked about: a form emptied meanwhile, for example by a created order, stays empty. */
  const asked = useRef<OrderDraft | null>(null);

  const applyDraft = useEffectEvent((requestedDraft: OrderDraft) => {
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
