import type { Result } from '../../../shared/contract/failure.ts';
import type { CommandAction } from '../../../shared/orders/command.ts';
import {
  lateDeletion,
  mayReplaceAfterMs,
  type OrderAlarm,
  type OrderProgress,
} from '../../../shared/orders/order-progress.ts';
import { isRefusal, type WebhooksView } from '../../../shared/settings/webhook-view.ts';
import { call } from '../../data/station-client.ts';
import { clockTime } from '../../text/dates.ts';

/** Something that can be pressed about an order in doubt. */
export interface UncertainOrderAction {
  /** What the table of actions must allow; null where nothing is done to the order itself. */
  readonly action: Exclude<CommandAction, 'send'> | null;
  readonly words: string;
  /** What it does, in one plain sentence. */
  readonly sentence: string;
  /** Not before the order was in doubt for a while. */
  readonly isDelayed?: true;
  /** Asked in its place before it is done. */
  readonly question?: { readonly words: string; readonly yes: string };
  readonly run: (commandId: number, onReplaced: (progress: OrderProgress) => void) => Promise<Result<unknown>>;
}

/** All of them, the safest first. */
export const uncertainOrderActions: readonly UncertainOrderAction[] = [
  {
    action: null,
    words: 'Import the order response',
    sentence:
      'A file with the service’s answer, from its dashboard or another system, settles it and brings its labels.',
    run: () => call('import.choose-files', null),
  },
  {
    action: 'sendAgain',
    words: 'Send again with the same codes',
    sentence:
      'If the order exists, the service refuses its codes a second time, and that settles it. If not, it is ordered now.',
    run: (commandId) => call('order.send-again', { commandId }),
  },
  {
    action: 'replace',
    words: 'Delete its codes and create with new ones',
    sentence:
      'The old codes are deleted, then a new order is made. The old ones stay watched, and are deleted once more half an hour later.',
    isDelayed: true,
    question: {
      words:
        'Stickers with the old codes become void: the parcels need new ones. The service’s document does not tell whether deleting undoes the charge, so the old order may be charged as well.',
      yes: 'Delete and create anew',
    },
    async run(commandId, onReplaced) {
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
    run: (commandId) => call('command.settle', { commandId, isThere: false }),
  },
  {
    action: 'settle',
    words: 'It is there',
    sentence:
      'When you saw it at the service: its parcels are known here from now on. Import the order response for its labels.',
    run: (commandId) => call('command.settle', { commandId, isThere: true }),
  },
];

/** What can be expected of a webhook, for the environment in use. `view`: null until it was read. */
export function webhookSentence(view: WebhooksView | null, environment: string, now: number): string {
  const settles =
    'An event that names one of its codes settles by itself that it exists, though not where its labels are.';
  if (view === null) return settles;
  const own = view.environments.find(({ name }) => name === environment);
  // The practice service of this station has a listener of its own.
  if (!view.canSendTest) {
    if (!own?.webhook) return 'No webhook is set up for this environment: nothing comes by itself. Settings, Webhooks.';
    if (view.listening.kind !== 'listening')
      return 'No events are received now: nothing comes by itself. Settings, Webhooks.';
  }
  const last = view.deliveries.find(({ environment: of, answer }) => of === environment && !isRefusal(answer));
  const newest = last
    ? `The last event came at ${clockTime(last.at, now)}.`
    : 'No event came since the station started.';
  return `${settles} ${newest}`;
}

/** "possible from 14:32" while an order may not be replaced yet; null from then on. `updatedAt`: when it fell into doubt last. */
export function replaceableFrom(updatedAt: string, now: number): string | null {
  const from = Date.parse(updatedAt) + mayReplaceAfterMs;
  return now < from ? `possible from ${clockTime(new Date(from).toISOString(), now)}` : null;
}

/** What told that a replaced order is there; its codes stand beside. */
export function alarmSentence({ event, at }: Pick<OrderAlarm, 'event' | 'at'>, now: number): string {
  const when = clockTime(at, now);
  return event === lateDeletion
    ? `A replaced order was there after all: its second deletion found it at ${when}.`
    : `A replaced order is at the service: the event ${event} named its code at ${when}.`;
}
