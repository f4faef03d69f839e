import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { accessibilityFaults, type LaunchedStation, launchProvisioned, launchStation } from './launch.ts';
import { callStation, createParcels, goTo, newCode, type ParcelCodes, scan } from './page-actions.ts';

let station: LaunchedStation;

/** One parcel a shipment: each order has one. */
async function shipmentWith(code = newCode()): Promise<ParcelCodes> {
  const [codes] = await createParcels(station.page, [code]);
  if (!codes) throw new Error('Nothing was created');
  return codes;
}

async function parcelOf({ customCode }: ParcelCodes): Promise<Parcel> {
  const { rows } = await callStation(station.page, 'shipments.page', { find: customCode, offset: 0, limit: 1 });
  if (!rows[0]) throw new Error('Not on the board');
  return rows[0];
}

const panel = () => station.page.locator('.sandbox-panel');
const chosen = () => station.page.getByRole('list', { name: 'Chosen shipments' }).getByRole('listitem');
const row = ({ customCode }: ParcelCodes) =>
  station.page.getByRole('grid', { name: 'Shipments' }).getByRole('row').filter({ hasText: customCode });
const waitForScenario = (text: string | RegExp) =>
  station.page.getByRole('status', { name: 'Scenario' }).filter({ hasText: text }).waitFor();

async function openPanel(): Promise<void> {
  await goTo(station.page, 'Shipments');
  const open = station.page.getByRole('button', { name: 'Sandbox scenarios' });
  // One of them is there once the screen is.
  await open
    .or(station.page.getByRole('radiogroup', { name: 'Scenario' }))
    .first()
    .waitFor();
  if (await open.isVisible()) await open.click();
}

describe('sandbox panel in practice', () => {
  beforeAll(async () => {
    station = await launchStation();
  });
  afterAll(() => station.close());

  it('a shipment chosen on the board is delivered by its webhook, gets a final status, and the answer is shown', async () => {
    const { page } = station;
    const [moved, other] = [await shipmentWith(), await shipmentWith()];
    const { trackingCode } = await parcelOf(moved);
    await openPanel();
    // The form starts in its first field.
    await page.locator('[role="radiogroup"][aria-label="Scenario"] input:focus').waitFor({ state: 'attached' });
    await row(moved).click();
    await chosen()
      .filter({ hasText: trackingCode ?? '' })
      .waitFor();
    expect(await row(moved).getAttribute('aria-selected')).toBe('true');
    await page.getByText('Happy', { exact: true }).click();
    await page.getByRole('button', { name: 'Run Happy on 1 shipment' }).click();
    await waitForScenario('Happy, 1 shipment: the service answered 200.');
    const answer = page.getByRole('region', { name: 'Service response' });
    expect(JSON.parse(await answer.innerText()).object.drop_off_shipment_unique_ids).toEqual([trackingCode]);
    await row(moved).filter({ hasText: 'Delivered' }).waitFor();
    await chosen().filter({ hasText: 'Final status: cannot be changed' }).waitFor();
    await panel().getByText('This shipment has a final status. Nothing will change.').waitFor();
    expect((await parcelOf(other)).status?.state).not.toBe('delivered');
    await panel().getByRole('button', { name: 'Copy response' }).click();
    await panel().getByText('Copied').waitFor();
    await chosen().getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => chosen().count()).toBe(0);
  });

  it('six scenarios have the document’s names, each with its effect', async () => {
    await openPanel();
    const radios = station.page.getByRole('radiogroup', { name: 'Scenario' }).getByRole('radio');
    const names = ['Happy', 'Re-attempt', 'Fail', 'Bundled pick-ups', 'In-transit', 'Picked-up shipments'];
    expect(await radios.count()).toBe(names.length);
    for (const name of names) {
      const described = await station.page.getByRole('radio', { name }).getAttribute('aria-describedby');
      expect(described).not.toBeNull();
    }
  });

  it('a scan anywhere on the screen chooses its shipment, and prints or deletes nothing', async () => {
    const { page } = station;
    const codes = await shipmentWith();
    const before = await callStation(page, 'scans.recent', null);
    await openPanel();
    await scan(page, codes.customCode);
    await chosen()
      .filter({ hasText: (await parcelOf(codes)).trackingCode ?? '' })
      .waitFor();
    expect(await callStation(page, 'scans.recent', null)).toEqual(before);
    await page.getByLabel('Add by code').fill('DO-from-elsewhere');
    await page.getByLabel('Add by code').press('Enter');
    await chosen().filter({ hasText: 'Not on this station' }).waitFor();
    await page.getByRole('button', { name: 'Remove all' }).click();
  });

  it('a day needs confirmation, which shows the number of known shipments, and changes nothing before', async () => {
    const { page } = station;
    const codes = await shipmentWith();
    const { dropOffDate } = await parcelOf(codes);
    await openPanel();
    await page.getByText('All from one day', { exact: true }).click();
    await page.getByLabel('Day to change').fill('2026-02-30');
    await panel().getByText('Enter the day as YYYY-MM-DD').waitFor();
    await page.getByLabel('Day to change').fill(dropOffDate ?? '');
    await page.getByText('In-transit', { exact: true }).click();
    await page.getByRole('button', { name: 'Run In-transit on that day' }).click();
    const question = page.getByRole('group', { name: 'Run In-transit on that day?' });
    await question.filter({ hasText: /\d+ shipments? on this station match.* the service may have more\./ }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await parcelOf(codes)).status?.state).not.toBe('in_transit');
    await page.getByRole('button', { name: 'Run In-transit on that day' }).click();
    await question.getByRole('button', { name: 'Change all shipments' }).click();
    await waitForScenario('the service answered 200');
    await row(codes).filter({ hasText: 'In transit' }).waitFor();
  });

  it('rows open their parcel again once the panel is closed', async () => {
    const { page } = station;
    const codes = await shipmentWith();
    await openPanel();
    await page.getByRole('button', { name: 'Close scenarios' }).click();
    await row(codes).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await row(codes).waitFor();
  });

  it('has no accessibility faults, in light and in dark', async () => {
    const { page } = station;
    await openPanel();
    await page.getByText('Chosen shipments', { exact: true }).click();
    await page.getByLabel('Add by code').fill('DO-from-elsewhere');
    await page.getByLabel('Add by code').press('Enter');
    await chosen().first().waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect([station.consoleErrors, await station.policyViolations()]).toEqual([[], []]);
  });
});

