import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { type DeliveryAnswer, deliveryAnswers } from './delivery-answers.ts';
import { environmentKinds, isLoopback } from './environment.ts';
import { type Settings, webhooksSchema } from './settings.ts';
import { newHeaderNameSchema, webhookSourceSchema } from './webhook-source.ts';

const answerNames = Object.keys(deliveryAnswers) as [DeliveryAnswer, ...DeliveryAnswer[]];

/** Most deliveries that are listed. They are kept in memory; only their events are stored. */
export const maxDeliveriesListed = 50;

/** One delivery in the list of the settings screen, or several refused for the same reason. */
const listedDeliverySchema = z.object({
  id: z.int(),
  /** Time of the newest delivery, ISO 8601, UTC. */
  at: z.string(),
  /** The environment whose header matched; null where none did. */
  environment: z.string().nullable(),
  /** The envelope's `event`; empty where it was not read or has none. */
  event: z.string(),
  answer: z.enum(answerNames),
  /** Number of deliveries: refusals for the same reason are one line. */
  count: z.int().positive(),
});
export type ListedDelivery = z.infer<typeof listedDeliverySchema>;

/** Whether events are being received. */
const webhookListeningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('listening') }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type WebhookListening = z.infer<typeof webhookListeningSchema>;

/** Webhooks as the settings screen shows them. Contains no header values: the window can set but not read them. */
export const webhooksViewSchema = z.object({
  settings: webhooksSchema,
  listening: webhookListeningSchema,
  environments: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(environmentKinds),
      webhook: z.object({ path: z.string(), headerName: z.string(), hasOtherValue: z.boolean() }).nullable(),
    }),
  ),
  /** True in practice, whose service can send a test event. */
  canSendTest: z.boolean(),
  /** Newest first. */
  deliveries: z.array(listedDeliverySchema).max(maxDeliveriesListed),
});
export type WebhooksView = z.infer<typeof webhooksViewSchema>;

/** A value that every HTTP client can send: visible ASCII, with spaces only inside. */
const enteredValue = z
  .string()
  .trim()
  .max(500, 'settings.header-value')
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'settings.header-value');

/** An environment's webhook as it is entered. */
export const enteredWebhookSchema = z.object({
  environment: z.string(),
  path: webhookSourceSchema.shape.path,
  headerName: newHeaderNameSchema,
  /** Null leaves the stored value unchanged. */
  value: enteredValue.nullable(),
  /** `in its place`: the second value becomes the only one. */
  otherValue: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stays') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('in its place') }),
    z.object({ kind: z.literal('new'), value: enteredValue }),
  ]),
});
export type EnteredWebhook = z.infer<typeof enteredWebhookSchema>;

/** True where the listener accepts connections on all addresses of this computer, so there is no single one to show. */
const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host);

/** The origin of the listener's URLs: the public address, else its own; null where it listens on all addresses. No trailing slash. */
export function webhookOrigin({ publicAddress, host, port }: Settings['webhooks']): string | null {
  if (publicAddress !== undefined) return publicAddress.replace(/\/+$/, '');
  if (isEveryAddress(host)) return null;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}

/** True if only this computer can reach the listener. */
export const isLocalOnly = ({ host }: Settings['webhooks']): boolean => host === '::1' || isLoopback(host);
