import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationCall } from '../../../src/shared/contract/station-contract.ts';
import { type LaunchedStation, launchProvisioned } from '../launch.ts';
import { goTo, newCode, result, scan } from '../page-actions.ts';
import { takePictures, type View, viewsOfRun } from './take-pictures.ts';

/** The shell needs their answers: without them there is no screen to show. */
const answered: readonly StationCall[] = ['station.read', 'settings.save'];

/** From now on no other call is answered, or each is with a failure; the page is loaded anew. */
async function answerNothing({ app, page }: LaunchedStation, how: 'never' | 'failure'): Promise<void> {
  await app.evaluate(replaceHandlers as never, { how, answered });
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;

interface MainHandlers {
  _invokeHandlers: Map<string, InvokeHandler>;
  removeHandler(channel: string): void;
  handle(channel: string, handler: InvokeHandler): void;
}

/** Runs in main. Electron keeps its handlers in a map, which it does not document. */
function replaceHandlers(
  { ipcMain }: { ipcMain: MainHandlers },
  { how, answered }: { how: 'never' | 'failure'; answered: readonly string[] },
): void {
  const handlers = ipcMain._invokeHandlers;
  const unanswered: unknown[] = [];
  Object.assign(globalThis, { unanswered });
  for (const [channel, handle] of [...handlers]) {
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, (event, ...args) => {
      const [name] = args;
      if (typeof name !== 'string' || answered.includes(name)) return handle(event, ...args);
      // Kept: a handler's promise that is collected is an answer to Electron, which rejects the call.
      if (how === 'never') return new Promise((resolve) => unanswered.push(resolve));
      const message = { code: 'call.no-answer', params: { call: name } };
      return { ok: false, failure: { code: 'unexpected', message } };
    });
  }
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
      await scan(page, code);
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
