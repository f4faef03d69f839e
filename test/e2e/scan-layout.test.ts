import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { OfferedAction } from '../../src/renderer/presentation/offered-actions.ts';
import { scanVerdict, verdictRules } from '../../src/renderer/presentation/verdict.ts';
import type { CallOutput } from '../../src/shared/contract/station-contract.ts';
import { inThisRun, isLongRun, itInLongRun } from '../helpers/test-length.ts';
import { giveAnswers, presentAnswers } from './given-answers.ts';
import { type LaunchedStation, launchProvisioned } from './launch.ts';
import { layoutFaults, targetFaults, textFaults } from './layout-faults.ts';
import {
  callStation,
  chooseMode,
  createOrder,
  createParcels,
  fillOrder,
  goTo,
  newCode,
  result,
  scan,
  scanInMode,
  waitForResult,
} from './page-actions.ts';
import { type VerdictAnswer, verdictAnswers } from './verdict-answers.ts';

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const receiver = 'Aya Noor';
const sizes = [
  [1024, 600],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;
const distances = [0.5, 0.7, 1, 1.25, 1.5, 2];

let station: LaunchedStation;
let page: Page;

beforeAll(async () => {
  station = await launchProvisioned({ bench: { deleteUndoSeconds: 60, printOnCreate: false } });
  page = station.page;
  await createOrder(page, { receiver, customCode });
  await goTo(page, 'Scan');
});

afterAll(() => station.close());

/** Resizes the window's content, and waits until the page has followed. */
async function resize(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

async function chooseDistance(viewingDistance: number): Promise<void> {
  const { settings } = await callStation(page, 'station.read', null);
  await callStation(page, 'settings.save', {
    group: 'appearance',
    value: { ...settings.appearance, viewingDistance },
  });
  const scale = String(Math.max(1, viewingDistance / 0.7));
  const shown = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--viewing-scale'));
  await expect.poll(shown).toBe(scale);
}

interface Expected {
  /** Texts in the answer besides the verdict. */
  readonly texts?: readonly string[];
  readonly buttons?: readonly string[];
  readonly others?: readonly Locator[];
  readonly from?: readonly number[];
  readonly at?: readonly (readonly [number, number])[];
}

/** What an operator must see without scrolling, in every size and from every distance. */
async function faultsEverywhere(state: string, expected: Expected): Promise<string[]> {
  const {
    texts = [customCode, receiver],
    buttons = [],
    others = [],
    from = inThisRun(distances),
    at = inThisRun(sizes),
  } = expected;
  const faults: string[] = [];
  for (const distance of from) {
    await chooseDistance(distance);
    for (const [width, height] of at) {
      await resize(width, height);
      const region = result(page);
      const required = [
        region.getByRole('heading').first(),
        ...texts.map((text) => region.getByText(text, { exact: true }).first()),
        ...buttons.map((name) => page.getByRole('button', { name, exact: true })),
      ];
      const found = await layoutFaults(page, [...required, ...others]);
      const size = await region
        .getByRole('heading')
        .first()
        .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
      if (size < 48) found.push(`the verdict has ${size} px`);
      faults.push(...found.map((fault) => `${state}, ${width}x${height}, ${distance} m: ${fault}`));
    }
  }
  return faults;
}

it('Scan layout: the verdict, the code, the receiver and the actions are seen whole at every size and viewing distance', async () => {
  await chooseMode(page, 'Print');
  await scan(page, customCode);
  await waitForResult(page, 'Sent to printer');
  expect(await faultsEverywhere('sent', { buttons: ['Mark as not printed'] })).toEqual([]);
  await chooseMode(page, 'Delete');
  await scan(page, customCode);
  await scan(page, customCode);
  await waitForResult(page, 'Already being deleted');
  expect(await faultsEverywhere('deleting', { buttons: ['Undo'] })).toEqual([]);
});

it('Scan layout: the label is as large as there is room', async () => {
  await chooseDistance(0.7);
  await resize(1440, 900);
  await chooseMode(page, 'Look up');
  await scan(page, customCode);
  const picture = result(page).getByRole('img', { name: /label/i });
  // Where drawing took too long on a busy computer, it is tried again.
  await picture.waitFor({ timeout: 90_000 });
  const labelWidth = () =>
    picture.evaluate((image) => Math.min(image.clientWidth, ((image as HTMLElement).clientHeight * 4) / 6));
  await expect.poll(labelWidth).toBeGreaterThanOrEqual(200);
  await resize(1920, 1080);
  await expect.poll(labelWidth).toBeGreaterThanOrEqual(260);
  await resize(1024, 600);
  await expect.poll(labelWidth).toBeGreaterThanOrEqual(90);
}, 120_000);

itInLongRun(
  'Scan layout: the answers to an uncertain deletion are seen without scrolling at every size and distance',
  async () => {
    const uncertain = 'PRACTICE1503422ABCDE';
    await resize(1440, 900);
    await page.keyboard.press('Control+z');
    const { settings } = await callStation(page, 'station.read', null);
    const bench = { ...settings.bench, deleteUndoSeconds: 1 };
    await callStation(page, 'settings.save', { group: 'bench', value: bench });
    await createParcels(page, [uncertain]);
    await scanInMode(page, 'Delete', uncertain);
    await waitForResult(page, 'Deletion uncertain');
    await callStation(page, 'settings.save', { group: 'bench', value: settings.bench });
    const answers = ['It is deleted', 'It still exists'];
    const expected = { texts: [uncertain, receiver], buttons: answers, ...(!isLongRun && { from: [0.7, 2] }) };
    expect(await faultsEverywhere('uncertain deletion', expected)).toEqual([]);
  },
);

it('Scan layout: questions, forms and long verdicts are seen whole too, in both themes, and Details takes no line of its own', async () => {
  const extremes: Expected = isLongRun ? {} : { from: [0.7, 2], at: [sizes[0], sizes[2]] };
  await page.keyboard.press('Control+z');
  await chooseMode(page, 'Print');
  await scan(page, customCode);
  await waitForResult(page, 'Already sent');
  expect(await faultsEverywhere('asks', { ...extremes, buttons: ['Print again', 'Mark as not printed'] })).toEqual([]);
  await result(page).getByRole('button', { name: 'Print again' }).click();
  expect(await faultsEverywhere('reason', { ...extremes, buttons: ['Damaged', 'Lost', 'Cancel'] })).toEqual([]);
  await page.keyboard.press('Escape');

  await page.emulateMedia({ colorScheme: 'dark' });
  const uncertain = newCode();
  await resize(1440, 900);
  await goTo(page, 'New order');
  await fillOrder(page, { receiver: 'Omar create-once-lost-before', customCode: uncertain });
  await page.getByRole('button', { name: 'Create order' }).click();
  await page.getByRole('status', { name: 'Order' }).filter({ hasText: 'Uncertain' }).waitFor();
  await scanInMode(page, 'Look up', uncertain);
  await waitForResult(page, 'Order uncertain');
  const details = await result(page).getByRole('button', { name: 'Details' }).boundingBox();
  const sentence = await result(page).locator('.verdict-sentence').boundingBox();
  expect((details?.y ?? 0) + (details?.height ?? 0) / 2).toBeLessThan((sentence?.y ?? 0) + (sentence?.height ?? 0));
  expect(await faultsEverywhere('order', { ...extremes, texts: [uncertain] })).toEqual([]);
  await scan(page, newCode());
  await waitForResult(page, 'Not known');
  expect(await faultsEverywhere('unknown', { ...extremes, texts: [] })).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
});

it('Scan layout: only the answer grows with the viewing distance, and the verdict uses the room of a large screen', async () => {
  const heights = async () => ({
    verdict: await result(page)
      .getByRole('heading')
      .first()
      .evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize)),
    navigation: (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width,
    modes: (await page.getByRole('radiogroup', { name: 'Mode' }).boundingBox())?.height,
  });
  await resize(1920, 1080);
  await chooseDistance(0.7);
  const near = await heights();
  await chooseDistance(2);
  const far = await heights();
  expect(far.verdict).toBeGreaterThan(near.verdict * 1.3);
  expect({ ...far, verdict: 0 }).toEqual({ ...near, verdict: 0 });
  await chooseDistance(0.7);
  await resize(1440, 900);
  expect(near.verdict).toBeGreaterThan((await heights()).verdict);
});

/** The sizes at which glove mode is looked at; the smaller one leaves the least room. */
const gloveSizes = isLongRun
  ? ([
      [1024, 600],
      [1280, 800],
    ] as const)
  : ([[1024, 600]] as const);

/** In glove mode: targets under 72 px, and what is cut off, covered or under something else. */
async function gloveFaults(state: string, required: readonly Locator[] = []): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of gloveSizes) {
    await resize(width, height);
    const found = [
      ...(await targetFaults(page, 72)),
      ...(await layoutFaults(page, required)),
      ...(await textFaults(page)),
    ];
    faults.push(...found.map((fault) => `${state} with gloves, ${width}x${height}: ${fault}`));
  }
  return faults;
}

