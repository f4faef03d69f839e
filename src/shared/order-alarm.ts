import { z } from 'zod';

/** How long an order must be in doubt before it may be replaced by a new one, milliseconds. */
export const mayReplaceAfterMs = 10 * 60_000;

/** An event named a code of an order that was deleted and created anew: both orders may exist. */
export const orderAlarmSchema = z.object({
  id: z.int(),
  /** The code of the old order. */
  code: z.string(),
  /** The event that named it, and when it came, ISO 8601. */
  event: z.string(),
  at: z.string(),
  /** The codes that took its place. */
  newCodes: z.array(z.string()),
});
export type OrderAlarm = z.infer<typeof orderAlarmSchema>;
