import { describe, expect, test } from 'vitest';
import {
  parcelSummaryLines,
  paymentWords,
  shipmentTypeWords,
  subTotals,
} from '../../../../src/renderer/screens/new-order/quote-details.ts';
import { quoteSchema } from '../../../../src/shared/quote.ts';

const small = { code: 'small', note: 'Up to 2 kg', icon_url: 'https://icons.example/small.svg', count: 2 };
const quote = quoteSchema.parse({
  payment_type: { id: 1, code: 'WALLET', name: 'Wallet' },
  pick_ups: [
    {
      drop_offs_total_price: 24,
      parcels_total_price: 24,
      additional_parameters_total_price: 0,
      price: 3,
      total_price: 27,
      parcel_summary: { SAME: { small } },
      drop_offs: [{ price: 24, pick_up_shipment_type: 'SAME', parcel_summary: { SAME: { small } } }],
    },
  ],
});

describe('the parts of a price', () => {
  test('are the three sub-totals, the pick-up’s prices and each drop-off’s', () => {
    expect(subTotals(quote).map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
      'Drop-offs in total: 24.00',
      'Parcels in total: 24.00',
      'Additional parameters in total: 0.00',
      'Drop-off: 24.00',
      'Pick-up: 3.00',
      'Pick-up in total: 27.00',
    ]);
  });

  test('that the answer left out are named as not told', () => {
    const left = subTotals({ pick_ups: [{ parcels_total_price: 1 }] });
    expect(left.map(({ amount }) => amount)).toEqual(['not told', '1.00', 'not told', 'not told', 'not told']);
    expect(subTotals({}).every(({ amount }) => amount === 'not told')).toBe(true);
  });

  test('of several drop-offs are told apart', () => {
    const names = subTotals({ pick_ups: [{ drop_offs: [{ price: 1 }, { price: 2 }] }, {}] }).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Drop-off 1', 'Drop-off 2', 'Pick-up 1 in total', 'Pick-up 2']));
  });
});

describe('what the parcels were counted as', () => {
  test('is told once, with size, note and count by shipment type', () => {
    expect(parcelSummaryLines(quote)).toEqual([
      { of: null, shipmentType: 'SAME', size: 'small', note: 'Up to 2 kg', count: '2' },
    ]);
  });

  test('names whose count it is where pick-up and drop-off differ', () => {
    const lines = parcelSummaryLines({
      pick_ups: [
        {
          parcel_summary: { SAME: { small } },
          drop_offs: [{ parcel_summary: { SAME: { small: { ...small, count: 1 } } } }],
        },
      ],
    });
    expect(lines.map(({ of, count }) => [of, count])).toEqual([
      ['Pick-up', '2'],
      ['Drop-off', '1'],
    ]);
  });

  test('says which of it was not told, and takes the size from where it stands', () => {
    expect(parcelSummaryLines({ pick_ups: [{ parcel_summary: { NEXT: { large: {} } } }] })).toEqual([
      { of: null, shipmentType: 'NEXT', size: 'large', note: 'not told', count: 'not told' },
    ]);
    expect(parcelSummaryLines({})).toEqual([]);
  });
});

test('the payment type is shown by its name and code, as far as they are told', () => {
  expect(paymentWords(quote)).toBe('Wallet (WALLET)');
  expect(paymentWords({ payment_type: { code: 'CASH' } })).toBe('CASH');
  expect(paymentWords({ payment_type: { name: 'Cash', code: 'Cash' } })).toBe('Cash');
  expect(paymentWords({})).toBe('not told');
});

test('the shipment type is shown as the drop-off has it', () => {
  expect(shipmentTypeWords(quote)).toBe('SAME');
  expect(shipmentTypeWords({ pick_ups: [{ drop_offs: [{}] }] })).toBe('not told');
  expect(shipmentTypeWords({})).toBe('not told');
});