it('glove mode: every target on Scan and Print queue has 72 px, and nothing is cut off', async () => {
  await chooseDistance(0.7);
  const { settings } = await callStation(page, 'station.read', null);
  const setGloves = async (gloves: boolean) => {
    await callStation(page, 'settings.save', { group: 'appearance', value: { ...settings.appearance, gloves } });
    await expect.poll(() => page.locator(':root[data-gloves]').count()).toBe(gloves ? 1 : 0);
  };
  onTestFinished(() => setGloves(false));
  await setGloves(true);
  await chooseMode(page, 'Print');
  await scan(page, customCode);
  await waitForResult(page, 'Already sent');
  const code = result(page).getByText(customCode, { exact: true }).first();
  const asked = ['Print again', 'Mark as not printed'].map((name) => result(page).getByRole('button', { name }));
  const faults = await gloveFaults('asks', [code, ...asked]);
  await result(page).getByRole('button', { name: 'Print again' }).click();
  faults.push(...(await gloveFaults('reason')));
  await page.keyboard.press('Escape');
  await goTo(page, 'Print queue');
  await page.getByRole('list', { name: 'Print jobs' }).getByText(customCode).first().waitFor();
  faults.push(...(await gloveFaults('print queue')));
  await goTo(page, 'Scan');
  // While the bench is set up, the layout is that for both hands.
  await callStation(page, 'set-up.change', { isOpen: false });
  for (const hand of isLongRun ? (['left', 'right'] as const) : (['right'] as const)) {
    await callStation(page, 'settings.save', {
      group: 'appearance',
      value: { ...settings.appearance, gloves: true, hand },
    });
    await page.locator(`:root[data-controls=${hand === 'left' ? 'start' : 'end'}]`).waitFor();
    faults.push(...(await gloveFaults(`${hand} hand`, [code])));
    const pressed = ['navigation', 'radiogroup'] as const;
    for (const role of pressed) {
      const box = await page.getByRole(role).first().boundingBox();
      const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
      expect(middle > 512 ? 'right' : 'left').toBe(hand);
    }
  }
  expect(faults).toEqual([]);
});

