import { IntlMessageFormat } from 'intl-messageformat';
import { englishMessages } from '../../shared/messages/en/messages.ts';
import type { MessageParameter, UncheckedMessage } from '../../shared/messages/message-definition.ts';
import dialogs from './en/dialogs.json' with { type: 'json' };
import exports from './en/exports.json' with { type: 'json' };
import files from './en/files.json' with { type: 'json' };
import provisioning from './en/provisioning.json' with { type: 'json' };
import startup from './en/startup.json' with { type: 'json' };

/** What main itself writes: on standard error, in dialogs of the system and in exported files. */
export const mainCatalogue = { ...dialogs, ...exports, ...files, ...provisioning, ...startup };

export type MainTextKey = keyof typeof mainCatalogue;

const formats = new Map<string, IntlMessageFormat>();

function format(key: string, sentence: string, values: Readonly<Record<string, string | number | null>>): string {
  let parsed = formats.get(key);
  if (!parsed) {
    parsed = new IntlMessageFormat(sentence, locale, undefined, { ignoreTag: true });
    formats.set(key, parsed);
  }
  return String(parsed.format({ ...values })).trim();
}

const locale = 'en-GB';

/** The sentence under `key`, filled with `values`. */
export const mainText = (key: MainTextKey, values: Readonly<Record<string, string | number | null>> = {}): string =>
  format(key, mainCatalogue[key], values);

const lists = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });

/** The sentence of a message, for files that main writes. Moments stay ISO 8601, so that other programs can read them. */
export function messageSentence(message: UncheckedMessage | string): string {
  if (typeof message === 'string') return message;
  const values = Object.entries(message.params).map(([name, value]) => [name, shown(value)] as const);
  const sentence = (englishMessages as Readonly<Record<string, string>>)[message.code] ?? message.code;
  return format(message.code, sentence, Object.fromEntries(values));
}

function shown(value: MessageParameter): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (isList(value)) return lists.format(value.map(messageSentence));
  if ('code' in value) return messageSentence(value);
  return [value.amount, value.currency].filter((part) => part !== null).join(' ');
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);
