import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../fakes/printer.ts';
import { startServiceWithLabels } from '../fakes/service-with-labels.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { itInLongRun } from '../helpers/test-length.ts';
import { issueFor, makeAuthority } from '../main/service/certificates.ts';
import { giveAnswers, presentAnswers } from './given-answers.ts';
import { accessibilityFaults, launchProvisioned, launchStation } from './launch.ts';
import { focusFaults, layoutFaults } from './layout-faults.ts';
import { answerQuestion, callStation, goTo, newCode, scan, waitForResult } from './page-actions.ts';

const token = 'token-of-the-test-0123456789';
const opened = closedAfterEach();

const startService = async (): Promise<PracticeService> =>
  opened.keep(await startPracticeService({ folder: join(await opened.folder(), 'service'), token }));

const setUp = (page: Page) => page.getByRole('region', { name: 'Set up this bench' });

/** The name of the field that has the focus. */
const focusedName = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');

/** Multicast DNS (RFC 6762). */
const group = { address: '224.0.0.251', port: 5353 };

/** Loopback becomes the station's only network, so that its search finds the printer of the test and asks no other. */
const searchOnThisComputerOnly = (app: ElectronApplication) =>
  app.evaluate(() => {
    const loopback = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4', internal: false };
    Object.assign(process.getBuiltinModule('node:os'), { networkInterfaces: () => ({ lo: [loopback] }) });
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  });

