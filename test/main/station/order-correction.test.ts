import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const code = 'NL7K2M9P4R6T8V2X4B6D';
const otherCode = 'NL1C3E5G7J9L2N4P6R8T';

async function rejectedOrder(station: StationInNode, request: OrderRequest) {
  const { command } = await station.call('order.create', { request });
  return station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'rejected');
}

describe('rejected order', () => {
  it('is corrected with the same codes and the service’s complaint, and bought once', async () => {
    const station = await openStation(opened);
    const request = orderTo('Aya create-error-422', [code]);
    const { command } = await rejectedOrder(station, request);
    const commandId = command.id;
    const correction = await station.call('order.correction', { commandId });
    expect(correction).toMatchObject({ commandId, request });
    expect(correction.failure?.fieldFaults).toEqual([
      { path: 'drop_offs.0.address.text', text: 'The drop-off address is outside the delivery area.' },
    ]);

    const corrected = { request: orderTo('Aya Noor', [code]), corrects: commandId };
    const attempts = await Promise.allSettled([1, 2].map(() => station.call('order.create', corrected)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const another = { request: orderTo('Lina Saleh', [otherCode]), corrects: commandId };
    expect((await failureOf(station.call('order.create', another))).message.code).toBe('order.already-corrected');
    expect((await failureOf(station.call('order.correction', { commandId }))).message.code).toBe(
      'order.already-corrected',
    );
    await station.until('commands.open', null, (open) => open.length === 0);
    expect((await station.call('spending.read', null)).ordersToday).toBe(1);
  });

  it('gets new codes where an operator decided that an uncertain order was not created', async () => {
    const station = await openStation(opened);
    const { command } = await station.call('order.create', { request: orderTo('Aya create-lost-before', [code]) });
    const commandId = command.id;
    await station.until('order.progress', { commandId }, ({ state }) => state === 'uncertain');
    expect((await failureOf(station.call('order.correction', { commandId }))).code).toBe('not-allowed-now');
    await station.call('command.settle', { commandId, isThere: false });
    const { request } = await station.call('order.correction', { commandId });
    expect(request.drop_offs[0].parcels).toEqual([{ unit: 'g', values: 900 }]);
  });
});

describe('printing on creation', () => {
  const printed = (station: StationInNode, jobs: number) =>
    station.until('print-jobs.list', null, (all) => all.length === jobs && all.every(({ state }) => state === 'sent'));
  const stationThatPrints = (printOnCreate: boolean) => openStation(opened, { settings: { bench: { printOnCreate } } });

  it('prints one label for each parcel where it is requested, whatever the setting', async () => {
    const station = await stationThatPrints(false);
    const { command } = await station.call('order.create', { request: orderTo('Aya Noor', [code]), print: true });
    await printed(station, 1);
    const failure = await failureOf(station.call('order.print-labels', { commandId: command.id }));
    expect(failure.message.code).toBe('order.nothing-to-print');
    expect(await station.call('print-jobs.list', null)).toHaveLength(1);
  });

  it('does not print where it is switched off, until Print labels is pressed: then once', async () => {
    const station = await stationThatPrints(false);
    const { command } = await station.call('order.create', { request: orderTo('Aya Noor', [code]) });
    const commandId = command.id;
    await station.until('order.progress', { commandId }, ({ parcels }) => parcels[0]?.label?.state === 'stored');
    expect(await station.call('print-jobs.list', null)).toEqual([]);
    await Promise.allSettled([1, 2].map(() => station.call('order.print-labels', { commandId })));
    await printed(station, 1);
  });

  it('does not print an order that was uncertain when it is created later', async () => {
    const station = await stationThatPrints(true);
    const request = orderTo('Aya create-once-lost-before', [code]);
    const { command } = await station.call('order.create', { request });
    const commandId = command.id;
    await station.until('order.progress', { commandId }, ({ state }) => state === 'uncertain');
    await station.call('order.send-again', { commandId, evenIfBookedTwice: true });
    await station.until('order.progress', { commandId }, ({ parcels }) => parcels[0]?.label?.state === 'stored');
    expect(await station.call('print-jobs.list', null)).toEqual([]);
    await station.call('order.print-labels', { commandId });
    await printed(station, 1);
  });
});
