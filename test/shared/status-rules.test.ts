import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shipmentStates } from '../../src/shared/shipments/shipment-state.ts';
import {
  type ArrivedEvent,
  atOffset,
  clockTolerance,
  compareEvents,
  decidingAfterEach,
  decidingEvent,
  digestOfArrival,
  effectOf,
  finalStates,
  isFinalState,
  mayReplace,
  momentOfEvent,
  readLocalTime,
  readOwnTime,
  repeatedArrivals,
  type StatusEvent,
  shipmentEventNames,
  stateOfEvent,
  stateRanks,
  timeOfEvent,
} from '../../src/shared/shipments/status-rules.ts';

const statusEvent: fc.Arbitrary<StatusEvent> = fc.record({
  state: fc.constantFrom(...shipmentStates),
  moment: fc.integer({ min: 0, max: 6 }),
  hasOwnTime: fc.boolean(),
  arrival: fc.integer({ min: 0, max: 9 }),
  digest: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
});
const eventAt = (state: StatusEvent['state'], moment: number, hasOwnTime = true): StatusEvent => ({
  ...{ state, moment, hasOwnTime, arrival: moment },
  digest: `${state} ${moment}`,
});

/** The events in every order. */
function ordersOf(events: readonly StatusEvent[]): StatusEvent[][] {
  if (events.length === 0) return [[]];
  return events.flatMap((last, at) => ordersOf(events.toSpliced(at, 1)).map((order) => [...order, last]));
}

describe('status rules: the state of an event', () => {
  it('is one of the document’s twelve, by the exact name', () => {
    expect(shipmentStates.map((state) => stateOfEvent(`same.shipment.${state}`))).toEqual([...shipmentStates]);
    expect(new Set(Object.values(shipmentEventNames)).size).toBe(12);
  });

  it.each([
    'same.parcel.created',
    'same.parcel.delivered',
    'same.shipment.lost',
    'same.shipment.',
    'delivered',
    '',
    '__proto__',
    'constructor',
    'Same.Shipment.Delivered',
    ' same.shipment.delivered',
  ])('is none for "%s"', (name) => expect(stateOfEvent(name)).toBeNull());
});

describe('status rules: an event’s own time', () => {
  it.each([
    ['2026-03-10T10:30:00+04:00', '2026-03-10T06:30:00.000Z'],
    ['2026-03-10T10:30:00.250+04:00', '2026-03-10T06:30:00.250Z'],
    ['2026-03-10T10:30:00.123456Z', '2026-03-10T10:30:00.123Z'],
    ['2026-03-10T10:30:00,5+0400', '2026-03-10T06:30:00.500Z'],
    ['2026-03-10T10:30-02', '2026-03-10T12:30:00.000Z'],
    ['2026-01-01T00:10:00+04:00', '2025-12-31T20:10:00.000Z'],
    ['1773138600', '2026-03-10T10:30:00.000Z'],
    [' 1773138600.25 ', '2026-03-10T10:30:00.250Z'],
    ['1773138600250', '2026-03-10T10:30:00.250Z'],
    [1773138600, '2026-03-10T10:30:00.000Z'],
    [1773138600250, '2026-03-10T10:30:00.250Z'],
  ])('%s is read with its offset, or as the time since 1970', (text, utc) => {
    expect(new Date(readOwnTime(text) ?? 0).toISOString()).toBe(utc);
  });

  it.each([
    '2026-03-10T10:30:00', // no offset: the time zone is unknown
    '2026-03-10',
    '2026-02-30T10:30:00Z',
    '2026-03-10T25:30:00Z',
    '2026-03-10T10:30:00+25:00',
    '10 March 2026 10:30 UTC',
    '177313',
    '-1773138600',
    '1773138600s',
    '86400000',
    '1970-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '',
    86_400_000,
    17731386002500000,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    {},
    ['2026-03-10T10:30:00Z'],
  ])('%j contains no time', (text) => {
    expect(readOwnTime(text)).toBeNull();
  });

  it.each([
    ['2026-03-10 10:30:00', '2026-03-10T10:30:00.000Z'],
    ['2026-03-10T10:30', '2026-03-10T10:30:00.000Z'],
    ['2026-03-10T10:30:00.123456', '2026-03-10T10:30:00.123Z'],
  ])('%s without an offset is a local time', (text, utc) => {
    expect(readOwnTime(text)).toBeNull();
    expect(new Date(readLocalTime(text) ?? 0).toISOString()).toBe(utc);
    expect(new Date(atOffset(readLocalTime(text) ?? 0, 240)).toISOString()).toBe(utc.replace('T10', 'T06'));
  });

  it.each(['2026-03-10T10:30:00Z', '2026-03-10', '2026-02-30 10:30', '1970-01-01 00:00:00', '1773138600', '', 7, null])(
    '%j is no local time',
    (given) => expect(readLocalTime(given)).toBeNull(),
  );

  it('is never shown after the arrival, which is used where there is none', () => {
    const arrival = Date.parse('2026-03-10T10:00:00Z');
    const shown = (ownTime: number | null) => timeOfEvent(momentOfEvent(ownTime, arrival), '2026-03-10T10:00:00.000Z');
    expect(shown(arrival - 5)).toBe('2026-03-10T09:59:59.995Z');
    expect(shown(arrival + 5)).toBe('2026-03-10T10:00:00.000Z');
    expect(shown(arrival + 86_400_000)).toBe('2026-03-10T10:00:00.000Z');
    expect(shown(null)).toBe('2026-03-10T10:00:00.000Z');
  });

  it('orders events by their own time at a station whose clock is a little slow, but not by a time far in the future', () => {
    expect(momentOfEvent(1_000 + clockTolerance, 1_000)).toBe(1_000 + clockTolerance);
    expect(momentOfEvent(1_001 + clockTolerance, 1_000)).toBe(1_000);
  });
});

