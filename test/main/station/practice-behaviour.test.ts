import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import type { PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';

/** A station whose practice service behaves like this. */
async function stationWith(practice: Partial<PracticeBehaviour>): Promise<StationInNode> {
  const station = await startStationInNode({ settings: { practice, bench: { deleteUndoSeconds: 1 } } });
  onTestFinished(async () => {
    await station.close();
    expect(station.bugs).toEqual([]);
  });
  return station;
}

const order = (...codes: string[]): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: 'Aya Noor' },
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code })),
    },
  ],
});

/** Creates an order and waits until it is known what became of it. */
async function create(station: StationInNode, request: OrderRequest) {
  const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
  return station.until('order.progress', { commandId: command.id }, ({ state }) =>
    ['created', 'uncertain', 'rejected'].includes(state),
  );
}

it.each([
  { requiredHeader: 'accept', rejection: 'redirect' },
  { requiredHeader: 'user-agent', rejection: 'redirect' },
] as const)('station with a service that requires a header: creates and deletes with %o', async (practice) => {
  const station = await stationWith(practice);
  const code = makeCustomCode(randomBytes);
  const { state, command, parcels } = await create(station, order(code));
  expect(state).toBe('created');
  await station.call('parcel.delete', { parcelId: parcels[0]?.id ?? 0 });
  await station.until(
    'order.progress',
    { commandId: command.id },
    (progress) => typeof progress.parcels[0]?.deletedAt === 'string',
  );
});

it.each(['head', 'get', 'get-with-slash'] as const)(
  'station with a service that checks the webhook address with %s: its events arrive',
  async (endpointCheck) => {
    const station = await stationWith({ endpointCheck });
    const { parcels } = await create(station, order(makeCustomCode(randomBytes)));
    await station.until('parcel.timeline', { parcelId: parcels[0]?.id ?? 0 }, (entries) =>
      entries.some((entry) => entry.kind === 'event' && entry.event.state === 'scheduled'),
    );
  },
);
