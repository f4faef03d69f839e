// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts stand in strings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { mainCatalogue } from '../../../src/main/text/main-text.ts';
import { english } from '../../../src/renderer/text/en/catalogue.ts';
import { isMessageCode, messageDefinitions } from '../../../src/shared/messages/message.ts';
import type { SentenceValues } from '../../../src/shared/messages/message-definition.ts';
import { createSentences } from '../../../src/shared/messages/sentences.ts';
import { sourceFiles } from '../../helpers/import-rules.ts';
import { type SourceTexts, sourceTexts } from '../../helpers/source-texts.ts';

const root = fileURLToPath(new URL('../../../src/', import.meta.url));

type Sources = readonly (SourceTexts & { readonly file: string })[];

function read(folder: string, textFunctions: readonly string[]): Sources {
  return sourceFiles(join(root, folder)).map((file) => {
    const path = `${folder}/${file}`;
    return { file: path, ...sourceTexts(readFileSync(join(root, path), 'utf8'), textFunctions) };
  });
}

const renderer = read('renderer', ['text']);
const main = read('main', ['mainText']);
const shared = read('shared', []).filter(({ file }) => !/^shared\/messages\/[\w-]+-messages\.ts$/.test(file));

/** The literal parts of a sentence inside its plurals. */
const literalsInPlurals = (parts: ReturnType<IntlMessageFormat['getAst']>, isInPlural = false): string[] =>
  parts.flatMap((part) => {
    if ('options' in part) {
      const isInside = isInPlural || 'pluralType' in part;
      return Object.values(part.options).flatMap(({ value }) => literalsInPlurals(value, isInside));
    }
    return isInPlural && 'value' in part && part.type === 0 ? [part.value] : [];
  });

/** The names that a sentence is filled with; throws where the sentence is not in ICU message format. */
function parametersOf(sentence: string): string[] {
  const names = new Set<string>();
  const collect = (elements: readonly object[]): void => {
    for (const element of elements as readonly Element[]) {
      // 0: plain text, 7: the number sign within a plural.
      if (element.type !== 0 && element.type !== 7) names.add(element.value);
      for (const option of Object.values(element.options ?? {})) collect(option.value);
    }
  };
  collect(new IntlMessageFormat(sentence, 'en-GB', undefined, { ignoreTag: true }).getAst());
  return [...names].sort();
}

interface Element {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly object[] }>>;
}

const matches = (given: string | RegExp, key: string): boolean =>
  typeof given === 'string' ? given === key : given.test(key);

/** Calls whose key is not in the catalogue, or whose values differ from the parameters of the sentence. */
function wrongCalls(sources: Sources, catalogue: Readonly<Record<string, string>>): string[] {
  const keys = Object.keys(catalogue);
  return sources.flatMap(({ file, textCalls }) =>
    textCalls.flatMap(({ line, keys: given, values }) =>
      given.flatMap((key) => {
        const named = keys.filter((known) => matches(key, known));
        if (named.length === 0) return [`${file}:${line}: no text for ${key}`];
        if (values === null) return [];
        const wrong = named.filter((known) => {
          const wanted = parametersOf(catalogue[known] ?? '');
          const isMissing = wanted.some((name) => !values.includes(name));
          // One call with several keys gives the values of all of them.
          return isMissing || (named.length === 1 && given.length === 1 && values.length !== wanted.length);
        });
        return wrong.map((known) => `${file}:${line}: ${known} with ${values.join(', ') || 'nothing'}`);
      }),
    ),
  );
}

/** A pattern without a fixed beginning could match any key. */
const isSpecific = (given: string | RegExp): boolean => typeof given === 'string' || /^\^[\w-]+\\\./.test(given.source);

/** The keys that no string of the source matches. */
function unusedKeys(sources: Sources, keys: readonly string[]): string[] {
  const literals = new Set(sources.flatMap(({ strings }) => strings.filter((given) => typeof given === 'string')));
  const patterns = sources.flatMap(({ strings }) =>
    strings.filter((given) => given instanceof RegExp && isSpecific(given)),
  );
  return keys.filter((key) => !literals.has(key) && !patterns.some((pattern) => matches(pattern, key)));
}

