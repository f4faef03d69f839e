import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';

const opened = closedAfterEach();

const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T'] as const;
const order = orderTo('Aya Noor', codes);

describe('parcel status in practice mode', () => {
  it('comes by webhook with its source and history, and a deletion requested here raises no notice', async () => {
    const station = await openStation(opened, { settings: { bench: { deleteUndoSeconds: 1 } } });
    const { command } = await station.call('order.create', { request: order, evenIfDuplicate: true });
    const created = await station.until(
      'order.progress',
      { commandId: command.id },
      ({ state }) => state === 'created',
    );
    const parcelIds = created.parcels.map(({ id }) => id);
    const [first = 0] = parcelIds;

    const timeline = await station.until('parcel.timeline', { parcelId: first }, (entries) =>
      entries.some((entry) => entry.kind === 'event' && entry.event.state === 'scheduled'),
    );
    const events = timeline.flatMap((entry) => (entry.kind === 'event' ? entry.event : []));
    expect(events.map(({ event, effect }) => [event, effect])).toEqual(
      expect.arrayContaining([
        ['same.shipment.scheduled', 'became the status'],
        ['same.parcel.created', 'facts only'],
      ]),
    );
    expect(events.flatMap(({ facts }) => facts)).toContainEqual({ name: 'drop_off.receiver_name', value: 'Aya Noor' });
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'order', source: 'created here' }));
    const shown = await station.call('order.progress', { commandId: command.id });
    expect(shown.parcels.map(({ status }) => [status?.state, status?.source])).toEqual([
      ['scheduled', 'webhook'],
      ['scheduled', 'webhook'],
    ]);
    expect(await station.call('events.unmatched', { code: null })).toEqual({ total: 0, events: [] });

    for (const parcelId of parcelIds) await station.call('parcel.delete', { parcelId });
    await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
      parcels.every(({ status, deletedAt }) => status?.state === 'deleted' && deletedAt !== null),
    );
    const { notices } = await station.call('station.read', null);
    expect(JSON.stringify(notices)).not.toMatch(/webhook\.shipments?-deleted/);
  });
});
