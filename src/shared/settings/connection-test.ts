import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';

/** What a test of an environment's connection checks, in this order. */
const connectionChecks = ['address', 'certificate', 'token', 'label host'] as const;

/** One line of the result. */
export const connectionCheckSchema = z.object({
  check: z.enum(connectionChecks),
  outcome: z.enum(['passed', 'failed', 'not checked']),
  /** What was found; the catalogue also says what to do about it. */
  message: messageSchema,
  /** What the service itself said. */
  serviceText: z.string().optional(),
});
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;

/** The fields of an environment that a problem with its connection leads to. */
export type ConnectionField = 'baseUrl' | 'token';

/** The addresses and the token as entered, saved or not. */
export const enteredConnectionSchema = z.object({
  /** The saved environment whose token is used where none is entered; null for a new one. */
  environment: z.string().max(40).nullable(),
  baseUrl: z.string().max(2000),
  /** null: labels come from the service's own host. */
  labelUrl: z.string().max(2000).nullable(),
  token: z.string().max(4000).nullable(),
});
export type EnteredConnection = z.infer<typeof enteredConnectionSchema>;
