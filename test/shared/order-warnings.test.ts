import { describe, expect, it } from 'vitest';
import { type OrderRequest, orderRequestSchema } from '../../src/shared/orders/order-request.ts';
import { orderWarnings } from '../../src/shared/orders/order-warnings.ts';

const usual: OrderRequest = {
  pick_up_address: { text: 'Dock 4, 18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971 50 000 0000' },
      parcels: [{ unit: 'g', values: 900 }],
    },
  ],
};

const to = (address: Partial<OrderRequest['drop_offs'][0]['address']>): OrderRequest => ({
  ...usual,
  drop_offs: [{ ...usual.drop_offs[0], address: { ...usual.drop_offs[0].address, ...address } }],
});

const weighing = (...weights: number[]): OrderRequest => ({
  ...usual,
  drop_offs: [{ ...usual.drop_offs[0], parcels: weights.map((values) => ({ unit: 'g', values })) }],
});

const paths = (request: OrderRequest): string[] => orderWarnings(request).map(({ path }) => path);

describe('warnings about an order', () => {
  it('are none where nothing is unusual', () => {
    expect(orderWarnings(usual)).toEqual([]);
    expect(orderWarnings(to({ person_email: 'aya@shop.example', person_phone: '04 123 4567 ext 12' }))).toEqual([]);
  });

  it.each(['ask', '12 34', '+971 50 000 0000 00000', 'aya@shop.example'])('the phone number %j looks odd', (phone) => {
    expect(paths(to({ person_phone: phone }))).toEqual(['drop_offs.0.address.person_phone']);
  });

  it.each(['aya', 'aya@shop', 'a b@shop.example', '@shop.example'])('the e-mail %j looks odd', (email) => {
    expect(paths({ ...usual, pick_up_address: { text: 'Dock 4', sender_person_email: email } })).toEqual([
      'pick_up_address.sender_person_email',
    ]);
  });

  it('name a receiver who is missing', () => {
    const { text } = usual.drop_offs[0].address;
    const request: OrderRequest = { ...usual, drop_offs: [{ ...usual.drop_offs[0], address: { text } }] };
    expect(paths(request)).toEqual(['drop_offs.0.address.person_name', 'drop_offs.0.address.person_phone']);
  });

  it('name a drop-off where the pick-up is', () => {
    expect(paths(to({ text: 'DOCK 4,  18 harbour road ' }))).toEqual(['drop_offs.0.address.text']);
  });

  it.each([
    [30_001, 'Heavy: that is 30.001 kg'],
    [2.5, 'Light: 2.5 g. Were kilograms meant?'],
    [900.5, 'Parts of a gram: were kilograms meant?'],
  ])('say of %d g: %s', (grams, words) => {
    expect(orderWarnings(weighing(900, grams))).toEqual([{ path: 'drop_offs.0.parcels.1.values', words }]);
  });

  it('say that two codes differ by capitals alone', () => {
    const parcels = ['NL7K2M9P4R6T8V2X4B6D', 'nl7k2m9p4r6t8v2x4b6d'].map((custom_code) => ({
      unit: 'g' as const,
      values: 900,
      custom_code,
    }));
    const request: OrderRequest = { ...usual, drop_offs: [{ ...usual.drop_offs[0], parcels }] };
    expect(orderWarnings(request)).toEqual([
      { path: 'drop_offs.0.parcels.1.custom_code', words: 'Differs from the code of parcel 1 by capitals alone' },
    ]);
  });

  it('never refuse: long texts and heavy parcels are valid requests', () => {
    const request = to({ description: 'x'.repeat(4_000) });
    expect(orderRequestSchema.safeParse(request).success).toBe(true);
    expect(paths(request)).toEqual(['drop_offs.0.address.description']);
    expect(orderRequestSchema.safeParse(weighing(5_000_000)).success).toBe(true);
  });
});