it('high contrast, colour blindness and motion: what is chosen stands out, each tone has a shape and a word, nothing moves', async () => {
  await scanInMode(page, 'Look up', newCode());
  await waitForResult(page, 'Not known');
  const coloured = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[class*="tone-"]')]
        .filter((element) => element.checkVisibility() && (!element.querySelector('svg') || element.textContent === ''))
        .map(({ className }) => className),
    );
  expect(await coloured()).toEqual([]);
  const moving = await page.evaluate(() => {
    const found = document.getAnimations().map(({ id }) => id);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    for (const rule of rules) {
      if ('cssRules' in rule) rules.push(...(rule as CSSGroupingRule).cssRules);
      const { transitionDuration, animationDuration } = (rule as CSSStyleRule).style ?? {};
      const durations = `${transitionDuration ?? ''} ${animationDuration ?? ''}`;
      // None lasts: what appears late appears at once.
      if (/[1-9]/.test(durations)) found.push(rule.cssText);
    }
    return found;
  });
  expect(moving).toEqual([]);
  const grounds = () =>
    page
      .getByRole('radiogroup', { name: 'Mode' })
      .locator('.big-radio')
      .evaluateAll((radios) => radios.map((radio) => getComputedStyle(radio).backgroundColor));
  await page.emulateMedia({ forcedColors: 'active' });
  const [chosen, ...others] = await grounds();
  expect(others).not.toContain(chosen);
  await page.emulateMedia({ forcedColors: null, contrast: 'more' });
  expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--soft'))).toBe(
    await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ink')),
  );
  await page.emulateMedia({ contrast: null });
});

