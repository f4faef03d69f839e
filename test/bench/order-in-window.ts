import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { makeCustomCode } from '../../src/shared/custom-code.ts';

interface WindowWithStation {
  station: { call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> };
}

/** Creates one-parcel orders through the window's own contract and waits until their labels are kept; gives their codes. */
export async function createOrders(page: Page, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => makeCustomCode(randomBytes));
  for (const code of codes) {
    const request = {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900, custom_code: code }] }],
    };
    await page.evaluate(
      (order) =>
        (window as unknown as WindowWithStation).station.call('order.create', { request: order, evenIfAlike: true }),
      request,
    );
  }
  await page.waitForFunction(async (wanted) => {
    const { station } = window as unknown as WindowWithStation;
    const answer = await station.call('shipments.page', { find: '', offset: 0, limit: 200 });
    const { rows } = answer.value as { rows: { label: { state: string } | null }[] };
    return rows.filter((row) => row.label?.state === 'kept').length === wanted;
  }, count);
  return codes;
}
