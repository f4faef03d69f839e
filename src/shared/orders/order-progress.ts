import { z } from 'zod';
import { parcelSchema } from '../shipments/parcel.ts';
import { commandSchema } from './command.ts';

/** The words of the `status` "Order" (contract). */
const orderProgressWords = ['Creating', 'Created', 'Waiting', 'Uncertain', 'Refused'] as const;

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

/** How long an order must be in doubt before it may be replaced by a new one, milliseconds. */
export const mayReplaceAfterMs = 10 * 60_000;

/** How long after that the old order's codes are deleted once more, milliseconds: its request may have lain somewhere meanwhile. */
export const deleteAgainAfterMs = 30 * 60_000;

/** Stands for the event where the second deletion itself found the old order. */
export const lateDeletion = 'second deletion';

/** An order that was deleted and created anew gave a sign of life: both orders may exist. */
export const orderAlarmSchema = z.object({
  id: z.int(),
  /** The code of the old order. */
  code: z.string(),
  /** The event that named it, or `lateDeletion`; and when it came, ISO 8601. */
  event: z.string(),
  at: z.string(),
  /** The codes that took its place. */
  newCodes: z.array(z.string()),
});
export type OrderAlarm = z.infer<typeof orderAlarmSchema>;
