import { describe, expect, it } from 'vitest';
import {
  longestFact,
  maxFacts,
  maxTexts,
  readEvent,
  readFacts,
  readNamedCodes,
} from '../../../../src/main/core/events/event-reader.ts';
import { deliveryOf, parcelCreatedEvent } from '../../../suites/records/webhook-fixtures.ts';

/** Parsed from JSON, as it is received. */
const parsed = (json: string): Record<string, unknown> => JSON.parse(json);
const nested = (levels: number, inner: string): Record<string, unknown> =>
  parsed(`{"a":${'['.repeat(levels)}${inner}${']'.repeat(levels)}}`);

describe('event reader: codes and shipment numbers', () => {
  it('come from the documented keys and every other text', () => {
    expect(readNamedCodes({ ...parcelCreatedEvent(), drop_off: { shipment_id: 7001 } })).toMatchObject({
      customCode: 'NL7K2M9P4R6T8V2X4B6D',
      trackingCode: 'DO4471902K7',
      pickUpCode: 'P-88213',
      shipmentIds: [7001],
      isWhole: true,
    });
  });

  it('are numbers only under a key that ends in shipment_id, never the pick-up shipment’s', () => {
    const data = {
      ...{
        id: 1,
        shipment_id: 2,
        drop_off_shipment_id: 3,
        pick_up_shipment_id: 4,
        shipment_ids: [5],
        shipment_id_old: 6,
      },
      nested: [{ shipment_id: 7 }],
    };
    expect(readNamedCodes(data).shipmentIds).toEqual([2, 3, 7]);
  });

  it.each(['9007199254740993', '12345678901234567890', '1e308', '-7', '0', '1.5', '"7"', 'true', 'null', '[[7]]'])(
    'is no shipment’s number: %s',
    (json) => expect(readNamedCodes(parsed(`{"shipment_id":${json}}`)).shipmentIds).toEqual([]),
  );

  it('are not read from keys of another type, inherited keys, or texts that cannot be codes', () => {
    const data =
      parsed(`{"__proto__":{"custom_code":"INHERITED"},"custom_code":["X"],"tracking_code":7,"pickup_code":{"a":"Y"},
      "long":"${'x'.repeat(256 * 1024)}","spaced":"12 Palm Street","control":"a\\u0000b","empty":""}`);
    const named = readNamedCodes(data);
    expect(named).toMatchObject({ customCode: null, trackingCode: null, pickUpCode: null, isWhole: true });
    expect(named.texts).toEqual(['INHERITED', 'X', 'Y']);
    expect(readNamedCodes(parsed('{"constructor":"A","toString":{"custom_code":"B"}}')).customCode).toBeNull();
  });

  it('are marked as incomplete if there is more than is searched', () => {
    expect(readNamedCodes(nested(15, '"CODE"'))).toMatchObject({ texts: ['CODE'], isWhole: true });
    expect(readNamedCodes(nested(60, '"CODE"'))).toMatchObject({ texts: [], isWhole: false });
    const many = Array.from({ length: 20_000 }, (_, at) => `code-${at}`);
    const named = readNamedCodes({ many, custom_code: 'KNOWN' });
    expect(named).toMatchObject({ customCode: 'KNOWN', isWhole: false });
    expect(named.texts).toHaveLength(maxTexts);
    expect(readNamedCodes({ many: many.map(() => 0) }).isWhole).toBe(false);
  });
});

describe('event reader: identifiers of the document', () => {
  it.each<[string, string, string]>([
    ['{"custom_codes":["A",7]}', 'custom code', 'A,7'],
    ['{"parcel":{"custom_code":" A "}}', 'custom code', 'A'],
    ['{"tracking_code":4711}', 'tracking code', '4711'],
    ['{"parcels":[{"pickup_code":"P1"},{"pick_up_code":"P2"}]}', 'pick-up code', 'P1,P2'],
    ['{"drop_off_shipment":{"unique_id":"DO1"}}', 'drop-off shipment unique id', 'DO1'],
    ['{"drop_off_shipment_unique_id":"DO1"}', 'drop-off shipment unique id', 'DO1'],
    ['{"drop_off_shipments":[{"id":"5"},{"id":6}]}', 'drop-off shipment id', '5,6'],
    ['{"drop_off_shipments":{"0":{"id":"5"},"1":{"id":6}}}', 'drop-off shipment id', '5,6'],
    ['{"tracking_codes":{"0":"DO-1"}}', 'tracking code', 'DO-1'],
    ['{"dropoff_shipment_id":"5"}', 'drop-off shipment id', '5'],
    ['{"shipment_order":{"id":9,"unique_id":"SH"}}', 'shipment order id', '9'],
    ['{"shipment_order_unique_id":"SH"}', 'shipment order unique id', 'SH'],
    ['{"order":{"unique_id":"SO","id":3}}', 'order unique id', 'SO'],
    ['{"order_unique_id":"SO"}', 'order unique id', 'SO'],
    ['{"pick_up_shipment":{"unique_id":"PU","id":8}}', 'pick-up shipment unique id', 'PU'],
    ['{"pickup_shipment_id":8}', 'pick-up shipment id', '8'],
    ['{"a":{"shipment_order_id":1},"shipment_order_id":2}', 'shipment order id', '2'],
  ])('are read nested or flat, as number or text, the nearest to the top: %s', (json, name, values) => {
    const found = readNamedCodes(parsed(json)).identifiers.filter((one) => one.name === name);
    expect(found.map(({ value }) => value).join()).toBe(values);
  });

  it.each([
    '{"id":5,"unique_id":"DO1","order":{"id":3}}',
    '{"shipment":{"id":5,"unique_id":"DO1"},"shipment_id":"5","order_id":5}',
    '{"drop_off_shipment_id":-5,"shipment_order_id":1.5,"pick_up_shipment_id":"x","drop_off_shipment":"5"}',
    '{"drop_off_shipment":{"courier":{"id":5}},"custom_code":true,"tracking_code":["",null,{}]}',
    '{"drop_off_shipment_id":12345678901234567890,"shipment_order_id":"00017"}',
  ])('are never a bare id or unique_id, nor values that are no identifiers: %s', (json) => {
    expect(readNamedCodes(parsed(json)).identifiers).toEqual([]);
  });
});

