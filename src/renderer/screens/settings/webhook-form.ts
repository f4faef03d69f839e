import { fieldErrors } from '../../../shared/contract/validation-issues.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { webhooksSchema } from '../../../shared/settings/settings.ts';
import { type EnteredWebhook, enteredWebhookSchema, type WebhooksView } from '../../../shared/settings/webhook-view.ts';
import type { FieldErrors, FormReading } from '../../data/use-form.ts';

export type WebhookEnvironment = WebhooksView['environments'][number];

/** The form of an environment's webhook. Blank values: the saved ones stay. */
export interface WebhookFields {
  readonly path: string;
  readonly headerName: string;
  readonly value: string;
  readonly otherValue: string;
}

/** The saved values, or a usable path and header name. */
export function fieldsOfWebhook({ name, webhook }: WebhookEnvironment): WebhookFields {
  return {
    path: webhook?.path ?? `/webhooks/${name.trim().toLowerCase().replaceAll(' ', '-')}`,
    headerName: webhook?.headerName ?? 'X-Packbench-Key',
    value: '',
    otherValue: '',
  };
}

/** Reads the fields, or gives the error of each. */
export function readWebhook(
  fields: WebhookFields,
  { name, webhook }: WebhookEnvironment,
): FormReading<EnteredWebhook, FieldErrors<WebhookFields>> {
  const value = fields.value.trim();
  const other = fields.otherValue.trim();
  const parsed = enteredWebhookSchema.safeParse({
    environment: name,
    path: fields.path.trim(),
    headerName: fields.headerName.trim(),
    value: value === '' ? null : value,
    otherValue: other === '' ? { kind: 'stays' } : { kind: 'new', value: other },
  });
  const errors = fieldErrors<keyof WebhookFields>(parsed.error);
  if (value === '' && !webhook) errors.value = message('settings.header-value-missing');
  if (other !== '' && other === value) errors.otherValue = message('settings.header-values-equal');
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, value: parsed.data } : { ok: false, errors };
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random value: 32 letters and digits without look-alikes, more than 180 bits. */
export function generateHeaderValue(randomBytes: (size: number) => Uint8Array): string {
  let value = '';
  while (value.length < 32) {
    // Bytes above the largest multiple of the alphabet's length would favour its first letters.
    const fair = randomBytes(64).filter((byte) => byte < 256 - (256 % letters.length));
    for (const byte of fair) value += letters[byte % letters.length] ?? '';
  }
  return value.slice(0, 32);
}

/** The form of the listener's address. */
export interface ListenerFields {
  readonly host: string;
  readonly port: number | null;
  readonly publicAddress: string;
}

/** The saved values. */
export function fieldsOfListener({ host, port, publicAddress = '' }: Settings['webhooks']): ListenerFields {
  return { host, port, publicAddress };
}

/** Reads the fields, or gives the error of each. */
export function readListener(
  fields: ListenerFields,
  enabled: boolean,
): FormReading<Settings['webhooks'], FieldErrors<ListenerFields>> {
  const publicAddress = fields.publicAddress.trim();
  const parsed = webhooksSchema.safeParse({
    enabled,
    host: fields.host,
    port: fields.port ?? 0,
    ...(publicAddress !== '' && { publicAddress }),
  });
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) };
}
