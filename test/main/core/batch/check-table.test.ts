import { describe, expect, it } from 'vitest';
import {
  type CheckedTable,
  checkTable,
  type PlannedOrder,
  requestOf,
} from '../../../../src/main/core/batch/check-table.ts';
import { matchColumns } from '../../../../src/main/core/batch/column-matching.ts';
import { rowLayout } from '../../../../src/main/core/batch/read-row.ts';
import { readText } from '../../../../src/main/core/batch/read-table.ts';
import { orderFingerprint } from '../../../../src/main/core/fingerprint.ts';
import type { BatchTableRow } from '../../../../src/main/core/ports/batch-records.ts';
import type { DraftAddress } from '../../../../src/shared/orders/order-book.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';

const yieldToEventLoop = async (): Promise<void> => {};
const pickUp: DraftAddress = { text: '18 Harbour Road', person_phone: '04 300 0000' };

interface Given {
  pickUpAddress?: DraftAddress | null;
  combines?: boolean;
  knownCodes?: string[];
  knownFingerprints?: string[];
  skipped?: number[];
  /** Receives how many codes each question to the records names, and `yield` where others get their turn. */
  onStep?(step: number | 'yield'): void;
  /** The records answer once this has resolved. */
  answer?(): Promise<void>;
}

type Checked = Omit<CheckedTable, 'orders'> & { orders: (PlannedOrder & { request: OrderRequest })[] };

/** Checks the rows of a CSV file; each order with its request. */
async function check(text: string, given: Given = {}): Promise<Checked> {
  const {
    pickUpAddress = pickUp,
    combines = false,
    knownCodes = [],
    knownFingerprints = [],
    skipped = [],
    onStep,
  } = given;
  const read = await readText(text, { yieldToEventLoop });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  const columns = matchColumns(read.value.titles, null);
  const rows = read.value.rows.map((row) => ({ ...row, isSkipped: skipped.includes(row.line) }));
  const checkCache = { read: { layout: rowLayout(columns, pickUpAddress), rows: [] } };
  const checked = await checkTable(
    { rows, columns, combines, checkCache },
    {
      yieldToEventLoop: async () => onStep?.('yield'),
      async findKnownCodes(codes) {
        onStep?.(codes.length);
        await given.answer?.();
        return codes.filter((code) => knownCodes.includes(code));
      },
      recentOrders: async () => knownFingerprints,
    },
  );
  return { ...checked, orders: checked.orders.map((order) => ({ ...order, request: requestOf(order) })) };
}

/** "line place severity: code" of each problem, with the values of its parameters. */
const problemsOf = ({ problems }: Pick<CheckedTable, 'problems'>): string[] =>
  [...problems].flatMap(([line, own]) =>
    own.map(({ place, severity, message: { code, params } }) =>
      [`${line} ${place} ${severity}: ${code}`, ...Object.values(params).map(valueText)].join(' | '),
    ),
  );

const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(valueText).join(', ')
    : typeof value === 'object' && value !== null && 'code' in value
      ? String(value.code)
      : String(value);

const header = 'Receiver,Phone,Address,Weight (g),Custom code';
const sound = 'Aya Noor,+971 50 000 0000,12 Palm Street,900,';
const one = (row: string): string => `${header}\n${row}`;
const codeA = 'NL7K2M9P4R6T8V2X4B6D';
const codeB = 'NL1C3E5G7J9L2N4P6R8T';

