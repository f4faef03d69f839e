import type { CommandAction } from '../../../shared/command.ts';
import type { Result } from '../../../shared/failure.ts';
import { call } from '../../station.ts';

interface CommandButton {
  readonly action: Exclude<CommandAction, 'send'>;
  readonly words: string;
  readonly act: (commandId: number) => Promise<Result<unknown>>;
}

/**
 * What a person may press beside a command, where the table of actions allows it; in this order. What settles an order in doubt needs
 * more words than a button has (screens/doubt).
 */
export const commandButtons: readonly CommandButton[] = [
  { action: 'agree', words: 'Send', act: (commandId) => call('command.agree', { commandId }) },
  { action: 'tryAgain', words: 'Try again', act: (commandId) => call('command.try-again', { commandId }) },
  { action: 'deleteAgain', words: 'Delete again', act: (commandId) => call('command.delete-again', { commandId }) },
  { action: 'takeBack', words: 'Take back', act: (commandId) => call('command.take-back', { commandId }) },
  { action: 'putAway', words: 'Put away', act: (commandId) => call('command.put-away', { commandId }) },
];
