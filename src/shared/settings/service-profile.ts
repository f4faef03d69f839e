import { z } from 'zod';
import { observedBehaviourSchema } from './practice-behaviour.ts';

/**
 * The profile file that `npm run check-service` writes about one service. With it, times without an offset are read with the
 * service's own offset, and it is known whether a used custom code is rejected.
 */
export const serviceProfileSchema = z.object({
  /** ISO 8601, UTC. */
  checkedAt: z.iso.datetime(),
  /** The service base address that was checked. */
  baseUrl: z.string().max(2000),
  /** The offset of the service's own date-times, such as "+04:00"; null where it gave none. */
  utcOffset: z
    .string()
    .regex(/^[+-]\d{2}:\d{2}$/, 'settings.profile-invalid')
    .nullable(),
  behaviour: observedBehaviourSchema,
});
export type ServiceProfile = z.infer<typeof serviceProfileSchema>;
