import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OrderDraft } from '../../../shared/orders/order-book.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';

/** An order somebody wants to have in the form. */
export interface RequestedDraft {
  /** By name: no other one gets it. */
  readonly environment: string;
  readonly draft: OrderDraft;
}

/** The newest wanted order until the form has taken it; null: none is wanted. */
export const requestedDraftStore = createStore<{ readonly requested: RequestedDraft | null }>(() => ({
  requested: null,
}));

/** Asks the form to take a draft; it asks back where something else is written in it. */
export const requestDraft = (requested: RequestedDraft): void => requestedDraftStore.setState({ requested });

/** It was taken, or is not wanted any more. */
const clearRequestedDraft = (): void => requestedDraftStore.setState({ requested: null });

interface RequestedDraftQuestionProps {
  readonly environment: string;
  /** Nothing is written in the form that anybody would miss. */
  readonly isBlank: boolean;
  readonly onLoad: (draft: OrderDraft) => void;
}

/** Fills a blank form with the order somebody wants to repeat; asks where it holds another one. */
export function RequestedDraftQuestion({ environment, isBlank, onLoad }: RequestedDraftQuestionProps) {
  const { requested } = useStore(requestedDraftStore);
  const draft = requested?.environment === environment ? requested.draft : null;
  /** What is asked about: a form that is emptied meanwhile, by a created order say, stays empty. */
  const asked = useRef<OrderDraft | null>(null);
  const question = useRef<HTMLDivElement>(null);

  const applyDraft = useEffectEvent((requestedDraft: OrderDraft) => {
    if (!isBlank) {
      asked.current = requestedDraft;
      // Not one of its buttons: the key that asked would press it.
      question.current?.focus();
      return;
    }
    clearRequestedDraft();
    if (asked.current !== requestedDraft) onLoad(requestedDraft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that becomes blank settles the question
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
    <div ref={question} role="alert" tabIndex={-1} className="order-question">
      <NoticeStrip
        tone="warning"
        actions={
          <div className="order-book-buttons">
            <Button size="small" onPress={replace}>
              Replace it
            </Button>
            <Button size="small" onPress={clearRequestedDraft}>
              Keep it
            </Button>
          </div>
        }
      >
        The form holds another order. Replace what is written?
      </NoticeStrip>
    </div>
  );
}
