import { z } from 'zod';
import { observedBehaviourSchema } from './practice-behaviour.ts';

/**
 * What `npm run check-service` observed of one service, as its profile file holds it. An environment that has a profile needs fewer
 * assumptions: times without an offset are read with the service's own, and a used custom code is known to be rejected.
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
