import type { StationInNode } from '../../../helpers/station-in-node.ts';
import { orderFor } from '../../core/outbox/outbox-fixture.ts';

/** An order of one parcel with that code, until its label is here. */
export async function createOrder(station: StationInNode, customCode: string): Promise<void> {
  const { command } = await station.call('order.create', { request: orderFor(customCode), evenIfDuplicate: true });
  await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
    parcels.some(({ label }) => label?.state === 'stored'),
  );
}
