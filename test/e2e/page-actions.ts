import { randomBytes } from 'node:crypto';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Result } from '../../src/shared/contract/failure.ts';
import type { CallInput, CallOutput, StationCall } from '../../src/shared/contract/station-contract.ts';
import { makeCustomCode } from '../../src/shared/orders/custom-code.ts';
import { characterPositions, type KeyboardLayout } from '../../src/shared/scanning/keyboard-layouts.ts';
import { directionOf, type Language } from '../../src/shared/values/language.ts';
import type { LaunchedStation } from './launch.ts';

const modeKeys = { 'Look up': 'F1', Print: 'F2', Delete: 'F3' } as const;
export type ModeName = keyof typeof modeKeys;

/** Scans the code on Scan, in Print mode. */
export async function scanToPrint(page: Page, code: string): Promise<void> {
  await goTo(page, 'Scan');
  await chooseMode(page, 'Print');
  await scan(page, code);
}

/**
 * Keys as a wedge scanner sends them, wherever the focus is: capitals with Shift, ended by Enter or Tab. Without a `delay` it waits for
 * the answer, unless none comes: an earlier one may read the same.
 */
export async function scan(
  page: Page,
  code: string,
  how: { delay?: number; end?: 'Enter' | 'Tab'; isAnswered?: boolean } = {},
): Promise<void> {
  const { delay, end = 'Enter', isAnswered = true } = how;
  if (delay === undefined) {
    await scanInOneBurst(page, code, end);
    if (isAnswered) await page.waitForFunction(() => document.querySelector('section.result')?.ariaBusy !== 'true');
    return;
  }
  for (const character of code) {
    await page.keyboard.press(/[A-Z]/.test(character) ? `Shift+${character}` : character, { delay: delay / 2 });
    if (delay > 20) await page.waitForTimeout(delay / 2);
  }
  await page.keyboard.press(end);
}

/** No key waits for the handling of the one before: on a busy computer such pauses would split a code in two. */
export async function scanInOneBurst(page: Page, code: string, end: 'Enter' | 'Tab' | null): Promise<void> {
  const endKeys = end === null ? [] : press(end === 'Enter' ? enter : tab);
  await sendKeys(page, [...[...code].flatMap(keyEvents), ...endKeys]);
}

/** The keys of a scanner that is set to another keyboard layout, on a computer with a US keyboard; GS as Ctrl and a bracket. */
export async function scanOnLayout(
  page: Page,
  text: string,
  layout: KeyboardLayout,
  end: 'Enter' | 'Tab',
): Promise<void> {
  const [positions, us] = [characterPositions(layout), characterPositions('us')];
  const keys = [...text].flatMap((character) => {
    const isSeparator = character === '\x1d';
    const position = isSeparator ? 'BracketRight' : (positions.get(character) ?? '');
    const code = position.replace('Shift+', '');
    const shown = [...us].find(([, there]) => there === position)?.[0] ?? '?';
    const key = { key: shown, code, windowsVirtualKeyCode: 0, ...(!isSeparator && { text: shown }) };
    if (isSeparator) return press({ ...key, modifiers: withControl });
    return position === code ? press(key) : withShiftDown(press({ ...key, modifiers: withShift }));
  });
  await sendKeys(page, [...keys, ...press(end === 'Enter' ? enter : tab)]);
}

