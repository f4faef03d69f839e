import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCardText } from '../../src/shared/scanning/scanner-test.ts';
import { isLongRun } from '../helpers/test-length.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import {
  callStation,
  chooseMode,
  createOrder,
  createParcels,
  goTo,
  newCode,
  result,
  scan,
  scanInOneBurst,
  scanOnLayout,
  waitForResult,
} from './page-actions.ts';

/** Scans while something opens. */
const scanCount = isLongRun ? 300 : 15;

const customCode = 'NL7K2M9P4R6T8V2X4B6D';
let station: LaunchedStation;

beforeAll(async () => {
  station = await launchStation();
  await createOrder(station.page, { receiver: 'Aya Noor', customCode });
});

afterAll(() => station.close());

beforeEach(async () => {
  await goTo(station.page, 'Scan');
  await chooseMode(station.page, 'Look up');
});

const scanned = async (): Promise<number> => {
  const recent = station.page.getByRole('list', { name: 'Recent scans' });
  return recent.getByRole('listitem').count();
};

describe('wedge scanner', () => {
  it.each([5, 60, 120])('a scan at %i ms a key is read completely', async (delay) => {
    const { page } = station;
    const before = await scanned();
    await scan(page, customCode, { delay });
    await expect.poll(scanned).toBe(before + 1);
    await waitForResult(page, customCode);
  });

  it('a scan made while the program of the page still loads is read', async () => {
    const { page } = station;
    let letProgramLoad = (): void => {};
    const isTyped = new Promise<void>((resolve) => {
      letProgramLoad = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await isTyped;
      await route.continue();
    });
    const reloaded = page.reload();
    await page.waitForRequest('**/*.js');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await page.evaluate(() => document.querySelector('h1'))).toBeNull();
    await scan(page, customCode, { isAnswered: false });
    letProgramLoad();
    await reloaded;
    await waitForResult(page, customCode);
    await page.unroute('**/*.js');
  });

  it('a screen reader announces each verdict once, also one that reads like the last', async () => {
    const { page } = station;
    // Answers come in order: those of the scans before are here.
    await scan(page, newCode());
    await waitForResult(page, 'Not known');
    const announced = await listenToLiveRegions(page);
    const unknown = /^Not known\. /;
    const found = /^Status: /;
    await scan(page, newCode());
    await expect.poll(announced).toEqual([expect.stringMatching(unknown)]);
    await scan(page, newCode());
    await expect.poll(announced).toEqual([expect.stringMatching(unknown), expect.stringMatching(unknown)]);
    await scan(page, customCode);
    await waitForResult(page, 'Status:');
    // Drawn again, with nothing new to say.
    // The scan itself, once it is listed; an earlier one of the same code would be another verdict.
    const newest = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem').first();
    await newest.getByRole('button', { name: customCode }).click();
    await waitForResult(page, customCode);
    const all = [unknown, unknown, found].map((text) => expect.stringMatching(text));
    expect(await announced()).toEqual(all);
  });

  it('a scan that ends with Tab moves no focus', async () => {
    const { page } = station;
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML);
    const before = await focused();
    const count = await scanned();
    await scan(page, customCode, { end: 'Tab' });
    await expect.poll(scanned).toBe(count + 1);
    expect(await focused()).toBe(before);
  });

  it('a scan on another screen, in a field, is read and leaves nothing in that field', async () => {
    const { page } = station;
    await goTo(page, 'Settings');
    const field = page.getByLabel('Station name');
    await field.click();
    const before = await field.inputValue();
    await scan(page, customCode);
    await goTo(page, 'Scan');
    await waitForResult(page, customCode);
    await goTo(page, 'Settings');
    expect(await page.getByLabel('Station name').inputValue()).toBe(before);
  });

  it('a list that was open during a scan is closed when its screen is shown again', async () => {
    const { page } = station;
    await goTo(page, 'Settings');
    const choices = page.getByRole('listbox', { name: 'Viewing distance' });
    await page.getByRole('button', { name: /Viewing distance/ }).click();
    await choices.waitFor();
    await scan(page, customCode);
    await waitForResult(page, customCode);
    await goTo(page, 'Settings');
    await page.getByLabel('Station name').waitFor();
    expect(await choices.count()).toBe(0);
  });

  it('a scan fills the custom code of the parcel while an order is entered', async () => {
    const { page } = station;
    await goTo(page, 'New order');
    await page.getByLabel('Weight (g)').click();
    await scan(page, 'NL3F5H7K9M2P4R6T8V1X');
    await expect.poll(() => page.getByLabel('Custom code').inputValue()).toBe('NL3F5H7K9M2P4R6T8V1X');
    expect(await page.getByLabel('Weight (g)').inputValue()).toBe('');
  });

  it.each(['../../etc/passwd', '<img src=x onerror=alert(1)>', '{"name":"parcel.delete"}'])(
    'a scan of %j only shows that it is not a parcel code',
    async (text) => {
      const { page } = station;
      const before = await scanned();
      await page.keyboard.type(text, { delay: 8 });
      await page.keyboard.press('Enter');
      await expect.poll(scanned).toBe(before + 1);
      await page.getByRole('list', { name: 'Recent scans' }).getByText('Not a parcel code').first().waitFor();
    },
  );
});

