import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createdShipment, newCode, startPractice, webhookEndpoint } from './practice-fixture.ts';

const now = () => Date.parse('2026-03-10T06:30:00Z');

describe('practice service: webhook deliveries', () => {
  it('report a created parcel with every field of the document, under the configured header', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice({ webhook: endpoint.webhook, now });
    const code = newCode();
    const shipment = await createdShipment(practice, { parcels: [{ unit: 'g', values: 5000, custom_code: code }] });
    await endpoint.until(2);
    const [created, scheduled] = endpoint.heard;
    expect(created?.headers).toMatchObject({ 'x-hook-key': 'bench-7', 'content-type': 'application/json' });
    expect(created?.body).toEqual({
      event: 'same.parcel.created',
      data: {
        parcel_size: 'Medium',
        parcel_code: 'medium',
        pickup_code: shipment.parcels[0].pick_up_code,
        trigger_datetime: '2026-03-10T10:30:00.000+04:00',
        custom_code: code,
        tracking_code: shipment.drop_off_shipment.unique_id,
        request_date: '2026-03-10T10:30:00.000+04:00',
        pick_up: { date: '2026-03-10', picked_at: null, time_slot: '2 PM - 6 PM', address: '18 Harbour Road, 70001' },
        drop_off: {
          date: '2026-03-11',
          dropped_at: null,
          time_slot: '9 AM - 6 PM',
          receiver_name: 'Receiver',
          receiver_phone: '+971 500000000',
          receiver_address: '12 Palm Street',
          proof_of_delivery: [],
        },
        extra_data: { need_signature: false },
      },
    });
    expect(scheduled?.body).toMatchObject({
      event: 'same.shipment.scheduled',
      data: {
        unique_id: shipment.drop_off_shipment.unique_id,
        id: shipment.drop_off_shipment.id,
        custom_codes: [code],
      },
    });
  });

  it('cover all twelve shipment events, in order and with increasing times for each shipment', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice({ webhook: endpoint.webhook, now });
    const run = async (name: string, receiver?: string) => {
      const shipment = await createdShipment(practice, receiver ? { name: receiver } : {});
      await practice.scenario(name, { drop_off_shipment_ids: [shipment.drop_off_shipment.id] });
    };
    await run('reattempt');
    await run('fail');
    await run('fail', 'Cannot-return Road');
    const deleted = await createdShipment(practice);
    await practice.remove(deleted.parcels[0].custom_code);
    const expected = [
      [
        'scheduled',
        'to_pick_up',
        'picked_up',
        'processing',
        'in_transit',
        'failed',
        'to_attempt',
        'in_transit',
        'delivered',
      ],
      [
        'scheduled',
        'to_pick_up',
        'picked_up',
        'processing',
        'in_transit',
        'failed',
        'to_attempt',
        'in_transit',
        'failed',
        'return_scheduled',
        'returned',
      ],
      [
        'scheduled',
        'to_pick_up',
        'picked_up',
        'processing',
        'in_transit',
        'failed',
        'to_attempt',
        'in_transit',
        'failed',
        'cancelled',
      ],
      ['scheduled', 'deleted'],
    ];
    await endpoint.until(expected.flat().length + expected.length);
    const shipmentEvents = endpoint.heard.filter(({ body }) => body.event.startsWith('same.shipment.'));
    const byShipment = new Map<string, typeof shipmentEvents>();
    for (const heard of shipmentEvents) {
      const { unique_id } = heard.body.data;
      byShipment.set(unique_id, [...(byShipment.get(unique_id) ?? []), heard]);
    }
    expect(
      [...byShipment.values()].map((events) => events.map(({ body }) => body.event.replace('same.shipment.', ''))),
    ).toEqual(expected);
    for (const events of byShipment.values()) {
      const moments = events.map(({ body }) => Date.parse(body.data.trigger_datetime));
      expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
    }
  });

  it('report a shipment deleted with its last parcel, not before', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice({ webhook: endpoint.webhook });
    const codes = [newCode(), newCode()] as const;
    await createdShipment(practice, { parcels: codes.map((custom_code) => ({ unit: 'g', values: 1, custom_code })) });
    await practice.remove(codes[0]);
    await practice.remove(codes[1]);
    await endpoint.until(4);
    expect(endpoint.events()).toEqual([
      'same.parcel.created',
      'same.parcel.created',
      'same.shipment.scheduled',
      'same.shipment.deleted',
    ]);
  });

  it('are tried three times, then dropped, and the next one continues', async () => {
    const endpoint = await webhookEndpoint((delivery) => (delivery <= 3 ? 500 : 200));
    const practice = await startPractice({ webhook: endpoint.webhook });
    await createdShipment(practice);
    await endpoint.until(4);
    expect(endpoint.events()).toEqual([
      ...Array.from({ length: 3 }, () => 'same.parcel.created'),
      'same.shipment.scheduled',
    ]);
  });

  it('do not follow a redirect with the header', async () => {
    const elsewhere = await webhookEndpoint();
    const endpoint = await webhookEndpoint((delivery) => (delivery <= 3 ? 307 : 200), elsewhere.webhook.url);
    const practice = await startPractice({ webhook: endpoint.webhook });
    await createdShipment(practice);
    await endpoint.until(4);
    expect(elsewhere.heard).toEqual([]);
  });

  it('are sent to a webhook that is set later, and no longer once it is removed', async () => {
    const endpoint = await webhookEndpoint();
    const practice = await startPractice();
    await createdShipment(practice, { name: 'Before' });
    practice.setWebhook(endpoint.webhook);
    await createdShipment(practice, { name: 'Heard' });
    await endpoint.until(2);
    practice.setWebhook(null);
    await createdShipment(practice, { name: 'After' });
    practice.setWebhook(endpoint.webhook);
    await createdShipment(practice, { name: 'Heard again' });
    await endpoint.until(4);
    expect(endpoint.heard.flatMap(({ body }) => body.data.drop_off?.receiver_name ?? [])).toEqual([
      'Heard',
      'Heard again',
    ]);
  });

  it('do not delay the answer to the order or the end of the service when the endpoint never answers', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const connected = new Promise<void>((resolve) =>
      silent.once('connection', (socket) => {
        onTestFinished(() => void socket.destroy());
        resolve();
      }),
    );
    const practice = await startPractice({
      webhook: { url: `http://127.0.0.1:${port}/`, header: { name: 'X-Key', value: 'v' } },
    });
    await createdShipment(practice);
    await connected;
    await practice.close();
  });
});
