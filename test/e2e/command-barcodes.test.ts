import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BarcodeCommand, commandText } from '../../src/shared/scanning/command-barcode.ts';
import { testCardText } from '../../src/shared/scanning/scanner-test.ts';
import {
  collectionsOf,
  createFakeHid,
  descriptorBytes,
  type FakeDevice,
  type FakeHid,
  honeywellDescriptor,
  honeywellReports,
} from '../helpers/fake-hid.ts';
import { plugInScanner } from '../helpers/simulated-scanner.ts';
import { describeInLongRun, itInLongRun } from '../helpers/test-length.ts';
import { accessibilityFaults, type LaunchedStation, launchStation, runStation } from './launch.ts';
import {
  callStation,
  createParcels,
  goTo,
  newCode,
  offerHidDevices,
  result,
  scan,
  switchOffPrintOnCreate,
} from './page-actions.ts';

let station: LaunchedStation;
let page: Page;
let key: string;
/** Parcels with their labels. */
let codes: string[];

beforeAll(async () => {
  station = await launchStation();
  page = station.page;
  await switchOffPrintOnCreate(page);
  key = (await callStation(page, 'station.read', null)).settings.station.commandKey ?? '';
});
afterAll(() => station.close());

const card = (command: BarcodeCommand): Promise<void> => scan(page, commandText(key, command), { isAnswered: false });
const chosenMode = () => page.getByRole('radiogroup', { name: 'Mode' }).locator('input:checked').getAttribute('value');
const report = (text: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(text).waitFor();
const copiesOf = async (code: string): Promise<number | undefined> =>
  (await callStation(page, 'shipments.page', { find: code, offset: 0, limit: 1 })).rows[0]?.copies;

describe('command barcodes', () => {
  it('print a parcel, and a copy with its reason, without a key or a click', async () => {
    codes = (await createParcels(page, 3)).map(({ customCode }) => customCode);
    const [code = ''] = codes;
    await card('print');
    await expect.poll(chosenMode).toBe('print');
    await scan(page, code);
    await expect.poll(() => copiesOf(code)).toBe(1);
    await card('look up');
    await scan(page, code);
    // Within two seconds of the first copy, a second request is the same press.
    const again = async () => {
      await result(page).getByRole('button', { name: 'Print again' }).waitFor();
      await card('print again');
      await result(page).getByRole('form', { name: 'Why do you need another copy?' }).waitFor();
      await card('choice 1');
      await result(page).getByRole('form').waitFor({ state: 'detached' });
      return copiesOf(code);
    };
    await expect.poll(again, { timeout: 20_000 }).toBe(2);
    await result(page).getByText('2 copies, not confirmed').waitFor();
  });

  it('start a deletion and undo it; look up ends Delete mode', async () => {
    const [, code = ''] = codes;
    await card('delete');
    await expect.poll(chosenMode).toBe('delete');
    await scan(page, code);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await card('undo');
    await report(`Deletion of ${code} undone.`);
    await card('look up');
    await expect.poll(chosenMode).toBe('look up');
  });

  it('of another site do nothing, also in Delete mode', async () => {
    const scans = await callStation(page, 'scans.recent', null);
    await card('delete');
    const other = key === 'BCDF' ? 'BCDG' : 'BCDF';
    await scan(page, commandText(other, 'print'), { isAnswered: false });
    await report(/belongs to another site/);
    expect(await chosenMode()).toBe('delete');
    expect(await callStation(page, 'scans.recent', null)).toEqual(scans);
    await card('look up');
  });

  it('answer only the question that was on the screen before they were scanned', async () => {
    const [code = '', , other = ''] = codes;
    const text = commandText(key, 'print again');
    const type = async (letters: string): Promise<void> => {
      for (const letter of letters) await page.keyboard.press(`Shift+${letter}`);
    };
    await scan(page, other);
    await result(page).getByRole('button', { name: 'Print label' }).waitFor();
    await type(text.slice(0, 6));
    const recent = page.getByRole('list', { name: 'Recent scans' });
    await recent.getByRole('button', { name: code }).first().dispatchEvent('click');
    await result(page).getByRole('button', { name: 'Print again' }).waitFor();
    await type(text.slice(6));
    await page.keyboard.press('Enter');
    await report(/the question changed while the card was scanned/);
    await result(page).getByRole('button', { name: 'Print again' }).waitFor();
    expect(await copiesOf(code)).toBe(2);
    await card('yes');
    await report('“Yes” did nothing: the screen offers no such answer.');
  });

  it('give an unknown code its next step', async () => {
    const unknown = newCode();
    const { settings } = await callStation(page, 'station.read', null);
    await callStation(page, 'settings.save', { group: 'bench', value: { ...settings.bench, commandBarCodes: true } });
    await scan(page, unknown);
    // Each of the three buttons shows the bar code of its card.
    await expect.poll(() => result(page).locator('.button-bars').count()).toBe(3);
    await card('choice 1');
    await expect.poll(() => page.getByLabel('Custom code').inputValue()).toBe(unknown);
  });

  it('work on every screen and in every field, and leave no text', async () => {
    await goTo(page, 'New order');
    const receiver = page.getByLabel('Receiver name');
    await receiver.fill('Aya Noor');
    await card('next printer');
    await report('There is no other printer. Add one under Settings, Printers.');
    expect(await receiver.inputValue()).toBe('Aya Noor');
    await card('next attention item');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await card('help');
    await page.getByRole('heading', { name: 'Help' }).waitFor();
    await card('help');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await card('repeat last');
    await result(page).waitFor();
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
});

itInLongRun('the card of the support file shows what is in it, and Yes saves it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-support-'));
  const path = join(folder, 'support.zip');
  await station.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  await card('support file');
  const contents = page.getByRole('list', { name: 'Support file' });
  await contents.getByText(/^log\.jsonl, \d+ KB$/).click();
  // The library of the log is part of the program, and the start is its first entry.
  await contents.getByRole('region', { name: 'log.jsonl' }).getByText('"event":"started"').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await card('yes');
  await page.getByText('Saved as support.zip. Send this file to your support.').waitFor();
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
  rmSync(folder, { recursive: true });
});