describe('typed input', () => {
  it('a code typed into the scan field is taken with Enter', async () => {
    const { page } = station;
    const field = page.getByRole('textbox', { name: 'Scan or type a code' });
    await field.click();
    await page.keyboard.type(customCode.slice(0, 6), { delay: 160 });
    await expect.poll(() => field.inputValue()).toBe(customCode.slice(0, 6));
    await field.fill(customCode);
    await page.keyboard.press('Enter');
    await waitForResult(page, customCode);
  });

  it('any other field takes typed text as usual', async () => {
    const { page } = station;
    await goTo(page, 'New order');
    const field = page.getByLabel('Receiver name');
    await field.fill('');
    await field.click();
    await page.keyboard.type('Omar Haddad', { delay: 160 });
    expect(await field.inputValue()).toBe('Omar Haddad');
    await goTo(page, 'Scan');
    await page.getByRole('textbox', { name: 'Scan or type a code' }).press('x');
    await page.getByRole('textbox', { name: 'Scan or type a code' }).fill('');
    await goTo(page, 'New order');
    expect(await field.inputValue()).toBe('Omar Haddad');
  });
});

describe('Delete mode', () => {
  it('is never on by default, and Ctrl Z undoes a deletion', async () => {
    const { page } = station;
    await scan(page, customCode);
    await waitForResult(page, customCode);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await chooseMode(page, 'Delete');
    await scan(page, customCode);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await expect.poll(() => result(page).innerText()).toMatch(/undone/i);
    const notices = page.getByRole('region', { name: 'Notices' });
    await notices.getByText(`Deletion of ${customCode} undone.`).waitFor();
    await page.keyboard.press('Control+z');
    await notices.getByText('There is no deletion to undo.').waitFor();
  });

  it('each Ctrl Z names the parcel that it restores, the newest deletion first', async () => {
    const { page } = station;
    const unknown = newCode();
    await chooseMode(page, 'Delete');
    for (const [at, code] of [customCode, unknown].entries()) {
      await scan(page, code);
      await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(at + 1);
    }
    for (const code of [unknown, customCode]) {
      await page.keyboard.press('Control+z');
      await page.getByRole('region', { name: 'Notices' }).getByText(`Deletion of ${code} undone.`).waitFor();
    }
  });

  it('a second scan of a code that counts down changes nothing and says so', async () => {
    const { page } = station;
    await chooseMode(page, 'Delete');
    await scan(page, customCode);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await scan(page, customCode);
    await waitForResult(page, /nothing was changed/i);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  });

  it('deletes a code whose order waits: the buttons are those of the deletion, never of the order', async () => {
    const { page } = station;
    const code = newCode();
    const parcels = [{ unit: 'g' as const, values: 900, custom_code: code }];
    const address = { text: '12 Palm Street', person_name: 'Aya create-error-429' };
    await callStation(page, 'order.create', {
      request: { pick_up_address: { text: '18 Harbour Road' }, drop_offs: [{ address, parcels }] },
      evenIfDuplicate: true,
    });
    const open = async () =>
      (await callStation(page, 'commands.open', null))
        .filter(({ codes }) => codes.includes(code))
        .map(({ kind }) => kind);
    await chooseMode(page, 'Delete');
    await scan(page, code);
    await waitForResult(page, 'Deleting');
    const undo = result(page).getByRole('button', { name: 'Undo' });
    expect(await undo.count()).toBe(0);
    // Its countdown is over, and it waits behind the order.
    await undo.waitFor({ timeout: 15_000 });
    expect(await open()).toEqual(['create', 'delete']);
    await undo.click();
    await expect.poll(open).toEqual(['create']);
    const [order] = (await callStation(page, 'commands.open', null)).filter(({ codes }) => codes.includes(code));
    await callStation(page, 'command.undo', { commandId: order?.id ?? 0 });
  });

  it('ends after one minute without a scan or a key', async () => {
    const fresh = await launchStation();
    const { page } = fresh;
    await page.clock.install();
    await chooseMode(page, 'Delete');
    await page.clock.runFor(61_000);
    await page.getByRole('radio', { name: 'Look up', checked: true }).waitFor();
    await fresh.close();
  });
});

