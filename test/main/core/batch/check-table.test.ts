import { describe, expect, it } from 'vitest';
import { type CheckedTable, checkTable } from '../../../../src/main/core/batch/check-table.ts';
import { matchColumns } from '../../../../src/main/core/batch/column-matching.ts';
import { rowLayout } from '../../../../src/main/core/batch/read-row.ts';
import { readText } from '../../../../src/main/core/batch/read-table.ts';
import { orderFingerprint } from '../../../../src/main/core/common/fingerprint.ts';
import type { BatchTableRow } from '../../../../src/main/core/ports/batch-records.ts';
import type { DraftAddress } from '../../../../src/shared/orders/order-book.ts';

const yieldToEventLoop = async (): Promise<void> => {};
const pickUp: DraftAddress = { text: '18 Harbour Road', person_phone: '04 300 0000' };

interface Given {
  pickUpAddress?: DraftAddress | null;
  combines?: boolean;
  knownCodes?: string[];
  knownLikenesses?: string[];
  skipped?: number[];
}

async function check(text: string, given: Given = {}): Promise<CheckedTable & { rows: BatchTableRow[] }> {
  const { pickUpAddress = pickUp, combines = false, knownCodes = [], knownLikenesses = [], skipped = [] } = given;
  const read = await readText(text, { yieldToEventLoop });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  const columns = matchColumns(read.value.titles, null);
  const rows = read.value.rows.map((row) => ({ ...row, isSkipped: skipped.includes(row.line) }));
  const checkCache = {
    read: { layout: rowLayout(columns, pickUpAddress), rows: new WeakMap() },
    codes: new Map(),
    fingerprints: new Map(),
  };
  const checked = await checkTable(
    { rows, columns, combines, checkCache },
    {
      yieldToEventLoop,
      since: '',
      findKnown: async ({ codes, fingerprints }) => ({
        codes: codes.filter((code) => knownCodes.includes(code)),
        fingerprints: fingerprints.filter((fingerprint) => knownLikenesses.includes(fingerprint)),
      }),
    },
  );
  return { ...checked, rows };
}

/** "line place weight: words" of each problem. */
const told = ({ problems }: CheckedTable): string[] =>
  [...problems].flatMap(([line, own]) => own.map(({ place, weight, words }) => `${line} ${place} ${weight}: ${words}`));

const header = 'Receiver,Phone,Address,Weight (g),Custom code';
const sound = 'Aya Noor,+971 50 000 0000,12 Palm Street,900,';
const one = (row: string): string => `${header}\n${row}`;
const codeA = 'NL7K2M9P4R6T8V2X4B6D';
const codeB = 'NL1C3E5G7J9L2N4P6R8T';

describe('a row', () => {
  it('that can be ordered is an order of one parcel, from where the batch is picked up', async () => {
    const checked = await check(one(`Aya Noor,+971 50 000 0000, 12  Palm Street ,900,${codeA}`));
    expect(told(checked)).toEqual([]);
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
    ['no address', 'Aya Noor,+971 50 000 0000,,900,', ['2 2 fault: order.address-missing']],
    ['no weight', 'Aya Noor,+971 50 000 0000,12 Palm Street,,', ['2 3 fault: order.weight-missing']],
    ['a weight of nothing', 'Aya Noor,+971 50 000 0000,12 Palm Street,0,', ['2 3 fault: order.weight-not-positive']],
    ['a word for a weight', 'Aya Noor,+971 50 000 0000,12 Palm Street,heavy,', ['2 3 fault: “heavy” is no weight.']],
    [
      'a weight with a comma',
      'Aya Noor,+971 50 000 0000,12 Palm Street,"912,0",',
      ['2 3 warning: “912,0” is taken as 912 g.'],
    ],
    [
      'a code that is none',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,AB-1',
      ['2 4 fault: custom-code.invalid-characters'],
    ],
    [
      'a phone that a spreadsheet shortened',
      'Aya Noor,9.71501E+11,12 Palm Street,900,',
      ['2 1 fault: “9.71501E+11” was a number before a spreadsheet shortened it; the digits are lost.'],
    ],
    [
      'a code that a spreadsheet shortened',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,1.23457E+17',
      ['2 4 fault: “1.23457E+17” was a number before a spreadsheet shortened it; the digits are lost.'],
    ],
    [
      'more cells than columns',
      'Aya Noor,+971 50 000 0000,12 Palm Street,900,,Flat 9',
      [
        '2 null fault: It has more cells than the first row: a separator inside a cell needs quotation marks around the cell.',
      ],
    ],
    [
      'two faults',
      ',,,,short',
      ['2 2 fault: order.address-missing', '2 3 fault: order.weight-missing', '2 4 fault: custom-code.wrong-length'],
    ],
    ['a cell kept from calculating', `Aya Noor,'+971 50 000 0000,"=""12 Palm Street""",900,`, []],
  ])('with %s says so at its cell', async (_, row, problems) => {
    const checked = await check(one(row));
    expect(told(checked)).toEqual(problems);
    expect(checked.orders).toHaveLength(problems.some((problem) => problem.includes(' fault: ')) ? 0 : 1);
  });

  it('has the warnings of the order form, but for what the whole batch has in common', async () => {
    const checked = await check(one(',,18 harbour road,3,'), { pickUpAddress: { ...pickUp, person_phone: 'ask' } });
    expect(checked.orders).toHaveLength(1);
    expect(told(checked)).toEqual([
      expect.stringContaining('2 0 warning: order.receiver-name-missing'),
      expect.stringContaining('2 1 warning: order.receiver-phone-missing'),
      expect.stringContaining('2 2 warning: order.same-addresses'),
      expect.stringContaining('2 3 warning: order.weight-light'),
    ]);
  });

  it('needs a pick-up address: the batch’s, or its own', async () => {
    const missing = await check(one(sound), { pickUpAddress: null });
    expect(told(missing)).toEqual([
      '2 null fault: No pick-up address: choose one for the batch, or give each row its own.',
    ]);
    const own = `${header},Pick-up address,Pick-up phone`;
    const checked = await check(`${own}\n${sound},3 Quay,\n${sound},,04 111 1111`);
    const pickUps = checked.orders.map(({ request }) => request.pick_up_address);
    expect(pickUps).toEqual([{ text: '3 Quay' }, { text: '18 Harbour Road', person_phone: '04 111 1111' }]);
  });

  it('that was left out takes no part', async () => {
    const checked = await check(`${header}\n${sound}${codeA}\n${sound}${codeA}`, { skipped: [3] });
    expect(checked.orders.map(({ lines }) => lines)).toEqual([[2]]);
    expect(told(checked)).toEqual([]);
  });
});

