import { describe, expect, it } from 'vitest';
import {
  codeA,
  codeB,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
  storeOrder,
  storeParcels,
} from './record-fixtures.ts';

/** What a scanned or typed code finds. */
export function codesContract(open: OpenForTest): void {
  const { records } = recordsForEach(open);
  const idsFor = async (code: string): Promise<number[] | undefined> =>
    (await records.findByCode(code))?.parcels.map((parcel) => parcel.id);

  describe('a code', () => {
    it('keeps its leading zeros and is never read as a number', async () => {
      const [id] = await storeParcels(records, '0000000000000042');
      const match = await records.findByCode('0000000000000042');
      expect(match?.by).toBe('custom code');
      expect(match?.parcels.map((parcel) => [parcel.id, parcel.customCode])).toEqual([[id, '0000000000000042']]);
      expect(await records.findByCode('42')).toBeNull();
      expect(await records.findByCode('0000000000000042.0')).toBeNull();
    });

    it('is matched exactly before it is matched without case', async () => {
      const [small] = await storeParcels(records, 'abcdefghijklmnop');
      const [large] = await storeParcels(records, 'ABCDEFGHIJKLMNOP');
      expect(await idsFor('abcdefghijklmnop')).toEqual([small]);
      expect(await idsFor('ABCDEFGHIJKLMNOP')).toEqual([large]);
      // Neither matches exactly, and both match without case.
      expect(await records.findByCode('AbCdEfGhIjKlMnOp')).toBeNull();
    });

    it('is matched without case if that leaves one parcel', async () => {
      const [id] = await storeParcels(records, codeA);
      expect(await idsFor(codeA.toLowerCase())).toEqual([id]);
    });

    it('finds a parcel by its pick-up code, and prefers the custom code of another', async () => {
      const [first] = await storeOrder(records, orderOf([shipmentOf([parcelOf(codeA, { pickUpCode: codeB })])]));
      expect(await records.findByCode(codeB)).toMatchObject({ by: 'pick-up code', parcels: [{ id: first }] });
      const [second] = await storeOrder(records, orderOf([shipmentOf([parcelOf(codeB)])]));
      expect(await records.findByCode(codeB)).toMatchObject({ by: 'custom code', parcels: [{ id: second }] });
    });

    it('that is a tracking code finds every parcel of the shipment, in any case, and no other shipment’s', async () => {
      const parcels = [parcelOf(codeA), parcelOf(codeB)];
      const ids = await storeOrder(records, orderOf([shipmentOf(parcels, { trackingCode: 'TRK001' })]));
      await storeOrder(records, orderOf([shipmentOf([parcelOf('0123456789012345')], { trackingCode: 'TRK002' })]));
      expect(await records.findByCode('TRK001')).toMatchObject({ by: 'tracking code' });
      expect(await idsFor('TRK001')).toEqual(ids);
      expect(await idsFor('trk001')).toEqual(ids);
      expect((await records.parcel(ids[1] ?? 0))?.parcelCount).toBe(2);
    });

    it('matched without case finds nothing if a parcel and another shipment share it', async () => {
      await storeParcels(records, 'TRK0000000000001');
      await storeOrder(records, orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'Trk0000000000001' })]));
      expect(await records.findByCode('trk0000000000001')).toBeNull();
    });

    it('that the service gave to two parcels finds both, so that a person can choose', async () => {
      const [first] = await storeParcels(records, codeA);
      const [second] = await storeParcels(records, codeA);
      expect(await idsFor(codeA)).toEqual([first, second]);
    });

    it('that is unknown finds nothing', async () => {
      await storeParcels(records, codeA);
      expect(await records.findByCode(codeB)).toBeNull();
      expect(await records.findByCode('%')).toBeNull();
      expect(await records.findByCode('')).toBeNull();
    });
  });
}
