import './waiting-to-send.css';
import { PackagePlus, Trash2 } from 'lucide-react';
import { type Command, commandCan, commandStateWords } from '../../../shared/command.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ageWords } from '../../words/ages.ts';
import { useNow } from '../../words/use-now.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { commandKindWords, commandSentence, commandTones } from './command-words.ts';

/** What the service has not answered yet, and what it refused until somebody puts that away. */
export function WaitingToSend({ commands }: { readonly commands: readonly Command[] | null }) {
  const now = useNow(10_000);
  return (
    <Card
      title="Waiting to send"
      aside={commands?.length ?? ''}
      className="waiting"
      tone={commands?.length ? 'warning' : 'plain'}
    >
      <ul aria-label="Waiting to send">
        {commands?.map((command) => (
          <WaitingCommand key={command.id} command={command} now={now} />
        ))}
      </ul>
      {commands?.length === 0 && <p className="waiting-none">Nothing waits. The service has answered everything.</p>}
    </Card>
  );
}

const kindIcons = { create: PackagePlus, delete: Trash2 };

function WaitingCommand({ command, now }: { readonly command: Command; readonly now: number }) {
  const action = useAction();
  const { id: commandId, kind, state } = command;
  const Icon = kindIcons[kind];
  const isDisabled = action.isRunning;
  return (
    <li className="waiting-command">
      <div className="waiting-what">
        <p className="waiting-head">
          <Icon aria-hidden />
          <strong>{commandKindWords[kind]}</strong>
          <StateBadge tone={commandTones[state]} word={commandStateWords[state]} />
        </p>
        <p className="waiting-codes">
          {command.codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </p>
      </div>
      <div className="waiting-why">
        <p className="waiting-words">{commandSentence(command)}</p>
        {command.failure?.serviceWords && (
          <p className="waiting-words">The service says: “{command.failure.serviceWords}”</p>
        )}
        <p className="waiting-small">{`${ageWords(command.createdAt, now)}, ${attemptWords(command.attempts)}`}</p>
      </div>
      <div className="waiting-buttons">
        {commandCan('tryAgain', state) && (
          <Button
            size="small"
            isDisabled={isDisabled}
            onPress={() => void action.run(() => call('command.try-again', { commandId }))}
          >
            Try again
          </Button>
        )}
        {commandCan('putAway', state) && (
          <Button
            size="small"
            isDisabled={isDisabled}
            onPress={() => void action.run(() => call('command.put-away', { commandId }))}
          >
            Put away
          </Button>
        )}
        {commandCan('undo', state) && (
          <Button
            size="small"
            isDisabled={isDisabled}
            onPress={() => void action.run(() => call('deletion.undo', { commandId }))}
          >
            Undo
          </Button>
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </li>
  );
}

function attemptWords(attempts: number): string {
  if (attempts === 0) return 'not tried yet';
  return attempts === 1 ? 'tried once' : `tried ${attempts} times`;
}
