import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import type { OrderDraft } from '../../../shared/order-book.ts';
import { settleWantedOrder, wantedOrder } from '../../stores/wanted-order.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';

interface WantedQuestionProps {
  readonly environment: string;
  /** Nothing is written in the form that anybody would miss. */
  readonly isBlank: boolean;
  readonly onTake: (draft: OrderDraft) => void;
}

/** Fills a blank form with the order somebody wants to repeat; asks where it holds another one. */
export function WantedQuestion({ environment, isBlank, onTake }: WantedQuestionProps) {
  const { wanted } = useStore(wantedOrder);
  const draft = wanted?.environment === environment ? wanted.draft : null;
  /** What is asked about: a form that is emptied meanwhile, by a created order say, stays empty. */
  const asked = useRef<OrderDraft | null>(null);
  const question = useRef<HTMLDivElement>(null);

  const meet = useEffectEvent((met: OrderDraft) => {
    if (!isBlank) {
      asked.current = met;
      // Not one of its buttons: the key that asked would press it.
      question.current?.focus();
      return;
    }
    settleWantedOrder();
    if (asked.current !== met) onTake(met);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that becomes blank settles the question
  useEffect(() => {
    if (draft) meet(draft);
    else asked.current = null;
  }, [draft, isBlank]);

  if (!draft || isBlank) return null;
  const replace = () => {
    settleWantedOrder();
    onTake(draft);
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
            <Button size="small" onPress={settleWantedOrder}>
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
