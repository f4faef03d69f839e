import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';

/**
 * Every kind of expected failure, by what an operator can do about it.
 * A code is stable: screens, rules and tests compare it; the message beside it is for reading only.
 */
const failureCodes = [
  'address-not-found', // the host's name is not known
  'no-route', // refused, unreachable, or no answer to the connection
  'tls', // certificate or handshake failure
  'time-out', // connected, no (whole) answer in time
  'cut-off', // the answer ended early
  'unreadable', // the answer is not as the interface document shows
  'too-large', // a body over its limit
  'redirected', // sent to another address; never followed to another origin
  'token-missing', // no token stored for these origins
  'token-rejected', // 401
  'forbidden', // 403
  'not-found', // 404 or 410: unknown to the service
  'conflict', // 409
  'rejected', // 400, 422 and other 4xx
  'too-many-requests', // 429
  'service-error', // 408 and 5xx: the service failed
  'not-success', // a 2xx whose envelope reports something other than success
  'wrong-host', // a label address outside the configured label host
  'invalid-input', // refused before anything was sent
  'not-allowed-now', // not allowed by the state table
  'duplicate', // a similar order was just created: an operator must confirm another one
  'not-permitted', // the person who is signed in may not do this; no one may be signed in
  'needs-lead', // more than a packer may do within an hour: a lead's badge allows it
  'over-spending-limit', // more would be charged within an hour than the settings allow
  'not-found-locally', // unknown to this station
  'printer-unreachable',
  'printer-cut-off', // the connection died after the first byte
  'printer-held', // it reported why it accepts no label now
  'no-label',
  'label-refused', // it contains commands that no label may send to a printer
  'no-printer',
  'storage', // the disk refused a read or a write
  'not-protected', // a secret cannot be stored encrypted
  'picture-failed',
  'picture-delayed', // not drawn now, for a reason that passes; it is tried again automatically
  'unexpected', // a bug in Packbench
] as const;

export const failureSchema = z.object({
  code: z.enum(failureCodes),
  /** What happened. The catalogue also says what to do next. */
  message: messageSchema,
  /** The service's own text, unchanged, at most 2,000 characters. */
  serviceText: z.string().optional(),
  /** What the service said of single fields of the request, at most 20; `path` is the service's own, at most 120 characters. */
  fieldFaults: z.array(z.object({ path: z.string(), text: z.string() })).optional(),
});

/** An expected failure: a value, never thrown. */
export type Failure = z.infer<typeof failureSchema>;
export type FailureCode = Failure['code'];

/** The answer of every call between layers and processes. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** A successful result. */
export const success = <T>(value: T): Result<T> => ({ ok: true, value });

/** A failed result. */
export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });

/** Makes a switch over a union exhaustive: a new member fails to compile here. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
