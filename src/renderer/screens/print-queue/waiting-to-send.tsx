import './waiting-to-send.css';
import { PackagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Command, commandOffers, commandStateWords } from '../../../shared/command.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ageWords } from '../../words/ages.ts';
import { useNow } from '../../words/use-now.ts';
import { DoubtWays } from '../doubt/doubt-ways.tsx';
import { OrderAlarms } from '../doubt/order-alarms.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { commandButtons } from './command-buttons.ts';
import { commandKindWords, commandSentence, commandTones, oldestWords } from './command-words.ts';

/** As many as the station gives at once. */
const mostShown = 200;

/** What the service has not answered yet, and what it refused until somebody puts that away. */
export function WaitingToSend({ commands }: { readonly commands: readonly Command[] | null }) {
  const now = useNow(10_000);
  const oldest = commands && oldestWords(commands, now);
  const doubts = commands?.filter(isInDoubt).length ?? 0;
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
          <WaitingCommand key={command.id} command={command} now={now} isOnlyDoubt={doubts === 1} />
        ))}
      </ul>
      {commands && commands.length >= mostShown && <p className="waiting-small">The {mostShown} oldest are shown.</p>}
      {commands?.length === 0 && <p className="waiting-none">Nothing waits. The service has answered everything.</p>}
    </Card>
  );
}

const kindIcons = { create: PackagePlus, delete: Trash2 };

/** An order nobody knows the end of. */
const isInDoubt = ({ kind, state }: Command): boolean => kind === 'create' && state === 'uncertain';

interface WaitingCommandProps {
  readonly command: Command;
  readonly now: number;
  /** No other order is in doubt: what can be done stands open. */
  readonly isOnlyDoubt: boolean;
}

function WaitingCommand({ command, now, isOnlyDoubt }: WaitingCommandProps) {
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
        {command.failure?.serviceWords && (
          <p className="waiting-words">The service says: “{command.failure.serviceWords}”</p>
        )}
        <p className="waiting-small">{`${ageWords(command.createdAt, now)}, ${attemptWords(command.attempts)}`}</p>
      </div>
      <div className="waiting-buttons">
        {commandButtons.map(
          ({ action: offered, words, act }) =>
            commandOffers(offered, command) && (
              <Button
                key={words}
                size="small"
                isDisabled={action.isRunning}
                describedBy={codesId}
                onPress={() => void action.run<unknown>(() => act(command.id))}
              >
                {words}
              </Button>
            ),
        )}
      </div>
      <FailureStrip failure={action.failure} />
      {isInDoubt(command) && <FoldedWays command={command} isOnlyDoubt={isOnlyDoubt} describedBy={codesId} />}
    </li>
  );
}

interface FoldedWaysProps {
  readonly command: Command;
  readonly isOnlyDoubt: boolean;
  readonly describedBy: string;
}

/** What can be done about it; behind a button where several orders are in doubt. */
function FoldedWays({ command, isOnlyDoubt, describedBy }: FoldedWaysProps) {
  const [isOpen, setIsOpen] = useState(isOnlyDoubt);
  return (
    <div className="waiting-doubt">
      {isOpen ? (
        <DoubtWays command={command} />
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
