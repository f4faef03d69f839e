import { beforeEach, expect, it } from 'vitest';
import { maxChosenShipments } from '../../../src/shared/shipments/sandbox-scenario.ts';
import {
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
  storeOrder,
} from './record-fixtures.ts';
import { otherTrackingCode, stateEvent, trackingCode } from './webhook-fixtures.ts';

/** Which shipments a sandbox scenario would move, and how many of them it cannot. */
export function sandboxContract(open: OpenForTest): void {
  const { records } = recordsForEach(open);
  beforeEach(async () => {
    const shipments = [
      shipmentOf([parcelOf(codeA), parcelOf(codeB)], { trackingCode, dropOffId: 7001, dropOffDate: '2026-03-15' }),
      shipmentOf([parcelOf(codeC)], { trackingCode: otherTrackingCode, dropOffId: 7002, dropOffDate: '2026-03-14' }),
      shipmentOf([parcelOf(`${codeC.slice(0, 19)}3`)], {
        dropOffId: 7003,
        pickUpDate: '2026-03-20',
        dropOffDate: null,
      }),
    ];
    for (const shipment of shipments) await storeOrder(records, orderOf([shipment]));
    await records.storeEvents([stateEvent('delivered', 10)]);
  });

  it('shipments chosen by tracking codes are found, each once, including those in a final state', async () => {
    const touched = await records.scenarioShipments({
      by: 'tracking codes',
      trackingCodes: [trackingCode, 'DO-unknown'],
    });
    expect(touched).toEqual({
      shipments: 1,
      final: 1,
      known: [{ trackingCode, dropOffId: 7001, state: 'delivered', isFinal: true }],
    });
  });

  it('shipments whose code differs by case are not found: the service gets the exact code', async () => {
    const lower = trackingCode.toLowerCase();
    expect((await records.scenarioShipments({ by: 'tracking codes', trackingCodes: [lower] })).shipments).toBe(0);
  });

  it('shipments chosen by number are found, with or without a tracking code', async () => {
    const touched = await records.scenarioShipments({ by: 'shipment ids', shipmentIds: [7002, 7003] });
    const known = [
      { trackingCode: null, dropOffId: 7003, state: null, isFinal: false },
      { trackingCode: otherTrackingCode, dropOffId: 7002, state: null, isFinal: false },
    ];
    expect(touched).toEqual({ shipments: 2, final: 0, known });
  });

  it('shipments chosen by a day are those picked up or delivered on the day', async () => {
    const touched = await records.scenarioShipments({ by: 'date', date: '2026-03-14' });
    expect([touched.shipments, touched.final]).toEqual([2, 1]);
    expect(touched.known.map((shipment) => shipment.trackingCode)).toEqual([otherTrackingCode, trackingCode]);
    expect((await records.scenarioShipments({ by: 'date', date: '2026-03-20' })).shipments).toBe(1);
    expect((await records.scenarioShipments({ by: 'date', date: '2026-04-01' })).shipments).toBe(0);
  });

  it('shipments are final once a scenario ran for them, whatever status it leaves them in', async () => {
    const selection = { by: 'tracking codes' as const, trackingCodes: [otherTrackingCode] };
    await records.markScenarioRun(selection, '2026-03-14T10:00:00.000Z');
    expect(await records.scenarioShipments(selection)).toEqual({
      shipments: 1,
      final: 1,
      known: [{ trackingCode: otherTrackingCode, dropOffId: 7002, state: null, isFinal: true }],
    });
    const untouched = await records.scenarioShipments({ by: 'shipment ids', shipmentIds: [7003] });
    expect([untouched.shipments, untouched.final]).toEqual([1, 0]);
  });

  it.each(['delivered', 'returned', 'cancelled', 'deleted'] as const)(
    'a shipment that is %s is final',
    async (state) => {
      await records.storeEvents([stateEvent(state, 20)]);
      const touched = await records.scenarioShipments({ by: 'tracking codes', trackingCodes: [trackingCode] });
      expect(touched).toMatchObject({ shipments: 1, final: 1, known: [{ state, isFinal: true }] });
    },
  );

  it('shipments are all counted, and listed up to the number that may be chosen', async () => {
    const many = maxChosenShipments + 5;
    for (let place = 0; place < many; place += 1) {
      const code = `SANDBOXPARCEL${String(place).padStart(4, '0')}`;
      await storeOrder(records, orderOf([shipmentOf([parcelOf(code)], { pickUpDate: '2026-05-01' })]));
    }
    const touched = await records.scenarioShipments({ by: 'date', date: '2026-05-01' });
    expect([touched.shipments, touched.known.length]).toEqual([many, maxChosenShipments]);
  });
}
