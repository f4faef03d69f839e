import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxListEntries } from '../../src/shared/orders/documented-fields.ts';
import { documentedOrderAnswer, readOrderAnswer } from '../../src/shared/orders/order-answer.ts';

const recorded = JSON.parse(readFileSync(new URL('../fixtures/service/create.json', import.meta.url), 'utf8')).object;

describe('order answer', () => {
  it('keeps every field of the recorded answer under its own name', () => {
    expect(documentedOrderAnswer.tolerant().parse(recorded)).toEqual(recorded);
    expect(documentedOrderAnswer.exact().safeParse(recorded).error).toBeUndefined();
  });

  it('has coordinates as numbers, the pick-up index as text and the drop-off index as a number', () => {
    const [shipment] = documentedOrderAnswer.tolerant().parse(recorded).shipments ?? [];
    expect(shipment?.drop_off_address).toMatchObject({ lat: 25.0772, lng: 55.1392, postal_code: 'ae-00117' });
    expect(shipment?.parcels?.[1]).toMatchObject({ pick_up_index: '0', drop_off_index: 1 });
  });

  it('reads numbers as text and text as numbers where no digit is lost', () => {
    const parcel = {
      pick_up_index: 0,
      drop_off_index: '0',
      pick_up_code: 3001,
      custom_code: 1234567890123456,
      label: null,
    };
    const shipment = { parcels: [parcel], drop_off_address: { lat: '25.1' }, price_with_tax: ' 47.250 ' };
    expect(documentedOrderAnswer.tolerant().parse({ shipments: [shipment] }).shipments).toEqual([
      {
        parcels: [{ pick_up_index: '0', drop_off_index: 0, pick_up_code: '3001', custom_code: '1234567890123456' }],
        drop_off_address: { lat: 25.1 },
        price_with_tax: 47.25,
      },
    ]);
  });

  it.each([
    ['an identifier beyond 2^53', JSON.parse('{"custom_code":12345678901234567890}')],
    ['an identifier that is a large number with an exponent', { custom_code: 1e21 }],
    ['a flag as an identifier', { custom_code: true }],
    ['an object as an identifier', { custom_code: { value: 'A' } }],
    ['a number with a comma', { drop_off_index: '1,5' }],
    ['a number with its unit', { drop_off_index: '1 pc' }],
    ['a fraction as an integer', { drop_off_index: '1.5' }],
    ['a hexadecimal number', { drop_off_index: '0x10' }],
    ['a blank text as a number', { drop_off_index: '' }],
    ['an integer with a leading zero', { drop_off_index: '007' }],
  ])('leaves out %s', (_what, parcel) => {
    expect(documentedOrderAnswer.tolerant().parse({ shipments: [{ parcels: [parcel] }] }).shipments).toEqual([
      { parcels: [{}] },
    ]);
  });

  it('leaves out a price with more digits than a number keeps', () => {
    const shipments = [{ price_with_tax: '47.2500000000000001', total_price: '47.2500000000001' }];
    expect(documentedOrderAnswer.tolerant().parse({ shipments }).shipments).toEqual([
      { total_price: 47.2500000000001 },
    ]);
  });

  it('reads objects with numbers as keys as lists, by number', () => {
    const parcels = Object.fromEntries(['10', '2', '0'].map((key) => [key, { pick_up_code: key }]));
    expect(documentedOrderAnswer.tolerant().parse({ shipments: { 0: { parcels } } }).shipments?.[0]?.parcels).toEqual([
      { pick_up_code: '0' },
      { pick_up_code: '2' },
      { pick_up_code: '10' },
    ]);
    const withName = { 0: {}, custom_code: 'A' };
    expect(documentedOrderAnswer.tolerant().parse({ shipments: [{ parcels: withName }] }).shipments).toEqual([{}]);
  });

  it('does not name null as missing where a service may not know a value', () => {
    const answer = structuredClone(recorded);
    const { drop_off_address: address } = answer.shipments[0];
    Object.assign(address, { region: null, google_place_id: null, lat: null, lng: null });
    expect(documentedOrderAnswer.exact().safeParse(answer).error).toBeUndefined();
    answer.shipments[0].parcels[0].custom_code = null;
    expect(documentedOrderAnswer.exact().safeParse(answer).error?.issues[0]?.path.at(-1)).toBe('custom_code');
  });

  it('reads a list only up to the most entries an order can have', () => {
    const shipments = Array.from({ length: 100_000 }, () => 0 as unknown).concat([{ shipment_order_id: 1 }]);
    expect(documentedOrderAnswer.tolerant().parse({ shipments }).shipments).toEqual([]);
    const parcels = Array.from({ length: 60 }, () => ({ drop_off_index: 0 }));
    expect(documentedOrderAnswer.tolerant().parse({ shipments: [{ parcels }] }).shipments?.[0]?.parcels).toHaveLength(
      maxListEntries,
    );
    expect(documentedOrderAnswer.exact().safeParse({ shipments }).error?.issues.length).toBeLessThan(60);
  });

  it('is not disturbed by keys that are special to JavaScript', () => {
    const answer = JSON.parse(
      '{"__proto__":{"unique_id":"x"},"shipments":[{"parcel_count":{"__proto__":{"a":1},"SAME":{"small":2}}}]}',
    );
    const read = documentedOrderAnswer.tolerant().parse(answer);
    expect(read.unique_id).toBeUndefined();
    expect(read.shipments?.[0]?.parcel_count?.SAME).toEqual({ small: 2 });
  });

  it('gives the same result when it is read twice, for any input', () => {
    const shipment = fc.dictionary(fc.constantFrom(...Object.keys(recorded.shipments[0])), fc.jsonValue());
    const anything = fc.record({ unique_id: fc.jsonValue(), shipments: fc.array(fc.oneof(shipment, fc.jsonValue())) });
    fc.assert(
      fc.property(anything, (value) => {
        const once = documentedOrderAnswer.tolerant().parse(value);
        expect(documentedOrderAnswer.tolerant().parse(structuredClone(once))).toStrictEqual(once);
      }),
    );
  });
});

describe('order answer without a success status', () => {
  const code = 'BENCH0000000000001';
  const request = {
    pick_up_address: { text: 'Warehouse 4' },
    drop_offs: [{ address: { text: 'Marina Plaza' }, parcels: [{ unit: 'g', values: 1, custom_code: code }] }],
  };
  const noStatus = fc
    .dictionary(
      fc.constantFrom('code', 'message', 'object', 'shipments', 'unique_id', 'parcels', 'data'),
      fc.jsonValue(),
    )
    .map((value) => ({ ...request, ...value }));

  it('is no order whatever it repeats of the request, unless it has an identifier and a parcel of ours', () => {
    fc.assert(
      fc.property(noStatus, (value) => {
        expect(readOrderAnswer(JSON.stringify(value), [code]).kind).not.toBe('order');
        expect(readOrderAnswer(JSON.stringify({ message: 'Invalid', object: value }), [code]).kind).not.toBe('order');
      }),
    );
  });

  it('is the order in each form that shows one', () => {
    const order = { unique_id: 'ORD-1', shipments: [{ parcels: [{ custom_code: code }] }] };
    for (const body of [
      order,
      { object: order },
      { code: '201', object: order },
      { ...order, errors: [], error: null },
    ]) {
      expect(readOrderAnswer(JSON.stringify(body), [code]).kind).toBe('order');
      expect(readOrderAnswer(JSON.stringify(body), ['BENCH0000000000002']).kind).toBe('unreadable');
    }
  });
});
