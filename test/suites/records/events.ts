import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../src/main/core/events/event-reader.ts';
import { eventSteps } from './event-fixtures.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
  shipmentOf,
  storeLabelled,
  storeOrder,
} from './record-fixtures.ts';
import {
  deliveryOf,
  eventOf,
  otherTrackingCode,
  parcelCreatedEvent,
  stateEvent,
  trackingCode,
} from './webhook-fixtures.ts';

/** Webhook events: what they are matched to, and what follows. */
export function eventsContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const { shipment, take, status, eventsOn, effects, unmatched } = eventSteps(records);

  describe('a status', () => {
    it('comes from an event, with its source and the event’s own time, and survives a restart', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      expect(await status(parcelId)).toBeNull();
      expect(await take(stateEvent('picked_up', 10, 30))).toEqual(['stored']);
      await reopen();
      expect(await status(parcelId)).toEqual({ state: 'picked_up', source: 'webhook', at: atSecond(10) });
    });

    it('is never moved back by a late event, which is still stored', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(stateEvent('delivered', 20, 30));
      await take(stateEvent('in_transit', 10, 40));
      expect(await status(parcelId)).toEqual({ state: 'delivered', source: 'webhook', at: atSecond(20) });
      expect(await effects(parcelId)).toEqual([
        ['delivered', 'became the status'],
        ['in_transit', 'came late'],
      ]);
    });

    it('that is final is replaced only by an event with a later own time', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(stateEvent('delivered', 20, 30), stateEvent('in_transit', null, 40));
      expect((await status(parcelId))?.state).toBe('delivered');
      expect(await effects(parcelId)).toEqual([
        ['in_transit', 'end stays'],
        ['delivered', 'became the status'],
      ]);
      expect((await eventsOn(parcelId))[0]).toMatchObject({ state: 'in_transit', conflictsWith: 'delivered' });
      await take(stateEvent('return_scheduled', 41, 50));
      expect((await status(parcelId))?.state).toBe('return_scheduled');
    });

    it('uses the arrival time if an event contains no time or one in the future', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(stateEvent('picked_up', null, 30));
      expect(await status(parcelId)).toEqual({ state: 'picked_up', source: 'webhook', at: atSecond(30) });
      await take(stateEvent('processing', 4_000, 31));
      expect(await status(parcelId)).toEqual({ state: 'processing', source: 'webhook', at: atSecond(31) });
      await take(stateEvent('in_transit', 40, 41));
      expect((await status(parcelId))?.state).toBe('in_transit');
    });

    it('is not moved back at a station with a slightly slow clock: a time a few seconds ahead is not replaced by the arrival time', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(stateEvent('delivered', 41, 35), stateEvent('in_transit', 40, 36));
      expect(await status(parcelId)).toEqual({ state: 'delivered', source: 'webhook', at: atSecond(35) });
    });

    it('belongs to a shipment: all its parcels have it, and no other shipment’s', async () => {
      const parcels = await shipment([codeA, codeB]);
      const [other = 0] = await shipment([codeC], otherTrackingCode);
      await take(stateEvent('picked_up', 10));
      expect(await Promise.all(parcels.map(async (id) => (await status(id))?.state))).toEqual([
        'picked_up',
        'picked_up',
      ]);
      expect(await status(other)).toBeNull();
    });

    it('is not set by parcel events, by undocumented event names, or by text inside an event', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      const data = { tracking_code: trackingCode, status: 'delivered' };
      const names = [
        'same.parcel.delivered',
        'same.shipment.lost',
        'SAME.SHIPMENT.DELIVERED',
        'delivered',
        '',
        '__proto__',
      ];
      await take(...names.map((name) => eventOf(name, data)));
      expect(await status(parcelId)).toBeNull();
      expect((await eventsOn(parcelId)).map(({ effect }) => effect)).toEqual(names.map(() => 'facts only'));
    });
  });

  describe('a repeated event', () => {
    it('of the same bytes is known, and changes nothing', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      expect(await take(stateEvent('picked_up', 10, 30), stateEvent('picked_up', 10, 31))).toEqual(['stored', 'known']);
      expect(await take(stateEvent('picked_up', 10, 50))).toEqual(['known']);
      expect(await eventsOn(parcelId)).toHaveLength(1);
    });

    it('from a second webhook, in other bytes, is known by its shipment, name and time', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      expect(await take(stateEvent('picked_up', 10, 30))).toEqual(['stored']);
      const written = atSecond(10).replace('08:', '12:').replace('Z', '+04:00');
      const again = stateEvent('picked_up', 10, 31, { webhook: 2, trigger_datetime: written });
      expect(await take(again)).toEqual(['known']);
      expect(await take(again)).toEqual(['known']);
      expect(await eventsOn(parcelId)).toHaveLength(1);
      expect(await take(stateEvent('picked_up', 11, 32))).toEqual(['stored']);
    });

    it('without a time counts again after another event of its shipment: a second failure is shown', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      const states = ['in_transit', 'failed', 'to_attempt', 'in_transit', 'failed'];
      expect(await take(...states.map((state, at) => stateEvent(state, null, 10 + at)))).toEqual(
        states.map(() => 'stored'),
      );
      expect(await status(parcelId)).toEqual({ state: 'failed', source: 'webhook', at: atSecond(14) });
      await reopen();
      expect((await eventsOn(parcelId)).map(({ state }) => state)).toEqual(states.toReversed());
      // All of them within one millisecond, as a queue sends them.
      await take(...states.map((state) => stateEvent(state, null, 20)));
      expect(await status(parcelId)).toEqual({ state: 'failed', source: 'webhook', at: atSecond(20) });
    });

    it('without a time counts once in a storm of redeliveries, also between events of other shipments', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await shipment([codeB], otherTrackingCode);
      const other = (at: number) => stateEvent('picked_up', at, at, { tracking_code: otherTrackingCode });
      const unknown = (at: number) => stateEvent('picked_up', null, at, { tracking_code: `DO-${at % 3}` });
      await take(stateEvent('picked_up', null, 9), stateEvent('in_transit', null, 10));
      for (let at = 11; at < 200; at += 1)
        expect(await take(stateEvent('in_transit', null, at), other(at), unknown(at))).toContain('known');
      expect((await eventsOn(parcelId)).map(({ state, at }) => [state, at])).toEqual([
        ['in_transit', atSecond(10)],
        ['picked_up', atSecond(9)],
      ]);
    });

    it('without a time of an unknown shipment does not fill the disk, and the last one still counts', async () => {
      const states = ['in_transit', 'failed'];
      for (let at = 0; at < 100; at += 1) await take(stateEvent(states[at % 2] ?? '', null, 10 + at));
      expect((await unmatched()).total).toBeLessThan(50);
      const [parcelId = 0] = await shipment([codeA]);
      expect(await status(parcelId)).toEqual({ state: 'failed', source: 'webhook', at: atSecond(109) });
      expect(await take(stateEvent('failed', null, 200))).toEqual(['known']);
    });

    it('is not one about another parcel of the shipment', async () => {
      const parcels = [parcelOf(codeA, { pickUpCode: 'P-1' }), parcelOf(codeB, { pickUpCode: 'P-2' })];
      const [one = 0, two = 0] = await storeOrder(records, orderOf([shipmentOf(parcels, { trackingCode })]));
      const first = parcelCreatedEvent({ pickup_code: 'P-1', custom_code: codeA });
      const second = parcelCreatedEvent({ pickup_code: 'P-2', custom_code: codeB });
      const created = 'same.parcel.created';
      expect(await take(eventOf(created, first), eventOf(created, second))).toEqual(['stored', 'stored']);
      expect(await take(eventOf(created, { ...second, webhook: 2 }))).toEqual(['known']);
      expect(await eventsOn(one)).toHaveLength(1);
      expect(await eventsOn(two)).toHaveLength(1);
    });
  });

  describe('a time without an offset', () => {
    const zoneless = (
      state: string,
      time: string,
      second: number,
      setting: number | null = null,
      tracking = trackingCode,
    ) =>
      readEvent(
        deliveryOf(
          `same.shipment.${state}`,
          { tracking_code: tracking, trigger_datetime: `2026-03-14 ${time}` },
          second,
        ),
        setting,
      );
    const slots = { minutes: 240, from: 'delivery slots' };

    it('is read with the offset of the shipment’s delivery slot, so that a late event does not move the status back', async () => {
      const [parcelId = 0] = await shipment([codeA], trackingCode, { utcOffset: 240 });
      await take(zoneless('failed', '12:00:20', 30), zoneless('in_transit', '12:00:10', 40, 60));
      expect(await status(parcelId)).toEqual({ state: 'failed', source: 'webhook', at: atSecond(20) });
      expect((await eventsOn(parcelId)).map(({ at, assumedOffset }) => [at, assumedOffset])).toEqual([
        [atSecond(20), slots],
        [atSecond(10), slots],
      ]);
      expect(await take(zoneless('failed', '12:00:20', 50))).toEqual(['known']);
    });

    it('is read with the newest slot of another order, else with the setting, else as UTC', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      const assumed = async () => (await eventsOn(parcelId)).map(({ assumedOffset }) => assumedOffset);
      await take(zoneless('picked_up', '08:00:10', 20));
      expect(await assumed()).toEqual([{ minutes: 0, from: 'UTC' }]);
      // The setting was changed meanwhile: both are read with it.
      await take(zoneless('processing', '12:00:11', 21, 240));
      const setting = { minutes: 240, from: 'setting' };
      expect(await assumed()).toEqual([setting, setting]);
      await shipment([codeB], otherTrackingCode, { utcOffset: 180 });
      const newest = { minutes: 180, from: 'delivery slots' };
      expect(await assumed()).toEqual([newest, newest]);
      expect((await status(parcelId))?.state).toBe('processing');
    });

    it('is read again when the setting changes, and stays with the slots’ offset once that is known', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(
        zoneless('failed', '12:00:20', 30),
        stateEvent('to_attempt', 25, 31),
        zoneless('x', '12:00:01', 31, null, 'DO-9'),
      );
      const read = async () => {
        const [parcelEvents, { events }] = await Promise.all([eventsOn(parcelId), unmatched('DO-9')]);
        return [...parcelEvents, ...events].map(({ assumedOffset }) => assumedOffset?.minutes ?? null);
      };
      // Read as UTC it lies in the future, and its arrival counts.
      expect([(await status(parcelId))?.state, await read()]).toEqual(['failed', [0, null, 0]]);
      await records.assumeUtcOffset(240);
      expect([(await status(parcelId))?.state, await read()]).toEqual(['to_attempt', [null, 240, 240]]);
      await shipment([codeB], otherTrackingCode, { utcOffset: 180 });
      await records.assumeUtcOffset(null);
      expect(await read()).toEqual([180, null, 180]);
      expect((await status(parcelId))?.state).toBe('failed');
    });

    it('is a repeat of the same event with its offset, from another webhook, also where that is found out later', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(stateEvent('failed', 20, 30), zoneless('failed', '12:00:20', 31));
      expect(await eventsOn(parcelId)).toHaveLength(2);
      await records.assumeUtcOffset(240);
      expect(await eventsOn(parcelId)).toHaveLength(1);
      expect(await take(zoneless('failed', '12:00:20.0', 32, 240))).toEqual(['known']);
    });
  });

  describe('a parcel event', () => {
    it('adds every field of the document to the timeline unchanged, and its parcel is found by its own code', async () => {
      const [parcelId = 0] = await shipment([codeA, codeB]);
      await take(eventOf('same.parcel.created', parcelCreatedEvent(), 5));
      const [event] = await eventsOn(parcelId);
      expect(event).toMatchObject({
        event: 'same.parcel.created',
        state: null,
        matchedBy: 'custom code',
        moreFacts: 0,
      });
      expect(event).toMatchObject({ at: atSecond(1), hasOwnTime: true, receivedAt: atSecond(5) });
      const facts = new Map(event?.facts.map(({ name, value }) => [name, value]));
      expect(facts.get('drop_off.receiver_name')).toBe('Aya Noor');
      expect(facts.get('pick_up.picked_at')).toBeNull();
      expect(facts.get('drop_off.proof_of_delivery[0]')).toBe('https://labels.example/proof/1.jpg');
      expect(facts.get('extra_data.need_signature')).toBe('false');
      expect(facts.size).toBe(19);
    });

    it('adds unknown codes, and the events stored for them', async () => {
      const bare = parcelOf(codeA, { missing: ['pick_up_code', 'label'] });
      const [parcelId = 0] = await storeOrder(records, orderOf([shipmentOf([bare], { trackingCode: null })]));
      await take(stateEvent('picked_up', 10, 11));
      expect((await unmatched()).total).toBe(1);
      await take(eventOf('same.parcel.created', parcelCreatedEvent(), 20));
      const parcel = await records.parcel(parcelId);
      expect(parcel).toMatchObject({ pickUpCode: 'P-88213', trackingCode, missing: ['label'] });
      expect(parcel?.status?.state).toBe('picked_up');
      expect((await unmatched()).total).toBe(0);
    });

    it('never changes a known code, nor takes one of another parcel', async () => {
      const named = parcelOf(codeA, { pickUpCode: 'P-1' });
      const [parcelId = 0] = await storeOrder(records, orderOf([shipmentOf([named], { trackingCode: null })]));
      await shipment([codeB], otherTrackingCode);
      await take(eventOf('same.parcel.created', parcelCreatedEvent({ tracking_code: otherTrackingCode })));
      expect(await records.parcel(parcelId)).toMatchObject({ pickUpCode: 'P-1', trackingCode: null });
      await take(eventOf('same.parcel.created', parcelCreatedEvent({ pickup_code: 'P-9', tracking_code: 7 })));
      expect(await records.parcel(parcelId)).toMatchObject({ pickUpCode: 'P-1', trackingCode: null });
    });
  });

  describe('an unmatched event', () => {
    it('is stored and listed with its reason, and found by any code it names', async () => {
      await take(stateEvent('picked_up', 10, 11), stateEvent('delivered', 20, 21));
      const { total, events } = await unmatched();
      expect(total).toBe(2);
      expect(events.map(({ state }) => state)).toEqual(['delivered', 'picked_up']);
      expect(events[0]).toMatchObject({ unmatchedBecause: 'no known code', matchedBy: null, effect: null });
      expect((await unmatched(trackingCode)).events).toHaveLength(2);
      expect((await unmatched(trackingCode.toLowerCase())).events).toHaveLength(2);
      expect((await unmatched(otherTrackingCode)).events).toEqual([]);
    });

    it('is matched with its order’s answer, in any order of arrival, and over a restart', async () => {
      await take(
        stateEvent('delivered', 20, 21),
        stateEvent('picked_up', 10, 22),
        stateEvent('picked_up', 10, 23, { b: 1 }),
      );
      await reopen();
      const [parcelId = 0] = await shipment([codeA]);
      expect(await status(parcelId)).toEqual({ state: 'delivered', source: 'webhook', at: atSecond(20) });
      expect((await eventsOn(parcelId)).map(({ state }) => state)).toEqual(['delivered', 'picked_up']);
      expect(await unmatched()).toEqual({ total: 0, events: [] });
    });

    it.each([
      ['a custom code', { custom_codes: [codeA] }],
      ['a custom code in other case', { custom_code: codeA.toLowerCase() }],
      ['a pick-up code', { parcel: { code: 'P-88213' } }],
      ['the service’s own number', { drop_off_shipment_id: 7001 }],
      ['the order’s name', { order: { unique_id: 'ORD-1' } }],
      ['the service’s own number, nested and as text', { drop_off_shipment: { id: '7001' } }],
      ['a custom code as a number in a list', { custom_codes: [1234567890123456] }],
      ['the number of its shipment order', { shipment_order_id: 6001 }],
      ['the name of its shipment order', { shipment_order: { unique_id: 'sh-1' } }],
      ['its pick-up shipment’s number', { pick_up_shipment_id: '8001' }],
      ['its pick-up shipment’s name', { pickup_shipment: { unique_id: 'PU-1' } }],
    ])('is matched later by %s as well', async (_what, data) => {
      await take(eventOf('same.shipment.picked_up', data));
      const parcel = parcelOf(codeA, { pickUpCode: 'P-88213' });
      const numbered = parcelOf('1234567890123456');
      const names = { trackingCode, shipmentOrderId: 6001, shipmentOrderUniqueId: 'SH-1' };
      const [parcelId = 0] = await storeOrder(
        records,
        orderOf([shipmentOf([parcel, numbered], names)], { uniqueId: 'ORD-1' }),
      );
      expect((await status(parcelId))?.state).toBe('picked_up');
      expect((await unmatched()).total).toBe(0);
    });

    it('that names only a pick-up shipment of several orders gives its state to none; its deletion deletes none', async () => {
      await take(eventOf('same.shipment.deleted', { pick_up_shipment: { id: 8001 } }, 5));
      const [one = 0] = await shipment([codeA]);
      const reasons = async () => (await unmatched()).events.map(({ unmatchedBecause }) => unmatchedBecause);
      expect(await reasons()).toEqual(['deletion of a pick-up']);
      await take(eventOf('same.shipment.picked_up', { pick_up_shipment: { id: 8001 } }, 6));
      expect(await status(one)).toMatchObject({ state: 'picked_up' });
      const [two = 0] = await shipment([codeB], otherTrackingCode, { dropOffId: 7002 });
      await take(eventOf('same.shipment.processing', { pick_up_shipment: { id: 8001 } }, 7));
      const bothNamed = { pick_up_shipment_unique_id: 'PU-1', drop_off_shipment_id: 7002 };
      await take(eventOf('same.shipment.in_transit', bothNamed, 8));
      expect(await records.parcel(one)).toMatchObject({ deletedAt: null, status: { state: 'picked_up' } });
      expect(await records.parcel(two)).toMatchObject({ deletedAt: null, status: { state: 'in_transit' } });
      expect(await reasons()).toEqual(['pick-up of several orders', 'pick-up of several orders']);
    });

    it('that names identifiers of two shipments here belongs to neither', async () => {
      const [one = 0] = await shipment([codeA], trackingCode, { shipmentOrderId: 6001 });
      const [two = 0] = await shipment([codeB], otherTrackingCode, { dropOffId: 7002 });
      await take(eventOf('same.shipment.deleted', { shipment_order_id: 6001, drop_off_shipment: { id: 7002 } }));
      expect(await records.parcel(one)).toMatchObject({ deletedAt: null, status: null });
      expect(await records.parcel(two)).toMatchObject({ deletedAt: null, status: null });
      expect((await unmatched()).events[0]?.unmatchedBecause).toBe('more than one shipment');
    });

    it('that names two shipments stays unmatched although one of them becomes known later', async () => {
      await take(eventOf('same.shipment.delivered', { codes: [codeA, codeB] }));
      const [one = 0] = await shipment([codeA], trackingCode);
      // At this point it names one shipment only.
      expect((await status(one))?.state).toBe('delivered');
      const [two = 0] = await shipment([codeB], otherTrackingCode);
      expect(await status(two)).toBeNull();
      await take(eventOf('same.shipment.picked_up', { codes: [codeA, codeB] }));
      expect((await unmatched()).events[0]?.unmatchedBecause).toBe('more than one shipment');
    });

    it('is not matched by a code if it also has another shipment’s tracking code', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      await take(eventOf('same.shipment.delivered', { custom_code: codeA, tracking_code: 'DO-OTHER' }));
      expect(await status(parcelId)).toBeNull();
      expect((await unmatched()).events[0]?.unmatchedBecause).toBe('another tracking code');
    });
  });

  describe('an uncertain order', () => {
    it('keeps the event that named one of its codes: it exists at the service', async () => {
      const uncertain = await records.beginCreate(requestFor(codeA, codeB), by('create-order'));
      await records.moveCommand(uncertain.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
      await records.moveCommand(uncertain.id, ['sending'], { state: 'uncertain' }, by('order-answer'));
      await records.beginCreate(requestFor(codeC), by('create-order'));
      const data = { custom_codes: [codeB.toLowerCase(), codeC], tracking_code: trackingCode };
      const [taken] = await records.storeEvents([eventOf('same.shipment.scheduled', data, 30)]);
      expect(taken).toMatchObject({ outcome: 'stored', namesCreate: true });
      await reopen();
      const namedIds = async () => (await records.namedCreates(10)).map(({ id }) => id);
      expect(await namedIds()).toEqual([uncertain.id]);
      expect((await records.command(uncertain.id))?.state).toBe('uncertain');
      const [later] = await records.storeEvents([eventOf('same.shipment.picked_up', data, 40)]);
      expect(later?.namesCreate).toBe(false);
      expect(await namedIds()).toEqual([uncertain.id]);
    });
  });

  describe('a timeline', () => {
    it('lists everything that happened to the parcel, newest first', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { job } = await addJob(records, parcelId, 10);
      await records.movePrintJob(job.id, ['queued'], { state: 'printed' }, by('print', 12));
      await take(eventOf('same.shipment.picked_up', { custom_code: codeA }, 20));
      await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete', 30));
      const entries = await records.parcelTimeline(parcelId, 100);
      expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
        ['deletion', atSecond(30)],
        ['event', atSecond(20)],
        ['print', atSecond(12)],
        ['label', atSecond(0)],
        ['order', atSecond(0)],
      ]);
      expect(entries[2]).toMatchObject({ jobId: job.id, state: 'printed', printer: 'Zebra A', reprintReason: null });
      expect(entries.at(-1)).toMatchObject({ source: 'created here' });
      expect(await records.parcelTimeline(parcelId, 2)).toHaveLength(2);
      expect(await records.parcelTimeline(4711, 100)).toEqual([]);
    });
  });

  describe('storing events', () => {
    it('is one transaction for all of them, with the outcomes in order', async () => {
      await shipment([codeA]);
      const events = [
        stateEvent('picked_up', 10),
        eventOf('x', { a: 1 }),
        stateEvent('picked_up', 10),
        eventOf('x', { a: 2 }),
      ];
      expect(await take(...events)).toEqual(['stored', 'stored', 'known', 'stored']);
      expect(await take()).toEqual([]);
    });

    it('keeps the received bytes', async () => {
      const raw = Uint8Array.from({ length: 1024 }, (_, index) => index % 256);
      const event = { ...eventOf('x', {}), raw: raw.subarray(256, 768), digest: 'of these bytes' };
      await take(event);
      expect(await take(event)).toEqual(['known']);
    });
  });
}
