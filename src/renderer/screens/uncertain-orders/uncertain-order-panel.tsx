import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import './uncertain-orders.css';
import { type ReactNode, useId, useState } from 'react';
import { type Command, commandOffers } from '../../../shared/orders/command.ts';
import { stationViewQuery, webhooksQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { replaceableFrom, uncertainOrderActions, webhookSentence } from './uncertain-order-actions.ts';

interface UncertainOrderPanelProps {
  readonly progress: OrderProgress;
  /** It gave way to a new order: that one's progress, to be followed from now on. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What can be done about an order nobody knows the end of; nothing where it is not in doubt. */
export function UncertainOrderPanel({ progress, onReplaced }: UncertainOrderPanelProps) {
  if (progress.command.state !== 'uncertain') return null;
  return <UncertainOrderActionList command={progress.command} {...(onReplaced && { onReplaced })} />;
}

interface UncertainOrderActionListProps {
  readonly command: Command;
  /** It gave way to a new order: that one's progress. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What is safe to do about an order in doubt, safest first; what buys or gives up asks once more, in its own place. */
export function UncertainOrderActionList({ command, onReplaced = () => {} }: UncertainOrderActionListProps) {
  const now = useNow(1_000);
  const { value: webhooks } = useQuery(webhooksQuery);
  const { value: view } = useQuery(stationViewQuery);
  const action = useAction();
  const titleId = useId();
  const webhookWords = webhookSentence(webhooks, view?.environment.name ?? '', now);
  return (
    <section className="doubt" aria-labelledby={titleId}>
      <p id={titleId} className="doubt-title">
        What is safe, safest first
      </p>
      <UncertainOrderActionItem words="Wait for its webhook" sentence={webhookWords} />
      {uncertainOrderActions.map(
        ({ action: offered, words, sentence, question, isDelayed = false, run }) =>
          (offered === null || commandOffers(offered, command)) && (
            <UncertainOrderActionItem
              key={words}
              words={words}
              sentence={sentence}
              isDisabled={action.isRunning}
              disabledReason={isDelayed ? replaceableFrom(command.updatedAt, now) : null}
              {...(question && { question })}
              onPress={() => void action.run(() => run(command.id, onReplaced))}
            />
          ),
      )}
      <FailureStrip failure={action.failure} />
    </section>
  );
}

interface UncertainOrderActionItemProps {
  /** The words of its button, or what is waited for where there is none. */
  readonly words: string;
  /** What it does, in one plain sentence. */
  readonly sentence: ReactNode;
  readonly isDisabled?: boolean;
  /** Why it cannot be pressed yet. */
  readonly disabledReason?: string | null;
  readonly onPress?: () => void;
  /** Asked in its place before it is done. */
  readonly question?: { readonly words: string; readonly yes: string };
}

/** One of the things that can be done about an order in doubt. */
function UncertainOrderActionItem(props: UncertainOrderActionItemProps) {
  const { words, sentence, isDisabled = false, disabledReason = null, onPress, question } = props;
  const [isAsking, setIsAsking] = useState(false);
  const sentenceId = useId();
  return (
    <div className="doubt-way">
      {onPress ? (
        <Button
          size="small"
          isDisabled={isDisabled}
          disabledReason={disabledReason}
          describedBy={sentenceId}
          onPress={question ? () => setIsAsking(!isAsking) : onPress}
        >
          {words}
        </Button>
      ) : (
        <strong>{words}</strong>
      )}
      <p id={sentenceId}>{sentence}</p>
      {isAsking && question && onPress && (
        <fieldset className="doubt-question" aria-label={`${words}?`}>
          <p>{question.words}</p>
          <div className="doubt-question-buttons">
            <Button size="small" onPress={() => setIsAsking(false)}>
              Leave it
            </Button>
            <Button
              size="small"
              tone="delete"
              isDisabled={isDisabled || disabledReason !== null}
              onPress={() => {
                setIsAsking(false);
                onPress();
              }}
            >
              {question.yes}
            </Button>
          </div>
        </fieldset>
      )}
    </div>
  );
}
