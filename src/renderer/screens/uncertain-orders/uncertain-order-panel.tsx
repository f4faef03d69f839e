import './uncertain-orders.css';
import { Fragment, useId, useState } from 'react';
import { type Command, commandOffers } from '../../../shared/orders/command.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { choiceCommand } from '../../../shared/scanning/command-barcode.ts';
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

/** One of the actions, with what it depends on now. */
interface OfferedOrderAction {
  readonly id: UncertainOrderAction['id'];
  readonly label: string;
  readonly description: string;
  /** Why it cannot be pressed yet. */
  readonly disabledReason: string | null;
  readonly question: ReturnType<typeof questionBefore>;
  readonly run: () => void;
}

/** What can be done about an uncertain order, safest first. */
function useOrderActions({ command, onReplaced = () => {} }: UncertainOrderActionListProps) {
  const now = useNow(1_000);
  const { value: webhooks } = useQuery(webhooksQuery);
  const { value: view } = useQuery(stationViewQuery);
  const { value: usedCodes } = useQuery(usedCodesQuery);
  const areUsedCodesRejected = usedCodes?.areRejected ?? false;
  const { run: runAction, isRunning, failure } = useAction();
  const offered = uncertainOrderActions
    .filter(({ action }) => action === null || commandOffers(action, command))
    .map((one): OfferedOrderAction => {
      const { id, isDelayed = false, run } = one;
      const question = questionBefore(one, areUsedCodesRejected);
      return {
        id,
        label: text(`uncertain-order.${id}.button`),
        description: text(`uncertain-order.${id}.description`, { areUsedCodesRejected }),
        disabledReason: isDelayed ? replaceableFrom(command.updatedAt, now) : null,
        question,
        run: () => void runAction(() => run(command.id, { onReplaced, isConfirmed: question !== null })),
      };
    });
  const waiting = webhookSentence(webhooks, view?.environment.name ?? '', now);
  return { offered, waiting, isRunning, failure };
}

/** What can be done about an uncertain order, safest first; what orders or abandons asks again in place. */
export function UncertainOrderActionList(props: UncertainOrderActionListProps) {
  const { offered, waiting, isRunning, failure } = useOrderActions(props);
  const titleId = useId();
  return (
    <section className="uncertain-order" aria-labelledby={titleId}>
      <p id={titleId} className="uncertain-order-title">
        {text('uncertain-order.title')}
      </p>
      <div className="uncertain-order-action">
        <strong>{text('uncertain-order.wait.button')}</strong>
        <p>{waiting}</p>
      </div>
      {offered.map((action) => (
        <UncertainOrderActionItem key={action.id} action={action} isDisabled={isRunning} />
      ))}
      <HelpButton page="uncertain-order" />
      <FailureStrip failure={failure} />
    </section>
  );
}

/** The same on Scan: every button in sight, below what explains them, which may scroll. A question takes the place of the buttons. */
export function UncertainOrderChoices({ command }: Pick<UncertainOrderActionListProps, 'command'>) {
  const { offered, waiting, isRunning, failure } = useOrderActions({ command });
  const [askedId, setAskedId] = useState<OfferedOrderAction['id'] | null>(null);
  const id = useId();
  const asked = offered.find((action) => action.id === askedId);
  return (
    <section className="uncertain-order-choices" aria-label={text('uncertain-order.title')}>
      <dl className="answer-body answer-body-list" tabIndex={0}>
        <dt>{text('uncertain-order.wait.button')}</dt>
        <dd>{waiting}</dd>
        {offered.map(({ id: name, label, description }) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd id={`${id}-${name}`}>{description}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="parcel-actions">
        {asked ? (
          <ActionQuestion action={asked} isDisabled={isRunning} onDone={() => setAskedId(null)} />
        ) : (
          <div className="uncertain-order-buttons">
            {offered.map(({ id: name, label, disabledReason, question, run }, index) => (
              <Button
                key={name}
                {...choiceCommand(index)}
                size="small"
                isDisabled={isRunning}
                disabledReason={disabledReason}
                describedBy={`${id}-${name}`}
                onPress={question ? () => setAskedId(name) : run}
              >
                {label}
              </Button>
            ))}
            <HelpButton page="uncertain-order" />
          </div>
        )}
        <FailureStrip failure={failure} />
      </div>
    </section>
  );
}

interface ActionQuestionProps {
  readonly action: OfferedOrderAction;
  readonly isDisabled: boolean;
  readonly onDone: () => void;
}

/** Asks before an action that orders or abandons. */
function ActionQuestion({ action, isDisabled, onDone }: ActionQuestionProps) {
  const { label, question, disabledReason, run } = action;
  if (question === null) return null;
  return (
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
          onDone();
          run();
        },
      }}
      cancel={{ label: text('button.cancel'), onPress: onDone }}
    >
      <p>{question.text()}</p>
    </Confirmation>
  );
}

interface UncertainOrderActionItemProps {
  readonly action: OfferedOrderAction;
  readonly isDisabled: boolean;
}

/** One of the actions, with its question below it. */
function UncertainOrderActionItem({ action, isDisabled }: UncertainOrderActionItemProps) {
  const { label, description, disabledReason, question, run } = action;
  const [isAsking, setIsAsking] = useState(false);
  const descriptionId = useId();
  return (
    <div className="uncertain-order-action">
      <Button
        size="small"
        isDisabled={isDisabled}
        disabledReason={disabledReason}
        describedBy={descriptionId}
        onPress={question ? () => setIsAsking(!isAsking) : run}
      >
        {label}
      </Button>
      <p id={descriptionId}>{description}</p>
      {isAsking && <ActionQuestion action={action} isDisabled={isDisabled} onDone={() => setIsAsking(false)} />}
    </div>
  );
}