describe('a scanner on a serial port', () => {
  it('scans wherever the focus is, also command cards and the test card, and types nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-serial-'));
    const port = join(folder, 'scanner');
    const scanner = await plugInScanner(port);
    const [code = '', other = ''] = codes;
    try {
      const serial = [{ name: 'Scanner 1', path: port }];
      await callStation(page, 'settings.save', { group: 'scanner', value: { serial } });
      await goTo(page, 'Settings');
      await page
        .getByRole('list', { name: 'Scanners on serial ports' })
        .getByText('Connected', { exact: true })
        .waitFor();
      const field = page.getByLabel('Station name');
      await field.click();
      const before = await field.inputValue();
      scanner.send(`${code}\r`);
      await result(page).getByText(code).first().waitFor();
      scanner.send(`${commandText(key, 'delete')}\r`);
      await expect.poll(chosenMode).toBe('delete');
      scanner.send(`${'7'.repeat(900)}\r`);
      await report('Scanner 1 sent more characters than any code has. Scan another barcode.');
      await goTo(page, 'Settings');
      expect(await field.inputValue()).toBe(before);
      await page.getByRole('button', { name: 'Test the scanner' }).click();
      await page.locator('.settings-test-card').waitFor();
      scanner.send(`${testCardText.toUpperCase()}\r`);
      await page.getByText('The scanner is not safe.').waitFor();
      await page.getByRole('button', { name: 'Find serial scanners' }).click();
      await page
        .getByText(/^No other serial port/)
        .or(page.getByRole('button', { name: /^Add / }))
        .first()
        .waitFor();
      await goTo(page, 'Scan');
      scanner.send(`${other}\r`);
      await result(page).getByRole('heading', { name: 'Scanner not safe' }).waitFor();
      expect(await callStation(page, 'deletions.pending', null)).toEqual([]);
      await callStation(page, 'settings.save', { group: 'scanner', value: {} });
    } finally {
      await scanner.unplug();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

interface FakeWindow {
  navigator: { hid: FakeHid };
  device: FakeDevice;
}

describeInLongRun('a scanner in HID POS mode', () => {
  const model = {
    ...{ vendorId: 0x0c2e, productId: 0x0b8f, productName: 'Voyager' },
    collections: collectionsOf(descriptorBytes(honeywellDescriptor)),
  };
  const plugIn = () =>
    page.evaluate((given) => {
      const own = window as unknown as FakeWindow;
      own.device = own.navigator.hid.plugIn(given);
    }, model);
  const send = (text: string) =>
    page.evaluate(
      (reports) => {
        const own = window as unknown as FakeWindow;
        own.navigator.hid.send(own.device, 2, reports);
      },
      honeywellReports(text).map((report) => [...report]),
    );

  it('is chosen and tested in Settings; its scans are answered, also after it was unplugged', async () => {
    const [code = '', other = ''] = codes;
    const members = (own: object) => Object.keys(own).filter((name) => name in EventTarget.prototype === false);
    const fake = createFakeHid();
    const expected = { hid: ['getDevices', 'requestDevice'], device: members(fake.plugIn(model)) };
    // The fake has the members of the platform.
    expect(
      await page.evaluate((names) => {
        const { HID, HIDDevice } = window as unknown as Record<string, { prototype: object }>;
        const missing = (list: string[], owner: { prototype: object } | undefined) =>
          list.filter((name) => !(name in (owner?.prototype ?? {})));
        return [...missing(names.hid, HID), ...missing(names.device, HIDDevice)];
      }, expected),
    ).toEqual([]);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Find HID POS scanners' }).click();
    await page.getByText(/^No other HID POS scanner/).waitFor();
    await page.addInitScript({ content: `Object.defineProperty(navigator, 'hid', { value: (${createFakeHid})() })` });
    await page.reload();
    await goTo(page, 'Settings');
    await plugIn();
    const { vendorId, productId, productName: name, collections } = model;
    expect(
      await offerHidDevices(station.app, [
        { deviceId: '1', vendorId, productId, name, serialNumber: 'A1', collections },
      ]),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Find HID POS scanners' }).click();
    await page.getByRole('button', { name: 'Add Voyager, A1' }).click();
    const list = page.getByRole('list', { name: 'Scanners in HID POS mode' });
    await list.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Test the scanner' }).click();
    await page.locator('.settings-test-card').waitFor();
    await send(testCardText);
    await list.getByText('The scanner is safe.').waitFor();
    const field = page.getByLabel('Station name');
    await field.click();
    const before = await field.inputValue();
    await send(`${code}\r`);
    await result(page).getByText(code).first().waitFor();
    await send(commandText(key, 'print'));
    await expect.poll(chosenMode).toBe('print');
    await send(commandText(key, 'look up'));
    await goTo(page, 'Settings');
    expect(await field.inputValue()).toBe(before);
    await page.evaluate(() => {
      const own = window as unknown as FakeWindow;
      own.navigator.hid.unplug(own.device);
    });
    await list.getByText('Not connected. Plug the scanner in.').waitFor();
    await plugIn();
    await list.getByText('Connected', { exact: true }).waitFor();
    await send(other);
    await result(page).getByText(other).first().waitFor();
    await goTo(page, 'Settings');
    await list.getByRole('button', { name: 'Remove' }).click();
    await list.waitFor({ state: 'detached' });
    expect((await callStation(page, 'station.read', null)).settings.scanner.hid).toEqual([]);
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
});

describeInLongRun('command sheet', () => {
  it('is written by a switch with the key of the station, which stays the same', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packbench-commands-'));
    const write = (name: string) => runStation(folder, { switches: [`--print-commands=${join(folder, name)}`] });
    const isWritten = { code: 0, standardError: expect.not.stringContaining('packbench:') };
    expect(await write('cards.json')).toEqual(isWritten);
    const written = JSON.parse(readFileSync(join(folder, 'cards.json'), 'utf8'));
    expect(written.yes).toMatch(/^BX[BCDEFGHJKLNOPRSTUVX]{7}$/);
    expect(await write('again.json')).toEqual(isWritten);
    expect(JSON.parse(readFileSync(join(folder, 'again.json'), 'utf8'))).toEqual(written);
    expect(await write('cards.pdf')).toEqual(isWritten);
    expect(readFileSync(join(folder, 'cards.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const refused = await write('cards.doc');
    expect(refused).toEqual({ code: 1, standardError: expect.stringContaining('.pdf, .json or .zpl') });
    expect(existsSync(join(folder, 'cards.doc'))).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is printed on labels from Settings', async () => {
    await goTo(page, 'Settings');
    const before = (await callStation(page, 'virtual-printer.labels', null)).length;
    await page.getByRole('button', { name: 'Print on labels' }).click();
    await expect
      .poll(async () => (await callStation(page, 'virtual-printer.labels', null)).length)
      .toBeGreaterThan(before);
  });
});
