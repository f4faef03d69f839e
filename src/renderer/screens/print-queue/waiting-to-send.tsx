import './waiting-to-send.css';
import { PackagePlus, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type Command, countOpen, unansweredStates } from '../../../shared/orders/command.ts';
import { useQuery } from '../../data/query.ts';
import { verdictOn } from '../../presentation/verdict.ts';
import { factsOfCommand } from '../../presentation/verdict-facts.ts';
import { ageText, clockTime } from '../../text/dates.ts';
import { serviceSentences, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Loading } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { Details } from '../../ui/disclosure.tsx';
import { useNow } from '../../ui/hooks.ts';
import { StateBadge } from '../../ui/tone.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { OrderAlarms } from '../uncertain-orders/order-alarms.tsx';
import { parcelQuery, UncertainDeletion } from '../uncertain-orders/uncertain-deletion.tsx';
import { UncertainOrderActionList } from '../uncertain-orders/uncertain-order-panel.tsx';
import { useVerdictContext } from '../verdict-context.ts';
import { answersBeforeSettling, CommandButtons } from './command-buttons.tsx';
import { SharedQuestions } from './shared-question-bands.tsx';

/** As many as main lists. */
const maxShown = 200;

interface WaitingToSendProps {
  /** null: not read. */
  readonly commands: readonly Command[] | null;
  readonly isLoading: boolean;
}

/** Commands that the service has not answered yet, and rejected ones until they are dismissed. */
export function WaitingToSend({ commands, isLoading }: WaitingToSendProps) {
  const now = useNow(10_000);
  const oldest = commands && oldestText(commands, now);
  const uncertainOrders = commands?.filter(isUncertainOrder).length ?? 0;
  return (
    <Card
      title={text('waiting-to-send.title')}
      aside={commands ? countText(commands) : ''}
      className="waiting"
      tone={commands?.length ? 'warning' : 'plain'}
    >
      <OrderAlarms />
      {commands?.some(({ kind, state }) => kind === 'delete' && state === 'needs confirmation') && (
        <SharedQuestions about="delete" />
      )}
      {isLoading && <Loading />}
      {oldest && <p className="waiting-small">{oldest}</p>}
      <ul aria-label={text('waiting-to-send.title')}>
        {commands?.map((command) => (
          <WaitingCommand key={command.id} command={command} now={now} isOnlyUncertainOrder={uncertainOrders === 1} />
        ))}
      </ul>
      {commands && commands.length >= maxShown && (
        <p className="waiting-small">{text('waiting-to-send.more', { count: maxShown })}</p>
      )}
      {commands?.length === 0 && <p className="waiting-none">{text('waiting-to-send.empty')}</p>}
    </Card>
  );
}

/** "3 waiting, 1 rejected": the first number is that of the top bar. */
const countText = (commands: readonly Command[]): string => text('waiting-to-send.count', countOpen(commands));

const kindIcons = { create: PackagePlus, delete: Trash2 };

const isUncertainOrder = ({ kind, state }: Command): boolean => kind === 'create' && state === 'uncertain';

interface WaitingCommandProps {
  readonly command: Command;
  readonly now: number;
  /** The actions for the only uncertain order are shown without a click. */
  readonly isOnlyUncertainOrder: boolean;
}

/** One command: why it waits and what can be done. */
export function WaitingCommand({ command, now, isOnlyUncertainOrder }: WaitingCommandProps) {
  const verdict = verdictOn(factsOfCommand(command, useVerdictContext(now)));
  const { kind, state } = command;
  const Icon = kindIcons[kind];
  const codesId = `command-${command.id}`;
  return (
    <li className="waiting-command">
      <div className="waiting-what">
        <p className="waiting-head">
          <Icon aria-hidden />
          <strong>{text(`command.kind.${kind}`)}</strong>
          <StateBadge tone={verdict.tone} icon={verdict.icon} word={text(`command.state.${state}`)} />
        </p>
        <p id={codesId} className="waiting-codes">
          {command.codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </p>
      </div>
      <div className="waiting-why">
        <p>{verdict.sentence}</p>
        {serviceSentences(command.failure).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className="waiting-small">
          {text('waiting-to-send.age', { age: ageText(command.createdAt, now), attempts: command.attempts })}
        </p>
        <Details lines={verdict.details} />
      </div>
      <div className="waiting-buttons">
        <CommandButtons
          {...{
            commandId: command.id,
            asked: command.failure?.message,
            actions: verdict.actions,
            describedBy: codesId,
          }}
          size="small"
        />
      </div>
      <HelpButton page={kind === 'create' && state === 'rejected' ? 'rejected-order' : null} />
      {verdict.actions.includes('settleDeletion') && <UncertainDeletionOfCommand command={command} />}
      {isUncertainOrder(command) && (
        <UncertainOrderDisclosure command={command} isOnlyUncertainOrder={isOnlyUncertainOrder} describedBy={codesId} />
      )}
    </li>
  );
}

/** What can be done about a deletion that may have been carried out; the service's text is shown above. */
function UncertainDeletionOfCommand({ command }: { readonly command: Command }) {
  const { id: commandId, parcelId } = command;
  const question = {
    commandId,
    serviceText: null,
    size: 'small',
    answersBefore: answersBeforeSettling(command),
  } as const;
  return (
    <div className="waiting-uncertain-order">
      {parcelId === null ? (
        <UncertainDeletion {...question} parcel={null} />
      ) : (
        <UncertainDeletionOfParcel question={question} parcelId={parcelId} />
      )}
    </div>
  );
}

interface UncertainDeletionOfParcelProps {
  readonly question: Omit<ComponentProps<typeof UncertainDeletion>, 'parcel'>;
  readonly parcelId: number;
}

function UncertainDeletionOfParcel({ question, parcelId }: UncertainDeletionOfParcelProps) {
  const [query] = useState(() => parcelQuery(parcelId));
  const { value: parcel } = useQuery(query);
  return <UncertainDeletion {...question} parcel={parcel} />;
}

interface UncertainOrderDisclosureProps {
  readonly command: Command;
  readonly isOnlyUncertainOrder: boolean;
  readonly describedBy: string;
}

/** What can be done about an uncertain order; behind a button where there are several. */
function UncertainOrderDisclosure({ command, isOnlyUncertainOrder, describedBy }: UncertainOrderDisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOnlyUncertainOrder);
  return (
    <div className="waiting-uncertain-order">
      {isOpen ? (
        <UncertainOrderActionList command={command} />
      ) : (
        <Button size="small" describedBy={describedBy} onPress={() => setIsOpen(true)}>
          {text('waiting-to-send.what-to-do')}
        </Button>
      )}
    </div>
  );
}

/** The age of the oldest command that the service has not answered; null where none waits. Commands come oldest first. */
export function oldestText(commands: readonly Command[], now: number): string | null {
  const [oldest] = commands.filter(({ state }) => unansweredStates.includes(state));
  if (!oldest) return null;
  return text('waiting-to-send.oldest', {
    time: clockTime(oldest.createdAt, now),
    age: ageText(oldest.createdAt, now),
  });
}
