import { beforeEach, expect, it } from 'vitest';
import { practiceBehaviours } from '../../../src/shared/settings/practice-behaviour.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
let station: StationInNode;
beforeEach(async () => {
  station = await openStation(opened);
});

async function createParcel(receiver: string): Promise<Parcel> {
  const { command } = await station.call('order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [
        { address: { text: '12 Palm Street', person_name: receiver }, parcels: [{ unit: 'g', values: 900 }] },
      ],
    },
    evenIfDuplicate: true,
  });
  const { parcels } = await station.until(
    'order.progress',
    { commandId: command.id },
    (order) => order.parcels.length > 0,
  );
  return parcels[0] as Parcel;
}

const stateOf = (parcels: readonly Parcel[], { id }: Parcel) => parcels.find((row) => row.id === id)?.status;
const rows = { offset: 0, limit: 50 } as const;
const untilStates = (check: (parcels: readonly Parcel[]) => boolean) =>
  station.until('shipments.page', rows, (page) => check(page.rows));

it('sandbox scenarios: a webhook moves the chosen shipment to its final state, once, and no other shipment', async () => {
  const [moved, other] = [await createParcel('Aya Noor'), await createParcel('Omar Haddad')];
  const selection = { by: 'tracking codes' as const, trackingCodes: [moved.trackingCode ?? ''] };
  expect(await station.call('sandbox.preview', selection)).toMatchObject({ shipments: 1, final: 0 });
  const answer = await station.call('sandbox.run', { scenario: 'happy', selection });
  expect(answer).toMatchObject({ httpStatus: 200, isCut: false, failure: null });
  expect(answer.body).toContain(moved.trackingCode);

  const { rows: after } = await untilStates((parcels) => stateOf(parcels, moved)?.state === 'delivered');
  expect(stateOf(after, moved)?.source).toBe('webhook');
  expect(stateOf(after, other)?.state ?? 'scheduled').toBe('scheduled');

  expect(await station.call('sandbox.preview', selection)).toMatchObject({ shipments: 1, final: 1 });
  const again = await station.call('sandbox.run', { scenario: 'fail', selection });
  expect(JSON.parse(again.body).object.drop_off_shipment_unique_ids).toEqual([]);
});

it('sandbox scenarios: a whole day needs confirmation with a list of its shipments, then moves them all', async () => {
  const parcels = [await createParcel('Aya Noor'), await createParcel('Omar Haddad')];
  const date = parcels[0]?.dropOffDate ?? '';
  const day = { scenario: 'delivering-drop-off-shipments', selection: { by: 'date', date } } as const;
  await expect(station.call('sandbox.run', day)).rejects.toMatchObject({
    failure: { message: { code: 'sandbox.confirm-day', params: { shipments: 2 } } },
  });
  await station.call('sandbox.run', { ...day, evenWholeDay: true });
  await untilStates((shown) => parcels.every((parcel) => stateOf(shown, parcel)?.state === 'in_transit'));
});

it.each(practiceBehaviours.scenarioAnswer)(
  'sandbox scenarios: a scenario answered with %s is accepted, and its shipment final in every status',
  async (scenarioAnswer) => {
    await station.close();
    station = await openStation(opened, { settings: { practice: { scenarioAnswer } } });
    const parcel = await createParcel('Aya Noor');
    const selection = { by: 'tracking codes' as const, trackingCodes: [parcel.trackingCode ?? ''] };
    const answer = await station.call('sandbox.run', { scenario: 'picked-pick-up-shipments', selection });
    expect(answer).toMatchObject({ httpStatus: 200, failure: null });
    expect(answer.body === '').toBe(scenarioAnswer === 'empty');
    await untilStates((parcels) => stateOf(parcels, parcel)?.state === 'picked_up');
    const known = [
      { trackingCode: parcel.trackingCode, dropOffId: parcel.dropOffId, state: 'picked_up', isFinal: true },
    ];
    expect(await station.call('sandbox.preview', selection)).toEqual({ shipments: 1, final: 1, known });
  },
);

it('sandbox scenarios: production rejects every one, whatever the window requests', async () => {
  await station.close();
  const environments = [
    { name: 'live', kind: 'production', baseUrl: 'http://127.0.0.1:9', labelUrl: 'http://127.0.0.1:9' },
  ];
  station = await openStation(opened, { settings: { environments, activeEnvironment: 'live' } });
  const selection = { by: 'date', date: '2026-11-21' } as const;
  await expect(station.call('sandbox.run', { scenario: 'happy', selection, evenWholeDay: true })).rejects.toThrow(
    'sandbox.not-in-production',
  );
  await expect(station.call('sandbox.preview', selection)).rejects.toThrow('sandbox.not-in-production');
});