/** Each event says when it happened, a scanner's pace after the one before, however late a busy computer sends it. */
async function sendKeys(page: Page, keys: readonly KeyEvent[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const began = Date.now();
  const events = keys.map((event, index) => ({ ...event, timestamp: (began + index * eventMs) / 1000 }));
  await Promise.all(events.map((event) => keyboard.send('Input.dispatchKeyEvent', event)));
  await keyboard.detach();
}

/** From one event of a scanner's keys to the next: a key goes down and up within a millisecond. */
const eventMs = 0.5;

interface Key {
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  text?: string;
  modifiers?: number;
}
type KeyEvent = Key & { type: 'keyDown' | 'keyUp' };

const enter: Key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
const tab: Key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
const shift: Key = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
/** The bit that says that Shift is held (Chrome DevTools Protocol, Input.dispatchKeyEvent). */
const withShift = 8;
const withControl = 2;

const withShiftDown = (keys: readonly KeyEvent[]): KeyEvent[] => [
  { type: 'keyDown', ...shift, modifiers: withShift },
  ...keys,
  { type: 'keyUp', ...shift },
];

function keyEvents(character: string): KeyEvent[] {
  const key = { key: character, text: character, windowsVirtualKeyCode: character.charCodeAt(0) };
  if (/\d/.test(character)) return press({ ...key, code: `Digit${character}` });
  if (!/[A-Z]/.test(character)) throw new Error(`No key for ${character}`);
  return withShiftDown(press({ ...key, code: `Key${character}`, modifiers: withShift }));
}

/** A key-down event with its text, and a key-up event without. */
const press = ({ text, ...key }: Key): KeyEvent[] => [
  { type: 'keyDown', ...key, ...(text && { text }) },
  { type: 'keyUp', ...key },
];

export async function goTo(page: Page, screen: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation
    .getByRole('link', { name: screen })
    .or(navigation.getByRole('tab', { name: screen }))
    .click();
}

/** The same by the screen's address, in any language. */
export async function openScreen(page: Page, screen: string): Promise<void> {
  await page.locator(`nav a[href="#${screen}"]`).click();
  await page.locator(`.shell[data-screen="${screen}"]`).waitFor();
}

/** Waits until the page is shown in that language. */
export const inLanguage = (page: Page, language: Language): Promise<unknown> =>
  page.waitForSelector(`html[lang="${language}"][dir="${directionOf(language)}"] nav a[href="#settings"]`);

/** Saves the station's language, in which the page is loaded again. */
export async function setLanguage(page: Page, language: Language): Promise<void> {
  const { settings } = await callStation(page, 'station.read', null);
  await callStation(page, 'settings.save', { group: 'station', value: { ...settings.station, language } });
  await inLanguage(page, language);
}

export async function chooseMode(page: Page, name: ModeName): Promise<void> {
  await page.keyboard.press(modeKeys[name]);
  await page.getByRole('radio', { name, checked: true }).waitFor();
}

export const result = (page: Page): Locator => page.getByRole('region', { name: 'Result' });

/** Waits until the Result region holds the text. */
export async function waitForResult(page: Page, text: string | RegExp): Promise<void> {
  await result(page).filter({ hasText: text }).waitFor();
}

export interface OrderFormInput {
  receiver: string;
  /** Empty: the station makes one. */
  customCode: string;
  weight?: string;
}

/** Fills in the form on New order; presses nothing. */
export async function fillOrder(page: Page, { receiver, customCode, weight = '900' }: OrderFormInput): Promise<void> {
  await page.getByLabel('Pick-up address').fill('Northline Supply, Dock 4, 18 Harbour Road');
  await page.getByLabel('Drop-off address').fill('12 Palm Street, Flat 9, Al Barsha 1');
  await page.getByLabel('Receiver name').fill(receiver);
  await page.getByLabel('Receiver phone').fill('+971 50 000 0000');
  await page.getByLabel('Weight (g)').fill(weight);
  await page.getByLabel('Custom code').fill(customCode);
}

/** Fills in the order form and waits until the order is created. */
export async function createOrder(page: Page, order: OrderFormInput): Promise<void> {
  await goTo(page, 'New order');
  await fillOrder(page, order);
  await page.getByRole('button', { name: 'Create order' }).click();
  const status = page.getByRole('status', { name: 'Order' });
  await status.filter({ hasText: 'Created' }).filter({ hasText: order.customCode }).waitFor();
}

interface StationWindow {
  station: { call(name: string, input: unknown): Promise<unknown> };
}

/** A call of the page's own code, for the set-up of a scenario. Throws on a Failure. */
export async function callStation<C extends StationCall>(
  page: Page,
  name: C,
  input: CallInput<C>,
): Promise<CallOutput<C>> {
  const answer = (await page.evaluate(
    ([called, given]) => (window as unknown as StationWindow).station.call(called, given),
    [name, input] as const,
  )) as Result<CallOutput<C>>;
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

/** A new data folder prints the labels of an order when it is created; a test that prints by scans switches that off. */
export async function switchOffPrintOnCreate(page: Page): Promise<void> {
  const { settings } = await callStation(page, 'station.read', null);
  await callStation(page, 'settings.save', { group: 'bench', value: { ...settings.bench, printOnCreate: false } });
}

/** The codes on one label. */
export interface ParcelCodes {
  customCode: string;
  pickUpCode: string;
}

export const newCode = (): string => makeCustomCode(randomBytes);

/** Parcels of one order, up to five, their labels kept: ready to be scanned. Given a number, it makes the codes. */
export async function createParcels(page: Page, wanted: number | readonly string[]): Promise<ParcelCodes[]> {
  const codes = typeof wanted === 'number' ? Array.from({ length: wanted }, newCode) : wanted;
  const parcels = codes.map((custom_code) => ({ unit: 'g' as const, values: 900, custom_code }));
  const { command } = await callStation(page, 'order.create', {
    request: {
      pick_up_address: { text: 'Northline Supply, Dock 4, 18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street, Flat 9, Al Barsha 1', person_name: 'Aya Noor' }, parcels }],
    },
    evenIfDuplicate: true,
    print: false,
  });
  const created = async () => (await callStation(page, 'order.progress', { commandId: command.id })).parcels;
  const kept = async () => (await created()).filter(({ label }) => label?.state === 'stored').length;
  await expect.poll(kept, { timeout: 20_000 }).toBe(codes.length);
  return (await created()).map(({ customCode, pickUpCode }) => {
    if (customCode === null || pickUpCode === null) throw new Error('A parcel without its codes');
    return { customCode, pickUpCode };
  });
}

