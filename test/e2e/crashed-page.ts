import type { ElectronApplication } from 'playwright';
import { expect } from 'vitest';

/** Runs in main: the process of the station's page, 0 while it has none. */
export function processOfPage({ BrowserWindow }: typeof Electron.CrossProcessExports): number {
  const pages = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
  const page = pages.find((one) => one.getURL().startsWith('packbench://station/'));
  return page && !page.isCrashed() ? page.getOSProcessId() : 0;
}

/** Runs in main: what the script gives in the station's page; nothing while that loads. Playwright's own page ends with a crash. */
export async function inPage({ BrowserWindow }: typeof Electron.CrossProcessExports, script: string): Promise<unknown> {
  const pages = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
  const page = pages.find((one) => one.getURL().startsWith('packbench://station/'));
  return page && !page.isCrashed() && !page.isLoading() ? page.executeJavaScript(script) : undefined;
}

/** Kills the page's process, and waits until main knows that it has ended. */
export async function crashPage(app: ElectronApplication): Promise<void> {
  const killed = await app.evaluate(processOfPage);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => app.evaluate(processOfPage), { timeout: 20_000, interval: 10 }).not.toBe(killed);
}
