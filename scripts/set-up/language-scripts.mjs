// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The languages besides English, whose sentences are a part of the page itself. */
const languages = ['ar', 'de'];

/**
 * Writes `languages/ar.js` and `languages/de.js` beside the page: one classic script each, so that its sentences are there before the
 * page's modules run. Main names it in a page that is to speak the language.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function languageScripts(root) {
  return {
    name: 'packbench-language-scripts',
    generateBundle() {
      for (const language of languages) {
        const files = [`src/shared/messages/${language}.json`, `src/renderer/text/${language}.json`];
        const sentences = Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8'))));
        this.emitFile({
          type: 'asset',
          fileName: `languages/${language}.js`,
          source: `globalThis.sentences = ${JSON.stringify(sentences)};\n`,
        });
      }
    },
  };
}
