import { lateDeletion, mayReplaceAfterMs, type OrderAlarm } from '../../../shared/order-alarm.ts';
import { isRefusal } from '../../../shared/webhook-delivery.ts';
import type { WebhooksView } from '../../../shared/webhook-view.ts';
import { clockTime } from '../../words/ages.ts';

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
