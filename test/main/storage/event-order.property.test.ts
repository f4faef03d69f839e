import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { NewEvent } from '../../../src/main/core/ports/webhook.ts';
import { type ShipmentState, shipmentStates } from '../../../src/shared/shipments/shipment-state.ts';
import { decidingEvent, repeatedArrivals, timeOfEvent } from '../../../src/shared/shipments/status-rules.ts';
import { orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { eventOf, stateEvent } from '../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
let records: Records;
beforeEach(async () => {
  records = await openTestRecords(folders);
});

/** An event of the service: what happened, when, and which of two webhooks reports it, each with different bytes. */
interface ReportedEvent {
  state: ShipmentState;
  /** null: the event contains no time. */
  ownSecond: number | null;
  webhook: 1 | 2;
}
const webhook = fc.constantFrom<1 | 2>(1, 2);
const state = fc.constantFrom(...shipmentStates);
const timed: fc.Arbitrary<ReportedEvent> = fc.record({ state, ownSecond: fc.integer({ min: 0, max: 5 }), webhook });
/** For a station with a slow clock: event times are up to half a minute ahead. */
const ahead: fc.Arbitrary<ReportedEvent> = fc.record({ state, ownSecond: fc.integer({ min: 0, max: 40 }), webhook });
const anyReported: fc.Arbitrary<ReportedEvent> = fc.record({
  state,
  // Some a little in the future, some far in it.
  ownSecond: fc.option(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(4_000)), { freq: 1 }),
  webhook,
});

/** How the events of a parcel arrive: the order of deliveries, when the order becomes known, and how many arrive at once. */
interface Arrivals {
  deliveries: ReportedEvent[];
  knownAfter: number;
  atOnce: number;
}
const arrivalsOf = (history: readonly ReportedEvent[]): fc.Arbitrary<Arrivals> =>
  fc.record({
    deliveries: fc
      .array(fc.constantFrom(...history), { maxLength: 6 })
      .chain((again) => fc.shuffledSubarray([...history, ...again], { minLength: history.length + again.length })),
    knownAfter: fc.nat({ max: history.length + 6 }),
    atOnce: fc.integer({ min: 1, max: 4 }),
  });

let shipments = 0;

/** Delivers the events to a shipment of their own; returns the station's final data and the events it received. */
async function play({ deliveries, knownAfter, atOnce }: Arrivals) {
  shipments += 1;
  const trackingCode = `DO-${shipments}`;
  const codes = [`NLA${String(shipments).padStart(17, '0')}`, `NLB${String(shipments).padStart(17, '0')}`];
  const order = orderOf([
    shipmentOf(
      codes.map((code) => parcelOf(code)),
      { trackingCode },
    ),
  ]);
  const events = deliveries.map(({ state: reported, ownSecond, webhook: source }, at) =>
    stateEvent(reported, ownSecond, 10 + at, { tracking_code: trackingCode, webhook: source }),
  );
  const take = async (some: readonly NewEvent[]): Promise<void> => {
    for (let at = 0; at < some.length; at += atOnce) await records.storeEvents(some.slice(at, at + atOnce));
  };
  await take(events.slice(0, knownAfter));
  const parcelIds = await storeOrder(records, order);
  await take(events.slice(knownAfter));
  const parcels = await Promise.all(parcelIds.map((id) => records.parcel(id)));
  const [first = 0] = parcelIds;
  const timeline = (await records.parcelTimeline(first, 100)).flatMap((entry) =>
    entry.kind === 'event' ? `${entry.event.state} ${entry.at}` : [],
  );
  return {
    events,
    end: {
      status: parcels.map((parcel) => parcel?.status),
      deletedAt: parcels.map((parcel) => parcel?.deletedAt),
      timeline: timeline.sort(),
    },
  };
}

