import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';

/** Numbers of actions and labels that wait in one environment. */
export const waitingSchema = z.object({
  /** Deletions and orders that are sent without a decision of an operator; a deletion also while it counts down. */
  deletions: z.int(),
  orders: z.int(),
  /** Print jobs that are not known to be sent. */
  labels: z.int(),
  /** Deletions and orders that are never sent before an operator decides: uncertain ones, and those that need confirmation. */
  decisions: z.int(),
  /** When the oldest of the deletions and orders that wait for no decision was requested, ISO 8601; null where there is none. */
  oldestAt: z.string().nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

type WaitingNumbers = Omit<Waiting, 'oldestAt'>;

/** The number of deletions, orders, labels and decisions together. */
export const waitingCount = ({ deletions, orders, labels, decisions }: WaitingNumbers): number =>
  deletions + orders + labels + decisions;

/** One message for each kind of waiting work; kinds with a count of 0 are left out. */
export function waitingItems({ deletions, orders, labels, decisions }: WaitingNumbers): Message[] {
  return [
    ...(deletions > 0 ? [message('waiting-work.deletions', { count: deletions })] : []),
    ...(orders > 0 ? [message('waiting-work.orders', { count: orders })] : []),
    ...(labels > 0 ? [message('waiting-work.labels', { count: labels })] : []),
    ...(decisions > 0 ? [message('waiting-work.decisions', { count: decisions })] : []),
  ];
}
