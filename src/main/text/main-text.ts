import commandBarcodes from '../../shared/messages/en/command-barcodes.json' with { type: 'json' };
import { englishMessages } from '../../shared/messages/en/messages.ts';
import shipmentStates from '../../shared/messages/en/shipment-states.json' with { type: 'json' };
import { isMessageCode, type MessageCode, messageDefinitions } from '../../shared/messages/message.ts';
import type { MessageParameter, UncheckedMessage } from '../../shared/messages/message-definition.ts';
import { createSentences } from '../../shared/messages/sentences.ts';
import english from './en.json' with { type: 'json' };

/** What main itself writes: on standard error, in dialogs of the system and in exported files. */
export const mainCatalogue = { ...shipmentStates, ...commandBarcodes, ...english };

export type MainTextKey = keyof typeof mainCatalogue;

const locale = 'en-GB';

/** The sentence under `key`, filled with `values`. */
export const mainText = createSentences<MainTextKey>(mainCatalogue, locale);

const messageText = createSentences<MessageCode>(englishMessages, locale);

/** Made when a list is first written: it loads 20 ms of the system's language data. */
let lists: Intl.ListFormat | undefined;

/**
 * The sentence of a message, for files that main writes. Moments stay ISO 8601, so that other programs can read them. A code that this
 * version does not know is given as it is.
 */
export function messageSentence({ code, params }: UncheckedMessage): string {
  if (!isMessageCode(code)) return code;
  // A stored message of an earlier version may lack parameters.
  const missing = Object.keys(messageDefinitions[code]).map((name) => [name, null]);
  const given = Object.entries(params).map(([name, value]) => [name, shown(value)]);
  return messageText(code, Object.fromEntries([...missing, ...given]));
}

function shown(value: MessageParameter): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (isList(value)) {
    lists ??= new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });
    return lists.format(value.map(messageSentence));
  }
  if ('code' in value) return messageSentence(value);
  return [value.amount, value.currency].filter((part) => part !== null).join(' ');
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);
