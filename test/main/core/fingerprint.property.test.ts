import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedText, orderFingerprint } from '../../../src/main/core/fingerprint.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';

const word = fc.string({ minLength: 1, maxLength: 12 });
const orders = fc.record({
  name: word,
  phone: word,
  text: word,
  weights: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
});
type Receiver = { name?: string | undefined; phone?: string | undefined; text: string; weights: number[] };

const requestOf = (
  { name, phone, text, weights }: Receiver,
  pickUp = 'Dock 4',
  codes: string[] = [],
): OrderRequest => ({
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

describe('order fingerprint', () => {
  it('ignores case, spaces, the order of the weights, the codes and the pick-up address', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 4 }), ({ text, ...receiver }, turn) => {
        const address = `Palm Street ${text} 9`;
        const { weights } = receiver;
        const turned = [...weights.slice(turn), ...weights.slice(0, turn)];
        const other = {
          ...receiver,
          name: `  ${receiver.name}\t`,
          text: `palm   street ${text}\n9 `,
          weights: turned,
        };
        const codes = turned.map((_, index) => `NL7K2M9P4R6T8V2X4B6${index}`);
        expect(orderFingerprint(requestOf(other, 'Dock 5', codes))).toBe(
          orderFingerprint(requestOf({ ...receiver, text: address })),
        );
      }),
    );
  });

  it('differs for any other receiver, address or weights', () => {
    const normalized = (receiver: Receiver) =>
      JSON.stringify([
        ...[receiver.name, receiver.phone, receiver.text].map((text) =>
          (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim(),
        ),
        receiver.weights.toSorted((one, other) => one - other),
      ]);
    fc.assert(
      fc.property(orders, orders, (one, other) => {
        expect(orderFingerprint(requestOf(one)) === orderFingerprint(requestOf(other))).toBe(
          normalized(one) === normalized(other),
        );
      }),
    );
  });

  it('is the same exactly where the compared texts are', () => {
    fc.assert(
      fc.property(orders, orders, (one, other) => {
        const [first, second] = [requestOf(one), requestOf(other)];
        const isSame = orderFingerprint(first) === orderFingerprint(second);
        expect(comparedText(first) === comparedText(second)).toBe(isSame);
        expect(comparedText(first)).toBe(comparedText(structuredClone(first)));
      }),
    );
  });

  it('distinguishes a name from a phone number, and one weight from two', () => {
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