describe('status rules: the later of two events', () => {
  it('is the one at the later time, else of the higher rank, final states highest, else by the digest', () => {
    expect(compareEvents(eventAt('scheduled', 2), eventAt('deleted', 1))).toBeGreaterThan(0);
    const ranked = [...shipmentStates].sort((one, other) => stateRanks[one] - stateRanks[other]);
    expect(ranked.slice(-4)).toEqual(finalStates);
    expect(ranked.filter((state) => !isFinalState(state))).toEqual(
      shipmentStates.filter((state) => !isFinalState(state)),
    );
    expect(compareEvents(eventAt('delivered', 1), eventAt('return_scheduled', 1))).toBeGreaterThan(0);
  });

  it('is, of two without an own time in the same millisecond, the one that arrived later; both are later than one with a time', () => {
    const failed = { ...eventAt('failed', 1, false), arrival: 4 };
    const retried = { ...eventAt('to_attempt', 1, false), arrival: 3 };
    expect(compareEvents(failed, retried)).toBeGreaterThan(0);
    expect(compareEvents(retried, { ...eventAt('delivered', 1), arrival: 9 })).toBeGreaterThan(0);
  });

  it('is consistent for any three events', () => {
    fc.assert(
      fc.property(statusEvent, statusEvent, statusEvent, (one, two, three) => {
        expect(Math.sign(compareEvents(one, two)) + Math.sign(compareEvents(two, one))).toBe(0);
        if (compareEvents(one, two) <= 0 && compareEvents(two, three) <= 0) {
          expect(compareEvents(one, three)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});

describe('status rules: which event replaces which', () => {
  it.each(finalStates)('%s is replaced by a later own time, never by an arrival alone', (state) => {
    expect(mayReplace(eventAt(state, 1), eventAt('in_transit', 2))).toBe(true);
    expect(mayReplace(eventAt(state, 1), eventAt('in_transit', 2, false))).toBe(false);
    expect(mayReplace(eventAt(state, 1, false), eventAt('deleted', 2, false))).toBe(false);
    expect(mayReplace(eventAt(state, 2), eventAt('in_transit', 1))).toBe(false);
  });

  it('any other state is replaced by whatever is later', () => {
    for (const state of shipmentStates.filter((one) => !isFinalState(one))) {
      expect(mayReplace(eventAt(state, 1), eventAt('processing', 2, false))).toBe(true);
      expect(mayReplace(eventAt(state, 2), eventAt('delivered', 1))).toBe(false);
    }
    expect(mayReplace(null, eventAt('scheduled', 1, false))).toBe(true);
  });
});

describe('status rules: the event that decides the status', () => {
  it('is the same for any order and any repetition of the same events', () => {
    const history = fc.array(statusEvent, { maxLength: 12 });
    fc.assert(
      fc.property(
        history.chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
        ),
        ([events, mixed]) => {
          expect(decidingEvent(mixed)?.state).toBe(decidingEvent(events)?.state);
        },
      ),
    );
  });

  it('is the last one in an order in which the service may have sent them', () => {
    /** Times give their order; an event without one happened no later than it arrived. */
    const isPossible = (events: readonly StatusEvent[]): boolean =>
      events.every((event, at) =>
        events.slice(0, at).every((before) => !before.hasOwnTime || before.moment <= event.moment),
      );
    fc.assert(
      fc.property(fc.array(statusEvent, { minLength: 1, maxLength: 5 }), (events) => {
        const lastStates = ordersOf(events)
          .filter(isPossible)
          .map((order) => order.at(-1)?.state);
        expect(lastStates).toContain(decidingEvent(events)?.state);
      }),
    );
  });

  it('after each arrival is that of all events so far', () => {
    fc.assert(
      fc.property(fc.array(statusEvent, { maxLength: 12 }), (events) => {
        const arrived = events.map((event, arrival) => ({ ...event, arrival }));
        const soFar = arrived.map((_, at) => decidingEvent(arrived.slice(0, at + 1)));
        expect(decidingAfterEach(arrived).map(({ arrival }) => arrival)).toEqual(soFar.map((event) => event?.arrival));
      }),
    );
  });

  it('is none where there is no event', () => {
    expect(decidingEvent([])).toBeNull();
  });
});

describe('status rules: what an event did', () => {
  it('names a conflict only where it would have changed a final state', () => {
    const delivered = eventAt('delivered', 2);
    const arrived = (state: StatusEvent['state'], moment: number) => ({ ...eventAt(state, moment, false), arrival: 9 });
    expect(effectOf(delivered, delivered)).toBe('became the status');
    expect(effectOf(eventAt('in_transit', 1), delivered)).toBe('came late');
    expect(effectOf(arrived('in_transit', 3), delivered)).toBe('end stays');
    expect(effectOf(arrived('delivered', 3), delivered)).toBe('final already');
  });
});

describe('status rules: a repeated event', () => {
  const untimed = (bytes: string) => ({ event: 'same.shipment.failed', ownTime: null, digest: bytes, parcelId: null });
  const timed = (ownTime: number, change: Partial<ArrivedEvent> = {}) => ({
    ...{ event: 'same.shipment.failed', ownTime, digest: `at ${ownTime}`, parcelId: null },
    ...change,
  });
  const repeats = (...events: Omit<ArrivedEvent, 'arrival'>[]) =>
    repeatedArrivals(events.map((event, arrival) => ({ ...event, arrival })));

  it('without an own time has the bytes of the latest event before it', () => {
    expect(repeats(untimed('a'), untimed('a'), untimed('a'))).toEqual([null, 0, 0]);
    expect(repeats(untimed('a'), untimed('b'), untimed('a'), untimed('a'))).toEqual([null, null, null, 2]);
    expect(repeats(untimed('a'), timed(1), untimed('a'))).toEqual([null, null, null]);
    expect(repeats(untimed('a'), { ...untimed('a'), digest: digestOfArrival('a', 7) })).toEqual([null, 0]);
  });

  it('with an own time has the name, time and parcel of any event before it, and lies between no others', () => {
    expect(repeats(timed(1), timed(2), timed(1, { digest: 'other bytes' }))).toEqual([null, null, 0]);
    expect(repeats(timed(1), timed(1, { event: 'same.shipment.returned' }))).toEqual([null, null]);
    expect(repeats(timed(1, { parcelId: 1 }), timed(1, { parcelId: 2 }))).toEqual([null, null]);
    expect(repeats(timed(1), untimed('a'), timed(1), untimed('a'))).toEqual([null, null, 0, 1]);
    const ofSomeParcel = { event: 'same.parcel.created' };
    expect(repeats(timed(1, ofSomeParcel), timed(1, { ...ofSomeParcel, digest: 'b' }))).toEqual([null, null]);
  });
});
