import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { type LaunchedStation, launchStation } from '../../test/e2e/launch.ts';

export interface StationWindow {
  page: Page;
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the built station with its own data folder, and takes screenshots. */
export async function openStationWindow(
  folder: string,
  pictures: string,
  switches: string[] = [],
): Promise<StationWindow> {
  await mkdir(folder, { recursive: true });
  const launched: LaunchedStation = await launchStation({ userDataDir: folder, switches });
  return {
    page: launched.page,
    async picture(name) {
      // Labels are drawn after everything else.
      await launched.page.waitForFunction(() => !document.body.innerText.includes('Preparing the preview'));
      await launched.page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    close: () => launched.close(),
  };
}
