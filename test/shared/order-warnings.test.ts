import { describe, expect, it } from 'vitest';
import { message } from '../../src/shared/messages/message.ts';
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

describe('order warnings', () => {
  it('a usual order has none', () => {
    expect(orderWarnings(usual)).toEqual([]);
    expect(orderWarnings(to({ person_email: 'aya@shop.example', person_phone: '04 123 4567 ext 12' }))).toEqual([]);
  });

  it.each(['ask', '12 34', '+971 50 000 0000 00000', 'aya@shop.example'])('the phone number %j is unusual', (phone) => {
    expect(paths(to({ person_phone: phone }))).toEqual(['drop_offs.0.address.person_phone']);
  });

  it.each(['aya', 'aya@shop', 'a b@shop.example', '@shop.example'])('the e-mail address %j is unusual', (email) => {
    expect(paths({ ...usual, pick_up_address: { text: 'Dock 4', sender_person_email: email } })).toEqual([
      'pick_up_address.sender_person_email',
    ]);
  });

  it('a missing receiver is named', () => {
    const { text } = usual.drop_offs[0].address;
    const request: OrderRequest = { ...usual, drop_offs: [{ ...usual.drop_offs[0], address: { text } }] };
    expect(paths(request)).toEqual(['drop_offs.0.address.person_name', 'drop_offs.0.address.person_phone']);
  });

  it('a drop-off at the pick-up address is named', () => {
    expect(paths(to({ text: 'DOCK 4,  18 harbour road ' }))).toEqual(['drop_offs.0.address.text']);
  });

  it.each([
    [30_001, message('order.weight-heavy', { kilograms: 30.001 })],
    [2.5, message('order.weight-light', { grams: 2.5 })],
    [900.5, message('order.weight-fractional')],
  ])('a weight of %d g is unusual', (grams, warning) => {
    expect(orderWarnings(weighing(900, grams))).toEqual([{ path: 'drop_offs.0.parcels.1.values', message: warning }]);
  });

  it('two codes that differ only in case are named', () => {
    const parcels = ['NL7K2M9P4R6T8V2X4B6D', 'nl7k2m9p4r6t8v2x4b6d'].map((custom_code) => ({
      unit: 'g' as const,
      values: 900,
      custom_code,
    }));
    const request: OrderRequest = { ...usual, drop_offs: [{ ...usual.drop_offs[0], parcels }] };
    expect(orderWarnings(request)).toEqual([
      { path: 'drop_offs.0.parcels.1.custom_code', message: message('order.codes-differ-in-case', { parcel: 1 }) },
    ]);
  });

  it('long texts and heavy parcels are valid requests', () => {
    const request = to({ description: 'x'.repeat(4_000) });
    expect(orderRequestSchema.safeParse(request).success).toBe(true);
    expect(paths(request)).toEqual(['drop_offs.0.address.description']);
    expect(orderRequestSchema.safeParse(weighing(5_000_000)).success).toBe(true);
  });
});
