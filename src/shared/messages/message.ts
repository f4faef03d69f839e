import { z } from 'zod';
import { batchMessages } from './batch-messages.ts';
import { importMessages } from './import-messages.ts';
import { journalMessages } from './journal-messages.ts';
import {
  longestMessageText,
  type MessageDefinitions,
  type ParametersOf,
  type UncheckedMessage,
  uncheckedMessageSchema,
} from './message-definition.ts';
import { orderMessages, outboxMessages } from './order-messages.ts';
import { labelMessages, printJobMessages } from './print-job-messages.ts';
import { printerMessages } from './printer-messages.ts';
import { sandboxMessages, serviceMessages, webhookMessages } from './service-messages.ts';
import { exportMessages, scanMessages } from './shipment-messages.ts';
import {
  generalMessages,
  healthMessages,
  peopleMessages,
  settingsMessages,
  storageMessages,
} from './station-messages.ts';
import { zplMessages } from './zpl-messages.ts';

/** Every message that main and the shared rules can give, with its parameters. */
export const messageDefinitions = {
  ...generalMessages,
  ...batchMessages,
  ...exportMessages,
  ...healthMessages,
  ...importMessages,
  ...journalMessages,
  ...labelMessages,
  ...orderMessages,
  ...outboxMessages,
  ...peopleMessages,
  ...printerMessages,
  ...printJobMessages,
  ...sandboxMessages,
  ...scanMessages,
  ...serviceMessages,
  ...settingsMessages,
  ...storageMessages,
  ...webhookMessages,
  ...zplMessages,
} as const satisfies MessageDefinitions;

type Definitions = typeof messageDefinitions;
export type MessageCode = keyof Definitions;

/** What happened, as a code with parameters; `messages/en` holds the sentence. */
export interface Message extends UncheckedMessage {
  readonly code: MessageCode;
}

type ParameterArguments<C extends MessageCode> = keyof Definitions[C] extends never
  ? []
  : [params: ParametersOf<Definitions[C]>];

/** Makes a message; its parameters are those of its definition. Texts over their limit are cut. */
export function message<C extends MessageCode>(code: C, ...[params]: ParameterArguments<C>): Message {
  const given = (params ?? {}) as UncheckedMessage['params'];
  const cut = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string' && value.length > longestMessageText
      ? `${value.slice(0, longestMessageText - 1)}…`
      : value,
  ]);
  return { code, params: Object.fromEntries(cut) };
}

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(messageDefinitions, code);

/** A message between processes and on disk. */
export const messageSchema: z.ZodType<Message> = uncheckedMessageSchema.refine((value): value is Message =>
  isMessageCode(value.code),
) as z.ZodType<Message>;

/** Names that parameters of stored messages had in earlier versions, and their names now. */
const renamedParameters: Readonly<Record<string, string>> = { said: 'report' };

/** Message codes of earlier versions, and their names now. */
const renamedCodes: Readonly<Record<string, MessageCode>> = {
  'order.over-cap': 'order.over-spending-limit',
  'order.price-over-cap': 'order.price-over-spending-limit',
};

const withCurrentNames = (stored: UncheckedMessage): UncheckedMessage => ({
  code: renamedCodes[stored.code] ?? stored.code,
  params: Object.fromEntries(
    Object.entries(stored.params).map(([name, value]) => [renamedParameters[name] ?? name, value]),
  ),
});

/**
 * A message as an earlier version may have stored it: a sentence becomes `stored-sentence`, and so does a code this version does
 * not know. Both are shown under Details.
 */
export const storedMessageSchema: z.ZodType<Message> = z
  .union([z.string(), uncheckedMessageSchema])
  .transform((value) => {
    if (typeof value === 'string') return message('stored-sentence', { text: value });
    const current = withCurrentNames(value);
    return isMessageCode(current.code) ? (current as Message) : message('stored-sentence', { text: value.code });
  });
