import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileOrders } from '../../../../src/main/core/imports/file-orders.ts';
import { jsonValues } from '../../../../src/main/core/imports/json-values.ts';
import { parseImportFile } from '../../../../src/main/core/imports/parse-import-file.ts';
import type { Failure } from '../../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { bytesOf, customCodeOf, envelope, labelOrigin, orderObject, sameOrders } from './order-file-fixtures.ts';

const parts = {
  ...{ labelOrigin, withoutToken: async (text: string) => text, yieldToEventLoop: async () => {} },
  ...{ isStopping: () => false, onRead: () => {} },
};

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

const faultsOf = async (value: unknown): Promise<Message[]> =>
  (await read(JSON.stringify(value))).faults.map((fault) => fault.message);

/** An order with another value at that path. */
function changed(place: string, value: unknown): unknown {
  const order = orderObject(1);
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  const within = steps.reduce<unknown>((entry, step) => Reflect.get(Object(entry), step), order);
  Reflect.set(Object(within), last, value);
  return order;
}

describe('JSON import: a file of order responses', () => {
  it.each(Object.entries(sameOrders))('gives its three orders where it is %s', async (_, write) => {
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

  it.each([
    'laravel.create.json',
    'rails.create.json',
    'django-rest.create.json',
    'express.create.json',
    'php.create.txt',
  ])('is read as a common back end writes it: %s', async (file) => {
    const text = readFileSync(new URL(`../../../fixtures/service/back-ends/${file}`, import.meta.url), 'utf8');
    const { orders, faults } = await read(text);
    expect(faults).toEqual([]);
    expect(orders[0]?.order).toMatchObject({
      priceWithTax: 47.25,
      shipments: [
        {
          parcels: [
            { customCode: 'BENCH0000000000001', pickUpCode: 'PC-3001', label: { source: 'parcel zpl' } },
            { customCode: 'BENCH0000000000002', pickUpCode: 'PC-3002', label: { source: 'parcel zpl' } },
          ],
        },
      ],
    });
  });

  it('keeps each order’s text as written', async () => {
    const text = JSON.stringify([orderObject(1), envelope(orderObject(2))], null, 2);
    const { orders } = await read(text);
    for (const { order } of orders) expect(text).toContain(order.rawAnswer);
    expect(JSON.parse(orders[1]?.order.rawAnswer ?? '')).toEqual(envelope(orderObject(2)));
  });

  it('lists the fields that an answer leaves out, as for an order created here', async () => {
    const { orders } = await read(JSON.stringify(changed('shipments.0.parcels.0.pick_up_code', undefined)));
    expect(orders[0]?.order.missing).toContain('shipments[0].parcels[0].pick_up_code');
    expect(orders[0]?.order.shipments[0]?.parcels[0]?.missing).toEqual(['pick_up_code']);
  });

  it('counts an identical order once, and refuses two that differ', async () => {
    const twice = await read(JSON.stringify([orderObject(1), orderObject(2), orderObject(1)]));
    expect([twice.orders.length, twice.repeated, twice.faults]).toEqual([2, 1, []]);
    const differ = await read(JSON.stringify([orderObject(1), orderObject(2, { customCodes: [customCodeOf(1)] })]));
    const other = message('import.place.order', { order: 1, line: 1 });
    expect(differ.faults.map((fault) => fault.message)).toEqual([
      message('import.code-in-two-orders', { code: customCodeOf(1), other }),
    ]);
  });
});

describe('JSON import: a file without orders', () => {
  it.each(['', ' \n\t', '[]'])('is refused: %j', async (text) => {
    expect((await refusal(text)).message).toEqual(message('file.empty'));
  });

  it.each<[text: string, fault: Message]>([
    ['{"unique_id":"ORD-1","shipments":[{"par', message('json.cut-off')],
    [`[${JSON.stringify(orderObject(1))},`, message('json.cut-off')],
    [`[${JSON.stringify(orderObject(1))}`, message('json.cut-off')],
    [`[${JSON.stringify(orderObject(1))} ${JSON.stringify(orderObject(2))}]`, message('json.comma-missing')],
    [`[${JSON.stringify(orderObject(1))},]`, message('json.extra-bracket')],
    [`${JSON.stringify(orderObject(1))},${JSON.stringify(orderObject(2))}`, message('json.extra-comma')],
    [']', message('json.extra-bracket')],
    ['[[[1]]]', message('import.not-an-order')],
    ['[null, 1, "text"]', message('import.not-an-order')],
    ['{"hello":"world"}', message('import.no-shipments')],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, message('json.too-deep', { limit: 64 })],
    [`[${'['.repeat(200_000)}`, message('json.too-deep', { limit: 64 })],
    [`{"a":"${'x'.repeat(1_100_000)}"}`, message('json.too-long', { limit: 1024 * 1024 })],
  ])('gives the error: %.60s', async (text, fault) => {
    expect((await read(text)).faults[0]?.message).toEqual(fault);
  });

  it('gives the line of invalid JSON, and reads the orders around it', async () => {
    const lines = [JSON.stringify(orderObject(1)), '{"unique_id": ORD-2}', JSON.stringify(orderObject(3))];
    const { orders, faults } = await read(lines.join('\n'), 'orders.jsonl');
    expect(orders).toHaveLength(2);
    expect(faults).toEqual([
      {
        place: message('import.place.order', { order: 2, line: 2 }),
        message: { code: 'json.invalid', params: { detail: expect.any(String) } },
      },
    ]);
  });

  it('is refused where the service’s answer says that no order was created', async () => {
    const faults = [message('import.no-order-created', { status: 'error' })];
    expect(await faultsOf({ status: 'error', code: 422, message: 'No', object: {} })).toEqual(faults);
    expect(await faultsOf({ code: 500, object: { shipments: [] } })).toEqual([
      message('import.no-order-created', { status: '500' }),
    ]);
  });

  it('is refused where it is not text, a spreadsheet, or not UTF-8', async () => {
    const rejected = async (bytes: number[]) => {
      const answer = await parseImportFile({ name: 'orders.json', bytes: Uint8Array.from(bytes) }, parts);
      return answer.ok ? null : answer.failure.message;
    };
    expect(await rejected([0x50, 0x4b, 3, 4, 0, 0])).toEqual(message('file.is-spreadsheet'));
    expect(await rejected([0x7b, 0xe9, 0x7d])).toEqual(message('file.not-utf8'));
    expect(await rejected([0x7b, 0, 0x7d])).toEqual(message('file.not-text'));
  });
});

describe('JSON import: an order of another system', () => {
  it.each<[string, string, unknown, Message]>([
    [
      'a code that is a number',
      'shipments.0.parcels.0.custom_code',
      1234567890123456,
      message('import.not-text', { path: 'shipments[0].parcels[0].custom_code', type: 'number' }),
    ],
    [
      'a pick-up code that is a list',
      'shipments.0.parcels.0.pick_up_code',
      [],
      message('import.not-text', { path: 'shipments[0].parcels[0].pick_up_code', type: 'array' }),
    ],
    ['shipments that are an object', 'shipments', {}, message('import.not-a-list', { path: 'shipments' })],
    ['no shipments', 'shipments', [], message('import.list-empty', { path: 'shipments' })],
    ['no parcels', 'shipments.0.parcels', [], message('import.list-empty', { path: 'shipments[0].parcels' })],
    [
      'a parcel that is text',
      'shipments.0.parcels',
      ['A'],
      message('import.not-an-object', { path: 'shipments[0].parcels[0]' }),
    ],
    [
      'too many parcels',
      'shipments.0.parcels',
      Array(51).fill({ custom_code: 'A' }),
      message('import.list-too-long', { path: 'shipments[0].parcels', limit: 50 }),
    ],
    ['a parcel without any code', 'shipments', [{ parcels: [{}] }], message('import.parcel-without-code')],
    [
      'one custom code on two parcels',
      'shipments.0.parcels',
      [{ custom_code: 'A' }, { custom_code: 'A' }],
      message('import.code-on-two-parcels', { code: 'A' }),
    ],
    ['a code with a line break', 'unique_id', 'ORD\n1', message('import.code-invalid', { code: 'ORD 1' })],
    [
      'a code that changes the direction of writing',
      'shipments.0.drop_off_shipment.unique_id',
      'DO\u202e1',
      message('import.code-invalid', { code: 'DO 1' }),
    ],
    ['a lone surrogate in a code', 'unique_id', 'ORD\ud8001', message('import.code-invalid', { code: 'ORD 1' })],
    [
      'a code of a thousand letters',
      'unique_id',
      'A'.repeat(1000),
      message('import.code-invalid', { code: `${'A'.repeat(59)}…` }),
    ],
  ])('is refused with its reason: %s', async (_, place, value, fault) => {
    expect(await faultsOf(changed(place, value))).toEqual([fault]);
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
    const [fault] = await faultsOf(changed('shipments.0.parcels.0.pick_up_label_urls.0.url', url));
    expect(fault?.code).toMatch(/^import\.label-/);
    expect(JSON.stringify(fault)).not.toContain('secret');
    expect(JSON.stringify(fault)).not.toContain('1.zpl');
  });

  it('ignores numbers that are too large', async () => {
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

  it('ignores keys that have a meaning in JavaScript', async () => {
    const text = JSON.stringify(orderObject(1)).replace(
      '"unique_id":"ORD-1"',
      '"__proto__":{"polluted":true,"shipments":[]},"constructor":{"prototype":{"polluted":true}},"unique_id":"ORD-1","toString":1',
    );
    const { orders, faults } = await read(text.replace('{"SAME":', '{"__proto__":{"polluted":1},"SAME":'));
    expect(faults).toEqual([]);
    expect(orders[0]?.order.uniqueId).toBe('ORD-1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    // Shipments in its prototype do not make it an order.
    expect(await faultsOf(JSON.parse('{"__proto__":{"shipments":[]}}'))).toEqual([message('import.no-shipments')]);
  });

  it('shortens names and removes line breaks and direction marks', async () => {
    const receiver = `Aya\u202e\n\tNoor\0 ${'long '.repeat(10_000)}`;
    const { orders } = await read(JSON.stringify(orderObject(1, { receiver })));
    const name = orders[0]?.order.shipments[0]?.recipient.name ?? '';
    expect(name.startsWith('Aya Noor long')).toBe(true);
    expect(name.length).toBeLessThanOrEqual(500);
  });
});

describe('JSON import: splitting a file into values', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => typeof value === 'object' && value !== null);

  it('gives the values that were written', () => {
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

  it('never gives part of a value: a truncated file has an error, or complete values only', () => {
    const text = JSON.stringify([orderObject(1), orderObject(2)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length - 1 }), (length) => {
        const found = [...jsonValues(text.slice(0, length))];
        expect(found.at(-1)?.kind).toBe('fault');
        for (const one of found) if (one.kind === 'value') expect(() => JSON.parse(one.text)).not.toThrow();
      }),
    );
  });

  it('lets other work run while it passes over millions of empty lists', () => {
    const text = '[] '.repeat(1_000_000);
    expect([...jsonValues(text)].filter(({ kind }) => kind === 'pause').length).toBeGreaterThan(10);
  });

  it('always ends, whatever the text', () => {
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
