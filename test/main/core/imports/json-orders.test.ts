import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileOrders } from '../../../../src/main/core/imports/file-orders.ts';
import { jsonValues } from '../../../../src/main/core/imports/json-values.ts';
import { parseImportFile } from '../../../../src/main/core/imports/parse-import-file.ts';
import type { Failure } from '../../../../src/shared/contract/failure.ts';
import { bytesOf, customCodeOf, envelope, labelOrigin, orderObject, sameOrders } from './order-file-fixtures.ts';

const parts = { labelOrigin, yieldToEventLoop: async () => {}, isStopping: () => false, onRead: () => {} };

async function read(text: string, name = 'orders.json'): Promise<FileOrders> {
  const answer = await parseImportFile({ name, bytes: bytesOf(text) }, parts);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
}

async function refusal(text: string): Promise<Failure> {
  const answer = await parseImportFile({ name: 'orders.json', bytes: bytesOf(text) }, parts);
  if (answer.ok) throw new Error('It was taken');
  return answer.failure;
}

const faultsOf = async (value: unknown): Promise<string[]> =>
  (await read(JSON.stringify(value))).faults.map(({ words }) => words);

/** An order in which another value stands at that place. */
function changed(place: string, value: unknown): unknown {
  const order = orderObject(1);
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  const within = steps.reduce<unknown>((entry, step) => Reflect.get(Object(entry), step), order);
  Reflect.set(Object(within), last, value);
  return order;
}

describe('a file of order-creation responses', () => {
  it.each(Object.entries(sameOrders))('gives its three orders where it is written as %s', async (_, write) => {
    const { orders, faults } = await read(write([1, 2, 3].map((number) => orderObject(number))));
    expect(faults).toEqual([]);
    expect(orders.map(({ order }) => order.uniqueId)).toEqual(['ORD-1', 'ORD-2', 'ORD-3']);
    expect(orders[1]?.order).toMatchObject({
      source: 'imported',
      request: null,
      priceWithTax: 47.25,
      shipments: [
        {
          trackingCode: 'DO-2',
          recipient: { name: 'Receiver 2' },
          parcels: [{ customCode: customCodeOf(2), pickUpCode: 'PC-2-0', label: { source: 'parcel zpl' } }],
        },
      ],
    });
  });

  it('keeps each order’s own words as they were written', async () => {
    const text = JSON.stringify([orderObject(1), envelope(orderObject(2))], null, 2);
    const { orders } = await read(text);
    for (const { order } of orders) expect(text).toContain(order.rawAnswer);
    expect(JSON.parse(orders[1]?.order.rawAnswer ?? '')).toEqual(envelope(orderObject(2)));
  });

  it('names what an answer left out, as for an order created here', async () => {
    const { orders } = await read(JSON.stringify(changed('shipments.0.parcels.0.pick_up_code', undefined)));
    expect(orders[0]?.order.missing).toContain('shipments[0].parcels[0].pick_up_code');
    expect(orders[0]?.order.shipments[0]?.parcels[0]?.missing).toEqual(['pick_up_code']);
  });

  it('counts an order told twice in the same words once, and refuses two that differ', async () => {
    const twice = await read(JSON.stringify([orderObject(1), orderObject(2), orderObject(1)]));
    expect([twice.orders.length, twice.repeated, twice.faults]).toEqual([2, 1, []]);
    const differ = await read(JSON.stringify([orderObject(1), orderObject(2, { customCodes: [customCodeOf(1)] })]));
    expect(differ.faults.map(({ words }) => words)).toEqual([
      `${customCodeOf(1)} stands in another order too: Order 1 (line 1).`,
    ]);
  });
});

