import { z } from 'zod';

/** Two orders of the same receiver, address and weights within this time are near-duplicates, milliseconds. */
export const duplicateWithinMs = 10 * 60_000;

/** What orders of this environment have cost. Prices are with tax, in the environment's currency. */
export const spendingSchema = z.object({
  /** Orders created since midnight, local time. */
  ordersToday: z.int(),
  /** What they were charged, as far as their answers say. */
  chargedToday: z.number(),
  /** Of today's orders, those whose answer has no price. */
  unpricedToday: z.int(),
  /** Of today's, orders that may exist and be charged. */
  uncertainToday: z.int(),
  /** Charged within the last hour; pending and uncertain orders count with their quote, where there is one. */
  lastHour: z.number(),
  /** The most that may be charged within an hour; null where no cap is set. */
  capPerHour: z.number().nullable(),
});
export type Spending = z.infer<typeof spendingSchema>;
