import type { Settings } from '../../../../shared/settings/settings.ts';
import { webhooksSchema } from '../../../../shared/settings/settings.ts';
import {
  type EnteredWebhook,
  enteredWebhookSchema,
  type WebhooksView,
} from '../../../../shared/settings/webhook-view.ts';

export type WebhookEnvironment = WebhooksView['environments'][number];

/** An environment's webhook as it is being written. Blank values: the kept ones stay. */
export interface WebhookFields {
  readonly path: string;
  readonly headerName: string;
  readonly value: string;
  readonly otherValue: string;
}
export type WebhookErrors = Readonly<Partial<Record<keyof WebhookFields, string>>>;

/** What is kept, or a path and a header name that will do. */
export function fieldsOfWebhook({ name, webhook }: WebhookEnvironment): WebhookFields {
  return {
    path: webhook?.path ?? `/webhooks/${name.trim().toLowerCase().replaceAll(' ', '-')}`,
    headerName: webhook?.headerName ?? 'X-Packbench-Key',
    value: '',
    otherValue: '',
  };
}

export type ReadWebhook =
  | { readonly ok: true; readonly webhook: EnteredWebhook }
  | { readonly ok: false; readonly errors: WebhookErrors };

/** Reads the fields, or says what is wrong beside which. */
export function readWebhook(fields: WebhookFields, { name, webhook }: WebhookEnvironment): ReadWebhook {
  const value = fields.value.trim();
  const other = fields.otherValue.trim();
  const parsed = enteredWebhookSchema.safeParse({
    environment: name,
    path: fields.path.trim(),
    headerName: fields.headerName.trim(),
    value: value === '' ? null : value,
    otherValue: other === '' ? { kind: 'stays' } : { kind: 'new', value: other },
  });
  const errors: Record<string, string> = {};
  for (const { path } of parsed.error?.issues ?? []) errors[String(path[0])] = errorMessages[String(path[0])] ?? '';
  if (value === '' && !webhook) errors.value = 'Fill in a value: it proves that an event comes from the service';
  if (other !== '' && other === value) errors.otherValue = 'The second value must differ from the first';
  return parsed.success && Object.keys(errors).length === 0
    ? { ok: true, webhook: parsed.data }
    : { ok: false, errors };
}

const valueErrorMessage = 'At most 500 letters, digits and signs of plain ASCII';
const errorMessages: Record<string, string> = {
  path: 'Begins with / and has letters, digits, - _ . ~ and / only, at most 200',
  headerName: 'Letters, digits and - only, at most 100',
  value: valueErrorMessage,
  otherValue: valueErrorMessage,
};

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A value nobody guesses: 32 letters and digits without look-alikes, 180 bits and more. */
export function generateHeaderValue(randomBytes: (size: number) => Uint8Array): string {
  let value = '';
  while (value.length < 32) {
    // A byte beyond the last whole round of letters would favour the first ones.
    const fair = randomBytes(64).filter((byte) => byte < 256 - (256 % letters.length));
    for (const byte of fair) value += letters[byte % letters.length] ?? '';
  }
  return value.slice(0, 32);
}

/** Where the listener listens, as it is being written. */
export interface ListenerFields {
  readonly host: string;
  readonly port: number | null;
  readonly publicAddress: string;
}
export type ListenerErrors = Readonly<Partial<Record<keyof ListenerFields, string>>>;

export function fieldsOfListener({ host, port, publicAddress = '' }: Settings['webhooks']): ListenerFields {
  return { host, port, publicAddress };
}

export type ReadListener =
  | { readonly ok: true; readonly settings: Settings['webhooks'] }
  | { readonly ok: false; readonly errors: ListenerErrors };

export function readListener(fields: ListenerFields, enabled: boolean): ReadListener {
  const publicAddress = fields.publicAddress.trim();
  const parsed = webhooksSchema.safeParse({
    enabled,
    host: fields.host,
    port: fields.port ?? 0,
    ...(publicAddress !== '' && { publicAddress }),
  });
  if (parsed.success) return { ok: true, settings: parsed.data };
  const errors = parsed.error.issues.map(({ path }) => [String(path[0]), listenerErrorMessages[String(path[0])] ?? '']);
  return { ok: false, errors: Object.fromEntries(errors) };
}

const listenerErrorMessages: Record<string, string> = {
  host: 'Fill in a host: 127.0.0.1, or an address of this computer',
  port: 'A number from 1 to 65535',
  publicAddress: 'An http or https address without user name, question mark and #',
};
