import { describe, expect, test } from 'vitest';
import {
  localOffsetAt,
  paymentType,
  quotedParcels,
  quotedPrice,
  quotedSlots,
  shipmentTypes,
  sizeCounts,
  subtotals,
} from '../../../../src/renderer/screens/new-order/quote-text.ts';
import { money } from '../../../../src/renderer/text/text.ts';
import { documentedQuote } from '../../../../src/shared/orders/quote.ts';

const slot = (name: string) => ({ city: 'Dubai', code: 'S1', name, closing_margin: 30, from_time: 540, to_time: 720 });

const quote = documentedQuote.tolerant().parse({
  min_price: 45,
  actual_total_price: 30,
  actual_total_tax: 1.5,
  actual_price_with_tax: 31.5,
  total_price: 45,
  total_tax: 2.25,
  price_with_tax: 47.25,
  pick_ups: [
    {
      scheduled_date: '2026-11-22',
      time_slot: slot('09:00 - 12:00'),
      time_slot_datetime_start: '2026-11-22T09:00:00+04:00',
      time_slot_datetime_end: '2026-11-22T12:00:00+04:00',
      drop_offs: [
        {
          scheduled_date: '2026-11-23',
          time_slot_code: 'EVENING',
          parcels: [{ unit: 'g', values: 900, parcel_size_code: 'small', price: 15 }, { unit: 'g' }],
        },
      ],
    },
  ],
});

describe('quote: prices', () => {
  test('are shown with and without the minimum, and whether it applied', () => {
    expect(quotedPrice(quote, 'AED')).toEqual({
      total: '47.25 AED',
      lines: [
        { name: 'Price', charged: '45.00', withoutMinimum: '30.00' },
        { name: 'Tax', charged: '2.25', withoutMinimum: '1.50' },
        { name: 'With tax', charged: '47.25', withoutMinimum: '31.50' },
      ],
      minimum: '45.00 AED',
      minimumApplied: true,
    });
  });

  test('above the minimum it did not apply; missing prices say nothing about it', () => {
    expect(quotedPrice({ price_with_tax: 60, actual_price_with_tax: 60 }, null).minimumApplied).toBe(false);
    const empty = quotedPrice({}, null);
    expect(empty.minimumApplied).toBeNull();
    expect(empty.total).toBe('not provided');
    expect(empty.lines[0]).toEqual({ name: 'Price', charged: 'not provided', withoutMinimum: 'not provided' });
  });

  test('have the environment’s currency, or none; unknown amounts say so', () => {
    expect(money(null, 'AED')).toBe('not provided');
    expect(money(45, 'AED')).toBe('45.00 AED');
    expect(money(1234.5, null)).toBe('1234.50');
    expect(money(0.125, null)).toBe('0.125');
  });
});

describe('quote: slots', () => {
  test('are shown by name and by the date as given', () => {
    const slots = quotedSlots(quote, () => '+04:00');
    expect(slots.map(({ label, name, date }) => [label, name, date])).toEqual([
      ['Pick-up', '09:00 - 12:00', '2026-11-22'],
      ['Drop-off', 'EVENING', '2026-11-23'],
    ]);
    expect(slots[0]?.clock).toBeNull();
  });

  test('a station in another time zone sees the service’s time', () => {
    expect(quotedSlots(quote, () => '+00:00')[0]?.clock).toBe('09:00 to 12:00 service time, UTC+04:00');
  });

  test('a missing slot is named as such', () => {
    expect(quotedSlots({ pick_ups: [{}] }, () => '+00:00')).toEqual([
      { label: 'Pick-up', date: 'date not provided', name: 'time slot not provided', clock: null, pickUpDate: null },
    ]);
    expect(quotedSlots({}, () => '+00:00')).toEqual([]);
  });

  test('a drop-off with another pick-up day than the pick-up is shown with it', () => {
    const pickUps = (pick_up_scheduled_date: string) =>
      quotedSlots({ pick_ups: [{ scheduled_date: '2026-11-22', drop_offs: [{ pick_up_scheduled_date }] }] }, () => '');
    expect(pickUps('2026-11-22')[1]?.pickUpDate).toBeNull();
    expect(pickUps('2026-11-21')[1]?.pickUpDate).toBe('2026-11-21');
  });

  test('the local offset is written as the service writes its own', () => {
    expect(localOffsetAt('2026-11-22T09:00:00Z')).toMatch(/^[+-]\d{2}:\d{2}$/);
  });
});

