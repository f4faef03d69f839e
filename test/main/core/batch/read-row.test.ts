import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ReadRow,
  readAnyRow,
  readUsualRow,
  readWeight,
  rowLayout,
} from '../../../../src/main/core/batch/read-row.ts';
import type { MatchedColumn } from '../../../../src/main/core/ports/batch-records.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import type { BatchField } from '../../../../src/shared/orders/batch.ts';
import {
  isSoundAddress,
  isSoundParcel,
  requestAddressSchema,
  requestParcelSchema,
} from '../../../../src/shared/orders/order-request.ts';

const ambiguous = (text: string, separator: string): Message =>
  message('batch.weight-ambiguous', { text, whole: '1234', decimal: '1.234', separator });
const notANumber = (text: string): Message => message('batch.number-unreadable', { text });

describe('batch: a weight', () => {
  it.each<[string, 'g' | 'kg' | null, number]>([
    ['900', null, 900],
    [' 900'.trim(), 'g', 900],
    ['12.5', 'g', 12.5],
    ['0.250', 'g', 0.25],
    ['1 234', 'g', 1234],
    ['1’234', 'g', 1234],
    ['1,234,567', 'g', 1_234_567],
    ['1,234.5', 'g', 1234.5],
    ['1.234,5', 'g', 1234.5],
    ['500 g', 'kg', 500],
    ['1.5kg', 'g', 1500],
    ['1.5', 'kg', 1500],
    ['1.234', 'kg', 1234],
    ['0,75 kg', null, 750],
    ['2', 'kg', 2000],
    ['-5', 'g', -5],
    ['0', 'g', 0],
    ['4.', 'g', 4],
    ['.5', 'kg', 500],
  ])('“%s” in a column of %s is %d g', (cell, unit, grams) => {
    expect(readWeight(cell, unit)).toMatchObject({ kind: 'grams', grams });
  });

  it('with a comma has a warning that shows how it is read', () => {
    const warning = message('batch.weight-read-as', { text: '12,5', grams: 12.5 });
    expect(readWeight('12,5', 'g')).toEqual({ kind: 'grams', grams: 12.5, warning });
    expect(readWeight('12.5', 'g')).toMatchObject({ warning: null });
  });

  it.each<[string, 'g' | 'kg' | 'another' | null, Message]>([
    ['1,234', 'g', ambiguous('1,234', ',')],
    ['1.234', null, ambiguous('1.234', '.')],
    ['1.2E+6', 'g', message('batch.number-shortened', { text: '1.2E+6' })],
    ['heavy', 'g', message('batch.weight-unreadable', { text: 'heavy' })],
    ['2 lb', 'g', message('batch.weight-other-unit', { text: '2 lb' })],
    ['2', 'another', message('batch.weight-unit-unknown')],
    ['1,23,4', 'g', notANumber('1,23,4')],
    ['1.2.3', 'g', notANumber('1.2.3')],
    ['12 34', 'g', notANumber('12 34')],
    ['1,2.3,4', 'g', notANumber('1,2.3,4')],
    ['900-1000', 'g', message('batch.weight-unreadable', { text: '900-1000' })],
  ])('“%s” in a column of %s is an error', (cell, unit, error) => {
    expect(readWeight(cell, unit)).toEqual({ kind: 'error', message: error });
  });

  it('of an empty cell is none', () => expect(readWeight('', 'g')).toEqual({ kind: 'none' }));
});

const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'Aya Noor',
      '12 Palm Street',
      'dock  4',
      '+971 50 000 0000',
      '04 123 4567 ext 12',
      'aya@shop.example',
      'x@',
    ],
    ...["'0501234567", '="00123"', '=x', '1.2E+11', '1E+5 x', ' a ', 'a  b', '\tA', '0', '9', '10', '31000', '1,5'],
    ...['12 kg', '2 lb', 'heavy', '999999999', '-5', 'NL7K2M9P4R6T8V2X4B6D', 'short', '5'.repeat(16)],
    ...['x'.repeat(41), 'x'.repeat(101), 'y'.repeat(301), 'z'.repeat(4_001), 'q'.repeat(6_000)],
  ),
  fc.string({ maxLength: 22 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const usualCells: Readonly<Partial<Record<BatchField, string>>> = {
  'address.text': '12 Palm Street',
  'address.person_name': 'Aya Noor',
  'address.person_phone': '+971 50 000 0000',
  'parcel.values': '900',
  'parcel.custom_code': 'NL7K2M9P4R6T8V2X4B6D',
  'pick_up_address.text': 'Dock 4',
};

/** With the order that it makes. As text: the order of the fields is part of a request. */
const contentOf = ({ order, ...own }: ReadRow): string =>
  JSON.stringify([own, order?.requestOf(own.row.cells), order?.comparedTextOf(own.row.cells)]);

describe('batch: a row', () => {
  it('is read in the short way as in the long one, whatever is in it', () => {
    const optional = fc.shuffledSubarray<BatchField | null>([
      'address.description',
      'pick_up_address.person_phone',
      null,
    ]);
    const fields = optional.chain((extra) => {
      const all = [...(Object.keys(usualCells) as BatchField[]), ...extra];
      return fc.shuffledSubarray(all, { minLength: all.length - 1 });
    });
    const titles = fc.constantFrom('Weight', 'Weight (kg)', 'Weight (lb)');
    const pickUp = fc.option(fc.record({ person_phone: texts, text: texts }, { requiredKeys: ['text'] }));
    const changes = fc.array(fc.option(texts, { freq: 1, nil: undefined }), { maxLength: 10 });
    let readInTheShortWay = 0;
    fc.assert(
      fc.property(fields, titles, pickUp, changes, (named, title, address, changed) => {
        const columns = named.map((field): MatchedColumn => ({ title, field, matchedBy: null }));
        const cells = named.map((field) => (field && usualCells[field]) ?? '');
        const own = Array.from(
          { length: Math.max(cells.length, changed.length) },
          (_, at) => changed[at] ?? cells[at] ?? '',
        );
        for (const row of [cells, own].map((all) => ({ line: 2, cells: all, fault: null, isSkipped: false }))) {
          const short = readUsualRow(row, rowLayout(columns, address));
          if (short === null) continue;
          readInTheShortWay += 1;
          expect(contentOf(short)).toBe(contentOf(readAnyRow(row, rowLayout(columns, address))));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(readInTheShortWay).toBeGreaterThan(100);
  });

  it('has an address and a parcel that are sound only as their schemas return them', () => {
    const address = fc.oneof(
      fc.record({ text: texts, person_name: texts, person_phone: texts }, { requiredKeys: [] }),
      fc.record({ person_name: texts, text: texts }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(address, (draft) => {
        if (isSoundAddress(draft))
          expect(JSON.stringify(requestAddressSchema.parse(draft))).toBe(JSON.stringify(draft));
      }),
      { numRuns: 2_000 },
    );
    const values = fc.oneof(fc.double(), fc.integer({ min: -1, max: 40_000 }), fc.constantFrom(1e9, 1e9 + 1));
    fc.assert(
      fc.property(
        fc.record({ unit: fc.constant('g' as const), values, custom_code: texts }, { requiredKeys: [] }),
        (draft) => {
          const read = requestParcelSchema.safeParse(draft);
          expect(isSoundParcel(draft)).toBe(read.success);
          if (read.success) expect(JSON.stringify(read.data)).toBe(JSON.stringify(draft));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