describe('event order: the events of a parcel', () => {
  it('end in the same state in any order, with any repetition, by two webhooks, before or after its order is known', async () => {
    const history = fc.array(timed, { minLength: 1, maxLength: 8 });
    const twoArrivals = history.chain((events) => fc.tuple(arrivalsOf(events), arrivalsOf(events)));
    await fc.assert(
      fc.asyncProperty(twoArrivals, async ([one, other]) => {
        expect((await play(one)).end).toEqual((await play(other)).end);
      }),
      { numRuns: 60 },
    );
    expect((await records.unmatchedEvents({ code: null, limit: 10 })).total).toBe(0);
  });

  it('end in the same state at a station with a slow clock, which knows only the arrival times', async () => {
    const history = fc.array(ahead, { minLength: 1, maxLength: 8 });
    const twoArrivals = history.chain((events) => fc.tuple(arrivalsOf(events), arrivalsOf(events)));
    const statesOf = async (course: Arrivals) => {
      const { status, deletedAt, timeline } = (await play(course)).end;
      const kinds = timeline.map((line) => line.split(' ')[0]).sort();
      return { states: status.map((one) => one?.state), areDeleted: deletedAt.map((at) => at !== null), kinds };
    };
    await fc.assert(
      fc.asyncProperty(twoArrivals, async ([one, other]) => {
        expect(await statesOf(one)).toEqual(await statesOf(other));
      }),
      { numRuns: 40 },
    );
  });

  it('end in the state that the rules give for all of them together, also if some contain no time and come again', async () => {
    const history = fc.array(anyReported, { minLength: 1, maxLength: 10 }).chain(arrivalsOf);
    await fc.assert(
      fc.asyncProperty(history, async (course) => {
        const { events, end } = await play(course);
        const arrived = events.map((event, arrival) => ({
          ...{ ...event, arrival, parcelId: null },
          hasOwnTime: event.ownTime !== null,
        }));
        const repeated = repeatedArrivals(arrived);
        const deciding = decidingEvent(
          arrived.flatMap((event, at) =>
            event.state === null || repeated[at] !== null ? [] : { ...event, state: event.state },
          ),
        );
        expect(end.status[0]).toEqual({
          state: deciding?.state,
          source: 'webhook',
          at: deciding && timeOfEvent(deciding.moment, deciding.receivedAt),
        });
        expect(shipmentStates.filter((one) => events.some(({ state: named }) => named === one))).toContain(
          end.status[0]?.state,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('end the same whether the order is known before them, after them or in between, with the events of other shipments mixed in', async () => {
    const states = fc.array(fc.constantFrom(...shipmentStates), { minLength: 1, maxLength: 8 });
    // An event of the shipment by its tracking code, one by a custom code, or one of a shipment that stays unknown; some twice.
    const delivery = fc.record({
      time: fc.constantFrom('', '', '2026-03-14 12:00:0', '2026-03-14T12:00:0', '2026-03-14T07:00:0'),
      second: fc.integer({ min: 0, max: 5 }),
      by: fc.constantFrom('tracking', 'custom', 'other'),
      again: fc.integer({ min: 1, max: 3 }),
    });
    const course = states.chain((reported) =>
      fc.tuple(fc.tuple(...reported.map((one) => fc.tuple(fc.constant(one), delivery))), fc.nat(), fc.nat()),
    );
    // Two reports of one state at one moment that name the parcel differently come in the order of their bytes, which hold its codes.
    const withoutTies = <T extends readonly [string, { time: string; second: number; by: string }]>(
      history: T[],
    ): T[] =>
      history.filter(([reported, { time, second, by }]) => {
        const first = history.find(([state, one]) => state === reported && one.time !== '' && one.second === second);
        return time === '' || by === first?.[1].by;
      });
    const endOf = async (deliveries: readonly NewEvent[], trackingCode: string, code: string, knownAfter: number) => {
      await records.storeEvents(deliveries.slice(0, knownAfter));
      const [parcelId = 0] = await storeOrder(
        records,
        orderOf([shipmentOf([parcelOf(code)], { trackingCode, utcOffset: 240 })]),
      );
      for (const event of deliveries.slice(knownAfter)) await records.storeEvents([event]);
      const timeline = await records.parcelTimeline(parcelId, 100);
      const parcel = await records.parcel(parcelId);
      return {
        ...{ status: parcel?.status, deletedAt: parcel?.deletedAt },
        events: timeline.flatMap((entry) =>
          entry.kind === 'event' ? [[entry.event.state, entry.at, entry.event.effect, entry.event.conflictsWith]] : [],
        ),
      };
    };
    await fc.assert(
      fc.asyncProperty(course, async ([history, first, second]) => {
        const played = [];
        for (const at of [first, second]) {
          shipments += 1;
          const trackingCode = `DO-${shipments}`;
          const code = `NLA${String(shipments).padStart(17, '0')}`;
          const named = {
            tracking: { tracking_code: trackingCode },
            custom: { custom_code: code },
            other: { tracking_code: `X${shipments}` },
          };
          const deliveries = withoutTies(history)
            .flatMap(([reported, { again, ...event }]) => Array.from({ length: again }, () => ({ reported, ...event })))
            .map(({ reported, by, time, second }, index) => {
              const offset = time.startsWith('2026-03-14T07') ? '-01:00' : time.includes('T') ? '+04:00' : '';
              const given = time === '' ? {} : { trigger_datetime: `${time}${second}${offset}` };
              return eventOf(`same.shipment.${reported}`, { ...named[by as 'tracking'], ...given }, 10 + index);
            });
          played.push(await endOf(deliveries, trackingCode, code, at % (deliveries.length + 1)));
        }
        expect(played[0]).toEqual(played[1]);
      }),
      { numRuns: 60 },
    );
  });
});
