import { IntlMessageFormat } from 'intl-messageformat';
import type { SentenceValues } from './message-definition.ts';

/**
 * Formats the sentences of one catalogue (ICU message format). Each is parsed once, when it is first shown.
 * @param locale the BCP 47 tag that numbers, dates and plurals follow
 */
export function createSentences<Key extends string>(
  catalogue: Readonly<Record<Key, string>>,
  locale: string,
): (key: Key, values?: SentenceValues) => string {
  const formats = new Map<Key, IntlMessageFormat>();
  return (key, values = {}) => {
    const sentence = catalogue[key];
    // Most labels of a screen: without a parameter, a sentence is its own text.
    if (!/[{}']/.test(sentence)) return sentence.trim();
    let format = formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(sentence, locale, undefined, { ignoreTag: true });
      formats.set(key, format);
    }
    // An empty part of a sentence may leave a space at its end.
    return String(format.format({ ...values })).trim();
  };
}
