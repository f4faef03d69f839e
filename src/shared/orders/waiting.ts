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
  /** Of the deletions and orders, those that wait for a person's word. */
  asking: z.int(),
  /** When the oldest of the deletions and orders was asked for, ISO 8601; null where none waits. */
  oldestAt: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** "3 deletions, 1 order and 2 labels"; null where nothing waits. */
export function waitingWords({
  deletions,
  orders,
  labels,
}: Pick<Waiting, 'deletions' | 'orders' | 'labels'>): string | null {
  const all = [
    ...counted(deletions, 'deletion', 'deletions'),
    ...counted(orders, 'order', 'orders'),
    ...counted(labels, 'label', 'labels'),
  ];
  if (all.length < 2) return all[0] ?? null;
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** How many things that is, for the verb. */
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
