// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What index.html shows until the page's program runs. */
const openingScreen = /<!-- opening -->.*<!-- end of opening -->/s;

/**
 * Writes what main chooses from for each load of the page (`page-policy.ts`): in place of index.html a page for each language, with and
 * without the opening screen; and beside them the sentences of the languages besides English, which are a part of the page itself: one
 * classic script each, so that they are there before the page's modules run.
 * @template {string} Language
 * @param {string} root
 * @param {readonly Language[]} languages that the page speaks
 * @param {(language: Language) => string} directionOf
 * @returns {import('vite').Plugin}
 */
export function pageFiles(root, languages, directionOf) {
  return {
    name: 'packbench-page-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return this.error('The build has no page.');
      delete bundle['index.html'];
      for (const language of languages) {
        const first = inLanguage(String(index.source), language, directionOf(language));
        const again = first.replace(openingScreen, '');
        for (const [when, source] of Object.entries({ first, again }))
          this.emitFile({ type: 'asset', fileName: `pages/${when}-${language}.html`, source });
        if (language !== 'en')
          this.emitFile({ type: 'asset', fileName: `languages/${language}.js`, source: sentences(root, language) });
      }
    },
  };
}

/**
 * The page reads its language and its direction from its first element, and other sentences than English from a script before its own.
 * @param {string} page
 * @param {string} language
 * @param {string} direction
 */
function inLanguage(page, language, direction) {
  if (language === 'en') return page;
  return page
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${direction}">`)
    .replace('<head>', `<head><script src="./languages/${language}.js"></script>`);
}

/**
 * @param {string} root
 * @param {string} language
 */
function sentences(root, language) {
  const files = [`src/shared/messages/${language}.json`, `src/renderer/text/${language}.json`];
  const texts = Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8'))));
  return `globalThis.sentences = ${JSON.stringify(texts)};\n`;
}
