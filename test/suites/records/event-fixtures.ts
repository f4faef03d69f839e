import type { Records } from '../../../src/main/core/ports/records.ts';
import type { NewEvent } from '../../../src/main/core/ports/webhook.ts';
import type { KeptEvent } from '../../../src/shared/shipments/shipment-event.ts';
import { orderOf, parcelOf, shipmentOf, storeOrder } from './record-fixtures.ts';
import { trackingCode } from './webhook-fixtures.ts';

/** Steps of a test about webhook events. */
export function eventSteps(records: Records) {
  /** An order of one shipment with those codes; gives its parcels' numbers. */
  const shipment = (codes: string[], tracking: string | null = trackingCode, more: object = {}) =>
    storeOrder(
      records,
      orderOf([
        shipmentOf(
          codes.map((code) => parcelOf(code)),
          { trackingCode: tracking, ...more },
        ),
      ]),
    );
  /** An order of one shipment, of which that many parcels are known; more of them with the next call. */
  const storeParts = (...codes: string[]) =>
    storeOrder(
      records,
      orderOf(
        [
          shipmentOf(
            codes.map((code) => parcelOf(code, { pickUpCode: `P-${code}` })),
            { trackingCode },
          ),
        ],
        { uniqueId: 'ORD-1' },
      ),
    );
  const take = async (...events: NewEvent[]) => (await records.storeEvents(events)).map(({ outcome }) => outcome);
  const status = async (parcelId: number) => (await records.parcel(parcelId))?.status ?? null;
  const eventsOn = async (parcelId: number): Promise<KeptEvent[]> =>
    (await records.parcelTimeline(parcelId, 100)).flatMap((entry) => (entry.kind === 'event' ? entry.event : []));
  const effects = async (parcelId: number) => (await eventsOn(parcelId)).map(({ state, effect }) => [state, effect]);
  const unmatched = (code: string | null = null) => records.unmatchedEvents({ code, limit: 50 });

  return { shipment, storeParts, take, status, eventsOn, effects, unmatched };
}