it(`none of ${scanCount} scans is lost or typed while screens, fields and lists open in the middle of it`, {
  timeout: scanCount * 2_000,
}, async () => {
  const { page } = station;
  const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const openers = [
    async () => {
      await link('Settings').dispatchEvent('click');
      await page.getByLabel('Station name').focus();
    },
    async () => {
      await link('Shipments').dispatchEvent('click');
      await page.getByRole('searchbox', { name: 'Find' }).focus();
    },
    async () => {
      await link('Settings').dispatchEvent('click');
      await page.getByRole('button', { name: /Viewing distance/ }).dispatchEvent('click');
    },
    async () => {
      await link('Scan').dispatchEvent('click');
      await page.getByRole('textbox', { name: 'Scan or type a code' }).focus();
    },
  ];
  const newest = async () => (await callStation(page, 'scans.recent', null)).scans[0]?.code;
  for (let number = 0; number < scanCount; number += 1) {
    const code = newCode();
    const cut = 10 + (number % 9);
    await scanInOneBurst(page, code.slice(0, cut), null);
    await openers[number % openers.length]?.();
    await scanInOneBurst(page, code.slice(cut), number % 2 === 0 ? 'Enter' : 'Tab');
    await expect.poll(newest).toBe(code);
    const typed = await page.evaluate(
      (parts) =>
        [...document.querySelectorAll('input')].filter(({ value }) => parts.some((part) => value.includes(part)))
          .length,
      [code.slice(0, 4), code.slice(-4)],
    );
    expect(typed).toBe(0);
  }
});

describe('scanner test', () => {
  const test = async (card: string, layout: 'us' | 'german') => {
    const { page } = station;
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: /^Test (the scanner|again)$/ }).click();
    await page.getByText('Turn Caps Lock off, then scan this card.').waitFor();
    await page.locator('.settings-test-card').waitFor();
    await scanOnLayout(page, card, layout, 'Tab');
  };

  it('finds a German scanner with Tab, whose scans are then read; one that loses the case deletes nothing', async () => {
    const { page } = station;
    const code = 'NLZ7Y2M9P4R6T8V2X4B6';
    await createParcels(page, [code]);
    await test('NL3F5H7K9M2P4R6T8V1X', 'german');
    await page.getByText('That was not the test card.').waitFor();
    await scanOnLayout(page, testCardText, 'german', 'Tab');
    await page.getByText('Keyboard layout: German').waitFor();
    await page.getByText('The scanner is safe.').waitFor();
    expect(await page.getByRole('list', { name: 'Recent scans' }).count()).toBe(0);
    await goTo(page, 'Scan');
    await scanOnLayout(page, code, 'german', 'Tab');
    await waitForResult(page, code);
    await result(page).getByText('Aya Noor').first().waitFor();

    await test(testCardText.toUpperCase(), 'us');
    await page.getByText('The scanner is not safe.').waitFor();
    await page.getByText(/Turn off its case conversion/).waitFor();
    await goTo(page, 'Scan');
    await chooseMode(page, 'Delete');
    await scan(page, code);
    await result(page).getByRole('heading', { name: 'Scanner not safe' }).waitFor();
    expect(await callStation(page, 'deletions.pending', null)).toEqual([]);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Remove the result' }).click();
    await page.getByRole('button', { name: 'Test the scanner' }).waitFor();
  });
});

it('window not focused: a warning is shown until the window has the focus again', async () => {
  const { page } = station;
  // The test driver gives every page the focus, so the test sends the event that the page would get.
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  await page.getByText(/Scanner not connected to this window/i).waitFor();
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event('focus'));
  });
  await page.getByText(/Scanner not connected to this window/i).waitFor({ state: 'detached' });
});

/** Collects what a screen reader is given to announce from now on: texts that are added to a live region, or changed in one. */
async function listenToLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        const at = target instanceof Element ? target : target.parentElement;
        if (!at?.closest('[aria-live], [role="status"], [role="alert"]')) continue;
        const texts = type === 'characterData' ? [target] : [...addedNodes];
        announced.push(...texts.map(({ textContent }) => textContent ?? '').filter((text) => text !== ''));
      }
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { announced });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}
