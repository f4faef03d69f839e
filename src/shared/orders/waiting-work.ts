import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';

/** What waits in one environment, for the service and for printers. */
export const waitingSchema = z.object({
  /** Deletions that count down, or that the service has not answered. */
  deletions: z.int(),
  /** Orders that the service has not answered, or not clearly. */
  orders: z.int(),
  /** Labels in the queue that are not known to be sent. */
  labels: z.int(),
  /** Of the deletions and orders, those that need confirmation. */
  toConfirm: z.int(),
  /** When the oldest of the deletions and orders was asked for, ISO 8601; null where none waits. */
  oldestAt: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** How much waits in all. */
export function waitingCount({ deletions, orders, labels }: Pick<Waiting, 'deletions' | 'orders' | 'labels'>): number {
  return deletions + orders + labels;
}

/** What waits, counted by kind; kinds of which nothing waits are left out. */
export function waitingItems({
  deletions,
  orders,
  labels,
}: Pick<Waiting, 'deletions' | 'orders' | 'labels'>): Message[] {
  return [
    ...(deletions > 0 ? [message('waiting-work.deletions', { count: deletions })] : []),
    ...(orders > 0 ? [message('waiting-work.orders', { count: orders })] : []),
    ...(labels > 0 ? [message('waiting-work.labels', { count: labels })] : []),
  ];
}
