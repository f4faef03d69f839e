import { beforeEach, describe, expect, it } from 'vitest';
import {
  createEvents,
  type Events,
  type EventsParts,
  maxWaiting,
} from '../../../../src/main/core/events/event-intake.ts';
import { createNotices } from '../../../../src/main/core/notices.ts';
import type { Clock } from '../../../../src/main/core/ports/clock.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { Change } from '../../../../src/shared/contract/changes.ts';
import { by, codeA, orderOf, parcelOf, shipmentOf, storeOrder } from '../../../suites/records/record-fixtures.ts';
import { deliveryOf, trackingCode } from '../../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const clock: Clock = { now: () => Date.UTC(2026, 2, 14, 8, 1), after: () => () => {} };
const folders = temporaryFolders();
let records: Records;
let topics: Change[];
let bugs: unknown[];
beforeEach(async () => {
  records = await openTestRecords(folders);
  topics = [];
  bugs = [];
});

const notices = createNotices(clock, () => {});
const eventsOver = (changes: Partial<EventsParts> = {}): Events =>
  createEvents({
    ...{ records, clock, notices: null, publish: () => {} },
    announce: (...changed) => void topics.push(...changed),
    onBug: (error) => void bugs.push(error),
    ...changes,
  });
/** Events that all differ, of one shipment. */
const delivery = (number: number) =>
  deliveryOf('same.shipment.in_transit', {
    tracking_code: trackingCode,
    number,
    trigger_datetime: '2026-03-14T08:00:00Z',
  });
const deletion = (code: string, number = 0) => deliveryOf('same.shipment.deleted', { custom_code: code, number }, 20);
const storeShipment = (code: string, tracking: string | null = null) =>
  storeOrder(records, orderOf([shipmentOf([parcelOf(code)], { trackingCode: tracking })]));

describe('events: intake', () => {
  it('stores every event of a flood once, many in one transaction, and reports which are known', async () => {
    let acts = 0;
    const counted = {
      ...records,
      storeEvents(some: Parameters<Records['storeEvents']>[0]) {
        acts += 1;
        return records.storeEvents(some);
      },
    };
    const events = eventsOver({ records: counted });
    const flood = Array.from({ length: 600 }, (_, at) => deliveryOf('x', { number: at % 400 }));
    const answers = await Promise.all(flood.map((one) => events.take(one)));
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(400);
    expect(answers.filter((answer) => answer === 'known')).toHaveLength(200);
    expect((await records.unmatchedEvents({ code: null, limit: 1 })).total).toBe(400);
    expect(acts).toBeLessThan(10);
  });

  it('reports the same event from a second webhook as known', async () => {
    await storeShipment(codeA, trackingCode);
    const events = eventsOver();
    expect(await Promise.all([events.take(delivery(1)), events.take(delivery(2))])).toEqual(['stored', 'known']);
    expect(topics).toEqual([{ topic: 'parcels', parcels: [expect.any(Number)] }]);
    topics = [];
    expect(await events.take(delivery(3))).toBe('known');
    expect(topics).toEqual([]);
  });

  it('rejects an event that the disk refuses, and stores the others', async () => {
    const rejecting = {
      ...records,
      storeEvents(some: Parameters<Records['storeEvents']>[0]) {
        if (some.some(({ event }) => event === 'bad')) return Promise.reject(new Error('The disk refuses'));
        return records.storeEvents(some);
      },
    };
    const events = eventsOver({ records: rejecting });
    const names = ['a', 'bad', 'b', 'bad', 'c'];
    const taken = await Promise.allSettled(names.map((name, at) => events.take(deliveryOf(name, { at }))));
    expect(taken.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(bugs).toEqual([]);
  });

  it('rejects events above its limit, and loses none of the accepted ones', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      ...records,
      storeEvents: (some: Parameters<Records['storeEvents']>[0]) => gate.then(() => records.storeEvents(some)),
    };
    const events = eventsOver({ records: slow });
    const taken = Array.from({ length: maxWaiting + 10 }, (_, at) => events.take(deliveryOf('x', { at })));
    const settled = Promise.allSettled(taken);
    release();
    const refused = (await settled).filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThan(0);
    expect((await records.unmatchedEvents({ code: null, limit: 1 })).total).toBe(taken.length - refused);
  });

  it('stores what it accepted before it stopped, and accepts no more', async () => {
    const events = eventsOver();
    const before = [1, 2, 3].map((number) => events.take(deliveryOf('x', { number })));
    await events.stop();
    expect(await Promise.all(before)).toEqual(['stored', 'stored', 'stored']);
    await expect(events.take(delivery(4))).rejects.toThrow();
  });

  it('accepts the largest and strangest bodies', async () => {
    await storeShipment(codeA, trackingCode);
    const events = eventsOver();
    const odd = [
      JSON.parse(`{"a":${'['.repeat(60)}"x"${']'.repeat(60)}}`),
      { text: 'x'.repeat(250_000) },
      { many: Array.from({ length: 30_000 }, (_, at) => `code-${at}`) },
      JSON.parse('{"__proto__":{"tracking_code":"DO4471902K7"},"constructor":{"prototype":{}},"shipment_id":1e400}'),
      { tracking_code: trackingCode, trigger_datetime: '9999-12-31T23:59:59+23:59', shipment_id: 2 ** 60 },
      { tracking_code: '\u0000', custom_code: '\ud800', pickup_code: "'; DROP TABLE events; --" },
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}_shipment_id`, at])),
    ];
    const names = odd.map((_, at) => `\u0000"'${at}`);
    const answers = await Promise.all(odd.map((data, at) => events.take(deliveryOf(names[at] ?? '', data))));
    expect(new Set(answers)).toEqual(new Set(['stored']));
    expect(await events.take(delivery(1))).toBe('stored');
    expect((await records.findByCode(codeA))?.parcels[0]?.status?.state).toBe('in_transit');
    const { total, events: kept } = await records.unmatchedEvents({ code: null, limit: 50 });
    // One of them names the shipment by a key that JSON made an own one; it counts like any other text.
    expect(total).toBe(odd.length - 2);
    expect(kept.find(({ moreFacts }) => moreFacts > 1_000)?.unmatchedBecause).toBe('too much in it');
  });
});