describe('event reader: facts', () => {
  it('are all fields with their paths and values', () => {
    const { facts, moreFacts } = readFacts(parsed('{"a":{"b":[1,null,{"c":true}],"d":[],"e":{}},"f":"  x ","g":-0.5}'));
    expect(moreFacts).toBe(0);
    expect(facts.map(({ name, value }) => [name, value])).toEqual([
      ['a.b[0]', '1'],
      ['a.b[1]', null],
      ['a.b[2].c', 'true'],
      ['a.d', '[]'],
      ['a.e', '{}'],
      ['f', '  x '],
      ['g', '-0.5'],
    ]);
  });

  it('list documented fields first', () => {
    const flood = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, at]));
    const { facts, moreFacts } = readFacts({ ...flood, ...parcelCreatedEvent() });
    expect(facts).toHaveLength(maxFacts);
    expect(moreFacts).toBe(1_000 + 19 - maxFacts);
    expect(facts.map(({ name }) => name)).toContain('drop_off.proof_of_delivery[0]');
    expect(facts.slice(0, 19).every(({ name }) => !name.startsWith('x'))).toBe(true);
  });

  it('are bounded, and marked where they are not exact', () => {
    const long = readFacts({ long: 'x'.repeat(256 * 1024), ['k'.repeat(10_000)]: 1 }).facts;
    expect(long.every(({ name, value }) => name.length < 200 && (value?.length ?? 0) <= longestFact + 1)).toBe(true);
    expect(readFacts(nested(64, '1')).facts).toEqual([{ name: 'a[0][0][0][0][0][0][0]', value: '[…]' }]);
    expect(readFacts(parsed('{"n":12345678901234567890}')).facts[0]?.value).toMatch(/^about 1234567890123456/);
    expect(readFacts(parsed('{"__proto__":{"a":1},"constructor":2}')).facts).toEqual([
      { name: '__proto__.a', value: '1' },
      { name: 'constructor', value: '2' },
    ]);
    const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`x${at}`, at]));
    expect(readFacts(wide).facts).toHaveLength(maxFacts);
  });
});

describe('event reader: the stored event', () => {
  it('has its bytes, its state and its time', () => {
    const delivery = deliveryOf('same.shipment.delivered', { trigger_datetime: '2026-03-14T12:00:05+04:00' }, 30);
    const event = readEvent(delivery);
    expect(event).toMatchObject({
      raw: delivery.raw,
      state: 'delivered',
      triggerDatetime: '2026-03-14T12:00:05+04:00',
    });
    expect(event.ownTime).toBe(Date.UTC(2026, 2, 14, 8, 0, 5));
    expect(event.moment).toBe(event.ownTime);
    expect(event.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads a time without an offset with that of the environment, else as UTC, and keeps what it said', () => {
    const delivery = deliveryOf('same.shipment.delivered', { trigger_datetime: '2026-03-14 12:00:05' }, 30);
    const localTime = Date.UTC(2026, 2, 14, 12, 0, 5);
    expect(readEvent(delivery, 240)).toMatchObject({
      ...{ triggerDatetime: '2026-03-14 12:00:05', localTime, ownTime: Date.UTC(2026, 2, 14, 8, 0, 5) },
      assumedOffset: { minutes: 240, from: 'setting' },
    });
    expect(readEvent(delivery)).toMatchObject({
      ...{ localTime, ownTime: localTime, moment: Date.UTC(2026, 2, 14, 8, 0, 30) },
      assumedOffset: { minutes: 0, from: 'UTC' },
    });
  });

  it.each([1773475205, '1773475205', 1773475205000, '1773475205000'])('reads the time since 1970: %j', (time) => {
    const event = readEvent(deliveryOf('same.shipment.delivered', { trigger_datetime: time }, 30), 240);
    const ownTime = Date.UTC(2026, 2, 14, 8, 0, 5);
    expect(event).toMatchObject({ triggerDatetime: String(time), ownTime, localTime: null, assumedOffset: null });
  });

  it.each([
    [{ trigger_datetime: 'x'.repeat(100_000) }],
    [{ trigger_datetime: 7 }],
    [parsed('{"__proto__":{"trigger_datetime":"2026-03-14T12:00:05Z"}}')],
    [{}],
  ])('uses the time of arrival without a time of its own (%#)', (data) => {
    const event = readEvent(deliveryOf('same.shipment.delivered', data, 30));
    expect(event).toMatchObject({ triggerDatetime: null, ownTime: null, moment: Date.UTC(2026, 2, 14, 8, 0, 30) });
  });
});