/** Announces a printer on loopback to whoever asks for one, by DNS-SD. */
async function announcePrinter(name: string, port: number): Promise<{ close(): Promise<void> }> {
  const type = ['_pdl-datastream', '_tcp', 'local'];
  const answer = dnsAnswer([
    { name: type, type: 12, data: dnsName([name, ...type]) },
    {
      name: [name, ...type],
      type: 33,
      data: Buffer.concat([Buffer.of(0, 0, 0, 0, port >> 8, port & 255), dnsName(type)]),
    },
    { name: [name, ...type], type: 16, data: Buffer.of(0) },
  ]);
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.on('message', (question) => {
    const asks = ((question[2] ?? 0) & 0x80) === 0 && question.includes('_pdl-datastream');
    if (asks) socket.send(answer, group.port, group.address);
  });
  socket.bind(group.port, '0.0.0.0');
  await once(socket, 'listening');
  socket.addMembership(group.address, '127.0.0.1');
  socket.setMulticastInterface('127.0.0.1');
  return { close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

interface DnsRecord {
  readonly name: readonly string[];
  readonly type: number;
  readonly data: Buffer;
}

const dnsName = (labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map((label) => Buffer.from(String.fromCharCode(label.length) + label)), Buffer.of(0)]);

/** An answer to no particular question (RFC 1035, section 4). */
function dnsAnswer(records: readonly DnsRecord[]): Buffer {
  const encoded = records.map(({ name, type, data }) => {
    const facts = Buffer.of(0, type, 0, 1, 0, 0, 0, 120, data.length >> 8, data.length & 255);
    return Buffer.concat([dnsName(name), facts, data]);
  });
  return Buffer.concat([Buffer.of(0, 0, 0x84, 0, 0, 0, 0, records.length, 0, 0, 0, 0), ...encoded]);
}

/** The text of the button that has the focus. */
const focusedButton = (page: Page) =>
  page.evaluate(() => (document.activeElement instanceof HTMLButtonElement ? document.activeElement.innerText : ''));

/** Clicks and fills in what it is given, and counts. */
function countedHand(app: ElectronApplication, page: Page) {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    /** Every new address is confirmed in a window of its own, by a click that counts. */
    async confirmAddress(): Promise<void> {
      count.clicks += 1;
      await answerQuestion(app, 'Yes');
    },
    async click(name: string): Promise<void> {
      count.clicks += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    async fill(label: string, value: string): Promise<void> {
      count.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
  };
}

async function fillFirstOrder(fill: (label: string, value: string) => Promise<void>): Promise<void> {
  await fill('Pick-up address', '18 Harbour Road');
  await fill('Drop-off address', '12 Palm Street');
  await fill('Receiver name', 'Omar Haddad');
  await fill('Weight (g)', '900');
}

itInLongRun('set-up: the card waits for the answer to a scan that was made before', async () => {
  const station = opened.keep(await launchStation());
  const { app, page } = station;
  const present = await presentAnswers(station);
  const view = present['station.read'];
  const showSetUp = (isOpen: boolean) => {
    const appearance = { ...view.settings.appearance, theme: isOpen ? 'dark' : 'light' } as const;
    const settings = { ...view.settings, appearance, setUp: { isOpen } };
    return giveAnswers(station, {
      answers: { ...present, 'station.read': { ...view, settings }, 'missed-keys.take': [] },
      others: 'never',
    });
  };
  await showSetUp(false);
  await page.reload();
  await page.locator('html[data-theme="light"]').waitFor();
  await scan(page, newCode(), { isAnswered: false });
  await page.locator('.result[aria-busy="true"]').waitFor();
  await app.evaluate(() => {
    const { unanswered } = globalThis as unknown as { unanswered: unknown[] };
    Object.assign(globalThis, { scans: unanswered });
  });

  await showSetUp(true);
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(await setUp(page).count()).toBe(0);

  await app.evaluate(() => {
    const failure = { code: 'unexpected', message: { code: 'call.unexpected', params: {} } };
    const { scans } = globalThis as unknown as { scans: ((answer: object) => void)[] };
    for (const answer of scans) answer({ ok: false, failure });
  });
  await setUp(page).waitFor();
});

it('set-up: a new bench gets to its first real label in 6 clicks and 7 fields, two of the clicks for new addresses', async () => {
  const { url } = opened.keep(await startServiceWithLabels(await startService()));
  const printer = opened.keep(await startFakePrinter());
  const { app, page } = opened.keep(await launchStation());
  const { count, click, fill, confirmAddress } = countedHand(app, page);

  // It takes no focus and stops no scan.
  await setUp(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('.set-up') ?? null)).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  const scanned = newCode();
  await page.getByLabel('Service address').click();
  await scan(page, scanned);
  await waitForResult(page, scanned);
  expect(await page.getByLabel('Service address').count()).toBe(0);
  await setUp(page).getByRole('button', { name: 'Set up', exact: true }).click();

  // A wrong token first, which is not counted.
  await fill('Service address', url);
  await page.getByLabel('Token').fill('wrong-token-0123456789');
  await setUp(page).getByRole('button', { name: 'Test and connect' }).click();
  await confirmAddress();
  await setUp(page)
    .getByRole('list', { name: 'Connection test' })
    .getByText('The service rejects the token.')
    .waitFor();
  // What failed also stands below its field, which has the focus.
  await expect.poll(() => focusedName(page)).toBe('Token');
  await setUp(page).locator('.field-error').getByText('The service rejects the token.').waitFor();
  expect((await callStation(page, 'station.read', null)).environment.kind).toBe('practice');
  await fill('Token', `Bearer ${token}`);
  await click('Test and connect');

  await fill('Printer address', `${printer.host}:${printer.port}`);
  await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRODUCTION' }).waitFor();
  await click('Add and test');
  await confirmAddress();
  await printer.waitFor(() => printer.labels().length === 1);
  const printsOnCreate = page.getByRole('switch', { name: 'Print labels when an order is created' });
  expect(await printsOnCreate.isChecked()).toBe(true);
  await click('Yes, write first order');
  await setUp(page).waitFor({ state: 'hidden' });
  await fillFirstOrder(fill);
  await click('Create order');
  await printer.waitFor(() => printer.labels().length === 2);

  expect(count).toEqual({ clicks: 6, fields: 7 });
  const { printers, settings } = await callStation(page, 'station.read', null);
  expect(printers.find(({ isDefault }) => isDefault)?.name).toBe('Label printer');
  expect(settings.setUp.isOpen).toBe(false);

  // The addresses are one press away in Settings.
  await goTo(page, 'Settings');
  const printerLine = page
    .getByRole('list', { name: 'Printers', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Label printer' });
  const environmentLine = page
    .getByRole('list', { name: 'Environments' })
    .getByRole('listitem')
    .filter({ hasText: 'PRODUCTION' });
  for (const [line, address] of [
    [printerLine, `${printer.host}, port ${printer.port}`],
    [environmentLine, url],
  ] as const) {
    expect(await line.innerText()).not.toContain(address);
    // A search finds an address under Details, and shows it.
    await page.getByRole('searchbox', { name: 'Search settings' }).fill(address);
    await line.getByText(address).first().waitFor();
    await line.getByRole('button', { name: 'Details', expanded: true }).click();
    await line.getByText(address).first().waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('');
    await line.getByRole('button', { name: 'Details', expanded: false }).click();
    await line.getByText(address).first().waitFor();
  }

  // A step opens again from Settings. The service in use is entered again without a question, another address with one.
  await page.getByRole('button', { name: 'Service', exact: true }).click();
  for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
    await setUp(page).getByLabel('Service address').fill(address);
    await setUp(page).getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    if (address !== url) expect(await answerQuestion(app, 'Yes')).toContain('Use this service for production?');
    await setUp(page).getByRole('group', { name: 'Printer' }).waitFor();
    if (address === url) await setUp(page).getByRole('button', { name: '1. Service (done)' }).click();
  }

  // Practice is one click away, also with a service.
  await setUp(page).getByText('Label printer is the default printer.').waitFor();
  await click('Skip this step');
  const firstOrder = setUp(page).getByRole('group', { name: 'First order' });
  await firstOrder
    .getByText('Next, write the first order on the New order screen. Its label prints on Label printer.')
    .waitFor();
  await click('Write first order');
  await expect.poll(() => focusedName(page)).toBe('Pick-up address');
  await goTo(page, 'Settings');
  await click('First order');
  await click('Practise first');
  await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
  await page.getByLabel('Drop-off address').waitFor();
  expect((await callStation(page, 'station.read', null)).settings.setUp.isOpen).toBe(false);
});

it('set-up: a test label that cannot be sent is reported, and nothing asks whether it came out', async () => {
  const printer = await startFakePrinter();
  const { host, port } = printer;
  await printer.close();
  const { app, page } = opened.keep(await launchStation());
  await setUp(page).getByRole('button', { name: 'Skip this step' }).click();
  await setUp(page).getByLabel('Printer address').fill(`${host}:${port}`);
  await page.keyboard.press('Enter');
  await answerQuestion(app, 'Yes');
  await setUp(page).locator('.failure-strip .notice-strip').waitFor();
  await setUp(page).getByRole('button', { name: 'Send test label' }).waitFor();
  await setUp(page).getByText('Label printer is the default printer.').waitFor();
  expect(await setUp(page).getByText('Did it come out?').count()).toBe(0);
});

it('set-up: another printer is chosen once the test label of the first one has been sent', async () => {
  const printer = opened.keep(await startFakePrinter());
  await printer.connectionFault({ kind: 'stall', afterBytes: 0 });
  const { app, page } = opened.keep(await launchStation());
  await setUp(page).getByRole('button', { name: 'Skip this step' }).click();
  await setUp(page).getByLabel('Printer address').fill(`${printer.host}:${printer.port}`);
  await page.keyboard.press('Enter');
  await answerQuestion(app, 'Yes');
  const other = setUp(page).getByRole('button', { name: 'Choose another printer' });
  await other.waitFor();
  expect(await other.isDisabled()).toBe(true);
  await printer.connectionFault(null);
  await setUp(page).getByText('Did it come out?').waitFor();
  await setUp(page).getByRole('button', { name: 'No', exact: true }).click();
  expect(await other.isDisabled()).toBe(false);
});

itInLongRun('set-up: a printer that was found prints its first real label after 6 clicks and 6 fields', async () => {
  const { url } = opened.keep(await startServiceWithLabels(await startService()));
  const printer = opened.keep(await startFakePrinter());
  const name = `Zebra ${newCode()}`;
  opened.keep(await announcePrinter(name, printer.port));
  const { app, page } = opened.keep(await launchStation());
  await searchOnThisComputerOnly(app);
  const { count, click, fill, confirmAddress } = countedHand(app, page);
  await fill('Service address', url);
  await fill('Token', token);
  await click('Test and connect');
  await confirmAddress();
  await click(`Add ${name}, ${printer.host}, port ${printer.port}`);
  await confirmAddress();
  await printer.waitFor(() => printer.labels().length === 1);
  await click('Yes, write first order');
  await fillFirstOrder(fill);
  await click('Create order');
  await printer.waitFor(() => printer.labels().length === 2);
  expect(count).toEqual({ clicks: 6, fields: 6 });
});

itInLongRun(
  'set-up: steps are skipped and opened again; a found printer is added, and its test label may be missing',
  async () => {
    const printer = opened.keep(await startFakePrinter());
    const name = `Zebra ${newCode()}`;
    opened.keep(await announcePrinter(name, printer.port));
    const { app, page } = opened.keep(await launchStation());
    await searchOnThisComputerOnly(app);
    const press = (button: string) => setUp(page).getByRole('button', { name: button, exact: true }).click();
    const inView = (place: Locator) => expect.poll(() => layoutFaults(page, [place])).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 600 });
    const step = (title: string) => setUp(page).getByRole('group', { name: title, exact: true });
    const buttonTop = async (name: string): Promise<number> =>
      (await setUp(page).getByRole('button', { name, exact: true }).boundingBox())?.y ?? Number.NaN;

    // Every field and button can be reached, and the button that goes on is seen without scrolling.
    expect(await focusFaults(page)).toEqual([]);
    await inView(setUp(page).getByRole('button', { name: 'Test and connect' }));
    // What cannot be saved has the focus.
    await setUp(page).getByLabel('Service address').fill('no address');
    await press('Test and connect');
    await expect.poll(() => focusedName(page)).toBe('Service address');
    await setUp(page).getByLabel('Service address').fill('https://service.example');
    await press('Test and connect');
    await expect.poll(() => focusedName(page)).toBe('Token');
    await inView(setUp(page).getByLabel('Token'));
    await inView(setUp(page).getByRole('button', { name: 'Test and connect' }));
    await press('Skip this step');
    await step('Printer').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Printer address');
    await inView(setUp(page).getByRole('button', { name: 'Add and test' }));
    await inView(setUp(page).getByRole('button', { name: `Add ${name}, ${printer.host}, port ${printer.port}` }));
    await press('Add and test');
    await step('Printer').getByText('Enter a host name or address, such as 10.0.0.8').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Printer address');
    await press('Skip this step');
    // Without a service the next step is to practise or to go back.
    await step('First order').getByText('No service is connected yet.').waitFor();
    await inView(setUp(page).getByRole('button', { name: 'Practise first' }));
    await press('Connect a service');
    await expect.poll(() => focusedName(page)).toBe('Service address');
    expect(await setUp(page).getByLabel('Service address').inputValue()).toBe('https://service.example');

    // A No to the new address leaves the focus where it was, and what was entered.
    await press('2. Printer');
    await setUp(page).getByLabel('Printer address').fill(`${printer.host}:${printer.port}`);
    await page.keyboard.press('Enter');
    await answerQuestion(app, 'No');
    await inView(step('Printer').getByText('The printer was not added.'));
    expect(await focusedName(page)).toBe('Printer address');
    const add = setUp(page).getByRole('button', { name: `Add ${name}, ${printer.host}, port ${printer.port}` });
    await add.focus();
    await page.keyboard.press('Enter');
    await answerQuestion(app, 'No');
    await step('Printer').getByText('The printer was not added.').waitFor();
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);

    // What replaces a pressed button takes its focus.
    await page.keyboard.press('Enter');
    await answerQuestion(app, 'Yes');
    await printer.waitFor(() => printer.labels().length === 1);
    await step('Printer').getByText('Did it come out?').waitFor();
    expect(await buttonTop('Skip this step')).toBeCloseTo(await buttonTop('No'), 0);
    await expect.poll(() => focusedButton(page)).toBe('Yes, it came out');
    await inView(step('Printer').getByText(/^A test label was sent to .* Did it come out\?$/));
    await inView(setUp(page).getByRole('button', { name: 'Yes, it came out' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await step('Printer').getByText('The test label did not come out.').waitFor();
    await expect.poll(() => focusedButton(page)).toBe('Send test label');
    await press('Send test label');
    await printer.waitFor(() => printer.labels().length === 2);
    await press('No');
    await press('Choose another printer');
    await step('Printer').getByText(`Set up as ${name}`).waitFor();
    await press('Skip this step');
    await press('Practise first');
    await setUp(page).waitFor({ state: 'hidden' });
    await page.getByLabel('Drop-off address').waitFor();

    for (const title of ['Service', 'Printer', 'First order']) {
      await goTo(page, 'Settings');
      await page.getByRole('button', { name: title, exact: true }).click();
      await step(title).waitFor();
      expect(await page.evaluate(() => document.activeElement?.closest('.set-up-step') !== null)).toBe(true);
    }
    await press('Skip set-up');
    await setUp(page).waitFor({ state: 'hidden' });
  },
);

itInLongRun(
  'connection: the strip leads to the field, Test connection says what is wrong, and an environment is removed',
  async () => {
    const service = await startService();
    const { baseUrl, labelUrl } = service;
    const unknown = createServer(issueFor(makeAuthority('Unknown authority')));
    unknown.listen(0, '127.0.0.1');
    await once(unknown, 'listening');
    const secure = `https://127.0.0.1:${(unknown.address() as AddressInfo).port}`;
    opened.keep({ close: async () => unknown.close() });
    const { app, page } = opened.keep(
      await launchProvisioned({
        environments: [
          { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: 'wrong-token-0123456789' },
          { name: 'Secure', kind: 'production', baseUrl: secure, labelUrl: secure, token },
        ],
        activeEnvironment: 'sandbox',
      }),
    );
    expect(await setUp(page).count()).toBe(0);
    const quote = {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }] as never,
    };
    await callStation(page, 'order.quote', quote).catch(() => null);
    await page.getByRole('button', { name: 'Enter token', exact: true }).click();
    const editor = page.getByRole('group', { name: 'Environment sandbox' });
    const field = editor.getByLabel('Token', { exact: true });
    await expect.poll(() => focusedName(page)).toBe('Token');

    const line = (text: string | RegExp) =>
      editor.getByRole('list', { name: 'Connection test' }).getByRole('listitem').filter({ hasText: text }).waitFor();
    const test = editor.getByRole('button', { name: 'Test connection' });
    await test.click();
    await line(/Token:.*The service rejects the token/);
    await page.keyboard.press('Tab');
    await field.fill(token);
    await test.click();
    await line(/Token:.*The service accepts the token/);
    await editor.getByLabel('Service address').fill('http://127.0.0.1:9');
    await test.click();
    await answerQuestion(app, 'Yes');
    await line(/Address:.*Can’t reach the service/);
    await editor.getByRole('button', { name: 'Cancel', exact: true }).click();

    const sandbox = page
      .getByRole('list', { name: 'Environments' })
      .getByRole('listitem')
      .filter({ hasText: 'SANDBOX' });
    await sandbox.getByText(/The service rejects this token/).waitFor();
    await sandbox.getByRole('button', { name: 'Show help Token rejected' }).waitFor();
    const remove = sandbox.getByRole('button', { name: 'Remove sandbox' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Use practice' }).click();
    await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRACTICE' }).waitFor();
    await remove.click();
    await sandbox.getByText(/records stay on this computer/).waitFor();
    await sandbox.getByRole('button', { name: 'Remove environment' }).click();
    await sandbox.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Set up webhook Secure' }).click();
    await expect.poll(() => focusedName(page)).toBe('Path');
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expect.poll(() => focusedName(page)).toBe('Header value');

    // A certificate of an unknown authority, then a service that is not there: the strip leads to the address.
    const strip = page.getByRole('region', { name: 'Service problem' });
    const secureEditor = page.getByRole('group', { name: 'Environment Secure' });
    await callStation(page, 'environment.use', { name: 'Secure' });
    await callStation(page, 'order.quote', quote).catch(() => null);
    await strip.getByText(/certificate is from an unknown authority/).waitFor();
    await strip.getByRole('button', { name: 'Show help Certificate not accepted' }).waitFor();
    await strip.getByRole('button', { name: 'Check address' }).click();
    await expect.poll(() => focusedName(page)).toBe('Service address');
    await secureEditor.getByRole('button', { name: 'Test connection' }).click();
    await secureEditor
      .getByRole('list', { name: 'Connection test' })
      .getByRole('listitem')
      .filter({ hasText: /Certificate:.*unknown authority/ })
      .waitFor();
    unknown.close();
    await callStation(page, 'order.quote', quote).catch(() => null);
    await strip.getByText(/Can’t reach the service/).waitFor();
    await goTo(page, 'Scan');
    await strip.getByRole('button', { name: 'Check address' }).click();
    await expect.poll(() => focusedName(page)).toBe('Service address');
  },
);