/** Scans on the Scan screen, in that mode. */
export async function scanInMode(page: Page, mode: ModeName, code: string): Promise<void> {
  await goTo(page, 'Scan');
  await chooseMode(page, mode);
  await scan(page, code);
}

/** The first row of that code under Print jobs. */
export const printJob = (page: Page, code: string): Locator =>
  page.getByRole('list', { name: 'Print jobs' }).getByRole('listitem').filter({ hasText: code }).first();

/** Waits until the code's row is in that state and contains the text. */
export async function waitForPrintJob(
  page: Page,
  code: string,
  state: string,
  rowText: string | RegExp = '',
): Promise<void> {
  const inState = page.getByText(state, { exact: true });
  await printJob(page, code).filter({ has: inState }).filter({ hasText: rowText }).waitFor();
}

/** A printer's band on the Print queue, with its buttons. */
export const printerBand = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}\\b`) });

/** Waits for this text on the default printer in the top bar. */
export async function waitForTopBar(page: Page, text: RegExp): Promise<void> {
  await page
    .getByRole('group', { name: 'Station status' })
    .getByText(/^Printer:/)
    .filter({ hasText: text })
    .waitFor();
}

/** Under Settings; nothing is changed where it is the default already. */
export async function makeDefaultPrinter(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  const line = page
    .getByRole('list', { name: 'Printers', exact: true })
    .getByRole('listitem')
    .filter({ hasText: name });
  if ((await line.getByText('Default', { exact: true }).count()) > 0) return;
  await line.getByRole('button', { name: 'More' }).click();
  await line.getByRole('button', { name: `Make default ${name}` }).click();
  await line.getByText('Default', { exact: true }).waitFor();
}

/** The window with a question about an address, which opens beside the page; or another one of main's own. */
export async function openedQuestion(
  app: ElectronApplication,
  host: 'question' | 'start-failure' = 'question',
): Promise<Page> {
  const find = () => app.windows().find((page) => page.url().startsWith(`packbench://${host}/`));
  await expect.poll(() => find() !== undefined, { timeout: 20_000 }).toBe(true);
  const question = find() as Page;
  await question.getByRole('alertdialog').waitFor();
  return question;
}

/** Answers the question about an address with a click, and returns its text. */
export async function answerQuestion(app: ElectronApplication, answer: 'Yes' | 'No'): Promise<string> {
  const question = await openedQuestion(app);
  const asked = await question.getByRole('alertdialog').innerText();
  // The window closes while the click is under way.
  const closed = question.waitForEvent('close');
  await Promise.race([closed, question.getByRole('button', { name: new RegExp(`^${answer}\\b`) }).click()]);
  await closed;
  return asked;
}

/** Opens the batch part of New order. */
export async function showBatch(page: Page): Promise<void> {
  await goTo(page, 'New order');
  await page.getByText('A batch', { exact: true }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
}

/** Presses Choose a file on the batch; the desktop's dialog answers with this file. */
export async function chooseBatchFile({ app, page }: LaunchedStation, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, file);
  await page.getByRole('button', { name: 'Choose a file' }).click();
}

/** Main is shown these HID devices as if the page had looked for some and they were connected; what it gives the page. */
export const offerHidDevices = (app: ElectronApplication, deviceList: readonly object[]): Promise<unknown[]> =>
  app.evaluate(
    ({ BrowserWindow }, list) =>
      new Promise<unknown[]>((resolve) => {
        const page = (BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow).webContents;
        const details = { deviceList: list, frame: page.mainFrame };
        page.session.emit('select-hid-device', { preventDefault: () => {} }, details, (...given: unknown[]) =>
          resolve(given),
        );
      }),
    deviceList,
  );

/** Records the wave forms of the sounds that the window plays from now on. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const Real = window.OscillatorNode;
    window.OscillatorNode = class extends Real {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options);
        heard.push(options?.type ?? '');
      }
    };
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
