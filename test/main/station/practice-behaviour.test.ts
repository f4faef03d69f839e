import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import type { PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();

/** A station whose practice service behaves like this. */
const stationWith = (practice: Partial<PracticeBehaviour>): Promise<StationInNode> =>
  openStation(opened, { settings: { practice, bench: { deleteUndoSeconds: 1 } } });

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

it.each([
  [{ values: 'numbers-as-text' }, 'order.created'],
  [{ values: 'lists-as-objects' }, 'order.created'],
  [{ values: 'nulls' }, 'order.created'],
  [{ values: 'padded-text' }, 'order.created'],
  [{ envelope: 'without' }, 'order.created-incomplete'],
  [{ envelope: 'without', values: 'lists-as-objects' }, 'order.created-incomplete'],
] as const)('station with answers of %o: the order is created, priced and labelled', async (practice, code) => {
  const station = await stationWith(practice);
  const codes = [makeCustomCode(randomBytes), makeCustomCode(randomBytes)];
  const { command, state, message, priceWithTax } = await create(station, order(...codes));
  expect([state, message.code, priceWithTax]).toEqual(['created', code, 47.25]);
  if (code === 'order.created-incomplete') expect(message.params).toMatchObject({ fields: 'envelope', more: 0 });
  const labelled = await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
    parcels.every(({ label }) => label?.state === 'stored'),
  );
  expect(labelled.parcels.map(({ customCode, label }) => [customCode, label?.format])).toEqual(
    codes.map((customCode) => [customCode, 'zpl']),
  );
  await station.until('parcel.timeline', { parcelId: labelled.parcels[0]?.id ?? 0 }, (entries) =>
    entries.some((entry) => entry.kind === 'event' && entry.event.state === 'scheduled'),
  );
  const { chargedToday } = await station.call('spending.read', null);
  expect(chargedToday).toBe(47.25);
});

it('station with answers that have neither envelope nor custom codes: an order is uncertain until an event names it', async () => {
  const station = await stationWith({ envelope: 'without', customCodeEcho: 'no' });
  const { command } = await station.call('order.create', {
    request: order(makeCustomCode(randomBytes)),
    evenIfDuplicate: true,
  });
  const progress = await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
  expect(progress.message).toMatchObject({
    code: expect.stringMatching(/^order\.confirmed/),
    params: { by: 'webhook' },
  });
  expect(progress.command.attempts).toBe(1);
});
