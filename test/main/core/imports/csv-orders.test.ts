import { describe, expect, it } from 'vitest';
import { parcelHeadings } from '../../../../src/main/core/exports.ts';
import { parseImportFile } from '../../../../src/main/core/imports/parse-import-file.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { bytesOf, customCodeOf, labelOrigin } from './order-file-fixtures.ts';

const parts = {
  ...{ labelOrigin, withoutToken: async (text: string) => text, yieldToEventLoop: async () => {} },
  ...{ isStopping: () => false, onRead: () => {} },
};
const [codeA, codeB] = [customCodeOf(1), customCodeOf(2)];

async function read(text: string) {
  const answer = await parseImportFile({ name: 'list.csv', bytes: bytesOf(text) }, parts);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}
const faultsOf = async (text: string) => (await read(text)).faults;
const onLine = (line: number, fault: Message) => ({ place: message('import.place.line', { line }), message: fault });

describe('CSV import: a row', () => {
  it.each<[row: string, fault: Message | null]>([
    ['BENCH1;DO-1;', message('import.custom-code-invalid', { code: 'BENCH1' })],
    [';;', null],
    [`;;${labelOrigin}/1`, message('import.row-without-code')],
    ['1.23457E+15;DO-1;', message('import.code-shortened', { code: '1.23457E+15' })],
    [`${codeA};1,5E+20;`, message('import.code-shortened', { code: '1,5E+20' })],
    [`${codeA};DO\u202e1;`, message('import.tracking-code-invalid', { code: 'DO 1' })],
    [`${codeA};DO-1;${labelOrigin}/1;more`, message('csv.extra-cells')],
    [
      `${codeA};DO-1;javascript:alert(1)`,
      message('import.label-elsewhere', { host: 'javascript:', expected: labelOrigin }),
    ],
    [`${codeA};DO-1;/labels/1`, message('import.label-address-unreadable')],
    [`"${codeA}"x;DO-1;`, message('csv.text-after-quote')],
    [`"${codeA};DO-1;`, message('csv.quote-not-closed')],
    [`${'x'.repeat(70_000)};DO-1;`, message('csv.row-too-long')],
  ])('is refused with its line and its reason: %.60s', async (row, fault) => {
    const good = `${codeB};DO-2;${labelOrigin}/2`;
    const { faults } = await read(`Custom code;Tracking code;Label URL\n${row}\n${good}\n`);
    expect(faults).toEqual(fault === null ? [] : [onLine(2, fault)]);
  });

  it('gives codes without what prevents a spreadsheet from calculating', async () => {
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

describe('CSV import: the rows of one file', () => {
  it('are parcels of one shipment where they have one tracking code, wherever they are', async () => {
    const { orders } = await read(`custom code,tracking code\n${codeA},DO-1\n${customCodeOf(3)},DO-3\n${codeB},DO-1\n`);
    expect(orders.map(({ order }) => order.shipments[0]?.parcels.map(({ customCode }) => customCode))).toEqual([
      [codeA, codeB],
      [customCodeOf(3)],
    ]);
    expect(orders[0]?.order.rawAnswer).toBe(`custom code,tracking code\n${codeA},DO-1\n${codeB},DO-1`);
  });

  it('count once where they are repeated, and are refused where they contradict each other', async () => {
    const twice = await read(`custom code,tracking code\n${codeA},DO-1\n${codeA},DO-1\n${codeB},\n${codeB},\n`);
    expect([twice.orders.length, twice.faults]).toEqual([2, []]);
    expect(await faultsOf(`custom code,tracking code\n${codeA},DO-1\n${codeA},DO-2\n`)).toEqual([
      onLine(
        3,
        message('import.code-in-two-orders', { code: codeA, other: message('import.place.line', { line: 2 }) }),
      ),
    ]);
    expect(
      await faultsOf(
        `custom code,tracking code,label url\n${codeA},DO-1,${labelOrigin}/1\n${codeA},DO-1,${labelOrigin}/2\n`,
      ),
    ).toEqual([onLine(2, message('import.code-with-two-labels', { code: codeA }))]);
  });

  it('are refused where a column of something else is read as tracking codes', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `${customCodeOf(index)},CARRIER`);
    expect(await faultsOf(`custom code,tracking code\n${rows.join('\n')}`)).toEqual([
      onLine(2, message('import.tracking-code-repeated', { limit: 50 })),
    ]);
  });

  it('are refused where there are too many', async () => {
    const rows = `${codeA},DO-1\n`.repeat(50_001);
    const answer = await parseImportFile(
      { name: 'list.csv', bytes: bytesOf(`custom code,tracking code\n${rows}`) },
      parts,
    );
    expect(answer).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });

  it('can be those of another station’s export, whose column “Label” is text', async () => {
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
