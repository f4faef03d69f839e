import type { Page } from 'playwright';
import { goTo } from '../page-actions.ts';

/** The sections of Settings, in their order. */
export const settingsSections = [
  'Service',
  'Printers',
  'Bench',
  'Orders and spending',
  'Webhooks and import',
  'Records',
  'Display and sound',
  'About',
] as const;

/** Opens one section of Settings. */
export async function openSection(page: Page, section: (typeof settingsSections)[number]): Promise<void> {
  await goTo(page, 'Settings');
  const navigation = page.getByRole('navigation', { name: 'Settings' });
  await navigation
    .getByRole('link', { name: section })
    .or(navigation.getByRole('tab', { name: section }))
    .or(page.getByRole('tab', { name: section }))
    .first()
    .click();
  await page.getByRole('heading', { name: section }).first().waitFor();
}
