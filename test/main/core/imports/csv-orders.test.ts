import { describe, expect, it } from 'vitest';
import { parcelHeadings } from '../../../../src/main/core/exports/export-rows.ts';
import { parseImportFile } from '../../../../src/main/core/imports/parse-import-file.ts';
import { bytesOf, customCodeOf, labelOrigin } from './order-file-fixtures.ts';

const parts = { labelOrigin, yieldToEventLoop: async () => {}, isStopping: () => false, onRead: () => {} };
const [codeA, codeB] = [customCodeOf(1), customCodeOf(2)];

async function read(text: string) {
  const answer = await parseImportFile({ name: 'list.csv', bytes: bytesOf(text) }, parts);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}
const faultsOf = async (text: string): Promise<string[]> =>
  (await read(text)).faults.map(({ place, words }) => `${place}: ${words}`);

describe('a row of a CSV file', () => {
  it.each([
    ['BENCH1;DO-1;', 'Line 2: “BENCH1” is no custom code: 16 to 20 digits and letters.'],
    [';;', null],
    [`;;${labelOrigin}/1`, 'Line 2: It has neither a custom code nor a tracking code.'],
    [
      '1.23457E+15;DO-1;',
      'Line 2: “1.23457E+15” was a code before a spreadsheet made a number of it; the digits are lost.',
    ],
    [
      `${codeA};1,5E+20;`,
      'Line 2: “1,5E+20” was a code before a spreadsheet made a number of it; the digits are lost.',
    ],
    [`${codeA};DO\u202e1;`, 'Line 2: “DO 1” cannot be a tracking code.'],
    [
      `${codeA};DO-1;${labelOrigin}/1;more`,
      'Line 2: It has more cells than the first row: a separator inside a cell needs quotation marks around the cell.',
    ],
    [
      `${codeA};DO-1;javascript:alert(1)`,
      `Line 2: The label is at “javascript:”, and the labels of this environment come from ${labelOrigin} alone.`,
    ],
    [`${codeA};DO-1;/labels/1`, 'Line 2: The label’s address cannot be read.'],
    [`"${codeA}"x;DO-1;`, 'Line 2: Behind a closing quotation mark stands more text.'],
    [`"${codeA};DO-1;`, 'Line 2: A quotation mark is opened and never closed.'],
    [`${'x'.repeat(70_000)};DO-1;`, 'Line 2: The row is longer than any row of parcels.'],
  ])('is refused with its line and its reason: %.60s', async (row, words) => {
    const good = `${codeB};DO-2;${labelOrigin}/2`;
    const { faults } = await read(`Custom code;Tracking code;Label URL\n${row}\n${good}\n`);
    expect(faults.map((fault) => `${fault.place}: ${fault.words}`)).toEqual(words === null ? [] : [words]);
  });

  it('gives codes that a spreadsheet was kept from calculating with', async () => {
    const { orders } = await read(
      `Custom code,Tracking code,Label URL\n"=""${codeA}""",'DO-1,${labelOrigin}/1\n  ${codeB}  , 0007 ,\n`,
    );
    expect(
      orders.map(({ order }) => [order.shipments[0]?.trackingCode, order.shipments[0]?.parcels[0]?.customCode]),
    ).toEqual([
      ['DO-1', codeA],
      ['0007', codeB],
    ]);
  });
});

describe('rows of one file', () => {
  it('are parcels of one shipment where they have one tracking code, wherever they stand', async () => {
    const { orders } = await read(`custom code,tracking code\n${codeA},DO-1\n${customCodeOf(3)},DO-3\n${codeB},DO-1\n`);
    expect(orders.map(({ order }) => order.shipments[0]?.parcels.map(({ customCode }) => customCode))).toEqual([
      [codeA, codeB],
      [customCodeOf(3)],
    ]);
    expect(orders[0]?.order.rawAnswer).toBe(`custom code,tracking code\n${codeA},DO-1\n${codeB},DO-1`);
  });

  it('say a thing once where they say it twice, and are refused where they contradict each other', async () => {
    const twice = await read(`custom code,tracking code\n${codeA},DO-1\n${codeA},DO-1\n${codeB},\n${codeB},\n`);
    expect([twice.orders.length, twice.faults]).toEqual([2, []]);
    expect(await faultsOf(`custom code,tracking code\n${codeA},DO-1\n${codeA},DO-2\n`)).toEqual([
      `Line 3: ${codeA} stands in another order too: Line 2.`,
    ]);
    expect(
      await faultsOf(
        `custom code,tracking code,label url\n${codeA},DO-1,${labelOrigin}/1\n${codeA},DO-1,${labelOrigin}/2\n`,
      ),
    ).toEqual([`Line 2: The custom code ${codeA} stands on two rows with other labels.`]);
  });

  it('are refused where a column of something else was taken for tracking codes', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `${customCodeOf(index)},CARRIER`);
    expect(await faultsOf(`custom code,tracking code\n${rows.join('\n')}`)).toEqual([
      'Line 2: Its tracking code stands on more than 50 rows.',
    ]);
  });

  it('are not taken in a number that no station can hold', async () => {
    const rows = `${codeA},DO-1\n`.repeat(50_001);
    const answer = await parseImportFile(
      { name: 'list.csv', bytes: bytesOf(`custom code,tracking code\n${rows}`) },
      parts,
    );
    expect(answer).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });

  it('may be those of another station’s export, whose column “Label” holds words', async () => {
    const headings = parcelHeadings();
    const row = headings.map((column) =>
      column === 'Custom code' ? codeA : column === 'Tracking code' ? 'DO-1' : column === 'Label' ? 'kept' : '',
    );
    const { orders, faults } = await read(`\ufeff${headings.join(',')}\r\n${row.join(',')}\r\n`);
    expect(faults).toEqual([]);
    expect(orders[0]?.order.shipments).toMatchObject([
      { trackingCode: 'DO-1', parcels: [{ customCode: codeA, label: null }] },
    ]);
  });
});
