import { randomBytes } from 'node:crypto';
import { makeCustomCode } from '../../src/shared/custom-code.ts';
import type { Parcel } from '../../src/shared/parcel.ts';
import type { StationInNode } from '../station-in-node.ts';

/** Creates that many parcels in the practice service, their labels kept. */
export async function keptParcels(station: StationInNode, count: number): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  while (parcels.length < count) {
    const size = Math.min(5, count - parcels.length);
    const begun = await station.call('order.create', {
      request: {
        pick_up_address: { text: '18 Harbour Road' },
        drop_offs: [
          {
            address: { text: '12 Palm Street', person_name: 'Aya Noor' },
            parcels: Array.from({ length: size }, () => ({
              unit: 'g' as const,
              values: 900,
              custom_code: makeCustomCode(randomBytes),
            })),
          },
        ],
      },
      evenIfAlike: true,
    });
    const done = await station.until(
      'order.progress',
      { commandId: begun.command.id },
      (progress) => progress.parcels.length > 0 && progress.parcels.every((parcel) => parcel.label?.state === 'kept'),
    );
    parcels.push(...done.parcels);
  }
  return parcels;
}
