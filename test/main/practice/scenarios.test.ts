import { describe, expect, it } from 'vitest';
import { createdShipment, type Json, type Practice, startPractice, webhookEndpoint } from './practice-fixture.ts';

/** What a scenario moved, by tracking code. */
async function moved(practice: Practice, name: string, selectors: object): Promise<string[]> {
  const answer = await practice.scenario(name, selectors);
  expect(answer.status).toBe(200);
  const body: Json = await answer.json();
  expect(body).toMatchObject({ status: 'success', code: 200 });
  return body.object.drop_off_shipment_unique_ids;
}

const trackingOf = (shipment: Json): string => shipment.drop_off_shipment.unique_id;

const finals: Record<string, string> = {
  happy: 'delivered',
  reattempt: 'delivered',
  fail: 'returned',
  'bundle-pick-up-shipments': 'to_pick_up',
  'delivering-drop-off-shipments': 'in_transit',
  'picked-pick-up-shipments': 'picked_up',
};

describe('practice service: a sandbox scenario', () => {
  for (const [name, final] of Object.entries(finals)) {
    it(`${name} ends in ${final}, which no later scenario changes`, async () => {
      const endpoint = await webhookEndpoint();
      const practice = await startPractice({ webhook: endpoint.webhook });
      const shipment = await createdShipment(practice);
      const selectors = { drop_off_shipment_unique_ids: [trackingOf(shipment)] };
      expect(await moved(practice, name, selectors)).toEqual([trackingOf(shipment)]);
      for (const later of Object.keys(finals)) expect(await moved(practice, later, selectors)).toEqual([]);
      // One more order marks the end of all that was sent before.
      await createdShipment(practice, { name: 'Marker' });
      while (endpoint.heard.at(-1)?.body.event !== 'same.shipment.scheduled' || endpoint.heard.length < 5) {
        await endpoint.until(endpoint.heard.length + 1);
      }
      const states = endpoint.heard
        .filter(({ body }) => body.data.unique_id === trackingOf(shipment))
        .map(({ body }) => body.event);
      expect(states.at(-1)).toBe(`same.shipment.${final}`);
    });
  }

  it('moves the shipments of any selector: unique ids, ids or a date', async () => {
    let now = Date.parse('2026-03-10T06:00:00Z');
    const practice = await startPractice({ now: () => now });
    const threeDaysLater = () => {
      now += 3 * 86_400_000;
      return createdShipment(practice);
    };
    const byUniqueId = await createdShipment(practice);
    const byId = await createdShipment(practice);
    const day = await threeDaysLater();
    const other = await threeDaysLater();
    const all = await moved(practice, 'happy', {
      drop_off_shipment_unique_ids: [trackingOf(byUniqueId), 'NO-SUCH'],
      drop_off_shipment_ids: [byId.drop_off_shipment.id, 1],
      date: day.drop_off_shipment.scheduled_date,
    });
    expect(all.sort()).toEqual([byUniqueId, byId, day].map(trackingOf).sort());
    expect(await moved(practice, 'happy', { date: other.pick_up_shipment.scheduled_date })).toEqual([
      trackingOf(other),
    ]);
  });

  it('moves nothing for selectors without matches', async () => {
    const practice = await startPractice();
    await createdShipment(practice);
    for (const selectors of [
      {},
      { drop_off_shipment_unique_ids: [], drop_off_shipment_ids: [] },
      { drop_off_shipment_unique_ids: ['NO-SUCH'], drop_off_shipment_ids: [7], date: '1999-12-31' },
      { another_selector: ['x'] },
    ]) {
      expect(await moved(practice, 'fail', selectors)).toEqual([]);
    }
  });

  it('does not move a deleted shipment', async () => {
    const practice = await startPractice();
    const shipment = await createdShipment(practice);
    await practice.remove(shipment.parcels[0].custom_code);
    expect(await moved(practice, 'happy', { drop_off_shipment_unique_ids: [trackingOf(shipment)] })).toEqual([]);
  });

  it('refuses another name with 404, wrong selectors with 422 and missing headers with 400', async () => {
    const practice = await startPractice();
    expect((await practice.scenario('no-such', {})).status).toBe(404);
    expect((await practice.scenario('toString', {})).status).toBe(404);
    for (const selectors of [
      { date: '2026-02-30' },
      { date: 20260310 },
      { drop_off_shipment_ids: ['1'] },
      { drop_off_shipment_unique_ids: 'X' },
    ]) {
      expect((await practice.scenario('happy', selectors)).status).toBe(422);
    }
    const answer = await practice.scenario('happy', {}, practice.json);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Json).message).toContain('X-Requested-With');
  });
});
