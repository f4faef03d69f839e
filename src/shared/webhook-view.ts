import { z } from 'zod';
import { environmentKinds, isLoopback } from './environment.ts';
import { failureSchema } from './failure.ts';
import { type Settings, webhooksSchema } from './settings.ts';
import { listedDeliverySchema, mostDeliveriesListed } from './webhook-delivery.ts';
import { webhookSourceSchema } from './webhook-source.ts';

/** Whether events are being received. */
export const webhookListeningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('listening') }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type WebhookListening = z.infer<typeof webhookListeningSchema>;

/** All the settings screen shows of webhooks. Header values are not in it: once kept, they only ever come in. */
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
  /** The environment in use is practice, and its service can be asked for an event. */
  canSendTest: z.boolean(),
  /** Newest first. */
  deliveries: z.array(listedDeliverySchema).max(mostDeliveriesListed),
});
export type WebhooksView = z.infer<typeof webhooksViewSchema>;

/** A value that any HTTP client can send: visible ASCII, spaces only inside. */
const enteredValue = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'the value can hold letters, digits and signs of plain ASCII only');

/** An environment's webhook as it is entered. */
export const enteredWebhookSchema = z.object({
  environment: z.string(),
  path: webhookSourceSchema.shape.path,
  headerName: webhookSourceSchema.shape.header.shape.name,
  /** null: the kept one stays. */
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

/** Listens on every address this computer has: none that could be entered anywhere. */
const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host);

/** Where the listener can be reached: the public address, else its own; null where that is not one address. No slash at its end. */
export function webhookOrigin({ publicAddress, host, port }: Settings['webhooks']): string | null {
  if (publicAddress !== undefined) return publicAddress.replace(/\/+$/, '');
  if (isEveryAddress(host)) return null;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}

/** True where only this computer can reach the listener. */
export const listensToItselfOnly = ({ host }: Settings['webhooks']): boolean => host === '::1' || isLoopback(host);