describe('sandbox panel: a service that rejects a scenario', () => {
  const body = '{"status":"error","code":422,"message":"Scenarios rest until Monday","object":{}}';
  const service = createServer((_request, response) => response.writeHead(422).end(body));
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    station = await launchProvisioned({
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: address, labelUrl: address, token: 'token-1' }],
      activeEnvironment: 'sandbox',
    });
  });
  afterAll(async () => {
    await station.close();
    await new Promise((resolve) => service.close(resolve));
  });

  it('is named, and its answer is shown as received', async () => {
    const { page } = station;
    await openPanel();
    await page.getByLabel('Add by code').fill('DO-from-elsewhere');
    await page.getByLabel('Add by code').press('Enter');
    await page.getByRole('button', { name: 'Run Happy on 1 shipment' }).click();
    await waitForScenario('Happy, 1 shipment: the service answered 422.');
    await panel().getByRole('alert').filter({ hasText: 'The service says: “Scenarios rest until Monday”' }).waitFor();
    expect(await page.getByRole('region', { name: 'Service response' }).innerText()).toBe(body);
  });
});

describe('sandbox panel in production', () => {
  beforeAll(async () => {
    const address = 'http://127.0.0.1:9';
    station = await launchProvisioned({
      environments: [
        { name: 'live', kind: 'production', baseUrl: address, labelUrl: address, token: 'a-token-that-is-never-sent' },
      ],
      activeEnvironment: 'live',
    });
  });
  afterAll(() => station.close());

  it('no scenario is offered, and none runs', async () => {
    const { page } = station;
    await page.getByRole('status', { name: 'Environment' }).filter({ hasText: 'PRODUCTION' }).waitFor();
    await goTo(page, 'Shipments');
    await page.getByRole('button', { name: 'Import' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sandbox scenarios' }).count()).toBe(0);
    const selection = { by: 'date', date: '2026-11-21' } as const;
    const request = { scenario: 'happy', selection, evenWholeDay: true } as const;
    await expect(callStation(page, 'sandbox.run', request)).rejects.toThrow('sandbox.not-in-production');
    await expect(callStation(page, 'sandbox.preview', selection)).rejects.toThrow('sandbox.not-in-production');
  });
});
