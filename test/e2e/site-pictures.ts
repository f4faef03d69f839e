import { join } from 'node:path';
import type { Page } from 'playwright';
import arabic from '../../src/renderer/text/ar.json' with { type: 'json' };
import german from '../../src/renderer/text/de.json' with { type: 'json' };
import { english } from '../../src/renderer/text/en/catalogue.ts';
import { createSentences } from '../../src/shared/messages/sentences.ts';
import { directionOf, type Language, locales } from '../../src/shared/values/language.ts';
import { root } from './launch.ts';
import { drawn, layoutFaults } from './layout-faults.ts';

const catalogues = { en: english, ar: arabic, de: german };

/** The sentences of the screens in that language. */
export const sentencesIn = (language: Language) =>
  createSentences<keyof typeof arabic>(catalogues[language], locales[language], directionOf(language));

/** What is cut off or covered, in each size and theme. The pictures are left in a folder, to be looked at. */
export async function layoutFaultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of [
    [1440, 900],
    [1024, 600],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      const file = `${name} ${width}x${height} ${colorScheme}.png`;
      await page.screenshot({ path: join(root, 'out/pictures/site', file) });
      faults.push(...(await layoutFaults(page)).map((fault) => `${file}: ${fault}`));
    }
  return faults;
}
