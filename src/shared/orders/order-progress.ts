import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { messageSchema } from '../messages/message.ts';
import { parcelSchema } from '../shipments/parcel.ts';
import { commandSchema } from './command.ts';
import { orderRequestSchema } from './order-request.ts';

/** The states of the `status` "Order" (contract). */
const orderStates = ['creating', 'created', 'waiting', 'uncertain', 'rejected'] as const;

/** The progress of an order: its command, and its parcels once the answer is stored. */
export const orderProgressSchema = z.object({
  state: z.enum(orderStates),
  message: messageSchema,
  command: commandSchema,
  parcels: z.array(parcelSchema),
  /** Charged price with tax; null where the answer has none. */
  priceWithTax: z.number().nullable(),
});
export type OrderProgress = z.infer<typeof orderProgressSchema>;

/** A rejected order, to be corrected in the form and sent as a new one. */
export const orderCorrectionSchema = z.object({
  commandId: z.int(),
  /** Without codes that may be used up. */
  request: orderRequestSchema,
  /** Why it was rejected. */
  failure: failureSchema.nullable(),
});
export type OrderCorrection = z.infer<typeof orderCorrectionSchema>;

/** How long an order must be uncertain before it may be replaced by a new one, milliseconds. */
export const mayReplaceAfterMs = 10 * 60_000;

/** How long after that the old order's codes are deleted again, milliseconds: its request may have been delayed in the network. */
export const deleteAgainAfterMs = 30 * 60_000;

/** Replaces the event name where the second deletion itself found the old order. */
export const lateDeletion = 'second deletion';

/** A replaced order exists after all: both orders may be carried out. */
export const orderAlarmSchema = z.object({
  id: z.int(),
  /** The code of the old order. */
  code: z.string(),
  /** The event that named it, or `lateDeletion`; and when it came, ISO 8601. */
  event: z.string(),
  at: z.string(),
  /** The codes of the new order. */
  newCodes: z.array(z.string()),
});
export type OrderAlarm = z.infer<typeof orderAlarmSchema>;