describe('events: a parcel reported as deleted, and later as picked up', () => {
  const pickedUp = (code: string) =>
    deliveryOf('same.shipment.picked_up', { custom_code: code, trigger_datetime: '2026-03-14T08:00:50Z' }, 55);
  const ofConflicts = () =>
    notices.list().filter(({ message }) => message.code.startsWith('webhook.deletion-conflict'));

  it('is a notice that leads to the parcel, once, until an operator decides', async () => {
    const code = 'NLBACKAGAIN000000001';
    const [parcelId = 0] = await storeShipment(code);
    const events = eventsOver({ notices });
    await events.take(deletion(code));
    await events.take(pickedUp(code));
    await expect.poll(ofConflicts).toMatchObject([
      {
        ...{ tone: 'warning', code },
        message: { code: 'webhook.deletion-conflict', params: { code, state: 'picked_up' } },
      },
    ]);
    await events.take(delivery(1));
    await records.resolveDeletionConflict(parcelId, 'exists', by('resolve-deletion-conflict'));
    events.notifyDeletions();
    await expect.poll(ofConflicts).toEqual([]);
    await events.stop();
    expect(bugs).toEqual([]);
  });

  it('is reported again at the next start while no operator decided; of many parcels in one notice', async () => {
    const codes = Array.from({ length: 8 }, (_, at) => `NLBACK00000000000${String(at).padStart(3, '0')}`);
    for (const code of codes) await storeShipment(code, `DO-${code}`);
    const aside = eventsOver();
    await Promise.all(codes.flatMap((code) => [aside.take(deletion(code)), aside.take(pickedUp(code))]));
    await aside.stop();
    for (const _ of [1, 2]) {
      const shown = eventsOver({ notices });
      shown.notifyDeletions();
      await expect.poll(ofConflicts).toMatchObject([{ message: { params: { parcels: 8, more: 3 } } }]);
      await shown.stop();
      expect(ofConflicts()).toEqual([]);
    }
  });
});

describe('events: a deletion without a request from this station', () => {
  it('is reported once, with its codes', async () => {
    await storeShipment(codeA);
    const events = eventsOver({ notices });
    await events.take(deletion(codeA));
    await events.take(deletion(codeA, 1));
    events.notifyDeletions();
    await events.stop();
    const reported = notices.list().filter(({ message }) => JSON.stringify(message).includes(codeA));
    expect(reported).toHaveLength(1);
    const params = { parcels: 1, codes: codeA, more: 0, labels: 0 };
    expect(reported[0]).toMatchObject({ tone: 'warning', message: { code: 'webhook.shipment-deleted', params } });
    expect(topics).toContain('print jobs');
    expect(bugs).toEqual([]);
  });

  it('in an environment that is not shown is reported when it is shown, also after a restart', async () => {
    const code = 'NLELSEWHERE000000001';
    await storeShipment(code);
    const aside = eventsOver();
    await aside.take(deletion(code));
    await aside.stop();
    const reports = () => notices.list().filter(({ message }) => JSON.stringify(message).includes(code)).length;
    expect(reports()).toBe(0);
    for (const times of [1, 2]) {
      const shown = eventsOver({ notices });
      shown.notifyDeletions();
      await shown.stop();
      expect([times, reports()]).toEqual([times, 1]);
    }
  });

  it('of many shipments at once is one notice', async () => {
    const codes = Array.from({ length: 8 }, (_, at) => `NLMANY00000000000${String(at).padStart(3, '0')}`);
    for (const code of codes) await storeShipment(code, `DO-${code}`);
    const aside = eventsOver();
    await Promise.all(codes.map((code) => aside.take(deletion(code))));
    await aside.stop();
    const shown = eventsOver({ notices });
    shown.notifyDeletions();
    await shown.stop();
    const reported = notices.list().filter(({ message }) => JSON.stringify(message).includes('NLMANY'));
    expect(reported.map(({ message }) => message)).toEqual([
      {
        code: 'webhook.shipments-deleted',
        params: { shipments: 8, codes: codes.slice(0, 5).join(', '), more: 3, labels: 0 },
      },
    ]);
  });
});
