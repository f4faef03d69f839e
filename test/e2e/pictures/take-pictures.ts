import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright';
import { isLongRun } from '../../helpers/test-length.ts';
import { accessibilityFaults } from '../launch.ts';
import { drawn, layoutFaults, textFaults } from '../layout-faults.ts';

/** Where the pictures are left, to be looked at. */
const folder = fileURLToPath(new URL('../../../out/pictures/', import.meta.url));

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The smallest window that is supported, two usual ones and a large one. */
const sizes: readonly Size[] = isLongRun
  ? [
      { width: 1024, height: 600 },
      { width: 1024, height: 768 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]
  : [{ width: 1024, height: 600 }];

const usualSize: Size = { width: 1440, height: 900 };

const themes = isLongRun ? (['light', 'dark'] as const) : (['light'] as const);

/** A state of a screen that is photographed. */
export interface View {
  readonly name: string;
  /** Brings the window there, from whatever it shows. */
  readonly show: (page: Page) => Promise<void>;
  /** What is scrolled to the top in each size. */
  readonly inView?: (page: Page) => Locator;
  /** Also in the short run. */
  readonly inShortRun?: boolean;
}

/** Those of this run. */
export const viewsOfRun = (views: readonly View[]): readonly View[] =>
  isLongRun ? views : views.filter(({ inShortRun }) => inShortRun);

/**
 * Photographs what the window shows, in each size and theme, and returns what is cut off, covered, outside the window, too small or
 * too faint, one line each. The window is left at a usual size, in light.
 */
export async function takePictures(page: Page, name: string, inView?: View['inView']): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await drawn(page);
      await inView?.(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
      const file = `${name} ${size.width}x${size.height} ${theme}.png`;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      await page.screenshot({ path: join(folder, file) });
      const found = [...(await layoutFaults(page)), ...(await textFaults(page))];
      // The contrast of a state does not depend on the size.
      if (isLongRun && size.width === usualSize.width) found.push(...(await accessibilityFaults(page)));
      faults.push(...found.map((fault) => `${file}: ${fault}`));
    }
    const opened = `${name}, More opened ${size.width}x${size.height}.png`;
    faults.push(...(await faultsBehindMore(page, opened)).map((fault) => `${opened}: ${fault}`));
  }
  await page.setViewportSize(usualSize);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return faults;
}

/** At most so many are opened at once: a list has one in each row. */
const openedAtOnce = 3;

/** The same with what is behind "More", which is opened, photographed and closed again. */
async function faultsBehindMore(page: Page, file: string): Promise<string[]> {
  const buttons = page.locator('.more-button:visible');
  const closed = (await buttons.all()).slice(0, openedAtOnce);
  if (closed.length === 0) return [];
  for (const button of closed) await button.click();
  await drawn(page);
  await page.screenshot({ path: join(folder, file) });
  const found = [...(await layoutFaults(page)), ...(await textFaults(page))];
  for (const button of closed) await button.click();
  return found;
}

/** The same of another window, in both themes at its own size; `required` are seen whole without scrolling. */
export async function takePicturesOfWindow(
  window: Page,
  name: string,
  required: readonly Locator[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme: theme });
    const file = `${name} ${theme}.png`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    await drawn(window);
    await window.screenshot({ path: join(folder, file) });
    const found = [
      ...(await layoutFaults(window, required)),
      ...(await textFaults(window)),
      ...(await accessibilityFaults(window)),
    ];
    faults.push(...found.map((fault) => `${file}: ${fault}`));
  }
  await window.emulateMedia({ colorScheme: null });
  return faults;
}
