import { IntlMessageFormat } from 'intl-messageformat';
import type { SentenceValues } from './message-definition.ts';

/** First strong isolate, and its end: what stands between keeps its own direction (Unicode Standard Annex 9, 2.4). */
const [isolate, endOfIsolate] = ['\u2068', '\u2069'];

/** A sentence whose values are only filled in: none is chosen by, and nothing is quoted. Half of all sentences; no parser is needed. */
const withoutChoice = /^[^{}']*(?:\{\w+\}[^{}']*)*$/;

/** A parsed sentence, and the values that it only shows: those that it chooses by stay as they are. */
interface ParsedSentence {
  readonly format: IntlMessageFormat;
  readonly shown: readonly string[];
}

/**
 * Formats the sentences of one catalogue (ICU message format). Each is parsed once, when it is first shown. In a language that is written
 * from right to left, each text that is filled in keeps its own direction: `^XA` would otherwise be shown as `XA^`.
 * @param locale the BCP 47 tag that numbers, dates and plurals follow
 */
export function createSentences<Key extends string>(
  catalogue: Readonly<Record<Key, string>>,
  locale: string,
  direction: 'ltr' | 'rtl' = 'ltr',
): (key: Key, values?: SentenceValues) => string {
  const parsed = new Map<Key, ParsedSentence>();
  const isolated = (value: SentenceValue): SentenceValue =>
    direction === 'rtl' && typeof value === 'string' && value !== '' ? isolate + value + endOfIsolate : value;
  return (key, values = {}) => {
    const written = catalogue[key];
    if (withoutChoice.test(written))
      return written
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(isolated(givenValue(values, name)) ?? ''))
        .trim();
    let sentence = parsed.get(key);
    if (!sentence) {
      const format = new IntlMessageFormat(written, locale, undefined, { ignoreTag: true });
      sentence = { format, shown: direction === 'rtl' ? shownValues(format) : [] };
      parsed.set(key, sentence);
    }
    const given: Record<string, SentenceValue> = { ...values };
    for (const name of sentence.shown) given[name] = isolated(givenValue(values, name));
    // An empty part of a sentence may leave a space at its end.
    return String(sentence.format.format(given)).trim();
  };
}

/** The value of that name; a sentence that is given too few is a bug. */
function givenValue(values: SentenceValues, name: string): SentenceValue {
  const value = values[name];
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return value;
}

type SentenceValue = SentenceValues[string];
type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** The names of values that are shown and never chosen by. */
function shownValues(format: IntlMessageFormat): string[] {
  const [shown, chosenBy] = [new Set<string>(), new Set<string>()];
  const collect = (parts: Parts): void => {
    for (const part of parts) {
      if (part.type === argument) shown.add(part.value);
      if (!('options' in part)) continue;
      chosenBy.add(part.value);
      for (const { value } of Object.values(part.options)) collect(value);
    }
  };
  collect(format.getAst());
  return [...shown].filter((name) => !chosenBy.has(name));
}

/** The kind of part that is a plain `{name}` (@formatjs/icu-messageformat-parser, TYPE). */
const argument = 1;
