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

/** As it comes over the wire: keys and numbers are what JSON makes of them. */
const wired = (json: string): Record<string, unknown> => JSON.parse(json);
const nested = (levels: number, inner: string): Record<string, unknown> =>
  wired(`{"a":${'['.repeat(levels)}${inner}${']'.repeat(levels)}}`);

describe('what an event names', () => {
  it('is what stands under the documented keys, and every other text', () => {
    expect(readNamedCodes({ ...parcelCreatedEvent(), drop_off: { shipment_id: 7001 } })).toMatchObject({
      customCode: 'NL7K2M9P4R6T8V2X4B6D',
      trackingCode: 'DO4471902K7',
      pickUpCode: 'P-88213',
      shipmentIds: [7001],
      isWhole: true,
    });
  });

  it('is a number only under a key that ends in shipment_id, and never the pick-up shipment’s', () => {
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
    (json) => expect(readNamedCodes(wired(`{"shipment_id":${json}}`)).shipmentIds).toEqual([]),
  );

  it('is not taken from keys of another type, inherited ones, or texts that can be no code', () => {
    const data =
      wired(`{"__proto__":{"custom_code":"INHERITED"},"custom_code":["X"],"tracking_code":7,"pickup_code":{"a":"Y"},
      "long":"${'x'.repeat(256 * 1024)}","spaced":"12 Palm Street","control":"a\\u0000b","empty":""}`);
    const named = readNamedCodes(data);
    expect(named).toMatchObject({ customCode: null, trackingCode: null, pickUpCode: null, isWhole: true });
    expect(named.texts).toEqual(['INHERITED', 'X', 'Y']);
    expect(readNamedCodes(wired('{"constructor":"A","toString":{"custom_code":"B"}}')).customCode).toBeNull();
  });

  it('says so where there is more than is looked through', () => {
    expect(readNamedCodes(nested(15, '"CODE"'))).toMatchObject({ texts: ['CODE'], isWhole: true });
    expect(readNamedCodes(nested(60, '"CODE"'))).toMatchObject({ texts: [], isWhole: false });
    const many = Array.from({ length: 20_000 }, (_, at) => `code-${at}`);
    const named = readNamedCodes({ many, custom_code: 'KNOWN' });
    expect(named).toMatchObject({ customCode: 'KNOWN', isWhole: false });
    expect(named.texts).toHaveLength(maxTexts);
    expect(readNamedCodes({ many: many.map(() => 0) }).isWhole).toBe(false);
  });
});

describe('the facts of an event', () => {
  it('are every field with its place and its value as given', () => {
    const { facts, moreFacts } = readFacts(wired('{"a":{"b":[1,null,{"c":true}],"d":[],"e":{}},"f":"  x ","g":-0.5}'));
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

  it('name the document’s fields first, so that no flood hides them', () => {
    const flood = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`x${at}`, at]));
    const { facts, moreFacts } = readFacts({ ...flood, ...parcelCreatedEvent() });
    expect(facts).toHaveLength(maxFacts);
    expect(moreFacts).toBe(1_000 + 19 - maxFacts);
    expect(facts.map(({ name }) => name)).toContain('drop_off.proof_of_delivery[0]');
    expect(facts.slice(0, 19).every(({ name }) => !name.startsWith('x'))).toBe(true);
  });

  it('are bounded, whatever is sent, and say where they are not exact', () => {
    const long = readFacts({ long: 'x'.repeat(256 * 1024), ['k'.repeat(10_000)]: 1 }).facts;
    expect(long.every(({ name, value }) => name.length < 200 && (value?.length ?? 0) <= longestFact + 1)).toBe(true);
    expect(readFacts(nested(64, '1')).facts).toEqual([{ name: 'a[0][0][0][0][0][0][0]', value: '[…]' }]);
    expect(readFacts(wired('{"n":12345678901234567890}')).facts[0]?.value).toMatch(/^about 1234567890123456/);
    expect(readFacts(wired('{"__proto__":{"a":1},"constructor":2}')).facts).toEqual([
      { name: '__proto__.a', value: '1' },
      { name: 'constructor', value: '2' },
    ]);
    const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`x${at}`, at]));
    expect(readFacts(wide).facts).toHaveLength(maxFacts);
  });
});

describe('an event as it goes on disk', () => {
  it('carries its bytes, its state and its moment', () => {
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

  it.each([
    [{ trigger_datetime: 'x'.repeat(100_000) }],
    [{ trigger_datetime: 7 }],
    [wired('{"__proto__":{"trigger_datetime":"2026-03-14T12:00:05Z"}}')],
    [{}],
  ])('takes its arrival where it tells no time (%#)', (data) => {
    const event = readEvent(deliveryOf('same.shipment.delivered', data, 30));
    expect(event).toMatchObject({ triggerDatetime: null, ownTime: null, moment: Date.UTC(2026, 2, 14, 8, 0, 30) });
  });
});