/** Earlier terms of the screen, and the one term that replaced each. */
const replacedTerms: readonly (readonly [RegExp, string])[] = [
  [/\btak(e|en|ing) back\b/i, 'Undo, undone'],
  [/\bput away\b|\bdo not add\b|\bkeep as it was\b/i, 'Dismiss, Cancel'],
  [/\btear up\b|\bvoid\b/i, 'Destroy the old label'],
  [/\bRefused\b|\bsaid no\b/, 'Rejected'],
  [/\bGo on\b|\bHold\b/, 'Continue, Resume, Pause'],
  [/\bby itself\b|\bby themselves\b/i, 'automatically'],
  [/\bclose the head\b/i, 'Close the printer lid'],
  [/\bstatus source\b/i, 'No status yet'],
  [/\ball the same\b|\bonce more\b/i, 'anyway, again'],
  [/\bhears?\b|\bheard\b|\bfrom afar\b/i, 'a sentence without it'],
  [/\bBase URL\b|\bLabel URL\b|\bAddress of labels\b/, 'Service address, Label host'],
  [/\bService token\b|\bKind of service\b/, 'Token, Kind'],
];

describe('text catalogue', () => {
  it('one thing has one term: no sentence uses one that was replaced', () => {
    const found = Object.entries({ ...english, ...mainCatalogue }).flatMap(([key, sentence]) =>
      replacedTerms.flatMap(([term, instead]) => (term.test(sentence) ? `${key}: ${instead}` : [])),
    );
    expect(found).toEqual([]);
  });

  it('every text is in ICU message format', () => {
    const texts = Object.entries({ ...english, ...mainCatalogue });
    const broken = texts.filter(([, sentence]) => {
      try {
        return parametersOf(sentence) === null;
      } catch {
        return true;
      }
    });
    expect(broken.map(([key]) => key)).toEqual([]);
  });

  it('a number sign stands for the number directly inside its plural only: deeper it would be shown as it is', () => {
    const texts = Object.entries({ ...english, ...mainCatalogue });
    const shown = texts.filter(([, sentence]) =>
      literalsInPlurals(new IntlMessageFormat(sentence, 'en').getAst()).some((literal) => literal.includes('#')),
    );
    expect(shown.map(([key]) => key)).toEqual([]);
  });

  it('screens: no text stands in JSX, in children, in properties that are read or heard, or in tables of labels', () => {
    const found = renderer.flatMap(({ file, literals }) =>
      literals.map(({ line, text }) => `${file}:${line}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('main and shared: no sentence stands in the source outside the catalogues', () => {
    const found = [...main, ...shared]
      .filter(({ file }) => /^(shared|main\/(core|station))\//.test(file))
      .flatMap(({ file, sentences }) => sentences.map(({ line, text }) => `${file}:${line}: ${text}`));
    expect(found).toEqual([]);
  });

  it('screens: every text that is shown is in the catalogue, with the same parameters', () => {
    expect(wrongCalls(renderer, english)).toEqual([]);
  });

  it('main: every text that is printed is in its catalogue, with the same parameters', () => {
    expect(wrongCalls(main, mainCatalogue)).toEqual([]);
  });

  it('messages: the sentence of a code uses no parameter that the code does not have', () => {
    const wrong = Object.entries(messageDefinitions).flatMap(([code, parameters]) =>
      [code, `${code}.next`, `${code}.details`].flatMap((key) =>
        parametersOf((english as Readonly<Record<string, string>>)[key] ?? '')
          .filter((name) => !Object.hasOwn(parameters, name))
          .map((name) => `${key}: ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('messages: every code is used somewhere', () => {
    const codes = Object.keys(messageDefinitions).filter((code) => code !== 'stored-sentence');
    const given = [...main, ...shared, ...renderer];
    expect(unusedKeys(given, codes)).toEqual([]);
  });

  it('screens: every text of the catalogue is shown somewhere', () => {
    const isOfMessage = (key: string): boolean =>
      isMessageCode(key) || isMessageCode(key.replace(/\.(next|details)$/, ''));
    const keys = Object.keys(english).filter((key) => !isOfMessage(key));
    expect(unusedKeys(renderer, keys)).toEqual([]);
  });

  it('main: every text of its catalogue is printed somewhere', () => {
    expect(unusedKeys([...main, ...shared], Object.keys(mainCatalogue))).toEqual([]);
  });
});

describe('text catalogue: text literals in a source file', () => {
  const texts = (source: string) => sourceTexts(source, ['text']);
  const literalsIn = (source: string) => texts(source).literals.map(({ text }) => text);

  it('are found in children and in properties, through conditions and templates', () => {
    expect(literalsIn('const a = <p>Some text</p>;')).toEqual(['Some text']);
    expect(literalsIn("const a = <p>{isOn ? 'On' : off}</p>;")).toEqual(['On']);
    expect(literalsIn('const a = <p>{count > 1 && `${count} times`}</p>;')).toEqual(['… times']);
    expect(literalsIn('const a = <Card title="Station" aria-label={`Label of ${name}`} />;')).toEqual([
      'Station',
      'Label of …',
    ]);
  });

  it('are found in the entries of tables', () => {
    expect(literalsIn("const radios = [{ value: 'dark', label: 'Dark' }];")).toEqual(['Dark']);
  });

  it('are not reported in calls, class names, signs and codes', () => {
    expect(literalsIn('const a = <p className="big" id={`a-${b}`}>{text("a.b")} · {count}: {"…"}</p>;')).toEqual([]);
  });

  it('are sentences where they begin and end like one, or word a rule', () => {
    const sentencesIn = (source: string) => texts(source).sentences.map(({ text }) => text);
    expect(sentencesIn("const a = isFull ? 'The disk is full.' : `${count} left`; // Not this one.")).toEqual([
      'The disk is full.',
    ]);
    expect(sentencesIn('note(`Order ${code} failed.`); z.string().refine(isDate, "must be a date");')).toEqual([
      'Order … failed.',
      'must be a date',
    ]);
    expect(
      sentencesIn("throw new Error('This is a bug.'); run('SELECT id FROM orders'); go('look up', 'en-GB');"),
    ).toEqual([]);
  });

  it('calls of the catalogue are read with their keys and values', () => {
    expect(texts("text('a.b', { count, 'c': 1 }); text(x ? 'a' : 'b'); text(`s.${t}`, all);").textCalls).toEqual([
      { line: 1, keys: ['a.b'], values: ['count', 'c'] },
      { line: 1, keys: ['a', 'b'], values: [] },
      { line: 1, keys: [/^s\..+$/], values: null },
    ]);
  });
});

describe('sentences, each shown as ICU message format would show it', () => {
  const all: Record<string, string> = { ...english, ...mainCatalogue };
  const shown = createSentences(all, 'en-GB');
  const formatted = (key: string, values?: SentenceValues) =>
    String(new IntlMessageFormat(all[key] ?? '', 'en-GB', undefined, { ignoreTag: true }).format(values)).trim();

  it('without a parameter', () => {
    const plain = Object.keys(all).filter((key) => parametersOf(all[key] ?? '').length === 0);
    expect(plain.length).toBeGreaterThan(1000);
    expect(plain.filter((key) => shown(key) !== formatted(key))).toEqual([]);
  });

  it.each([
    ['texts', 'of {curly}, $& and ’quoted’ text'],
    ['empty texts', ''],
    ['numbers', 12_345.5],
    ['nothing known', null],
  ])('filled with %s', (_, value) => {
    const filled = Object.keys(all).filter((key) => /^[^{}']*\{\w+\}[^{}']*$/.test(all[key] ?? ''));
    expect(filled.length).toBeGreaterThan(200);
    const values = (key: string) => Object.fromEntries(parametersOf(all[key] ?? '').map((name) => [name, value]));
    expect(filled.filter((key) => shown(key, values(key)) !== formatted(key, values(key)))).toEqual([]);
  });

  it('filled with too few values: an error, not a gap', () => {
    expect(() => shown('import.no-order-created', {})).toThrow('status');
  });
});
