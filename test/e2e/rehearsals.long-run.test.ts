import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RehearsalId } from '../../src/shared/contract/rehearsal-scripts.ts';
import { type BarcodeCommand, commandText } from '../../src/shared/scanning/command-barcode.ts';
import { accessibilityFaults, type LaunchedStation, launchStation } from './launch.ts';
import { callStation, goTo, result, scan } from './page-actions.ts';

let page: Page;
let station: LaunchedStation;
beforeAll(async () => {
  station = await launchStation();
  ({ page } = station);
});
afterAll(async () => {
  await station.close();
});

const strip = () => page.getByRole('region', { name: 'Rehearsal' });
const step = (name: string) => strip().getByRole('heading', { name, exact: true }).waitFor();
/** The code that the present step asks for, as a scanner reads it from the strip. */
const shownCode = async (): Promise<string> => (await callStation(page, 'rehearsal.read', null))?.code?.text ?? '';
const scanShown = async (): Promise<void> => scan(page, await shownCode());
const card = async (command: BarcodeCommand): Promise<void> => {
  const { commandKey = '' } = (await callStation(page, 'station.read', null)).settings.station;
  await scan(page, commandText(commandKey, command), { isAnswered: false });
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The rehearsal ended with nothing missed; the strip is closed by a card. */
async function expectAllRight(steps: number): Promise<void> {
  await step('Rehearsal finished');
  await strip().getByText('Everything was done right.').waitFor();
  expect(await strip().getByRole('list', { name: 'Done right' }).getByRole('listitem').count()).toBe(steps);
  expect(await strip().getByRole('list', { name: 'Missed' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await card('choice 5');
  await strip().waitFor({ state: 'detached' });
}

it('rehearsal of paper out: from the practice card to its result, by scans alone', async () => {
  await goTo(page, 'Settings');
  await button('Paper out').click();
  await step('Print the label');
  await strip().getByText('Paper out: step 1 of 4').waitFor();
  // "Show me" points at the mode to choose, and takes no press.
  await strip().getByRole('button', { name: 'Show me' }).click();
  await page.locator('.rehearsal-ring').waitFor();
  await card('print');
  await scanShown();
  await step('Put in a new roll');
  await page
    .getByRole('group', { name: 'Station status' })
    .getByText('Paper out (Practice printer)', { exact: true })
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await card('choice 5');
  await step('Scan the label');
  await scanShown();
  await expectAllRight(4);
  expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
});

/** The step of that name is done by a scan of its code in that mode. */
const scanIn = async (mode: BarcodeCommand, name: string): Promise<void> => {
  await step(name);
  await card(mode);
  await scanShown();
};
/** The step of that name is done by its right answer, the last one. */
const answer = async (name: string): Promise<void> => {
  await step(name);
  await card('choice 5');
};
/** The label is marked as not printed, printed by a scan of the box, and confirmed by a scan of the label. */
const printAgain = async (): Promise<void> => {
  await result(page).getByRole('button', { name: 'Mark as not printed' }).click();
  await scanShown();
  await step('Scan the label');
  await scanShown();
};

/** What the strip asks a trainee to do, from its first step to the last; with the number of steps. */
const played: Readonly<Record<Exclude<RehearsalId, 'paper-out'>, readonly [string, () => Promise<void>, number]>> = {
  'cable-out': [
    'Cable out',
    async () => {
      await scanIn('print', 'Print the label');
      await answer('Check the cable');
      await answer('Look in the tray');
      await step('Print the label again');
      await printAgain();
    },
    5,
  ],
  'service-down': [
    'Service down',
    async () => {
      await scanIn('delete', 'Delete the parcel');
      await answer('Decide what to do');
    },
    3,
  ],
  'lost-answer': [
    'Lost answer',
    async () => {
      await answer('Decide what to do');
      await scanIn('look up', 'Look the order up');
    },
    3,
  ],
  'wrong-label': [
    'Wrong label',
    async () => {
      await scanIn('print', 'Print the label');
      await scanIn('look up', 'Check the label');
      await answer('Decide what to do');
      await scanIn('print', 'Print the right label');
      await printAgain();
    },
    5,
  ],
  'deletion-undone': [
    'Undo a deletion',
    async () => {
      await scanIn('delete', 'Start a deletion');
      await step('Undo the deletion');
      await card('undo');
      await scanIn('look up', 'Check the parcel');
    },
    3,
  ],
  'token-expired': [
    'Token expired',
    async () => {
      await scanIn('delete', 'Delete the parcel');
      await answer('Decide what to do');
      await answer('Wait for the new token');
    },
    4,
  ],
};

it('rehearsals: “Show me” shows the place once, and then whoever goes on to another screen stays there', async () => {
  await goTo(page, 'Settings');
  await button('Paper out').click();
  await step('Print the label');
  await goTo(page, 'Settings');
  await strip().getByRole('button', { name: 'Show me' }).click();
  const ring = page.locator('.rehearsal-ring');
  await ring.waitFor();
  await goTo(page, 'Shipments');
  await ring.waitFor({ state: 'detached' });
  expect(await page.getByRole('grid', { name: 'Shipments' }).isVisible()).toBe(true);
  await strip().getByRole('button', { name: 'Stop rehearsal' }).click();
  await card('choice 5');
  await strip().waitFor({ state: 'detached' });
});

it('rehearsals: of a cut cable begins with the button of the set-up', async () => {
  const [name, play, steps] = played['cable-out'];
  await goTo(page, 'Settings');
  await button('First order').click();
  await button('Rehearse a fault').click();
  await button(name).click();
  await play();
  await expectAllRight(steps);
});

const badges = { Ada: 'BADGEADA01', Pat: 'BADGEPAT02' };
const signedIn = (who: string) => page.getByRole('status', { name: 'Signed in' }).filter({ hasText: who }).waitFor();

it('rehearsals: need someone who is signed in, and go on where they were', async () => {
  const asScanned = (text: string) => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' as const });
  await callStation(page, 'person.add', { name: 'Ada', role: 'admin', badge: asScanned(badges.Ada) });
  await callStation(page, 'person.add', { name: 'Pat', role: 'packer', badge: asScanned(badges.Pat) });
  await callStation(page, 'people.turn-on', { badge: asScanned(badges.Ada) });
  await signedIn('Ada');
  await button('Sign out').click();
  await signedIn('No one signed in');
  await page.keyboard.press('F12');
  await button('Service down').click();
  await page.getByText('No one is signed in. Nothing was done.').waitFor();
  await scan(page, badges.Pat, { isAnswered: false });
  await signedIn('Pat');
  await button('Service down').click();
  await step('Delete the parcel');
  await button('Sign out').click();
  await signedIn('No one signed in');
  await strip().getByRole('button', { name: 'Stop rehearsal' }).click();
  await strip().getByText('No one is signed in. Nothing was done.').waitFor();
  await scan(page, badges.Pat, { isAnswered: false });
  await signedIn('Pat');
  const [, play, steps] = played['service-down'];
  await play();
  await expectAllRight(steps);
});

for (const id of ['lost-answer', 'wrong-label', 'deletion-undone', 'token-expired'] as const) {
  const [name, play, steps] = played[id];
  it(`rehearsals: of ${name.toLowerCase()} is begun by a packer in the help, and done right`, async () => {
    await page.keyboard.press('F12');
    await button(name).click();
    await play();
    await expectAllRight(steps);
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
}

it('rehearsals: name what was missed', async () => {
  await page.keyboard.press('F12');
  await button('Service down').click();
  await scanIn('delete', 'Delete the parcel');
  await step('Decide what to do');
  await card('choice 4');
  await expect.poll(async () => (await callStation(page, 'rehearsal.read', null))?.mistakes).toEqual(['repeated']);
  await card('choice 5');
  await step('Rehearsal finished');
  await strip().getByText('You made 1 mistake on the way.').waitFor();
  await strip()
    .getByRole('list', { name: 'Missed' })
    .getByText(/^You wanted to delete the parcel again\./)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
