import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFingerprint } from '../../../../src/main/core/common/fingerprint.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';

const word = fc.string({ minLength: 1, maxLength: 12 });
const orders = fc.record({
  name: word,
  phone: word,
  text: word,
  weights: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
});
type Told = { name?: string | undefined; phone?: string | undefined; text: string; weights: number[] };

const requestOf = ({ name, phone, text, weights }: Told, pickUp = 'Dock 4', codes: string[] = []): OrderRequest => ({
  pick_up_address: { text: pickUp },
  drop_offs: [
    {
      address: {
        text,
        ...(name !== undefined && { person_name: name }),
        ...(phone !== undefined && { person_phone: phone }),
      },
      parcels: weights.map((values, index) => ({
        ...{ unit: 'g' as const, values },
        ...(codes[index] !== undefined && { custom_code: codes[index] }),
      })),
    },
  ],
});

describe('the likeness of an order', () => {
  it('does not see case, spaces, the order of the weights, the codes or where it is picked up', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 4 }), ({ text, ...told }, turn) => {
        const address = `Palm Street ${text} 9`;
        const { weights } = told;
        const turned = [...weights.slice(turn), ...weights.slice(0, turn)];
        const other = {
          ...told,
          name: `  ${told.name}\t`,
          text: `palm   street ${text}\n9 `,
          weights: turned,
        };
        const codes = turned.map((_, index) => `NL7K2M9P4R6T8V2X4B6${index}`);
        expect(orderFingerprint(requestOf(other, 'Dock 5', codes))).toBe(
          orderFingerprint(requestOf({ ...told, text: address })),
        );
      }),
    );
  });

  it('tells any other receiver, address or weights apart', () => {
    const seen = (told: Told) =>
      JSON.stringify([
        ...[told.name, told.phone, told.text].map((text) =>
          (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim(),
        ),
        told.weights.toSorted((one, other) => one - other),
      ]);
    fc.assert(
      fc.property(orders, orders, (one, other) => {
        expect(orderFingerprint(requestOf(one)) === orderFingerprint(requestOf(other))).toBe(seen(one) === seen(other));
      }),
    );
  });

  it('does not mistake a name for a phone number, nor one weight for two', () => {
    const base = { text: '12 Palm Street', weights: [900] };
    const all = [
      requestOf({ ...base, name: '050' }),
      requestOf({ ...base, phone: '050' }),
      requestOf(base),
      requestOf({ ...base, weights: [900, 900] }),
    ].map(orderFingerprint);
    expect(new Set(all).size).toBe(4);
    expect(all[0]).toMatch(/^[0-9a-f]{16}$/);
  });
});
