import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveAnswers } from '../given-answers.ts';
import { type LaunchedStation, launchProvisioned } from '../launch.ts';
import { callStation, goTo, newCode, result, scan } from '../page-actions.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

/** From now on no other call than those of the shell is answered, or each is with a failure; the page is loaded anew. */
async function answerNothing(station: LaunchedStation, others: 'never' | 'failure'): Promise<void> {
  const { page } = station;
  // Without the one there is no screen to show, and no scan is read without the other.
  const view = await callStation(page, 'station.read', null);
  await giveAnswers(station, { answers: { 'station.read': view, 'missed-keys.take': [] }, others });
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** They show nothing but what they read; Scan shows its own answer, New order and Settings their forms. */
const readsItsContent: readonly string[] = ['Shipments', 'Batch', 'Print queue', 'Needs attention'];

const saysWhy = {
  never: (page: Page) => page.getByText('Loading…').filter({ visible: true }),
  failure: (page: Page) => page.getByRole('button', { name: 'Try again' }).filter({ visible: true }),
};

/** What says that something is loading appears late. */
const loadingShown = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('.loading')]
        .flatMap((element) => element.getAnimations())
        .map(({ finished }) => finished),
    ).then(() => null),
  );

const screens: readonly View[] = [
  { name: 'Shipments', inShortRun: true, show: (page) => goTo(page, 'Shipments') },
  { name: 'New order', show: (page) => goTo(page, 'New order') },
  {
    name: 'Batch',
    async show(page) {
      await goTo(page, 'New order');
      await page.getByText('A batch', { exact: true }).click();
    },
  },
  { name: 'Print queue', show: (page) => goTo(page, 'Print queue') },
  { name: 'Needs attention', show: (page) => goTo(page, 'Needs attention') },
  { name: 'Settings', show: (page) => goTo(page, 'Settings') },
  {
    name: 'Scan',
    inShortRun: true,
    async show(page: Page) {
      await goTo(page, 'Scan');
      const code = newCode();
      await scan(page, code, { isAnswered: false });
      await result(page).getByText(code).first().waitFor();
    },
  },
];

describe.each([
  ['loading', 'never'],
  ['failing', 'failure'],
] as const)('pictures of a station whose calls are %s', (state, how) => {
  let station: LaunchedStation;
  beforeAll(async () => {
    station = await launchProvisioned({ setup: false });
    await answerNothing(station, how);
  });
  afterAll(() => station.close());

  it.each(viewsOfRun(screens))('$name, nothing is cut off or covered', async ({ name, show }) => {
    await show(station.page);
    if (readsItsContent.includes(name)) await saysWhy[how](station.page).first().waitFor();
    await loadingShown(station.page);
    expect(await takePictures(station.page, `${state}/${name}`)).toEqual([]);
  });
});
