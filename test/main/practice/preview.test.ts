import { describe, expect, it } from 'vitest';
import { type Json, orderRequest, startPractice } from './practice-fixture.ts';

const weights = (...grams: number[]) => grams.map((values) => ({ unit: 'g', values }));
/** 10:30 where the service is: picked up the same day. */
const morning = () => Date.parse('2026-03-10T06:30:00Z');

describe('practice service: a price quote', () => {
  it('has exactly the fields of the document', async () => {
    const practice = await startPractice({ now: morning });
    const answer = await practice.preview(
      orderRequest({
        address: 'Unit 4, 221B Baker Street, London NW1 6XE',
        pickUp: { sender_person_name: 'Packing Ltd', sender_person_phone: '+44 2000000000' },
        parcels: weights(900, 5000),
      }),
    );
    expect(answer.status).toBe(200);
    const body: Json = await answer.json();
    expect(Object.keys(body)).toEqual(['status', 'code', 'message', 'object']);
    expect(body).toMatchObject({ status: 'success', code: 200, message: expect.any(String) });

    const slot = {
      city: expect.any(String),
      code: expect.any(String),
      name: expect.any(String),
      closing_margin: expect.any(Number),
      from_time: expect.any(Number),
      to_time: expect.any(Number),
    };
    const summary = {
      SAME: {
        small: { code: 'small', note: expect.any(String), icon_url: expect.stringMatching(/^https:/), count: 1 },
        medium: { code: 'medium', note: expect.any(String), icon_url: expect.stringMatching(/^https:/), count: 1 },
      },
    };
    expect(body.object).toEqual({
      pick_ups: [
        {
          address: {
            saved_address_id: null,
            lat: expect.stringMatching(/^\d+\.\d+$/),
            lng: expect.stringMatching(/^\d+\.\d+$/),
            text: '18 Harbour Road, 70001',
            city: expect.any(String),
            person_name: 'Packing Ltd',
            person_phone_country_code: '44',
            person_phone: '+44 2000000000',
            plate_number: null,
            unit_number: null,
            postal_code: '70001',
            description: null,
          },
          scheduled_date: '2026-03-10',
          time_slot_code: expect.any(String),
          time_slot: slot,
          time_slot_datetime_start: '2026-03-10T14:00:00+04:00',
          time_slot_datetime_end: '2026-03-10T18:00:00+04:00',
          drop_offs: [
            {
              address: {
                text: 'Unit 4, 221B Baker Street, London NW1 6XE',
                postal_code: 'nw1 6xe',
                lat: expect.stringMatching(/^\d+\.\d+$/),
                lng: expect.stringMatching(/^\d+\.\d+$/),
                region: expect.any(String),
                city: expect.any(String),
                google_place_id: expect.any(String),
                location_service_postal_code: 'nw1 6xe',
              },
              parcels: [
                { unit: 'g', values: 900, parcel_size_code: 'small', price: 12 },
                { unit: 'g', values: 5000, parcel_size_code: 'medium', price: 18.5 },
              ],
              pick_up_shipment_type: 'SAME',
              scheduled_date: '2026-03-11',
              pick_up_scheduled_date: '2026-03-10',
              time_slot_code: expect.any(String),
              time_slot: { ...slot, warehouse_service_zone_code: expect.any(String) },
              time_slot_datetime_start: '2026-03-11T09:00:00+04:00',
              time_slot_datetime_end: '2026-03-11T18:00:00+04:00',
              price: 30.5,
              parcel_summary: summary,
            },
          ],
          drop_offs_total_price: 30.5,
          parcels_total_price: 30.5,
          additional_parameters_total_price: 0,
          price: 0,
          total_price: 30.5,
          parcel_summary: summary,
        },
      ],
      payment_type: { id: expect.any(Number), code: expect.any(String), name: expect.any(String) },
      min_price: 45,
      actual_total_price: 30.5,
      actual_total_tax: 1.53,
      actual_price_with_tax: 32.03,
      total_price: 45,
      total_tax: 2.25,
      price_with_tax: 47.25,
    });
  });

  it('charges the sum if it is above the minimum', async () => {
    const practice = await startPractice();
    const { object }: Json = await (await practice.preview(orderRequest({ parcels: weights(9000, 9000) }))).json();
    expect(object).toMatchObject({
      actual_total_price: 54,
      total_price: 54,
      total_tax: 2.7,
      price_with_tax: 56.7,
      actual_price_with_tax: 56.7,
    });
  });

  it('accepts another minimum price, also zero', async () => {
    const expensive = await startPractice({ minimumPrice: 99.99 });
    const free = await startPractice({ minimumPrice: 0 });
    const ask = async (practice: typeof expensive): Promise<Json> =>
      ((await (await practice.preview(orderRequest({ parcels: weights(900) }))).json()) as Json).object;
    expect(await ask(expensive)).toMatchObject({
      min_price: 99.99,
      total_price: 99.99,
      total_tax: 5,
      price_with_tax: 104.99,
      actual_total_price: 12,
    });
    expect(await ask(free)).toMatchObject({ min_price: 0, total_price: 12, price_with_tax: 12.6 });
  });

  it('is picked up the next day after noon, across the end of a month and another time zone’s day', async () => {
    // 01:30 on 1 March where the service is, still February in UTC; and 12:00 sharp.
    for (const [moment, pickUp, dropOff] of [
      ['2026-02-28T21:30:00Z', '2026-03-01', '2026-03-02'],
      ['2026-02-28T08:00:00Z', '2026-03-01', '2026-03-02'],
      ['2026-02-28T07:59:59Z', '2026-02-28', '2026-03-01'],
    ] as const) {
      const practice = await startPractice({ now: () => Date.parse(moment) });
      const { object }: Json = await (await practice.preview(orderRequest())).json();
      expect(object.pick_ups[0].scheduled_date).toBe(pickUp);
      expect(object.pick_ups[0].drop_offs[0].scheduled_date).toBe(dropOff);
    }
  });

  it('is the same each time, and a missing postal code is null', async () => {
    const practice = await startPractice({ now: morning });
    const request = orderRequest({ address: '12 Palm Street, Flat 9' });
    const first: Json = await (await practice.preview(request)).json();
    expect(await (await practice.preview(request)).json()).toEqual(first);
    expect(first.object.pick_ups[0].drop_offs[0].address.postal_code).toBeNull();
  });

  it('has the limits of an order, but accepts the same custom code repeatedly', async () => {
    const practice = await startPractice();
    const request = orderRequest();
    expect((await practice.create(request)).status).toBe(201);
    expect((await practice.preview(request)).status).toBe(200);
    expect((await practice.preview(orderRequest({ parcels: [] }))).status).toBe(422);
  });
});
