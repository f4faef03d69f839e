import commandBarcodes from '../../shared/messages/en/command-barcodes.json' with { type: 'json' };
import { englishMessages } from '../../shared/messages/en/messages.ts';
import shipmentStates from '../../shared/messages/en/shipment-states.json' with { type: 'json' };
import { isMessageCode, type MessageCode, messageDefinitions } from '../../shared/messages/message.ts';
import type { MessageParameter, SentenceValues, UncheckedMessage } from '../../shared/messages/message-definition.ts';
import { createSentences } from '../../shared/messages/sentences.ts';
import { directionOf, type Language, locales } from '../../shared/values/language.ts';
import ownEnglish from './en.json' with { type: 'json' };

/** What main itself writes: on standard error, in dialogs of the system and in exported files. */
export const mainCatalogue = { ...shipmentStates, ...commandBarcodes, ...ownEnglish };

export type MainTextKey = keyof typeof mainCatalogue;

type Sentences = ReturnType<typeof createSentences<MainTextKey | MessageCode>>;
type AllSentences = Readonly<Record<MainTextKey | MessageCode, string>>;

/** The catalogue of each language but English, loaded where it is spoken. */
const otherCatalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<AllSentences>>> = {
  ar: async () => ({
    ...(await import('../../shared/messages/ar.json', { with: { type: 'json' } })).default,
    ...(await import('./ar.json', { with: { type: 'json' } })).default,
  }),
  de: async () => ({
    ...(await import('../../shared/messages/de.json', { with: { type: 'json' } })).default,
    ...(await import('./de.json', { with: { type: 'json' } })).default,
  }),
};

const englishCatalogue: AllSentences = { ...englishMessages, ...mainCatalogue };
const english: Sentences = createSentences(englishCatalogue, locales.en);
let spoken = { language: 'en' as Language, catalogue: englishCatalogue, sentences: english };

/** Main speaks that language from now on: in dialogs, exported files and on standard error. It begins with English. */
export async function speakLanguage(language: Language): Promise<void> {
  if (language === spoken.language) return;
  const catalogue = language === 'en' ? englishCatalogue : await otherCatalogues[language]();
  const sentences = language === 'en' ? english : createSentences(catalogue, locales[language], directionOf(language));
  spoken = { language, catalogue, sentences };
  lists = undefined;
}

/** The language that main speaks. */
export const spokenLanguage = (): Language => spoken.language;

/** The sentence under `key`, filled with `values`. */
export const mainText = (key: MainTextKey, values?: SentenceValues): string => spoken.sentences(key, values);

/** The same in English: headings that an import recognizes, here and in other programs. */
export const englishText = (key: MainTextKey, values?: SentenceValues): string => english(key, values);

/** The same for what has Latin letters only, such as a printer's own fonts: in English where the language has others. */
export const latinText = (key: MainTextKey, values?: SentenceValues): string =>
  (spoken.language === 'ar' ? english : spoken.sentences)(key, values);

/** Made when a list is first written: it loads 20 ms of the system's language data. */
let lists: Intl.ListFormat | undefined;

/**
 * The sentence of a message, for files that main writes. Moments stay ISO 8601, so that other programs can read them. A code that this
 * version does not know is given as it is.
 */
export function messageSentence({ code, params }: UncheckedMessage): string {
  return isMessageCode(code) ? spoken.sentences(code, valuesOf(code, params)) : code;
}

/** What to do about a message; null where the catalogue says nothing. */
export function messageNextStep({ code, params }: UncheckedMessage): string | null {
  const key = `${code}.next`;
  if (!isMessageCode(code) || !Object.hasOwn(spoken.catalogue, key)) return null;
  return spoken.sentences(key as MessageCode, valuesOf(code, params));
}

/** Its values; a stored message of an earlier version may lack some. */
function valuesOf(code: MessageCode, params: UncheckedMessage['params']): SentenceValues {
  const missing = Object.keys(messageDefinitions[code]).map((name) => [name, null]);
  const given = Object.entries(params).map(([name, value]) => [name, shown(value)]);
  return Object.fromEntries([...missing, ...given]);
}

function shown(value: MessageParameter): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (isList(value)) {
    lists ??= new Intl.ListFormat(locales[spoken.language], { style: 'long', type: 'conjunction' });
    return lists.format(value.map(messageSentence));
  }
  if ('code' in value) return messageSentence(value);
  return [value.amount, value.currency].filter((part) => part !== null).join(' ');
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);