describe('the columns', () => {
  it('say once what is odd about them: kilograms, a second column for a field, a part of the address left aside', async () => {
    const checked = await check(
      'Name,Recipient,Address,City,Phone,Weight (kg)\nAya,Aya Noor,Palm Street,Dubai,0500000000,1.5\nB,C,D 1,E,0500000001,2',
    );
    expect(told(checked)).toEqual([
      '2 1 warning: The column “Recipient” could be the receiver name as well: “Name” is taken, and this one is left aside.',
      '2 3 warning: The column “City” is left aside: what is not in the address column is not in the order.',
      '2 5 warning: Weights are taken as kilograms, by the column’s name “Weight (kg)”: “1.5” is 1500 g.',
    ]);
    expect(checked.orders.map(({ request }) => request.drop_offs[0].parcels[0]?.values)).toEqual([1500, 2000]);
  });
});

describe('codes', () => {
  it('that stand twice in the file are a fault of both rows, whatever their case', async () => {
    const checked = await check(`${header}\n${sound}${codeA}\n${sound}${codeA.toLowerCase()}\n${sound}${codeB}`);
    expect(told(checked).filter((problem) => problem.includes('fault'))).toEqual([
      `2 4 fault: “${codeA}” stands on line 3 too: each parcel needs a code of its own.`,
      `3 4 fault: “${codeA.toLowerCase()}” stands on line 2 too: each parcel needs a code of its own.`,
    ]);
    expect(checked.orders.map(({ lines }) => lines)).toEqual([[4]]);
  });

  it('that are known here are a fault', async () => {
    const checked = await check(`${header}\n${sound}${codeA}`, { knownCodes: [codeA] });
    expect(told(checked)).toEqual([
      `2 4 fault: “${codeA}” is known here already, or belongs to an order that has no answer yet.`,
    ]);
  });
});

describe('rows of one receiver', () => {
  const rows = (count: number, row = sound): string => `${header}\n${`${row}\n`.repeat(count)}`;

  it('are orders of their own, and each after the first asks whether it is wanted', async () => {
    const checked = await check(rows(3));
    expect(checked.orders).toHaveLength(3);
    expect(told(checked)).toEqual([
      '3 null warning: Same receiver, address and weight as line 2: is a second order wanted?',
      '4 null warning: Same receiver, address and weight as line 2: is a second order wanted?',
    ]);
  });

  it('become orders of up to five parcels by choice, in the order of their lines', async () => {
    const checked = await check(rows(7), { combines: true });
    expect(checked.orders.map(({ lines }) => lines)).toEqual([
      [2, 3, 4, 5, 6],
      [7, 8],
    ]);
    expect(checked.orders[0]?.request.drop_offs[0].parcels).toHaveLength(5);
    expect(told(checked)).toEqual([]);
  });

  it('are told by every field of the address, without case and double spaces', async () => {
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

  it('ask where an order like theirs was made a moment ago', async () => {
    const first = await check(rows(1));
    const fingerprint = orderFingerprint(first.orders[0]?.request as never);
    const checked = await check(rows(1), { knownLikenesses: [fingerprint] });
    expect(told(checked)).toEqual([
      '2 null warning: An order for the same receiver, address and weight was made here within ten minutes: is a second one wanted?',
    ]);
    expect(checked.orders).toHaveLength(1);
  });
});
