import { z } from 'zod';
import { commandSchema } from './command.ts';
import { parcelSchema } from './parcel.ts';

/** The words of the `status` "Order" (contract). */
export const orderProgressWords = ['Creating', 'Created', 'Waiting', 'Uncertain', 'Refused'] as const;

/** What became of an order: its command, and its parcels once the answer is stored. */
export const orderProgressSchema = z.object({
  word: z.enum(orderProgressWords),
  /** One sentence: what is known, and what to do. */
  sentence: z.string(),
  command: commandSchema,
  parcels: z.array(parcelSchema),
  /** Charged price with tax where the answer told one. */
  priceWithTax: z.number().nullable(),
});
export type OrderProgress = z.infer<typeof orderProgressSchema>;
