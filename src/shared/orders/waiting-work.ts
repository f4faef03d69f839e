import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';

/** Numbers of actions and labels that wait in one environment. */
export const waitingSchema = z.object({
  /** Deletions that count down or have no answer of the service. */
  deletions: z.int(),
  /** Orders without a clear answer of the service. */
  orders: z.int(),
  /** Print jobs that are not known to be sent. */
  labels: z.int(),
  /** Number of these deletions and orders that need confirmation. */
  toConfirm: z.int(),
  /** When the oldest of these deletions and orders was requested, ISO 8601; null where there is none. */
  oldestAt: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** The number of deletions, orders and labels together. */
export function waitingCount({ deletions, orders, labels }: Pick<Waiting, 'deletions' | 'orders' | 'labels'>): number {
  return deletions + orders + labels;
}

/** One message for each kind of waiting work; kinds with a count of 0 are left out. */
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
