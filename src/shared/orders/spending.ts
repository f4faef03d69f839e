import { z } from 'zod';

/** Orders with the same receiver, address and weights within this time are near-duplicates, milliseconds. */
export const duplicateWithinMs = 10 * 60_000;

/** Spending on the orders of one environment. Prices are with tax, in the environment's currency. */
export const spendingSchema = z.object({
  /** Orders created since midnight, local time. */
  ordersToday: z.int(),
  /** The sum of their charged prices; answers without a price are left out. */
  chargedToday: z.number(),
  /** Number of today's orders whose answer has no price. */
  unpricedToday: z.int(),
  /** Number of today's uncertain orders, which may exist and be charged. */
  uncertainToday: z.int(),
  /** Charged within the last hour; pending and uncertain orders count with their quote, where there is one. */
  lastHour: z.number(),
  /** The most that may be charged within an hour; null where no cap is set. */
  capPerHour: z.number().nullable(),
});
export type Spending = z.infer<typeof spendingSchema>;
