import { assertNever } from '../../shared/contract/failure.ts';
import { type CommandState, commandStates } from '../../shared/orders/command.ts';
import type { Tone } from '../ui/tone.ts';

/** Whole seconds left, never under 0: at the very end it says 0 until main says what came. */
export const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1000));

export const isCommandState = (text: string): text is CommandState =>
  (commandStates as readonly string[]).includes(text);

/** A deletion in two to four words. It is never called deleted before the service said so. */
export function deletionWords(state: CommandState, endsAt: number, now: number): { tone: Tone; words: string } {
  switch (state) {
    case 'counting':
      return { tone: 'error', words: `Deleting in ${secondsLeft(endsAt, now)} s` };
    case 'waiting':
    case 'asks':
      return { tone: 'warning', words: 'Deletion waiting' };
    case 'sending':
      return { tone: 'warning', words: 'Deletion sending' };
    case 'done':
      return { tone: 'success', words: 'Deleted' };
    case 'uncertain':
      return { tone: 'warning', words: 'Deletion uncertain' };
    case 'rejected':
      return { tone: 'error', words: 'Not deleted' };
    case 'blocked':
      return { tone: 'warning', words: 'Deletion blocked' };
    case 'undone':
      return { tone: 'success', words: 'Taken back' };
    default:
      return assertNever(state);
  }
}
