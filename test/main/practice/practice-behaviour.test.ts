import { describe, expect, it } from 'vitest';
import { defaultPracticeBehaviour, type PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import {
  createdShipment,
  type Json,
  newCode,
  orderRequest,
  startPractice,
  token,
  webhookEndpoint,
} from './practice-fixture.ts';

const now = () => Date.parse('2026-03-10T06:30:00Z');

/** A practice service that behaves differently at these points. */
const practiceWith = (change: Partial<PracticeBehaviour>, options: Parameters<typeof startPractice>[0] = {}) =>
  startPractice({ now, ...options, behaviour: () => ({ ...defaultPracticeBehaviour, ...change }) });

/** The events of one order of two parcels, whose parcels are then deleted. */
async function eventsOf(
  change: Partial<PracticeBehaviour>,
  count: number,
): Promise<{ shipment: Json; events: Json[] }> {
  const endpoint = await webhookEndpoint();
  const practice = await practiceWith(change, { webhook: endpoint.webhook });
  const parcels = [newCode(), newCode()].map((custom_code) => ({ unit: 'g', values: 900, custom_code }));
  const shipment = await createdShipment(practice, { parcels });
  for (const { custom_code } of shipment.parcels) await practice.remove(custom_code);
  await endpoint.until(count);
  const events = endpoint.heard.map(({ body }) => body);
  return { shipment, events: events.filter(({ event }) => event.startsWith('same.shipment.')) };
}

describe('practice service, events set to another form', () => {
  it.each([
    ['with-offset', '2026-03-10T10:30:00.000+04:00'],
    ['without-offset', '2026-03-10 10:30:00'],
    ['epoch-seconds', 1_773_124_200],
    ['epoch-milliseconds', 1_773_124_200_000],
    ['none', undefined],
  ] as const)('give their time %s', async (eventTime, expected) => {
    const { events } = await eventsOf({ eventTime }, 3);
    expect(events[0].data.trigger_datetime).toBe(expected);
  });

  it.each([
    ['tracking-code', (one: Json) => ({ tracking_code: one.drop_off_shipment.unique_id })],
    [
      'drop-off-shipment',
      (one: Json) => ({
        drop_off_shipment: { unique_id: one.drop_off_shipment.unique_id, id: one.drop_off_shipment.id },
      }),
    ],
    ['drop-off-shipment-id', (one: Json) => ({ drop_off_shipment_id: String(one.drop_off_shipment.id) })],
    [
      'pick-up-shipment',
      (one: Json) => ({ pick_up_shipment: { unique_id: one.pick_up_shipment.unique_id, id: one.pick_up_shipment.id } }),
    ],
    ['shipment-order-id', (one: Json) => ({ shipment_order_id: one.shipment_order_id })],
    ['shipment-order-unique-id', (one: Json) => ({ shipment_order_unique_id: one.shipment_order_unique_id })],
    ['order-unique-id', (one: Json) => ({ order: { unique_id: one.order.unique_id } })],
    ['custom-code', (one: Json) => ({ custom_code: one.parcels[0].custom_code })],
    ['pick-up-code', (one: Json) => ({ pick_up_code: one.parcels[0].pick_up_code })],
  ] as const)('name the shipment by its %s alone', async (eventIdentifiers, identifiers) => {
    const { shipment, events } = await eventsOf({ eventIdentifiers, eventTime: 'none' }, 3);
    const { status, scheduled_date, ...named } = events[0].data;
    expect(named).toEqual(identifiers(shipment));
  });

  it('carry their data in a list of one, or as JSON text', async () => {
    const inList = await eventsOf({ eventData: 'list-of-one' }, 3);
    expect(inList.events[0].data).toEqual([expect.objectContaining({ status: 'scheduled' })]);
    const asText = await eventsOf({ eventData: 'json-text' }, 3);
    expect(JSON.parse(asText.events[0].data)).toMatchObject({ status: 'scheduled' });
  });

  it('are delivered twice', async () => {
    const { events } = await eventsOf({ eventDelivery: 'twice' }, 8);
    expect(events.map(({ data }) => data.status)).toEqual(['scheduled', 'scheduled', 'deleted', 'deleted']);
  });

  it.each([
    ['each-custom-code', 'custom_code'],
    ['each-pick-up-code', 'pick_up_code'],
  ] as const)('report the deletion of %s', async (deletedEvent, field) => {
    const { shipment, events } = await eventsOf({ deletedEvent }, 5);
    const deleted = events.filter(({ data }) => data.status === 'deleted').map(({ data }) => data[field]);
    expect(deleted).toEqual(shipment.parcels.map((parcel: Json) => parcel[field]));
  });
});

describe('practice service, custom codes and deletions set otherwise', () => {
  it.each([
    ['rejected', 422, 422],
    ['released-after-deletion', 422, 201],
    ['accepted', 201, 201],
  ] as const)('answers used codes: %s', async (usedCodes, whileUsed, afterDeletion) => {
    const practice = await practiceWith({ usedCodes });
    const parcels = [{ unit: 'g', values: 900, custom_code: newCode() }];
    const statusOf = async () => (await practice.create(orderRequest({ parcels }))).status;
    expect(await statusOf()).toBe(201);
    expect(await statusOf()).toBe(whileUsed);
    await practice.remove(parcels[0]?.custom_code ?? '');
    expect(await statusOf()).toBe(afterDeletion);
  });

  it.each([
    ['404', 404, 'json'],
    ['200', 200, 'json'],
    ['409', 409, 'json'],
    ['410', 410, 'json'],
    ['422', 422, 'json'],
    ['not-success', 200, 'json'],
    ['html-404', 404, 'html'],
  ] as const)('answers a repeated deletion with %s', async (repeatedDeletion, status, type) => {
    const practice = await practiceWith({ repeatedDeletion });
    const shipment = await createdShipment(practice);
    await practice.remove(shipment.parcels[0].custom_code);
    const again = await practice.remove(shipment.parcels[0].custom_code);
    expect(again.status).toBe(status);
    expect(again.headers.get('content-type')).toContain(type);
    if (repeatedDeletion === 'not-success') expect(await again.json()).toMatchObject({ status: 'error' });
  });
});

describe('practice service, labels set to another answer', () => {
  const labelOf = async (labels: PracticeBehaviour['labels'], clock = now) => {
    const practice = await practiceWith({ labels }, { now: clock });
    const shipment = await createdShipment(practice);
    const zpl = shipment.parcels[0].pick_up_label_urls.find(({ format }: Json) => format === 'zpl');
    return (headers: Record<string, string> = {}) => fetch(zpl.url, { redirect: 'manual', headers });
  };

  it('redirects to another host, which serves the label without a token and rejects one', async () => {
    const download = await labelOf('redirect');
    const redirect = await download();
    expect(redirect.status).toBe(302);
    const signed = redirect.headers.get('location') ?? '';
    expect(new URL(signed).origin).not.toBe(new URL(redirect.url).origin);
    expect(await (await fetch(signed)).text()).toContain('^XA');
    expect((await fetch(signed, { headers: { authorization: `Bearer ${token}` } })).status).toBe(400);
    expect((await fetch(signed, { headers: { cookie: 'session=1' } })).status).toBe(400);
    expect((await fetch(signed.replace(/\?.*/, ''))).status).toBe(403);
  });

  it('has no label at first, and has it four seconds later', async () => {
    let time = now();
    const download = await labelOf('late', () => time);
    expect((await download()).status).toBe(404);
    time += 4_000;
    expect((await download()).status).toBe(200);
  });

  it.each([
    ['gone', 404],
    ['forbidden', 403],
    ['sign-in-page', 200],
  ] as const)('answers a label that is %s with %d', async (labels, status) => {
    const response = await (await labelOf(labels))();
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('^XA');
  });
});

describe('practice service, answers set to another form', () => {
  const created = async (change: Partial<PracticeBehaviour>): Promise<Json> =>
    (await (await practiceWith(change)).create(orderRequest())).json();

  it('gives numbers as text, lists as objects with numbered keys, null for what it does not know, padded terms', async () => {
    expect((await created({ values: 'numbers-as-text' })).object.shipments[0].price_with_tax).toBe('47.25');
    expect((await created({ values: 'lists-as-objects' })).object.shipments['0'].parcels['0']).toHaveProperty(
      'custom_code',
    );
    expect((await created({ values: 'nulls' })).object.shipments[0].drop_off_address).toMatchObject({
      lat: null,
      region: null,
    });
    const padded = await created({ values: 'padded-text' });
    expect(padded.status).toBe(' Success ');
    expect(padded.object.shipments[0].parcels[0].pick_up_label_urls[0]).toMatchObject({
      format: 'ZPL ',
      size: '4 X 6',
    });
  });

  it('gives the object without its envelope', async () => {
    expect(await created({ envelope: 'without' })).toHaveProperty('shipments');
  });

  it('leaves out the custom codes', async () => {
    expect((await created({ customCodeEcho: 'no' })).object.shipments[0].parcels[0]).not.toHaveProperty('custom_code');
  });

  it('repeats the custom code of the first parcel only, in the order in which the parcels are listed', async () => {
    const parcels = [newCode(), newCode(), newCode()].map((custom_code) => ({ unit: 'g', values: 900, custom_code }));
    const shipment = await createdShipment(await practiceWith({ customCodeEcho: 'first-only' }), { parcels });
    expect(shipment.parcels.map((parcel: Json) => parcel.custom_code)).toEqual([
      parcels[0]?.custom_code,
      undefined,
      undefined,
    ]);
  });

  it('leaves the custom code out of the labels', async () => {
    const shipment = await createdShipment(await practiceWith({ labelCodes: 'without-custom-code' }), {});
    const [{ custom_code, pick_up_code, pick_up_label_urls }] = shipment.parcels;
    const zpl = pick_up_label_urls.find(({ format }: Json) => format === 'zpl');
    const label = await (await fetch(zpl.url)).text();
    expect(label).toContain(pick_up_code);
    expect(label).not.toContain(custom_code);
  });

  it.each([
    ['json', {}, 422],
    ['html', {}, 422],
    ['redirect', {}, 302],
    ['redirect', { accept: 'application/json' }, 422],
  ] as const)('rejects an invalid body as %s, asked with %o', async (rejection, headers, status) => {
    const practice = await practiceWith({ rejection });
    const answer = await practice.send('POST', '/requests/sync', { ...practice.json, ...headers }, {});
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')?.includes('html') ?? false).toBe(rejection === 'html');
  });

  it('rejects every request without the header it requires', async () => {
    const practice = await practiceWith({ requiredHeader: 'accept' });
    const plain = await practice.send('POST', '/requests/preview', { ...practice.json, accept: '*/*' }, orderRequest());
    expect(plain.status).toBe(403);
    const asked = { ...practice.json, accept: 'application/json' };
    expect((await practice.send('POST', '/requests/preview', asked, orderRequest())).status).toBe(200);
    const named = await practiceWith({ requiredHeader: 'user-agent' });
    const unnamed = { ...named.json, 'user-agent': '' };
    expect((await named.send('POST', '/requests/preview', unnamed, orderRequest())).status).toBe(403);
  });

  it.each([
    ['envelope', /"success"/],
    ['text', /^Scenario was run$/],
    ['empty', /^$/],
  ] as const)('answers a scenario with %s', async (scenarioAnswer, expected) => {
    const practice = await practiceWith({ scenarioAnswer });
    const shipment = await createdShipment(practice);
    const answer = await practice.scenario('happy', { drop_off_shipment_ids: [shipment.drop_off_shipment.id] });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(expected);
  });
});