describe('a file that is no file of orders', () => {
  it.each([
    ['', 'There is nothing in this file.'],
    [' \n\t', 'There is nothing in this file.'],
    ['[]', 'There is nothing in this file.'],
  ])('is refused: %j', async (text, words) => {
    expect((await refusal(text)).message).toBe(words);
  });

  it.each([
    ['{"unique_id":"ORD-1","shipments":[{"par', 'The file ends in the middle of an order: it was cut off.'],
    [`[${JSON.stringify(orderObject(1))},`, 'The file ends in the middle of an order: it was cut off.'],
    [`[${JSON.stringify(orderObject(1))}`, 'The file ends in the middle of an order: it was cut off.'],
    [`[${JSON.stringify(orderObject(1))} ${JSON.stringify(orderObject(2))}]`, 'Between two orders a comma is missing.'],
    [`[${JSON.stringify(orderObject(1))},]`, 'There is a bracket too many.'],
    [`${JSON.stringify(orderObject(1))},${JSON.stringify(orderObject(2))}`, 'There is a comma too many.'],
    [']', 'There is a bracket too many.'],
    ['[[[1]]]', 'This is no order.'],
    ['[null, 1, "text"]', 'This is no order.'],
    ['{"hello":"world"}', 'This is no answer to an order: it names no shipments.'],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'An order is nested deeper than 64 levels.'],
    [`[${'['.repeat(200_000)}`, 'An order is nested deeper than 64 levels.'],
    [`{"a":"${'x'.repeat(1_100_000)}"}`, 'An order is longer than a million characters.'],
  ])('says what is wrong with it: %.60s', async (text, words) => {
    expect((await read(text)).faults[0]?.words).toBe(words);
  });

  it('names the line of what is no JSON, and reads the orders around it', async () => {
    const lines = [JSON.stringify(orderObject(1)), '{"unique_id": ORD-2}', JSON.stringify(orderObject(3))];
    const { orders, faults } = await read(lines.join('\n'), 'orders.jsonl');
    expect(orders).toHaveLength(2);
    expect(faults).toEqual([{ place: 'Order 2 (line 2)', words: expect.stringContaining('This is no JSON') }]);
  });

  it('is refused where the service’s answer says that no order was made', async () => {
    const words = ['The service’s answer says “error”: no order was made.'];
    expect(await faultsOf({ status: 'error', code: 422, message: 'No', object: {} })).toEqual(words);
    expect(await faultsOf({ code: 500, object: { shipments: [] } })).toEqual([
      'The service’s answer says “500”: no order was made.',
    ]);
  });

  it('is refused where it is no text, a spreadsheet, or not UTF-8', async () => {
    const refused = async (bytes: number[]) => {
      const answer = await parseImportFile({ name: 'orders.json', bytes: Uint8Array.from(bytes) }, parts);
      return answer.ok ? null : answer.failure.message;
    };
    expect(await refused([0x50, 0x4b, 3, 4, 0, 0])).toBe('This is a spreadsheet or an archive, not a text file.');
    expect(await refused([0x7b, 0xe9, 0x7d])).toBe('The letters of this file are not UTF-8, as JSON has them.');
    expect(await refused([0x7b, 0, 0x7d])).toBe('This is no text file.');
  });
});

