import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import { defaultPracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { freePort } from '../helpers/free-port.ts';
import { header, path } from '../main/webhook/listener-address.ts';
import { launchProvisioned } from './launch.ts';
import {
  callStation,
  createParcels,
  goTo,
  type ParcelCodes,
  result,
  scanInMode,
  waitForResult,
} from './page-actions.ts';

const token = 'token-of-the-test';
const opened = closedAfterEach();

/** A station that receives the events of a service; others may delete parcels at that service. */
async function stationWithEvents(deleteUndoSeconds: number) {
  const port = await freePort();
  const service = opened.keep(
    await startPracticeService({
      ...{ folder: join(await opened.folder(), 'service'), token },
      webhook: { url: `http://127.0.0.1:${port}${path}`, header },
      behaviour: () => ({ ...defaultPracticeBehaviour, deletedEvent: 'each-custom-code' }),
    }),
  );
  const { baseUrl, labelUrl } = service;
  const station = opened.keep(
    await launchProvisioned({
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token, webhook: { path, header } }],
      activeEnvironment: 'sandbox',
      webhooks: { enabled: true, host: '127.0.0.1', port },
      bench: { deleteUndoSeconds },
    }),
  );
  // The listener begins after the first screen.
  const listening = async () => (await callStation(station.page, 'webhooks.read', null)).listening.kind;
  await expect.poll(listening, { timeout: 20_000 }).toBe('listening');
  const post = (event: string, data: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [header.name]: header.value },
      body: JSON.stringify({ event, data }),
    });
  const deleteAtService = ({ customCode }: ParcelCodes) =>
    fetch(`${baseUrl}/scheduled-service/api/v1/parcels/find/by-custom-code/${customCode}`, {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
      },
    });
  return { page: station.page, post, deleteAtService };
}

it('deletion events: one parcel is deleted at the service while its sibling’s deletion counts down, and is sent', async () => {
  const { page, deleteAtService } = await stationWithEvents(6);
  const [one, two] = (await createParcels(page, 2)) as [ParcelCodes, ParcelCodes];
  await scanInMode(page, 'Delete', two.customCode);
  const pending = page
    .getByRole('list', { name: 'Pending deletions' })
    .or(page.getByRole('grid', { name: 'Pending deletions' }));
  await pending.getByText(two.customCode).waitFor();
  expect((await deleteAtService(one)).status).toBe(200);
  await scanInMode(page, 'Look up', one.customCode);
  await waitForResult(page, 'Parcel deleted');
  expect(await pending.getByText(two.customCode).count()).toBe(1);
  await scanInMode(page, 'Look up', two.customCode);
  expect(await result(page).innerText()).not.toMatch(/Parcel deleted/);
  await waitForResult(page, /Deleted/);
  expect((await deleteAtService(two)).status).toBe(404);
});

it('deletion events: a parcel deleted and later picked up asks the operator, prints nothing before, and follows the decision', async () => {
  const { page, post, deleteAtService } = await stationWithEvents(5);
  const [one, two] = (await createParcels(page, 2)) as [ParcelCodes, ParcelCodes];
  const pickedUp = ({ customCode }: ParcelCodes) =>
    post('same.shipment.picked_up', {
      ...{ custom_code: customCode, trigger_datetime: new Date(Date.now() + 20_000).toISOString() },
    });
  for (const parcel of [one, two]) {
    expect((await deleteAtService(parcel)).status).toBe(200);
    expect((await pickedUp(parcel)).status).toBe(200);
  }
  const notices = page.getByRole('region', { name: 'Notices' });
  const report = `The service reported parcel ${two.customCode} as deleted, and later as picked up.`;
  await notices
    .locator('.corner-notice')
    .filter({ hasText: report })
    .getByRole('button', { name: 'Show parcel' })
    .click();
  await waitForResult(page, two.customCode);
  await waitForResult(page, 'Conflicting reports');
  await result(page).getByRole('button', { name: 'Show help Conflicting reports' }).waitFor();

  await scanInMode(page, 'Print', one.customCode);
  await waitForResult(page, 'Conflicting reports');
  await waitForResult(page, 'The service reported this parcel as deleted, and later as picked up.');
  expect(await result(page).innerText()).not.toMatch(/Picked up/);
  await result(page).getByRole('button', { name: 'Parcel exists' }).click();
  await waitForResult(page, 'Picked up');
  await result(page).getByRole('button', { name: 'Print label' }).waitFor();

  await goTo(page, 'Shipments');
  const board = page.getByRole('grid', { name: 'Shipments' }).or(page.getByRole('table', { name: 'Shipments' }));
  const row = board.getByRole('row').filter({ hasText: two.customCode });
  await row.filter({ hasText: 'Conflict' }).waitFor();
  await row.click();
  await page.getByRole('button', { name: 'Parcel is deleted' }).click();
  const parcelPage = page.getByRole('region', { name: 'Parcel' });
  await parcelPage.getByText('Deleted', { exact: true }).first().waitFor();
  await parcelPage.getByRole('button', { name: 'Parcel is deleted' }).waitFor({ state: 'detached' });
  expect(await callStation(page, 'print-jobs.list', null)).toEqual([]);
});
