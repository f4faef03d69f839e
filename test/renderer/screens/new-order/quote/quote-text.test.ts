import { describe, expect, test } from 'vitest';
import {
  localOffsetAt,
  parcelPriceWords,
  parcelSummaryLines,
  paymentWords,
  priceWords,
  shipmentTypeWords,
  slotWords,
  subTotals,
} from '../../../../../src/renderer/screens/new-order/quote/quote-text.ts';
import { quoteSchema } from '../../../../../src/shared/orders/quote.ts';
import { money } from '../../../../../src/shared/values/money.ts';

const slot = (name: string) => ({ city: 'Dubai', code: 'S1', name, closing_margin: 30, from_time: 540, to_time: 720 });

const quote = quoteSchema.parse({
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

describe('prices of a quote', () => {
  test('are given with and without the minimum, and say that it applied', () => {
    expect(priceWords(quote, 'AED')).toEqual({
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

  test('above the minimum it did not apply; where nothing is told, nothing is claimed', () => {
    expect(priceWords({ price_with_tax: 60, actual_price_with_tax: 60 }, null).minimumApplied).toBe(false);
    const silent = priceWords({}, null);
    expect(silent.minimumApplied).toBeNull();
    expect(silent.total).toBe('not told');
    expect(silent.lines[0]).toEqual({ name: 'Price', charged: 'not told', withoutMinimum: 'not told' });
  });

  test('carry the environment’s currency, or none', () => {
    expect(money(45, 'AED')).toBe('45.00 AED');
    expect(money(1234.5, null)).toBe('1234.50');
    expect(money(0.125, null)).toBe('0.125');
  });
});

describe('slots of a quote', () => {
  test('are shown by name and by the date as given', () => {
    const slots = slotWords(quote, () => '+04:00');
    expect(slots.map(({ what, name, date }) => [what, name, date])).toEqual([
      ['Pick-up', '09:00 - 12:00', '2026-11-22'],
      ['Drop-off', 'EVENING', '2026-11-23'],
    ]);
    expect(slots[0]?.clock).toBeNull();
  });

  test('a desk on another clock is told the service’s', () => {
    expect(slotWords(quote, () => '+00:00')[0]?.clock).toBe('09:00 to 12:00 by the service’s clock, UTC+04:00');
  });

  test('a quote that tells no slot at all says so', () => {
    expect(slotWords({ pick_ups: [{}] }, () => '+00:00')).toEqual([
      { what: 'Pick-up', date: 'date not told', name: 'time slot not told', clock: null, pickUpDate: null },
    ]);
    expect(slotWords({}, () => '+00:00')).toEqual([]);
  });

  test('a drop-off that names another pick-up day than the pick-up itself is shown with it', () => {
    const pickUps = (pick_up_scheduled_date: string) =>
      slotWords({ pick_ups: [{ scheduled_date: '2026-11-22', drop_offs: [{ pick_up_scheduled_date }] }] }, () => '');
    expect(pickUps('2026-11-22')[1]?.pickUpDate).toBeNull();
    expect(pickUps('2026-11-21')[1]?.pickUpDate).toBe('2026-11-21');
  });

  test('the desk’s offset is written as the service writes its own', () => {
    expect(localOffsetAt('2026-11-22T09:00:00Z')).toMatch(/^[+-]\d{2}:\d{2}$/);
  });
});

test('each parcel of a quote has its weight, size and price', () => {
  expect(parcelPriceWords(quote, 'AED')).toEqual([
    { size: 'small', weight: '900 g', price: '15.00 AED' },
    { size: 'size not told', weight: 'not told', price: 'not told' },
  ]);
});

const small = { code: 'small', note: 'Up to 2 kg', icon_url: 'https://icons.example/small.svg', count: 2 };
const detailedQuote = quoteSchema.parse({
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
    expect(subTotals(detailedQuote).map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
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
    expect(parcelSummaryLines(detailedQuote)).toEqual([
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
  expect(paymentWords(detailedQuote)).toBe('Wallet (WALLET)');
  expect(paymentWords({ payment_type: { code: 'CASH' } })).toBe('CASH');
  expect(paymentWords({ payment_type: { name: 'Cash', code: 'Cash' } })).toBe('Cash');
  expect(paymentWords({})).toBe('not told');
});

test('the shipment type is shown as the drop-off has it', () => {
  expect(shipmentTypeWords(detailedQuote)).toBe('SAME');
  expect(shipmentTypeWords({ pick_ups: [{ drop_offs: [{}] }] })).toBe('not told');
  expect(shipmentTypeWords({})).toBe('not told');
});
