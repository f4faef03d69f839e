import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import arabicOfMain from '../../../src/main/text/ar.json' with { type: 'json' };
import germanOfMain from '../../../src/main/text/de.json' with { type: 'json' };
import { mainCatalogue } from '../../../src/main/text/main-text.ts';
import arabicOfScreens from '../../../src/renderer/text/ar.json' with { type: 'json' };
import germanOfScreens from '../../../src/renderer/text/de.json' with { type: 'json' };
import { english } from '../../../src/renderer/text/en/catalogue.ts';
import arabicMessages from '../../../src/shared/messages/ar.json' with { type: 'json' };
import germanMessages from '../../../src/shared/messages/de.json' with { type: 'json' };
import { locales } from '../../../src/shared/values/language.ts';

type Sentences = Readonly<Record<string, string>>;
type Part = ReturnType<IntlMessageFormat['getAst']>[number];

const originals: Sentences = { ...english, ...mainCatalogue };
const translations = {
  ar: { ...arabicMessages, ...arabicOfScreens, ...arabicOfMain },
  de: { ...germanMessages, ...germanOfScreens, ...germanOfMain },
} as const satisfies Readonly<Record<string, Sentences>>;

const partsOf = (sentence: string): Part[] =>
  new IntlMessageFormat(sentence, 'en', undefined, { ignoreTag: true }).getAst().flatMap(withInner);

const withInner = (part: Part): Part[] =>
  'options' in part ? [part, ...Object.values(part.options).flatMap(({ value }) => value.flatMap(withInner))] : [part];

/** The values of a sentence and the kinds of choice that it makes by them, sorted. */
function parametersOf(sentence: string): string[] {
  const named = partsOf(sentence).flatMap((part) => {
    if (part.type === 0 || part.type === 7 || !('value' in part)) return [];
    const options =
      'options' in part && !('pluralType' in part) ? ` ${Object.keys(part.options).sort().join(', ')}` : '';
    return `${part.value}${options}`;
  });
  return [...new Set(named)].sort();
}

/** The forms of each plural of a sentence. */
const pluralsOf = (sentence: string): string[][] =>
  partsOf(sentence).flatMap((part) => ('pluralType' in part ? [Object.keys(part.options)] : []));

/** The numbers that some categories stand for alone in Arabic, and `one` in German. */
const exactly: Readonly<Record<string, string>> = { zero: '=0', one: '=1', two: '=2' };

describe.each(Object.entries(translations))('language %s', (language, sentences: Sentences) => {
  it('has every sentence, and none besides', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(originals).toSorted());
  });

  it('fills each sentence with the values of the English one, and makes the same choices by them', () => {
    const different = Object.keys(originals).filter(
      (key) => parametersOf(sentences[key] ?? '').join() !== parametersOf(originals[key] ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('has a form for every number', () => {
    const { pluralCategories } = new Intl.PluralRules(locales[language as 'ar' | 'de']).resolvedOptions();
    // One form for all, beside numbers named exactly, or one for each kind of number.
    const isComplete = (forms: string[]): boolean =>
      forms.every((form) => form === 'other' || form.startsWith('=')) ||
      pluralCategories.every((form) => forms.includes(form) || forms.includes(exactly[form] ?? form));
    const incomplete = Object.entries(sentences).filter(([, sentence]) => !pluralsOf(sentence).every(isComplete));
    expect(incomplete.map(([key]) => key)).toEqual([]);
  });

  it('keeps the terms that are never translated', () => {
    const kept = /Packbench|\bZPL\b|\bPDF\b|\bCSV\b|\bUSB\b|\bCUPS\b|\bWebhook|--[a-z]+|\bF\d+\b|\^X[AZ]|~JR/g;
    const lost = Object.entries(originals).flatMap(([key, sentence]) => {
      const terms = [...new Set(sentence.match(kept) ?? [])];
      return terms
        .filter((word) => !sentences[key]?.toLowerCase().includes(word.toLowerCase()))
        .map((word) => `${key}: ${word}`);
    });
    expect(lost).toEqual([]);
  });

  it('is not English', () => {
    // Without what is filled in.
    const terms = (sentence: string) =>
      partsOf(sentence).flatMap((part) => (part.type === 0 ? part.value.split(' ') : []));
    const long = Object.keys(originals).filter((key) => terms(originals[key] ?? '').filter(Boolean).length > 4);
    expect(long.filter((key) => sentences[key] === originals[key])).toEqual([]);
  });
});
