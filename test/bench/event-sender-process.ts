import { differentEvents, type EventSending, sendEvents } from '../fakes/event-sender.ts';

/** Sends that many different events to the port. */
export interface SendingOrder extends Omit<EventSending, 'bodies' | 'onAnswer'> {
  events: number;
  prefix: string;
}

// A process of its own: it sends the requested events and reports how many seconds that took.
process.on('message', async ({ events, prefix, ...sending }: SendingOrder) => {
  const bodies = differentEvents(events, prefix);
  const began = performance.now();
  const statuses = await sendEvents({ ...sending, bodies });
  const seconds = (performance.now() - began) / 1000;
  if (statuses.get(200) !== events) throw new Error(`Not all were stored: ${JSON.stringify([...statuses])}`);
  process.send?.({ seconds });
});
process.send?.('ready');
