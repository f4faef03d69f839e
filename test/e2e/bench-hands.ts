import type { Locator, Page } from 'playwright';

const modeKeys = { 'Look up': 'F1', Print: 'F2', Delete: 'F3' } as const;
export type ModeName = keyof typeof modeKeys;

/** Keys as a wedge scanner sends them, wherever the focus is: capitals with Shift, ended by Enter or Tab. */
export async function scan(
  page: Page,
  code: string,
  how: { delay?: number; end?: 'Enter' | 'Tab' } = {},
): Promise<void> {
  const { delay = 12, end = 'Enter' } = how;
  for (const character of code) {
    await page.keyboard.press(/[A-Z]/.test(character) ? `Shift+${character}` : character, { delay: delay / 2 });
    if (delay > 20) await page.waitForTimeout(delay / 2);
  }
  await page.keyboard.press(end);
}

export async function goTo(page: Page, screen: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation
    .getByRole('link', { name: screen })
    .or(navigation.getByRole('tab', { name: screen }))
    .click();
}

export async function chooseMode(page: Page, name: ModeName): Promise<void> {
  await page.keyboard.press(modeKeys[name]);
  await page.getByRole('radio', { name, checked: true }).waitFor();
}

export const result = (page: Page): Locator => page.getByRole('region', { name: 'Result' });

/** Waits until the Result region holds the text. */
export async function resultSays(page: Page, text: string | RegExp): Promise<void> {
  await result(page).filter({ hasText: text }).waitFor();
}

export interface OrderByHand {
  receiver: string;
  /** Empty: the station makes one. */
  customCode: string;
  weight?: string;
}

/** Fills in the form on New order; presses nothing. */
export async function fillOrder(page: Page, { receiver, customCode, weight = '900' }: OrderByHand): Promise<void> {
  await page.getByLabel('Pick-up address').fill('Northline Supply, Dock 4, 18 Harbour Road');
  await page.getByLabel('Drop-off address').fill('12 Palm Street, Flat 9, Al Barsha 1');
  await page.getByLabel('Receiver name').fill(receiver);
  await page.getByLabel('Receiver phone').fill('+971 50 000 0000');
  await page.getByLabel('Weight (g)').fill(weight);
  await page.getByLabel('Custom code').fill(customCode);
}

/** Creates an order by hand and waits until it is created. */
export async function createOrder(page: Page, order: OrderByHand): Promise<void> {
  await goTo(page, 'New order');
  await fillOrder(page, order);
  await page.getByRole('button', { name: 'Create order' }).click();
  const status = page.getByRole('status', { name: 'Order' });
  await status.filter({ hasText: 'Created' }).filter({ hasText: order.customCode }).waitFor();
}
