import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInLongRun } from '../helpers/test-length.ts';
import { type LaunchedStation, launchStation } from './launch.ts';
import { callStation, chooseMode, createOrder, goTo, newCode, result, scan, waitForResult } from './page-actions.ts';

let station: LaunchedStation;
const folder = mkdtempSync(join(tmpdir(), 'packbench-status-'));

beforeAll(async () => {
  station = await launchStation();
});
afterAll(async () => {
  await station.close();
  rmSync(folder, { recursive: true });
});

describe('webhook settings', () => {
  it('an unmatched event is shown with the reason, and stored until its order is known', async () => {
    const { page } = station;
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Send test event' }).click();
    const unmatched = page.getByRole('list', { name: 'Unmatched events' }).getByRole('listitem');
    await unmatched.filter({ hasText: 'No parcel on this station has any of these codes.' }).waitFor();
  });
});

describe('parcel status', () => {
  it('has its source and age beside it, from the first start in practice mode on', async () => {
    const { page } = station;
    const code = newCode();
    await createOrder(page, { receiver: 'Aya Noor', customCode: code });
    await goTo(page, 'Scan');
    await chooseMode(page, 'Look up');
    await scan(page, code);
    await waitForResult(page, 'Scheduled');
    expect(await result(page).innerText()).toMatch(/\d\d:\d\d, by webhook/);
  });

  it('board: a parcel is found while typing; its page has a timeline', async () => {
    const { page } = station;
    const code = newCode();
    await createOrder(page, { receiver: 'Omar Haddad', customCode: code });
    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill('omar hadd');
    const board = page.getByRole('grid', { name: 'Shipments' }).or(page.getByRole('table', { name: 'Shipments' }));
    const row = board.getByRole('row').filter({ hasText: code });
    await row.waitFor();
    await row.click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByRole('listitem').filter({ hasText: 'Scheduled' }).filter({ hasText: 'webhook' }).waitFor();
    await timeline.getByRole('listitem').filter({ hasText: 'Order created here' }).waitFor();
    // History has no tone; the present state has one.
    const panel = page.getByRole('region', { name: 'Parcel', exact: true });
    expect(await panel.locator('.parcel-verdict[class*="tone-"]').count()).toBe(1);
    expect(await panel.locator('.timeline [class*="tone-"], .parcel-copies [class*="tone-"]').count()).toBe(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await row.waitFor();
  });

  it('import: a chosen file is imported and its parcel found; the same file again changes nothing', async () => {
    const { app, page } = station;
    const code = newCode();
    const file = join(folder, 'orders.json');
    writeFileSync(file, JSON.stringify(orderOf(code)));
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, file);
    await goTo(page, 'Shipments');
    await page.getByRole('button', { name: 'Import' }).click();
    const choose = page.getByRole('button', { name: 'Choose files' });
    await choose.click();
    const imports = page.getByRole('list', { name: 'Imports' });
    await imports.getByRole('listitem').filter({ hasText: '1 order' }).first().waitFor();
    await choose.click();
    await imports.getByText(/known/).first().waitFor();
    await goTo(page, 'Scan');
    await scan(page, code);
    await waitForResult(page, 'Lina Aziz');
    await waitForResult(page, 'No status yet');
  });

  it('import: a file dropped onto any screen is imported', async () => {
    const { page } = station;
    const code = newCode();
    await goTo(page, 'Print queue');
    await page.evaluate(
      (text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
        }
      },
      JSON.stringify(orderOf(code)),
    );
    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill(code);
    const board = page.getByRole('grid', { name: 'Shipments' }).or(page.getByRole('table', { name: 'Shipments' }));
    await board.getByRole('row').filter({ hasText: code }).waitFor();
  });

  it('export: what the board shows is saved, with nothing a spreadsheet would run', async () => {
    const { app, page } = station;
    const file = join(folder, 'shipments.csv');
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
    }, file);
    await createOrder(page, { receiver: '=1+1', customCode: newCode() });
    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill('');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => existsSync(file)).toBe(true);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('Lina Aziz');
    expect(text).toContain("'=1+1");
  });
});

describe('webhook test event', () => {
  it('is shown when it arrives, sent by the practice service', async () => {
    const { page } = station;
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Send test event' }).click();
    const deliveries = page.getByRole('list', { name: 'Last deliveries' });
    await deliveries.getByRole('listitem').filter({ hasText: 'same.shipment' }).first().waitFor();
  });
});

describeInLongRun('events without a time', () => {
  it('a second failed attempt is shown, though its event has the bytes of the first', async () => {
    const { page } = station;
    const { settings } = await callStation(page, 'station.read', null);
    await callStation(page, 'settings.save', { group: 'practice', value: { ...settings.practice, eventTime: 'none' } });
    const code = newCode();
    await createOrder(page, { receiver: 'Omar Haddad fails-again', customCode: code });
    const { rows } = await callStation(page, 'shipments.page', { find: code, offset: 0, limit: 1 });
    const selection = { by: 'tracking codes' as const, trackingCodes: [rows[0]?.trackingCode ?? ''] };
    await callStation(page, 'sandbox.run', { scenario: 'fail', selection });
    await goTo(page, 'Shipments');
    await page.getByRole('searchbox', { name: 'Find' }).fill(code);
    const row = page.getByRole('grid', { name: 'Shipments' }).getByRole('row').filter({ hasText: code });
    await row.filter({ hasText: 'Failed' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    const lines = async () =>
      (
        await timeline
          .getByRole('listitem')
          .filter({ hasText: 'without a time' })
          .locator('.timeline-what')
          .allInnerTexts()
      )
        .slice(0, 5)
        .toReversed();
    await expect.poll(lines).toEqual(['In transit', 'Failed', 'To attempt', 'In transit', 'Failed']);
    // The service's own name of an event is one press away.
    const created = timeline.getByRole('listitem').filter({ hasText: 'Parcel created at the service' });
    expect(await created.getByText('same.parcel.created').count()).toBe(0);
    await created.getByRole('button', { name: 'Details' }).click();
    await created.getByText('same.parcel.created').waitFor();
    await created.getByText(code).first().waitFor();
    await goTo(page, 'Scan');
    await chooseMode(page, 'Look up');
    await scan(page, code);
    await waitForResult(page, 'Failed');
  });
});

/** An order as another system received it from the service, without label addresses. */
const orderOf = (customCode: string) => ({
  unique_id: `OR-${customCode}`,
  created_at: '2026-03-14T12:00:00+04:00',
  shipments: [
    {
      drop_off_shipment: { unique_id: `DO-${customCode}`, id: 7001 },
      drop_off_address: { text: '3 Creek Road', person_name: 'Lina Aziz' },
      parcels: [{ custom_code: customCode, pick_up_code: `PU-${customCode}` }],
    },
  ],
});
