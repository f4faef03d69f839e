import { IntlMessageFormat } from 'intl-messageformat';
import type { SentenceValues } from './message-definition.ts';

/**
 * The sentences of one catalogue, in ICU message format, filled with values. Each is parsed once, when it is first shown.
 * @param locale the BCP 47 tag that numbers, dates and plurals follow
 */
export function createSentences<Key extends string>(
  catalogue: Readonly<Record<Key, string>>,
  locale: string,
): (key: Key, values?: SentenceValues) => string {
  const formats = new Map<Key, IntlMessageFormat>();
  return (key, values = {}) => {
    let format = formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(catalogue[key], locale, undefined, { ignoreTag: true });
      formats.set(key, format);
    }
    // A part that says nothing may have left a space.
    return String(format.format({ ...values })).trim();
  };
}
