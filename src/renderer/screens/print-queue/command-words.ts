import { type Command, type CommandState, commandStateWords, unansweredStates } from '../../../shared/command.ts';
import type { Tone } from '../../ui/tone.ts';
import { ageWords, clockTime } from '../../words/ages.ts';

/** The colour beside each state of a command; the shape is the tone's own. */
export const commandTones: Record<CommandState, Tone> = {
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

export const commandKindWords: Record<Command['kind'], string> = { create: 'New order', delete: 'Delete' };

/** What stands in the way of a command and what to do, in the station's words. `now` in milliseconds since 1970. */
export function commandSentence(command: Command, now: number): string {
  const said = command.failure?.message;
  const next = command.failure?.next;
  switch (command.state) {
    case 'waiting':
      if (command.askedUntil > now) {
        return `The service asked not to be called before ${clockTime(new Date(command.askedUntil).toISOString(), now)}. It goes by itself then.`;
      }
      return said
        ? `${said} It goes by itself when the service can be reached.`
        : 'It goes to the service in its turn.';
    case 'sending':
      return 'On its way. The service has not answered yet.';
    case 'asks':
      return `${said ?? 'It waits for your word.'}${next ? ` ${next}` : ''}`;
    case 'uncertain':
      return `${said ?? 'The service gave no clear answer.'} The order may exist. It is not sent again by itself.`;
    case 'blocked':
      return `${said ?? 'The service refused the token.'} It waits for a new token under Settings.`;
    case 'rejected':
      return `${said ?? 'The service said no.'}${next ? ` ${next}` : ''}`;
    default:
      return said ?? commandStateWords[command.state];
  }
}

/** How old the oldest is that the service has not answered; null where none waits. Commands come oldest first. */
export function oldestWords(commands: readonly Command[], now: number): string | null {
  const [oldest] = commands.filter(({ state }) => unansweredStates.includes(state));
  if (!oldest) return null;
  return `The oldest was asked for at ${clockTime(oldest.createdAt, now)}, ${ageWords(oldest.createdAt, now)}.`;
}
