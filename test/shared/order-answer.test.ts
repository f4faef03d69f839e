import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxListEntries } from '../../src/shared/orders/documented-fields.ts';
import { exactOrderAnswerSchema, orderAnswerSchema } from '../../src/shared/orders/order-answer.ts';

const recorded = JSON.parse(readFileSync(new URL('../fixtures/service/create.json', import.meta.url), 'utf8')).object;

describe('order answer', () => {
  it('keeps every field of the recorded answer under its own name', () => {
    expect(orderAnswerSchema.parse(recorded)).toEqual(recorded);
    expect(exactOrderAnswerSchema.safeParse(recorded).error).toBeUndefined();
  });

  it('has coordinates as numbers, the pick-up index as text and the drop-off index as a number', () => {
    const [shipment] = orderAnswerSchema.parse(recorded).shipments ?? [];
    expect(shipment?.drop_off_address).toMatchObject({ lat: 25.0772, lng: 55.1392, postal_code: 'ae-00117' });
    expect(shipment?.parcels?.[1]).toMatchObject({ pick_up_index: '0', drop_off_index: 1 });
  });

  it('never converts one type into another', () => {
    const parcel = {
      pick_up_index: 0,
      drop_off_index: '0',
      pick_up_code: 3001,
      custom_code: 1234567890123456,
      label: null,
    };
    const answer = orderAnswerSchema.parse({ shipments: [{ parcels: [parcel], drop_off_address: { lat: '25.1' } }] });
    expect(answer.shipments).toEqual([{ parcels: [{}], drop_off_address: {} }]);
  });

  it('reads a list only up to the most entries an order can have', () => {
    const shipments = Array.from({ length: 100_000 }, () => 0 as unknown).concat([{ shipment_order_id: 1 }]);
    expect(orderAnswerSchema.parse({ shipments }).shipments).toEqual([]);
    const parcels = Array.from({ length: 60 }, () => ({ drop_off_index: 0 }));
    expect(orderAnswerSchema.parse({ shipments: [{ parcels }] }).shipments?.[0]?.parcels).toHaveLength(maxListEntries);
    expect(exactOrderAnswerSchema.safeParse({ shipments }).error?.issues.length).toBeLessThan(60);
  });

  it('is not disturbed by keys that are special to JavaScript', () => {
    const answer = JSON.parse(
      '{"__proto__":{"unique_id":"x"},"shipments":[{"parcel_count":{"__proto__":{"a":1},"SAME":{"small":2}}}]}',
    );
    const read = orderAnswerSchema.parse(answer);
    expect(read.unique_id).toBeUndefined();
    expect(read.shipments?.[0]?.parcel_count?.SAME).toEqual({ small: 2 });
  });

  it('gives the same result when it is read twice, for any input', () => {
    const shipment = fc.dictionary(fc.constantFrom(...Object.keys(recorded.shipments[0])), fc.jsonValue());
    const anything = fc.record({ unique_id: fc.jsonValue(), shipments: fc.array(fc.oneof(shipment, fc.jsonValue())) });
    fc.assert(
      fc.property(anything, (value) => {
        const once = orderAnswerSchema.parse(value);
        expect(orderAnswerSchema.parse(structuredClone(once))).toStrictEqual(once);
      }),
    );
  });
});
