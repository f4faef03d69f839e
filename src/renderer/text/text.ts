import type { Failure } from '../../shared/contract/failure.ts';
import { isMessageCode, type MessageCode, messageDefinitions } from '../../shared/messages/message.ts';
import type {
  MessageParameter,
  ParameterKind,
  SentenceValues,
  UncheckedMessage,
} from '../../shared/messages/message-definition.ts';
import { createSentences } from '../../shared/messages/sentences.ts';
import { directionOf } from '../../shared/values/language.ts';
import { onFirstUse } from '../../shared/values/on-first-use.ts';
import { clockTime, plainDate } from './dates.ts';
import { english } from './en/catalogue.ts';
import { language, locale } from './page-language.ts';

/** Keys of the catalogue; another language has the same keys. */
export type TextKey = keyof typeof english;
export type Catalogue = Readonly<Record<TextKey, string>>;

// Fails to compile where a message of main has no sentence.
english satisfies Record<MessageCode, string>;

/** True for a key of the catalogue. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key);

/**
 * The sentence of the catalogue under `key`, filled with values: of the language's own script, which ran before (`page-files.mjs`), else of
 * English, which is a part of the page's first file.
 */
export const text = createSentences<TextKey>(
  language === 'en' ? english : ((globalThis as { sentences?: Catalogue }).sentences ?? english),
  locale,
  directionOf(language),
);

/** The sentence of a message: what happened. A code that this version does not know is shown as it is. */
export function messageText(message: UncheckedMessage): string {
  if (!Object.hasOwn(english, message.code)) return message.code;
  return text(message.code as TextKey, valuesOf(message));
}

/**
 * What to do about a message (its code with `.next`), where the catalogue says so; else what to do about its `reason`. Null where
 * neither says anything.
 */
export function messageNextStep(message: UncheckedMessage): string | null {
  const key = `${message.code}.next`;
  if (Object.hasOwn(english, key)) return text(key as TextKey, valuesOf(message));
  const { reason } = message.params;
  return reason && typeof reason === 'object' && 'code' in reason ? messageNextStep(reason) : null;
}

/** Technical facts of a message (its code with `.details`) and of the messages in it; none where the catalogue has none. */
export function messageDetails(message: UncheckedMessage): string[] {
  const key = `${message.code}.details`;
  const own = Object.hasOwn(english, key) ? [text(key as TextKey, valuesOf(message))] : [];
  return [...own, ...Object.values(message.params).flatMap(messagesIn).flatMap(messageDetails)].filter(
    (details) => details !== '',
  );
}

/** What happened, of a failure. */
export const failureText = ({ message }: Pick<Failure, 'message'>): string => messageText(message);

/** What to do about a failure; undefined where the catalogue says nothing. */
export const failureNextStep = ({ message }: Pick<Failure, 'message'>): string | undefined =>
  messageNextStep(message) ?? undefined;

/** Both, as one paragraph. */
export const failureParagraph = (failure: Pick<Failure, 'message'>): string =>
  [failureText(failure), failureNextStep(failure)].filter(Boolean).join(' ');

/** Longest part of the service's own text that is shown beside a sentence, characters. */
const longestQuote = 400;

/** What the service itself said, quoted. */
export const quotedServiceText = (given: string): string =>
  text('service-text.quoted', { text: given.length > longestQuote ? `${given.slice(0, longestQuote - 1)}…` : given });

/** What the service said, in quotes: of each field without the field's path where it named some, else its whole text. */
export function serviceSentences(failure: Failure | null): string[] {
  const { serviceText, fieldFaults = [] } = failure ?? {};
  const texts = fieldFaults.length > 0 ? fieldFaults.map((fault) => fault.text) : serviceText ? [serviceText] : [];
  return [...new Set(texts)].map(quotedServiceText);
}

function valuesOf({ code, params }: UncheckedMessage): SentenceValues {
  const kinds: Readonly<Record<string, ParameterKind>> = isMessageCode(code) ? messageDefinitions[code] : {};
  // A stored message of an earlier version may lack parameters.
  const missing = Object.keys(kinds).map((name) => [name, null]);
  const given = Object.entries(params).map(([name, value]) => [name, shown(value, kinds[name])]);
  return Object.fromEntries([...missing, ...given]);
}

function shown(value: MessageParameter, kind: ParameterKind | undefined): string | number | null {
  if (typeof value === 'string') return kind === 'time' ? clockTime(value) : kind === 'date' ? plainDate(value) : value;
  if (value === null || typeof value === 'number') return value;
  if (isList(value)) return list(value.map(messageText));
  return 'amount' in value ? money(value.amount, value.currency) : messageText(value);
}

function messagesIn(value: MessageParameter): readonly UncheckedMessage[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value;
  return 'code' in value ? [value] : [];
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);

// Formatters of the system are made when they are first used: each loads 3 to 10 ms of language data.

const lists = onFirstUse(() => new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }));

/** "a, b and c". */
export const list = (texts: readonly string[]): string => lists().format(texts);

const enumerations = onFirstUse(() => new Intl.ListFormat(locale, { style: 'short', type: 'unit' }));

/** Facts side by side: "ZD421, 50J1, 203 dpi". */
export const enumeration = (facts: readonly string[]): string => enumerations().format(facts);

const figures = onFirstUse(
  () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 15, useGrouping: false }),
);

/** An amount as given, with the environment's currency where one is configured. */
export function money(amount: number | null | undefined, currency: string | null): string {
  if (amount === undefined || amount === null) return text('value.not-provided');
  // As text, so that the decimal amount is formatted and not the binary fraction that stands for it.
  const figure = figures().format(String(amount) as `${number}`);
  return currency === null ? figure : `${figure} ${currency}`;
}
