import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stationCalls } from '../../src/shared/contract/station-contract.ts';
import { isLongRun } from '../helpers/test-length.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import { callStation, chooseMode, createParcels, goTo, result, scan, switchOffPrintOnCreate } from './page-actions.ts';

let station: LaunchedStation;
let codes: string[];

const badges = { Ada: 'BADGEADA01', Lee: 'BADGELEE02', Pat: '0004071203' };
const newBadge = '0004071204';

beforeAll(async () => {
  station = await launchStation();
  await switchOffPrintOnCreate(station.page);
});
afterAll(() => station.close());

const badge = (text: string): Promise<void> => scan(station.page, text, { isAnswered: false });
const signedIn = (text: string) =>
  station.page.getByRole('status', { name: 'Signed in' }).filter({ hasText: text }).waitFor();
const button = (name: string) => station.page.getByRole('button', { name, exact: true });

async function addPerson(name: keyof typeof badges, role: string): Promise<void> {
  const { page } = station;
  await button('Add person').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${role}`) }).click();
  await button('Scan badge').click();
  await page.getByText(`Scan the badge of ${name}.`).waitFor();
  await badge(badges[name]);
  await page
    .getByRole('list', { name: 'People who may sign in' })
    .getByRole('button', { name: `Edit ${name}` })
    .waitFor();
}

describe('people', () => {
  it('are added with their badges, and an admin’s badge starts signing in', async () => {
    const { page } = station;
    codes = (await createParcels(page, 3)).map(({ customCode }) => customCode);
    await goTo(page, 'Settings');
    await addPerson('Ada', 'Admin');
    await addPerson('Lee', 'Lead');
    await addPerson('Pat', 'Packer');
    const limit = page.getByRole('textbox', { name: 'Deletions per hour' });
    await limit.fill('1');
    await limit.press('Enter');
    await expect.poll(async () => (await callStation(page, 'people.read', null)).rules.deletionsPerHour).toBe(1);
    await button('Turn on signing in').click();
    await badge(badges.Ada);
    await signedIn('Ada, admin');
    // The settings stay open for the admin.
    await button('Turn off signing in').waitFor();
  });

  it('keep what is entered in their forms: while others are open, and with a new badge; the keyboard goes on', async () => {
    const { page } = station;
    const list = page.getByRole('list', { name: 'People who may sign in' });
    const focusedButton = (name: string) => page.locator('button:focus').filter({ hasText: name }).waitFor();
    const nameIn = (index: number) => list.getByRole('listitem').nth(index).getByRole('textbox', { name: 'Name' });
    await button('Edit Pat').press('Enter');
    await expect.poll(() => nameIn(2).evaluate((field) => field === document.activeElement)).toBe(true);
    await nameIn(2).fill('Pat Smith');
    await button('Edit Lee').press('Enter');
    await page.getByRole('link', { name: /Bench/ }).getByText('Not saved').waitFor();
    await list.getByRole('listitem').nth(1).getByRole('button', { name: 'Cancel' }).press('Enter');
    await focusedButton('Edit Lee');
    expect(await nameIn(2).inputValue()).toBe('Pat Smith');
    await button('Replace badge').press('Enter');
    await page.getByText('Scan the badge of Pat Smith.').waitFor();
    await badge(newBadge);
    await button('Edit Pat Smith').waitFor();
    await focusedButton('Edit Pat Smith');
    await button('Remove Pat Smith').press('Enter');
    await focusedButton('Cancel');
    await page.keyboard.press('Enter');
    await focusedButton('Remove Pat Smith');
    const { persons } = await callStation(page, 'people.read', null);
    expect(persons.map(({ name }) => name)).toEqual(['Ada', 'Lee', 'Pat Smith']);
    await callStation(page, 'person.change', {
      personId: persons[2]?.id ?? 0,
      name: 'Pat',
      role: 'packer',
      badge: null,
    });
    badges.Pat = newBadge;
  });

  it('have rules that are all saved, also when one is changed at once after another', async () => {
    const { page } = station;
    const rules = async () => (await callStation(page, 'people.read', null)).rules;
    const before = await rules();
    const names = ['Deletions per hour', 'Further copies per hour'];
    const [first, second] = await Promise.all(
      names.map((name) => page.getByRole('textbox', { name, exact: true }).elementHandle()),
    );
    // Faster than the answer to the first one: an answer takes a task, and this takes none.
    await first?.evaluate(async (one, other) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (const [field, entered] of [
        [one, '2'],
        [other, '3'],
      ] as const) {
        if (!(field instanceof HTMLInputElement)) continue;
        field.focus();
        set?.call(field, entered);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        for (let steps = 0; steps < 10; steps += 1) await null;
        field.blur();
      }
    }, second ?? null);
    await expect.poll(rules).toMatchObject({ deletionsPerHour: 2, reprintsPerHour: 3 });
    await callStation(page, 'people.save-rules', before);
  });

  it('sign in by badge on any screen, and only an admin opens Settings', async () => {
    const { page } = station;
    await badge(badges.Pat);
    await signedIn('Pat, packer');
    await page.getByText('Only an admin can open Settings.').waitFor();
    await expect(button('Turn off signing in').count()).resolves.toBe(0);
    const asked = Object.keys(stationCalls).filter((name) =>
      /^(settings|environment|person|people|webhook)/.test(name),
    );
    const answers = await page.evaluate(async (names) => {
      const { call } = (window as unknown as { station: { call(name: string, input: unknown): Promise<unknown> } })
        .station;
      const all: [string, unknown][] = [];
      const input = {
        group: 'sound',
        value: { volume: 'off' },
        name: 'practice',
        environment: 'practice',
        personId: 1,
      };
      for (const name of names) all.push([name, await call(name, input)]);
      return all;
    }, asked);
    const done = answers.filter(([, answer]) => (answer as { ok: boolean }).ok).map(([name]) => name);
    expect(done).toEqual([]);
    const { settings, people } = await callStation(page, 'station.read', null);
    expect([settings.station.name, people.signedIn?.name]).toEqual(['Packing bench', 'Pat']);
  });

  it('delete within their cap; a lead’s badge goes beyond it once, and the history names both', async () => {
    const { page } = station;
    const [first = '', second = ''] = codes;
    await goTo(page, 'Scan');
    await chooseMode(page, 'Delete');
    await scan(page, first);
    await result(page).getByText(first).first().waitFor();
    await scan(page, second);
    await result(page).getByRole('heading', { name: 'Lead’s badge needed' }).waitFor();
    await page.getByText(`The badge of a lead allows the deletion of ${second}.`).waitFor();
    await badge(badges.Lee);
    await page
      .getByRole('list', { name: 'Pending deletions' })
      .or(page.getByRole('grid', { name: 'Pending deletions' }))
      .getByText(second)
      .waitFor();
    await signedIn('Pat, packer');
    const answer = await callStation(page, 'shipments.page', { find: second, offset: 0, limit: 1 });
    const timeline = await callStation(page, 'parcel.timeline', { parcelId: answer.rows[0]?.id ?? 0 });
    expect(timeline.find(({ kind }) => kind === 'deletion')).toMatchObject({ personName: 'Pat', leadName: 'Lee' });
  });

  it('sign out with the button; then a scan does nothing until a badge', async () => {
    const { page } = station;
    await button('Sign out').click();
    await signedIn('No one signed in');
    await chooseMode(page, 'Look up');
    await scan(page, codes[2] ?? '');
    await result(page)
      .getByText(/^No one is signed in/)
      .waitFor();
    await badge(badges.Pat);
    await signedIn('Pat, packer');
    await scan(page, codes[2] ?? '');
    await result(page)
      .getByText(codes[2] ?? '')
      .first()
      .waitFor();
  });

  const idleTest = isLongRun ? it : null;
  idleTest?.('are signed out when idle', { timeout: 150_000 }, async () => {
    await badge(badges.Ada);
    await signedIn('Ada, admin');
    const rules = { idleMinutes: 1, deletionsPerHour: null, reprintsPerHour: null };
    await callStation(station.page, 'people.save-rules', rules);
    await station.page
      .getByRole('status', { name: 'Signed in' })
      .filter({ hasText: 'No one signed in' })
      .waitFor({ timeout: 120_000 });
  });
});
