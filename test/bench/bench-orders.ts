import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { makeCustomCode } from '../../src/shared/orders/custom-code.ts';
import type { Parcel } from '../../src/shared/shipments/parcel.ts';
import { orderTo } from '../helpers/order-requests.ts';
import type { StationInNode } from '../helpers/station-in-node.ts';

const newCodes = (count: number): string[] => Array.from({ length: count }, () => makeCustomCode(randomBytes));

/** Creates that many parcels in the practice service, their labels kept. */
export async function storedParcels(station: StationInNode, count: number): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  while (parcels.length < count) {
    const size = Math.min(5, count - parcels.length);
    const begun = await station.call('order.create', {
      request: orderTo('Aya Noor', newCodes(size)),
      evenIfDuplicate: true,
    });
    const done = await station.until(
      'order.progress',
      { commandId: begun.command.id },
      (progress) => progress.parcels.length > 0 && progress.parcels.every((parcel) => parcel.label?.state === 'stored'),
    );
    parcels.push(...done.parcels);
  }
  return parcels;
}

interface WindowWithStation {
  station: { call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> };
}

/** Creates one-parcel orders through the window's own contract and waits until their labels are kept; gives their codes. */
export async function createOrders(page: Page, count: number): Promise<string[]> {
  const codes = newCodes(count);
  for (const code of codes) {
    const request = {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900, custom_code: code }] }],
    };
    await page.evaluate(
      (order) =>
        (window as unknown as WindowWithStation).station.call('order.create', {
          request: order,
          evenIfDuplicate: true,
        }),
      request,
    );
  }
  await page.waitForFunction(async (wanted) => {
    const { station } = window as unknown as WindowWithStation;
    const answer = await station.call('shipments.page', { find: '', offset: 0, limit: 200 });
    const { rows } = answer.value as { rows: { label: { state: string } | null }[] };
    return rows.filter((row) => row.label?.state === 'stored').length === wanted;
  }, count);
  return codes;
}
