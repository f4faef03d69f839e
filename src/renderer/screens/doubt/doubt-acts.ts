import type { CommandAction } from '../../../shared/command.ts';
import type { Result } from '../../../shared/failure.ts';
import type { OrderProgress } from '../../../shared/order-progress.ts';
import { call } from '../../station.ts';

/** Something that can be pressed about an order in doubt. */
export interface DoubtAct {
  /** What the table of actions must allow; null where nothing is done to the order itself. */
  readonly action: Exclude<CommandAction, 'send'> | null;
  readonly words: string;
  /** What it does, in one plain sentence. */
  readonly sentence: string;
  /** Not before the order was in doubt for a while. */
  readonly waits?: true;
  /** Asked in its place before it is done. */
  readonly question?: { readonly words: string; readonly yes: string };
  readonly act: (commandId: number, onReplaced: (progress: OrderProgress) => void) => Promise<Result<unknown>>;
}

/** All of them, the safest first. */
export const doubtActs: readonly DoubtAct[] = [
  {
    action: null,
    words: 'Import the order response',
    sentence:
      'A file with the service’s answer, from its dashboard or another system, settles it and brings its labels.',
    act: () => call('import.choose-files', null),
  },
  {
    action: 'sendAgain',
    words: 'Send again with the same codes',
    sentence:
      'If the order exists, the service refuses its codes a second time, and that settles it. If not, it is ordered now.',
    act: (commandId) => call('order.send-again', { commandId }),
  },
  {
    action: 'replace',
    words: 'Delete its codes and create with new ones',
    sentence:
      'The old codes are deleted, then a new order is made. The old ones stay watched, and are deleted once more half an hour later.',
    waits: true,
    question: {
      words:
        'Stickers with the old codes become void: the parcels need new ones. The service’s document does not tell whether deleting undoes the charge, so the old order may be charged as well.',
      yes: 'Delete and create anew',
    },
    async act(commandId, onReplaced) {
      const replaced = await call('order.replace', { commandId });
      if (replaced.ok) onReplaced(replaced.value);
      return replaced;
    },
  },
  {
    action: 'settle',
    words: 'It does not exist',
    sentence: 'Only when you looked at the service: its codes are free again, and nothing is ordered.',
    question: {
      words: 'If it exists all the same, it is carried out and charged, and this station does not know it.',
      yes: 'I looked: it is not there',
    },
    act: (commandId) => call('command.settle', { commandId, isThere: false }),
  },
  {
    action: 'settle',
    words: 'It is there',
    sentence:
      'When you saw it at the service: its parcels are known here from now on. Import the order response for its labels.',
    act: (commandId) => call('command.settle', { commandId, isThere: true }),
  },
];
