import './uncertain-orders.css';
import { type ReactNode, useId, useState } from 'react';
import { type Command, commandOffers } from '../../../shared/orders/command.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { stationViewQuery, usedCodesQuery, webhooksQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { HelpButton } from '../help/help-button.tsx';
import {
  questionBefore,
  replaceableFrom,
  type UncertainOrderAction,
  uncertainOrderActions,
  webhookSentence,
} from './uncertain-order-actions.ts';

interface UncertainOrderPanelProps {
  readonly progress: OrderProgress;
  /** It was replaced by a new order: that one's progress, to be tracked from now on. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What can be done about an uncertain order; nothing for any other. */
export function UncertainOrderPanel({ progress, onReplaced }: UncertainOrderPanelProps) {
  if (progress.command.state !== 'uncertain') return null;
  return <UncertainOrderActionList command={progress.command} {...(onReplaced && { onReplaced })} />;
}

interface UncertainOrderActionListProps {
  readonly command: Command;
  /** It was replaced by a new order: that one's progress. */
  readonly onReplaced?: (progress: OrderProgress) => void;
}

/** What can be done about an uncertain order, safest first; what orders or abandons asks again in place. */
export function UncertainOrderActionList({ command, onReplaced = () => {} }: UncertainOrderActionListProps) {
  const now = useNow(1_000);
  const { value: webhooks } = useQuery(webhooksQuery);
  const { value: view } = useQuery(stationViewQuery);
  const { value: usedCodes } = useQuery(usedCodesQuery);
  const areUsedCodesRejected = usedCodes?.areRejected ?? false;
  const action = useAction();
  const titleId = useId();
  return (
    <section className="uncertain-order" aria-labelledby={titleId}>
      <p id={titleId} className="uncertain-order-title">
        {text('uncertain-order.title')}
      </p>
      <div className="uncertain-order-action">
        <strong>{text('uncertain-order.wait.button')}</strong>
        <p>{webhookSentence(webhooks, view?.environment.name ?? '', now)}</p>
      </div>
      {uncertainOrderActions
        .filter(({ action: offered }) => offered === null || commandOffers(offered, command))
        .map((offered) => {
          const { id, isDelayed = false, run } = offered;
          const question = questionBefore(offered, areUsedCodesRejected);
          return (
            <UncertainOrderActionItem
              key={id}
              label={text(`uncertain-order.${id}.button`)}
              description={text(`uncertain-order.${id}.description`, { areUsedCodesRejected })}
              isDisabled={action.isRunning}
              disabledReason={isDelayed ? replaceableFrom(command.updatedAt, now) : null}
              {...(question && { question })}
              onPress={() => void action.run(() => run(command.id, { onReplaced, isConfirmed: question !== null }))}
            />
          );
        })}
      <HelpButton page="uncertain-order" />
      <FailureStrip failure={action.failure} />
    </section>
  );
}

interface UncertainOrderActionItemProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly isDisabled: boolean;
  /** Why it cannot be pressed yet. */
  readonly disabledReason: string | null;
  readonly onPress: () => void;
  readonly question?: UncertainOrderAction['question'];
}

/** One of the actions, with its question below it. */
function UncertainOrderActionItem(props: UncertainOrderActionItemProps) {
  const { label, description, isDisabled, disabledReason, onPress, question } = props;
  const [isAsking, setIsAsking] = useState(false);
  const descriptionId = useId();
  return (
    <div className="uncertain-order-action">
      <Button
        size="small"
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        describedBy={descriptionId}
        onPress={question ? () => setIsAsking(!isAsking) : onPress}
      >
        {label}
      </Button>
      <p id={descriptionId}>{description}</p>
      {isAsking && question && (
        <Confirmation
          label={label}
          tone="delete"
          size="small"
          isCancelFirst
          confirm={{
            label: question.confirm(),
            tone: 'delete',
            isDisabled: isDisabled || disabledReason !== null,
            onPress: () => {
              setIsAsking(false);
              onPress();
            },
          }}
          cancel={{ label: text('button.cancel'), onPress: () => setIsAsking(false) }}
        >
          <p>{question.text()}</p>
        </Confirmation>
      )}
    </div>
  );
}
