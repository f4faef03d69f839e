import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from 'playwright';

export interface BenchWindow {
  app: ElectronApplication;
  page: Page;
  /** Keys as a wedge scanner sends them, wherever the focus is. */
  scan(code: string): Promise<void>;
  go(screen: string): Promise<void>;
  mode(name: 'Look up' | 'Print' | 'Delete'): Promise<void>;
  /** Waits until the Result region holds the text. */
  resultSays(text: string | RegExp): Promise<void>;
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the built station on a folder of its own. */
export async function openBenchWindow(folder: string, pictures: string, switches: string[] = []): Promise<BenchWindow> {
  await mkdir(folder, { recursive: true });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const executablePath = process.env.ELECTRON_EXEC_PATH;
  if (!executablePath) throw new Error('ELECTRON_EXEC_PATH names no Electron');
  const app = await electron.launch({
    executablePath,
    args: [resolve('.'), ...asRoot, `--user-data-dir=${folder}`, ...switches],
  });
  const page = await app.firstWindow();
  await page.getByRole('textbox', { name: 'Scan or type a code' }).waitFor();

  return {
    app,
    page,
    async scan(code) {
      await page.keyboard.type(code, { delay: 12 });
      await page.keyboard.press('Enter');
    },
    async go(screen) {
      const navigation = page.getByRole('navigation', { name: 'Main' });
      await navigation
        .getByRole('link', { name: screen })
        .or(navigation.getByRole('tab', { name: screen }))
        .click();
    },
    async mode(name) {
      await page.keyboard.press({ 'Look up': 'F1', Print: 'F2', Delete: 'F3' }[name]);
      await page.getByRole('radio', { name, checked: true }).waitFor();
    },
    async resultSays(text) {
      await page.getByRole('region', { name: 'Result' }).filter({ hasText: text }).waitFor();
    },
    async picture(name) {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    close: () => app.close(),
  };
}

/** Fills in an order by hand and creates it; gives what the status "Order" says at the end. */
export async function orderByHand(
  window: BenchWindow,
  order: { receiver: string; customCode: string },
): Promise<string> {
  const { page } = window;
  await page.getByLabel('Pick-up address').fill('Northline Supply, Dock 4, 18 Harbour Road');
  await page.getByLabel('Drop-off address').fill('12 Palm Street, Flat 9, Al Barsha 1');
  await page.getByLabel('Receiver name').fill(order.receiver);
  await page.getByLabel('Receiver phone').fill('+971 50 000 0000');
  await page.getByLabel('Weight (g)').fill('900');
  await page.getByLabel('Custom code').fill(order.customCode);
  await page.getByRole('button', { name: 'Get quote' }).click();
  await page.getByText(/45/).first().waitFor();
  await page.getByRole('button', { name: 'Create order' }).click();
  const status = page.getByRole('status', { name: 'Order' });
  await status.filter({ hasText: 'Created' }).filter({ hasText: order.customCode }).waitFor();
  return 'Created';
}
