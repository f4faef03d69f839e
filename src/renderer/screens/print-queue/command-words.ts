import { type Command, type CommandState, commandStateWords } from '../../../shared/command.ts';
import type { Tone } from '../../ui/tone.ts';

/** The colour beside each state of a command; the shape is the tone's own. */
export const commandTones: Record<CommandState, Tone> = {
  counting: 'error',
  waiting: 'information',
  sending: 'information',
  done: 'success',
  uncertain: 'warning',
  rejected: 'error',
  blocked: 'warning',
  undone: 'quiet',
};

export const commandKindWords: Record<Command['kind'], string> = { create: 'New order', delete: 'Delete' };

/** What stands in the way of a command and what to do, in the station's words. */
export function commandSentence(command: Command): string {
  const said = command.failure?.message;
  const next = command.failure?.next;
  switch (command.state) {
    case 'waiting':
      return said
        ? `${said} It goes by itself when the service can be reached.`
        : 'It goes to the service in its turn.';
    case 'sending':
      return 'On its way. The service has not answered yet.';
    case 'uncertain':
      return `${said ?? 'The service gave no clear answer.'} The order may exist: look for it at the service. It is not sent again by itself.`;
    case 'blocked':
      return `${said ?? 'The service refused the token.'} It waits for a new token under Settings.`;
    case 'rejected':
      return `${said ?? 'The service said no.'}${next ? ` ${next}` : ''}`;
    default:
      return said ?? commandStateWords[command.state];
  }
}
