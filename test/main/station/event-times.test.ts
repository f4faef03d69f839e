import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import type { PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import type { SandboxScenario } from '../../../src/shared/shipments/sandbox-scenario.ts';
import type { KeptEvent } from '../../../src/shared/shipments/shipment-event.ts';
import type { ShipmentState } from '../../../src/shared/shipments/shipment-state.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { inThisRun } from '../../helpers/test-length.ts';

const opened = closedAfterEach();

/** A station whose practice service behaves like this. */
const stationWith = (practice: Partial<PracticeBehaviour>): Promise<StationInNode> =>
  openStation(opened, { settings: { practice } });

/** Creates an order of one parcel and waits for the event of its creation. */
async function createParcel(station: StationInNode, receiver: string) {
  const parcels = [{ unit: 'g' as const, values: 900, custom_code: makeCustomCode(randomBytes) }];
  const address = { text: '12 Palm Street', person_name: receiver };
  const { command } = await station.call('order.create', {
    request: { pick_up_address: { text: '18 Harbour Road' }, drop_offs: [{ address, parcels }] },
    evenIfDuplicate: true,
  });
  const { parcels: created } = await station.until('order.progress', { commandId: command.id }, (order) =>
    order.parcels.some(({ status }) => status !== null),
  );
  if (!created[0]) throw new Error('Nothing was created');
  return created[0];
}

/** Runs the scenario on a new parcel; gives its status and its events once it has so many of them. */
async function run(station: StationInNode, scenario: SandboxScenario, receiver: string, count: number) {
  const { id: parcelId, trackingCode } = await createParcel(station, receiver);
  const selection = { by: 'tracking codes' as const, trackingCodes: [trackingCode ?? ''] };
  await station.call('sandbox.run', { scenario, selection });
  const shipmentEvents = (entries: readonly { kind: string; event?: KeptEvent }[]): KeptEvent[] =>
    entries.flatMap(({ event }) => (event?.event.startsWith('same.shipment.') ? event : [])).toReversed();
  const entries = await station.until(
    'parcel.timeline',
    { parcelId },
    (shown) => shipmentEvents(shown).length >= count,
  );
  const { rows } = await station.call('shipments.page', { find: trackingCode ?? '', offset: 0, limit: 1 });
  return { state: rows[0]?.status?.state, events: shipmentEvents(entries) };
}

const delivery: ShipmentState[] = ['scheduled', 'to_pick_up', 'picked_up', 'processing', 'in_transit'];
const again: ShipmentState[] = [...delivery, 'failed', 'to_attempt', 'in_transit'];
const ends: [scenario: SandboxScenario, receiver: string, states: ShipmentState[]][] = [
  ['reattempt', 'Aya Noor', [...again, 'delivered']],
  ['fail', 'Omar Haddad', [...again, 'failed', 'return_scheduled', 'returned']],
  ['fail', 'Lina Aziz fails-again', [...again, 'failed']],
];
const eventTimes = ['with-offset', 'without-offset', 'epoch-seconds', 'epoch-milliseconds', 'none'] as const;
const courses = eventTimes.flatMap((eventTime) =>
  (['once', 'twice', 'latest-first'] as const)
    // Without a time, what arrives last happened last.
    .filter((eventDelivery) => eventTime !== 'none' || eventDelivery !== 'latest-first')
    .map((eventDelivery) => ({ eventTime, eventDelivery })),
);

describe('event times: a station whose service sends its events', () => {
  it.each(inThisRun(courses))('$eventTime, $eventDelivery: every scenario ends in its last state', async (practice) => {
    const station = await stationWith(practice);
    for (const [scenario, receiver, states] of ends) {
      const { state, events } = await run(station, scenario, receiver, states.length);
      expect(state).toBe(states.at(-1));
      expect(events.map((event) => event.state)).toEqual(states);
      const assumed = practice.eventTime === 'without-offset' ? { minutes: 240, from: 'delivery slots' } : null;
      for (const event of events) expect(event.assumedOffset).toEqual(assumed);
      for (const event of events) expect(event.hasOwnTime).toBe(practice.eventTime !== 'none');
    }
  });
});
