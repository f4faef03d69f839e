import { failureNextStep, failureText } from '../../text/text.ts';
import './print-queue-screen.css';
import { PackagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Result } from '../../../shared/contract/failure.ts';
import {
  type Command,
  type CommandAction,
  type CommandState,
  commandOffers,
  commandStateWords,
  unansweredStates,
} from '../../../shared/orders/command.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { ageWords, clockTime } from '../../text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { useNow } from '../../ui/hooks.ts';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { Tone } from '../../ui/tone.ts';
import { OrderAlarms } from '../uncertain-orders/order-alarms.tsx';
import { UncertainOrderActionList } from '../uncertain-orders/uncertain-order-panel.tsx';

/** As many as the station gives at once. */
const maxShown = 200;

/** What the service has not answered yet, and what it refused until somebody puts that away. */
export function WaitingToSend({ commands }: { readonly commands: readonly Command[] | null }) {
  const now = useNow(10_000);
  const oldest = commands && oldestWords(commands, now);
  const uncertainOrders = commands?.filter(isUncertainOrder).length ?? 0;
  return (
    <Card
      title="Waiting to send"
      aside={commands?.length ?? ''}
      className="waiting"
      tone={commands?.length ? 'warning' : 'plain'}
    >
      <OrderAlarms />
      {oldest && <p className="waiting-small">{oldest}</p>}
      <ul aria-label="Waiting to send">
        {commands?.map((command) => (
          <WaitingCommand key={command.id} command={command} now={now} isOnlyUncertainOrder={uncertainOrders === 1} />
        ))}
      </ul>
      {commands && commands.length >= maxShown && <p className="waiting-small">The {maxShown} oldest are shown.</p>}
      {commands?.length === 0 && <p className="waiting-none">Nothing waits. The service has answered everything.</p>}
    </Card>
  );
}

const kindIcons = { create: PackagePlus, delete: Trash2 };

/** An order nobody knows the end of. */
const isUncertainOrder = ({ kind, state }: Command): boolean => kind === 'create' && state === 'uncertain';

interface WaitingCommandProps {
  readonly command: Command;
  readonly now: number;
  /** No other order is in doubt: what can be done stands open. */
  readonly isOnlyUncertainOrder: boolean;
}

function WaitingCommand({ command, now, isOnlyUncertainOrder }: WaitingCommandProps) {
  const action = useAction();
  const { kind, state } = command;
  const Icon = kindIcons[kind];
  const codesId = `command-${command.id}`;
  return (
    <li className="waiting-command">
      <div className="waiting-what">
        <p className="waiting-head">
          <Icon aria-hidden />
          <strong>{commandKindWords[kind]}</strong>
          <StateBadge tone={commandTones[state]} word={commandStateWords[state]} />
        </p>
        <p id={codesId} className="waiting-codes">
          {command.codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </p>
      </div>
      <div className="waiting-why">
        <p className="waiting-words">{commandSentence(command, now)}</p>
        {command.failure?.serviceText && (
          <p className="waiting-words">The service says: “{command.failure.serviceText}”</p>
        )}
        <p className="waiting-small">{`${ageWords(command.createdAt, now)}, ${attemptWords(command.attempts)}`}</p>
      </div>
      <div className="waiting-buttons">
        {commandButtons.map(
          ({ action: offered, words, run }) =>
            commandOffers(offered, command) && (
              <Button
                key={words}
                size="small"
                isDisabled={action.isRunning}
                describedBy={codesId}
                onPress={() => void action.run<unknown>(() => run(command.id))}
              >
                {words}
              </Button>
            ),
        )}
      </div>
      <FailureStrip failure={action.failure} />
      {isUncertainOrder(command) && (
        <UncertainOrderDisclosure command={command} isOnlyUncertainOrder={isOnlyUncertainOrder} describedBy={codesId} />
      )}
    </li>
  );
}

interface UncertainOrderDisclosureProps {
  readonly command: Command;
  readonly isOnlyUncertainOrder: boolean;
  readonly describedBy: string;
}

/** What can be done about it; behind a button where several orders are in doubt. */
function UncertainOrderDisclosure({ command, isOnlyUncertainOrder, describedBy }: UncertainOrderDisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOnlyUncertainOrder);
  return (
    <div className="waiting-doubt">
      {isOpen ? (
        <UncertainOrderActionList command={command} />
      ) : (
        <Button size="small" describedBy={describedBy} onPress={() => setIsOpen(true)}>
          What is safe now
        </Button>
      )}
    </div>
  );
}

function attemptWords(attempts: number): string {
  if (attempts === 0) return 'not tried yet';
  return attempts === 1 ? 'tried once' : `tried ${attempts} times`;
}

interface CommandButton {
  readonly action: Exclude<CommandAction, 'send'>;
  readonly words: string;
  readonly run: (commandId: number) => Promise<Result<unknown>>;
}

/**
 * What a person may press beside a command, where the table of actions allows it; in this order. What settles an order in doubt needs
 * more words than a button has (screens/doubt).
 */
export const commandButtons: readonly CommandButton[] = [
  { action: 'agree', words: 'Send', run: (commandId) => call('command.confirm', { commandId }) },
  { action: 'retry', words: 'Try again', run: (commandId) => call('command.retry', { commandId }) },
  { action: 'deleteAgain', words: 'Delete again', run: (commandId) => call('command.delete-again', { commandId }) },
  { action: 'undo', words: 'Take back', run: (commandId) => call('command.undo', { commandId }) },
  { action: 'dismiss', words: 'Put away', run: (commandId) => call('command.dismiss', { commandId }) },
];

/** The colour beside each state of a command; the shape is the tone's own. */
const commandTones: Record<CommandState, Tone> = {
  counting: 'error',
  waiting: 'information',
  asks: 'warning',
  sending: 'information',
  done: 'success',
  uncertain: 'warning',
  rejected: 'error',
  blocked: 'warning',
  undone: 'quiet',
};

const commandKindWords: Record<Command['kind'], string> = { create: 'New order', delete: 'Delete' };

/** What stands in the way of a command and what to do, in the station's words. `now` in milliseconds since 1970. */
export function commandSentence(command: Command, now: number): string {
  const message = command.failure && failureText(command.failure);
  const next = command.failure && failureNextStep(command.failure);
  switch (command.state) {
    case 'waiting':
      if (command.retryAfterAt > now) {
        return `The service asked not to be called before ${clockTime(new Date(command.retryAfterAt).toISOString(), now)}. It goes by itself then.`;
      }
      return message
        ? `${message} It goes by itself when the service can be reached.`
        : 'It goes to the service in its turn.';
    case 'sending':
      return 'On its way. The service has not answered yet.';
    case 'asks':
      return `${message ?? 'It waits for your word.'}${next ? ` ${next}` : ''}`;
    case 'uncertain':
      return `${message ?? 'The service gave no clear answer.'} The order may exist. It is not sent again by itself.`;
    case 'blocked':
      return `${message ?? 'The service refused the token.'} It waits for a new token under Settings.`;
    case 'rejected':
      return `${message ?? 'The service said no.'}${next ? ` ${next}` : ''}`;
    default:
      return message ?? commandStateWords[command.state];
  }
}

/** How old the oldest is that the service has not answered; null where none waits. Commands come oldest first. */
export function oldestWords(commands: readonly Command[], now: number): string | null {
  const [oldest] = commands.filter(({ state }) => unansweredStates.includes(state));
  if (!oldest) return null;
  return `The oldest was asked for at ${clockTime(oldest.createdAt, now)}, ${ageWords(oldest.createdAt, now)}.`;
}