describe('batch check: a row', () => {
  it('without problems is an order of one parcel, with the pick-up address of the batch', async () => {
    const checked = await check(one(`Aya Noor,+971 50 000 0000, 12  Palm Street ,900,${codeA}`));
    expect(problemsOf(checked)).toEqual([]);
    expect(checked.orders).toMatchObject([
      {
        number: 1,
        lines: [2],
        request: {
          pick_up_address: pickUp,
          drop_offs: [
            {
              address: { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971 50 000 0000' },
              parcels: [{ unit: 'g', values: 900, custom_code: codeA }],
            },
          ],
        },
      },
    ]);
  });

  it.each<[what: string, row: string, problems: string[]]>([
    ['no address', 'Aya Noor,+971 50 000 0000,,900,', ['2 2 error: order.address-missing']],
    ['no weight', 'Aya Noor,+971 50 000 0000,12 Palm Street,,', ['2 3 error: order.weight-missing']],
    ['a weight of zero', 'Aya Noor,+971 50 000 0000,12 Palm Street,0,', ['2 3 error: order.weight-not-positive']],
    [
      'text as a weight',
      'Aya Noor,+971 50 000 0000,12 Palm Street,heavy,',
      ['2 3 error: batch.weight-unreadable | heavy'],
    ],
    [
      'a weight with a comma',
      'Aya Noor,+971 50 000 0000,12 Palm Street,"912,0",',
      ['2 3 warning: batch.weight-read-as | 912,0 | 912'],
    ],
    [
      'an invalid code',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,AB-1',
      ['2 4 error: custom-code.invalid-characters | custom-code.character'],
    ],
    [
      'a phone that a spreadsheet shortened',
      'Aya Noor,9.71501E+11,12 Palm Street,900,',
      ['2 1 error: batch.number-shortened | 9.71501E+11'],
    ],
    [
      'a code that a spreadsheet shortened',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,1.23457E+17',
      ['2 4 error: batch.number-shortened | 1.23457E+17'],
    ],
    [
      'more cells than columns',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,,Flat 9',
      ['2 null error: csv.extra-cells'],
    ],
    [
      'two faults',
      ',,,,short',
      [
        '2 2 error: order.address-missing',
        '2 3 error: order.weight-missing',
        '2 4 error: custom-code.wrong-length | 5',
      ],
    ],
    ['a cell that a spreadsheet must not calculate', `Aya Noor,'+971 50 000 0000,"=""12 Palm Street""",900,`, []],
  ])('with %s has the problem at its cell', async (_, row, problems) => {
    const checked = await check(one(row));
    expect(problemsOf(checked)).toEqual(problems);
    expect(checked.orders).toHaveLength(problems.some((problem) => problem.includes(' error: ')) ? 0 : 1);
  });

  it('has the warnings of the order form, except those about the pick-up address of the batch', async () => {
    const checked = await check(one(',,18 harbour road,3,'), { pickUpAddress: { ...pickUp, person_phone: 'ask' } });
    expect(checked.orders).toHaveLength(1);
    expect(problemsOf(checked)).toEqual([
      '2 0 warning: order.receiver-name-missing',
      '2 1 warning: order.receiver-phone-missing',
      '2 2 warning: order.same-addresses',
      '2 3 warning: order.weight-light | 3',
    ]);
  });

  it('needs a pick-up address: the batch’s, or its own', async () => {
    const missing = await check(one(sound), { pickUpAddress: null });
    expect(problemsOf(missing)).toEqual(['2 null error: batch.pick-up-address-missing']);
    const own = `${header},Pick-up address,Pick-up phone`;
    const checked = await check(`${own}\n${sound},3 Quay,\n${sound},,04 111 1111`);
    const pickUps = checked.orders.map(({ request }) => request.pick_up_address);
    expect(pickUps).toEqual([{ text: '3 Quay' }, { text: '18 Harbour Road', person_phone: '04 111 1111' }]);
  });

  it('that was left out is ignored', async () => {
    const checked = await check(`${header}\n${sound}${codeA}\n${sound}${codeA}`, { skipped: [3] });
    expect(checked.orders.map(({ lines }) => lines)).toEqual([[2]]);
    expect(problemsOf(checked)).toEqual([]);
  });
});

describe('batch check: columns', () => {
  it('have one warning each: kilograms, a second column for a field, an unused part of the address', async () => {
    const checked = await check(
      'Name,Recipient,Address,City,Phone,Weight (kg)\nAya,Aya Noor,Palm Street,Dubai,0500000000,1.5\nB,C,D 1,E,0500000001,2',
    );
    expect(problemsOf(checked)).toEqual([
      '2 1 warning: batch.column-not-used | Recipient | Name | batch.field.address.person_name',
      '2 3 warning: batch.address-column-not-used | City',
      '2 5 warning: batch.weights-in-kilograms-example | Weight (kg) | 1.5 | 1500',
    ]);
    expect(checked.orders.map(({ request }) => request.drop_offs[0].parcels[0]?.values)).toEqual([1500, 2000]);
  });
});

describe('batch check: codes', () => {
  it('that are in the file twice are an error of both rows, whatever their case', async () => {
    const checked = await check(`${header}\n${sound}${codeA}\n${sound}${codeA.toLowerCase()}\n${sound}${codeB}`);
    expect(problemsOf(checked).filter((problem) => problem.includes('error'))).toEqual([
      `2 4 error: batch.code-repeated | ${codeA} | 3`,
      `3 4 error: batch.code-repeated | ${codeA.toLowerCase()} | 2`,
    ]);
    expect(checked.orders.map(({ lines }) => lines)).toEqual([[4]]);
  });

  it('that are known here are an error', async () => {
    const checked = await check(`${header}\n${sound}${codeA}`, { knownCodes: [codeA] });
    expect(problemsOf(checked)).toEqual([`2 4 error: batch.code-known | ${codeA}`]);
  });
});

describe('batch check: rows of one receiver', () => {
  const rows = (count: number, row = sound): string => `${header}\n${`${row}\n`.repeat(count)}`;

  it('are orders of their own, and each after the first has a warning', async () => {
    const checked = await check(rows(3));
    expect(checked.orders).toHaveLength(3);
    expect(problemsOf(checked)).toEqual([
      '3 null warning: batch.duplicate-of-line | 2',
      '4 null warning: batch.duplicate-of-line | 2',
    ]);
  });

  it('become orders of up to five parcels where rows combine, in the order of their lines', async () => {
    const checked = await check(rows(7), { combines: true });
    expect(checked.orders.map(({ lines }) => lines)).toEqual([
      [2, 3, 4, 5, 6],
      [7, 8],
    ]);
    expect(checked.orders[0]?.request.drop_offs[0].parcels).toHaveLength(5);
    expect(problemsOf(checked)).toEqual([]);
  });

  it('have the same address in every field, without case and double spaces', async () => {
    const text = `${header},Note
Aya Noor,+971 50 000 0000,12 Palm Street,900,,
AYA  NOOR,+971 50 000 0000,12 palm  street,450,,
Aya Noor,+971 50 000 0000,12 Palm Street,900,,ring twice
Omar Said,+971 50 000 0000,12 Palm Street,900,,
Aya Noor,+971 50 000 0000,12 Palm Street,heavy,,
Aya Noor,+971 50 000 0000,12 Palm Street,200,,`;
    const checked = await check(text, { combines: true, skipped: [7] });
    expect(checked.orders.map(({ lines }) => lines)).toEqual([[2, 3], [4], [5]]);
    expect(checked.orderOfLine.get(3)?.number).toBe(1);
    expect(checked.orderOfLine.has(6)).toBe(false);
  });

  it('have a warning where a duplicate order was created a moment ago', async () => {
    const first = await check(rows(1));
    const fingerprint = orderFingerprint(first.orders[0]?.request as OrderRequest);
    const checked = await check(rows(1), { knownFingerprints: [fingerprint] });
    expect(problemsOf(checked)).toEqual(['2 null warning: batch.duplicate-of-order']);
    expect(checked.orders).toHaveLength(1);
  });
});

describe('batch check: many rows', () => {
  const many = (count: number): string =>
    [
      header,
      ...Array.from(
        { length: count },
        (_, index) => `${sound.replace('12', `${index}`)}NLROW${`${index}`.padStart(15, '0')}`,
      ),
    ].join('\n');

  it('ask the records once about the codes of a thousand rows', async () => {
    const steps: (number | 'yield')[] = [];
    const checked = await check(many(2_500), { onStep: (step) => steps.push(step) });
    expect(checked.orders).toHaveLength(2_500);
    expect(steps.filter((step) => step !== 'yield')).toEqual([1_000, 1_000, 500]);
  });

  it('are checked while the records answer about those before them', async () => {
    let open = 0;
    let mostOpen = 0;
    const checked = await check(many(2_500), {
      async answer() {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await new Promise(setImmediate);
        open -= 1;
      },
    });
    expect(checked.orders).toHaveLength(2_500);
    expect(mostOpen).toBe(3);
  });

  it.each([false, true])(
    'let others work after every few rows, also 50,000 of them (combined: %s)',
    async (combines) => {
      const columns = matchColumns(header.split(','), null);
      let sinceYield = 0;
      let longest = 0;
      const rows = Array.from({ length: 50_000 }, (_, index): BatchTableRow => {
        const cells = ['Aya Noor', '+971 50 000 0000', `${index} Palm Street`, '900', ''];
        return {
          ...{ line: index + 2, fault: null, isSkipped: false },
          // Counted each time the row is read.
          get cells() {
            sinceYield += 1;
            longest = Math.max(longest, sinceYield);
            return cells;
          },
        };
      });
      let yields = 0;
      const layout = rowLayout(columns, pickUp);
      const checked = await checkTable(
        { rows, columns, combines, checkCache: { read: { layout, rows: [] } } },
        {
          ...{ findKnownCodes: async () => [], recentOrders: async () => [] },
          async yieldToEventLoop() {
            yields += 1;
            sinceYield = 0;
          },
        },
      );
      expect(checked.orders).toHaveLength(50_000);
      expect(longest).toBeLessThanOrEqual(32);
      // Each row is read and put into its order, and that is compared.
      expect(yields).toBeGreaterThanOrEqual((3 * 50_000) / 32 - 3);
    },
  );
});