test('quote: each parcel has its weight, size and price', () => {
  expect(quotedParcels(quote, 'AED')).toEqual([
    { size: 'small', weight: '900 g', price: '15.00 AED' },
    { size: 'size not provided', weight: 'not provided', price: 'not provided' },
  ]);
});

const small = { code: 'small', note: 'Up to 2 kg', icon_url: 'https://icons.example/small.svg', count: 2 };
const detailedQuote = documentedQuote.tolerant().parse({
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

describe('quote: subtotals', () => {
  test('are the three totals, the pick-up’s prices and each drop-off’s', () => {
    expect(subtotals(detailedQuote).map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
      'Drop-offs total: 24.00',
      'Parcels total: 24.00',
      'Additional parameters total: 0.00',
      'Drop-off: 24.00',
      'Pick-up: 3.00',
      'Pick-up total: 27.00',
    ]);
  });

  test('that are missing are shown as not provided', () => {
    const partial = subtotals({ pick_ups: [{ parcels_total_price: 1 }] });
    expect(partial.map(({ amount }) => amount)).toEqual([
      'not provided',
      '1.00',
      'not provided',
      'not provided',
      'not provided',
    ]);
    expect(subtotals({}).every(({ amount }) => amount === 'not provided')).toBe(true);
  });

  test('of several drop-offs are numbered', () => {
    const names = subtotals({ pick_ups: [{ drop_offs: [{ price: 1 }, { price: 2 }] }, {}] }).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Drop-off 1', 'Drop-off 2', 'Pick-up 1 total', 'Pick-up 2']));
  });
});

describe('quote: parcel sizes', () => {
  test('are shown once, with size, note and count by shipment type', () => {
    expect(sizeCounts(detailedQuote)).toEqual([
      { shipment: null, shipmentType: 'SAME', size: 'small', note: 'Up to 2 kg', count: '2' },
    ]);
  });

  test('name the shipment where pick-up and drop-off differ', () => {
    const lines = sizeCounts({
      pick_ups: [
        {
          parcel_summary: { SAME: { small } },
          drop_offs: [{ parcel_summary: { SAME: { small: { ...small, count: 1 } } } }],
        },
      ],
    });
    expect(lines.map(({ shipment, count }) => [shipment, count])).toEqual([
      ['Pick-up', '2'],
      ['Drop-off', '1'],
    ]);
  });

  test('show missing values as not provided, and take the size from its key', () => {
    expect(sizeCounts({ pick_ups: [{ parcel_summary: { NEXT: { large: {} } } }] })).toEqual([
      { shipment: null, shipmentType: 'NEXT', size: 'large', note: 'not provided', count: 'not provided' },
    ]);
    expect(sizeCounts({})).toEqual([]);
  });
});

test('quote: the payment type is shown by its name and code, as far as they are provided', () => {
  expect(paymentType(detailedQuote)).toBe('Wallet (WALLET)');
  expect(paymentType({ payment_type: { code: 'CASH' } })).toBe('CASH');
  expect(paymentType({ payment_type: { name: 'Cash', code: 'Cash' } })).toBe('Cash');
  expect(paymentType({})).toBe('not provided');
});

test('quote: the shipment type is that of the drop-off', () => {
  expect(shipmentTypes(detailedQuote)).toBe('SAME');
  expect(shipmentTypes({ pick_ups: [{ drop_offs: [{}] }] })).toBe('not provided');
  expect(shipmentTypes({})).toBe('not provided');
});