/** From now on every scan is answered with this, and the printers are these. */
async function answerScansWith({ answer, context }: VerdictAnswer): Promise<void> {
  const present = await presentAnswers(station);
  const { environment, printer } = present['station.read'];
  const view = {
    ...present['station.read'],
    environment: { ...environment, kind: context.environmentKind },
    printers: (context.printers ?? []).map((facts) => ({ ...printer, ...facts })),
    // The line above the screen that says so takes some of its height.
    service: { state: 'no answer', since: answer.at },
  } as CallOutput<'station.read'>;
  const answers = { ...present, 'station.read': view, 'scan.submit': answer, 'scan.answer': answer };
  await giveAnswers(station, { answers, others: 'failure' });
}

/** The buttons of each action on Scan. */
const actionButtons: Partial<Record<OfferedAction, RegExp>> = {
  answer: /^Print (anyway|the PDF|one)$/,
  resume: /^Resume$/,
  cancel: /^Cancel printing$/,
  pause: /^Pause$/,
  move: /^Move to /,
  'confirm printed': /^Confirm printed$/,
  'mark not printed': /^Mark as not printed$/,
  'print again': /^Print again$/,
  print: /^Print label$/,
  delete: /^Delete parcel$/,
};

/** At the smallest size, with "More" opened: actions without a button, buttons without an action, and what is cut off or covered. */
async function offeredFaults(rule: string, actions: readonly OfferedAction[]): Promise<string[]> {
  await chooseDistance(0.7);
  await resize(1024, 600);
  const more = result(page).getByRole('button', { name: 'More' });
  const isFolded = (await more.count()) > 0;
  if (isFolded) await more.click();
  const names = (
    await result(page).locator('.parcel-actions-row .button:not(.more-button, :disabled)').allInnerTexts()
  ).map((name) => name.split('\n')[0] ?? '');
  const faults = await layoutFaults(page);
  if (isFolded) await more.click();
  const offered = actions.flatMap((action) => actionButtons[action] ?? []);
  const missing = offered.filter((name) => !names.some((one) => name.test(one)));
  const extra = names.filter((one) => !offered.some((name) => name.test(one)));
  return [...faults, ...missing.map((name) => `no button ${name}`), ...extra.map((name) => `a button ${name}`)].map(
    (fault) => `${rule}, opened: ${fault}`,
  );
}

it('Scan layout: every row of the table of verdicts shows its verdict, code, receiver and actions without scrolling', async () => {
  const answers = verdictAnswers();
  const rules = answers.map(({ answer, context }) => scanVerdict(answer, context).rule);
  expect(rules).toEqual(answers.map(({ rule }) => rule));
  expect(new Set(rules)).toEqual(new Set([...verdictRules.map(({ name }) => name), 'not known']));
  const faults: string[] = [];
  await goTo(page, 'Scan');
  await chooseMode(page, 'Look up');
  for (const given of answers.filter(({ isLarge }) => isLarge || isLongRun)) {
    const { answer, context, rule } = given;
    await answerScansWith(given);
    const { heading, countdown, actions } = scanVerdict(answer, context);
    await scan(page, newCode());
    await result(page)
      .getByRole('heading')
      .first()
      .filter({ hasText: countdown ? /Deleting/ : heading })
      .waitFor();
    const texts = [
      ...(answer.choices.length > 0 ? [] : [answer.code]),
      ...(answer.parcel?.recipient.name ? [answer.parcel.recipient.name] : []),
    ];
    const extremes: Expected = isLongRun ? {} : { from: [2], at: [sizes[0]] };
    // A deletion that asks first has no other buttons.
    if (answer.parcel && answer.deletion === null && rule !== 'already picked up')
      faults.push(...(await offeredFaults(rule, actions)));
    const buttons = result(page).getByRole('button');
    // While a deletion counts down, Undo stands under Pending deletions.
    const isActionShown = actions.length > 0 && answer.deletion?.state !== 'counting';
    const others = [
      result(page).locator('.verdict-sentence'),
      ...(isActionShown || (await buttons.count()) > 0 ? [buttons] : []),
    ];
    faults.push(...(await faultsEverywhere(rule, { ...extremes, texts, others })));
    if (!isLongRun) continue;
    const setGloves = (isOn: boolean) =>
      page.evaluate((on) => document.documentElement.toggleAttribute('data-gloves', on), isOn);
    await chooseDistance(0.7);
    await setGloves(true);
    faults.push(...(await gloveFaults(rule)));
    await setGloves(false);
  }
  expect(faults).toEqual([]);
}, 600_000);
