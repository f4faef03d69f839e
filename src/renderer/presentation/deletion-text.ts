import type { CommandState } from '../../shared/orders/command.ts';
import { text } from '../text/text.ts';
import type { Tone } from '../ui/tone.tsx';

/** Whole seconds left, never under 0: it stays 0 until main reports the next state. */
export const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1000));

export const deletionTones: Readonly<Record<CommandState, Tone>> = {
  counting: 'error',
  waiting: 'warning',
  'needs confirmation': 'warning',
  sending: 'warning',
  done: 'success',
  uncertain: 'warning',
  rejected: 'error',
  blocked: 'warning',
  undone: 'success',
};

/** The state of a deletion, as a short phrase. A parcel is only called deleted once the service has confirmed it. */
export const deletionText = (state: CommandState): string => text(`deletion.state.${state}`);

/** "Deleting in 4 s". */
export const countdownText = (endsAt: number, now: number): string =>
  text('deletion.countdown', { seconds: secondsLeft(endsAt, now) });
