import './doubt.css';
import { useId } from 'react';
import { type Command, commandOffers } from '../../../shared/command.ts';
import type { OrderProgress } from '../../../shared/order-progress.ts';
import { useMirror } from '../../stores/mirror.ts';
import { stationViewMirror } from '../../stores/station-view.ts';
import { useNow } from '../../words/use-now.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { webhooksMirror } from '../settings/webhooks-mirror.ts';
import { useAction } from '../use-action.ts';
import { doubtActs } from './doubt-acts.ts';
import { DoubtWay } from './doubt-way.tsx';
import { replaceableFrom, webhookSentence } from './doubt-words.ts';

interface DoubtWaysProps {
  readonly command: Command;
  /** It gave way to a new order: that one's progress. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What is safe to do about an order in doubt, safest first; what buys or gives up asks once more, in its own place. */
export function DoubtWays({ command, onReplaced = () => {} }: DoubtWaysProps) {
  const now = useNow(1_000);
  const { value: webhooks } = useMirror(webhooksMirror);
  const { value: view } = useMirror(stationViewMirror);
  const action = useAction();
  const titleId = useId();
  const webhookWords = webhookSentence(webhooks, view?.environment.name ?? '', now);
  return (
    <section className="doubt" aria-labelledby={titleId}>
      <p id={titleId} className="doubt-title">
        What is safe, safest first
      </p>
      <DoubtWay words="Wait for its webhook" sentence={webhookWords} />
      {doubtActs.map(
        ({ action: offered, words, sentence, question, waits = false, act }) =>
          (offered === null || commandOffers(offered, command)) && (
            <DoubtWay
              key={words}
              words={words}
              sentence={sentence}
              isDisabled={action.isRunning}
              disabledReason={waits ? replaceableFrom(command.updatedAt, now) : null}
              {...(question && { question })}
              onPress={() => void action.run(() => act(command.id, onReplaced))}
            />
          ),
      )}
      <FailureStrip failure={action.failure} />
    </section>
  );
}