describe('an order that another system made', () => {
  it.each<[string, string, unknown, string]>([
    [
      'a code that is a number',
      'shipments.0.parcels.0.custom_code',
      1234567890123456,
      'shipments[0].parcels[0].custom_code is a number, not text.',
    ],
    [
      'a pick-up code that is a list',
      'shipments.0.parcels.0.pick_up_code',
      [],
      'shipments[0].parcels[0].pick_up_code is a list, not text.',
    ],
    ['shipments that are an object', 'shipments', {}, 'shipments is no list.'],
    ['no shipments', 'shipments', [], 'shipments is empty.'],
    ['no parcels', 'shipments.0.parcels', [], 'shipments[0].parcels is empty.'],
    ['a parcel that is text', 'shipments.0.parcels', ['A'], 'shipments[0].parcels holds something that is no object.'],
    [
      'more parcels than anybody sends',
      'shipments.0.parcels',
      Array(51).fill({ custom_code: 'A' }),
      'shipments[0].parcels has more than 50 entries.',
    ],
    [
      'a parcel without any code',
      'shipments',
      [{ parcels: [{}] }],
      'A parcel has no code at all: nothing could find it.',
    ],
    [
      'one custom code on two parcels',
      'shipments.0.parcels',
      [{ custom_code: 'A' }, { custom_code: 'A' }],
      'The custom code A stands on two of its parcels.',
    ],
    ['a code with a line break', 'unique_id', 'ORD\n1', '“ORD 1” cannot be a code.'],
    [
      'a code that turns the writing round',
      'shipments.0.drop_off_shipment.unique_id',
      'DO\u202e1',
      '“DO 1” cannot be a code.',
    ],
    ['half a letter in a code', 'unique_id', 'ORD\ud8001', '“ORD 1” cannot be a code.'],
    ['a code of a thousand letters', 'unique_id', 'A'.repeat(1000), `“${'A'.repeat(59)}…” cannot be a code.`],
  ])('is refused with its reason: %s', async (_, place, value, words) => {
    expect(await faultsOf(changed(place, value))).toEqual([words]);
  });

  it.each([
    'https://labels.elsewhere.example/1.zpl',
    'http://labels.example/1.zpl',
    'https://labels.example:8443/1.zpl',
    'https://user:secret@labels.example/1.zpl',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'labels.example/1.zpl',
    '//labels.example/1.zpl',
  ])('is refused where its label is not at the label host of the environment: %s', async (url) => {
    const [words = ''] = await faultsOf(changed('shipments.0.parcels.0.pick_up_label_urls.0.url', url));
    expect(words).toMatch(/^The label/);
    expect(words).not.toContain('secret');
    expect(words).not.toContain('1.zpl');
  });

  it('takes no harm from huge numbers, and keeps none that it cannot hold', async () => {
    const text = JSON.stringify(orderObject(1))
      .replace('"price_with_tax":47.25', '"price_with_tax":1e308')
      .replace('"total_price":45', '"total_price":1e999')
      .replaceAll(/"id":1\b/g, '"id":99999999999999999999');
    const two = text.replace(
      '"shipments":[',
      '"shipments":[{"price_with_tax":1e308,"parcels":[{"custom_code":"AAAAAAAAAAAAAAAA"}]},',
    );
    const { orders, faults } = await read(two);
    expect(faults).toEqual([]);
    expect(orders[0]?.order).toMatchObject({
      priceWithTax: null,
      shipments: [{}, { dropOffId: null, pickUpId: null }],
    });
  });

  it('takes no harm from keys that mean something to JavaScript', async () => {
    const text = JSON.stringify(orderObject(1)).replace(
      '"unique_id":"ORD-1"',
      '"__proto__":{"polluted":true,"shipments":[]},"constructor":{"prototype":{"polluted":true}},"unique_id":"ORD-1","toString":1',
    );
    const { orders, faults } = await read(text.replace('{"SAME":', '{"__proto__":{"polluted":1},"SAME":'));
    expect(faults).toEqual([]);
    expect(orders[0]?.order.uniqueId).toBe('ORD-1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    // An order that only its prototype would name is none.
    expect(await faultsOf(JSON.parse('{"__proto__":{"shipments":[]}}'))).toEqual([
      'This is no answer to an order: it names no shipments.',
    ]);
  });

  it('keeps names on one line, of a sane length, with nothing that turns the writing round', async () => {
    const receiver = `Aya\u202e\n\tNoor\0 ${'long '.repeat(10_000)}`;
    const { orders } = await read(JSON.stringify(orderObject(1, { receiver })));
    const name = orders[0]?.order.shipments[0]?.recipient.name ?? '';
    expect(name.startsWith('Aya Noor long')).toBe(true);
    expect(name.length).toBeLessThanOrEqual(500);
  });
});

describe('the values of a file', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => typeof value === 'object' && value !== null);

  it('are those that were written, however they stand behind one another', () => {
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 6 }),
        fc.constantFrom(0, 1, '\t'),
        fc.boolean(),
        (values, indent, asArray) => {
          const objects = values.map((value) => (Array.isArray(value) ? { value } : value));
          const text = asArray
            ? JSON.stringify(objects, null, indent)
            : objects.map((one) => JSON.stringify(one, null, indent)).join('\n');
          const found = [...jsonValues(text)].flatMap((one) => (one.kind === 'value' ? [JSON.parse(one.text)] : []));
          expect(found).toEqual(JSON.parse(JSON.stringify(objects)));
          expect([...jsonValues(text)].filter(({ kind }) => kind === 'fault')).toEqual([]);
        },
      ),
    );
  });

  it('are never half of one: a file cut off anywhere has a fault, or whole values only', () => {
    const text = JSON.stringify([orderObject(1), orderObject(2)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length - 1 }), (length) => {
        const found = [...jsonValues(text.slice(0, length))];
        expect(found.at(-1)?.kind).toBe('fault');
        for (const one of found) if (one.kind === 'value') expect(() => JSON.parse(one.text)).not.toThrow();
      }),
    );
  });

  it('always end, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', '\\', ' ', '1'), maxLength: 60 }),
        (text) => {
          expect([...jsonValues(text)].length).toBeLessThanOrEqual(text.length + 1);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
