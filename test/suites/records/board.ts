import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { type BoardQuery, unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import type { ShipmentState } from '../../../src/shared/shipments/shipment-state.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
  shipmentOf,
  storeOrder,
  storeParcels,
} from './record-fixtures.ts';

/** What the shipment board finds, in which order, and how much of it. */
export function boardContract(open: OpenForTest): void {
  const { records, file } = recordsForEach(open);

  const ask = async (query: Partial<BoardQuery>) => {
    const page = await records.parcelsPage({ offset: 0, limit: 50, ...query });
    return { total: page.total, codes: page.rows.map((row) => row.customCode) };
  };
  const find = (text: string, offset = 0, limit = 50) => ask({ find: text, offset, limit });

  /** The same normalisation that the writer of events uses. */
  const status = (parcelId: number, state: ShipmentState, second: number): void => {
    const database = new DatabaseSync(file());
    database
      .prepare(`UPDATE shipments SET status_state = ?, status_source = 'webhook', status_at = ?
        WHERE id = (SELECT shipment_id FROM parcels WHERE id = ?)`)
      .run(state, atSecond(second), parcelId);
    database.close();
  };
  const storeFor = async (
    code: string,
    name: string | null,
    addressText: string | null,
    phone: string | null = null,
  ) => {
    const recipient = { name, phone, addressText, postalCode: null };
    const [id = 0] = await storeOrder(records, orderOf([shipmentOf([parcelOf(code)], { recipient })]));
    return id;
  };
  const storeAt = async (code: string, second: number): Promise<number> => {
    const command = await records.beginCreate(requestFor(code), by('create-order', second));
    await records.moveCommand(command.id, ['waiting'], { state: 'sending' }, by('send-order', second));
    const order = orderOf([shipmentOf([parcelOf(code)])]);
    return (await records.completeCreate(command.id, order, by('order-answer', second))).parcelIds[0] ?? 0;
  };

  describe('the shipment board', () => {
    it('shows the newest parcels first, a page at a time', async () => {
      await storeParcels(records, 'A000000000000001', 'A000000000000002');
      await storeParcels(records, 'A000000000000003');
      expect(await find('', 0, 2)).toEqual({ total: 3, codes: ['A000000000000003', 'A000000000000002'] });
      expect(await find('  ', 2, 2)).toEqual({ total: 3, codes: ['A000000000000001'] });
      expect(await find('a0000', 1, 1)).toEqual({ total: 3, codes: ['A000000000000002'] });
      expect((await records.parcelsPage({ offset: 0, limit: 1 })).isMore).toBe(false);
    });

    it('finds by the beginning of any code, without case', async () => {
      const parcel = parcelOf(codeA, { pickUpCode: 'Pick-77' });
      await storeOrder(records, orderOf([shipmentOf([parcel], { trackingCode: 'TRK001' })], { uniqueId: 'ORD-5' }));
      await storeParcels(records, codeB);
      for (const text of ['nl7k', 'PICK-7', 'trk0', codeA, 'ORD-5', '77'])
        expect(await find(text)).toEqual({ total: 1, codes: [codeA] });
      expect((await find('7K2M')).total).toBe(0);
      expect((await find('nl')).total).toBe(2);
    });

    it('finds people by the beginning of any terms of name and address, in any order, ignoring case and accents', async () => {
      await storeFor(codeA, 'Ömar Haddad', 'Unit_4, 100% Street');
      await storeFor(codeB, 'عمر حداد', '12 Palm Street');
      for (const text of ['hadd', 'omar h', 'haddad ömar', 'unit_4', '100%', 'STREET unit'])
        expect(await find(text)).toEqual({ total: 1, codes: [codeA] });
      expect((await find('حداد')).codes).toEqual([codeB]);
      expect((await find('street')).codes).toEqual([codeB, codeA]);
      expect((await find('addad')).total).toBe(0);
      expect((await find('omar palm')).total).toBe(0);
    });

    it('finds a phone number in any notation, with or without its country code', async () => {
      await storeFor(codeA, 'Aya', 'Street', '+971 50 123-4567');
      for (const text of ['+971 50', '00971501234567', '050 123', '501234567'])
        expect(await find(text)).toEqual({ total: 1, codes: [codeA] });
      expect((await find('051')).total).toBe(0);
    });

    it('treats all input as text, never as a query language', async () => {
      await storeParcels(records, codeA);
      const odd = [
        '"',
        '*',
        'a"b',
        'NEAR(a b)',
        'words:x',
        '^q',
        '-',
        "'",
        ';',
        '%',
        '_',
        '\\',
        '\u0000',
        '\u{1F600}',
        'x'.repeat(200),
      ];
      for (const text of odd) expect((await find(text)).total, text).toBe(0);
      expect((await find('AND OR NOT')).total).toBe(0);
    });

    it('shows a changed recipient, a new code and a deleted parcel as soon as they are stored', async () => {
      const id = await storeFor(codeA, 'Omar', 'Street');
      const database = new DatabaseSync(file());
      database.exec(`UPDATE shipments SET recipient_name = 'Layla', tracking_code = 'T-4711'`);
      database.exec(`UPDATE parcels SET pick_up_code = 'P-88213'`);
      database.close();
      expect((await find('omar')).total).toBe(0);
      for (const text of ['layla', '4711', '88213', 'P-88']) expect((await find(text)).codes, text).toEqual([codeA]);
      expect((await records.parcel(id))?.recipient.name).toBe('Layla');
    });
  });

  describe('the board’s filters', () => {
    it('are the twelve states, no state, and Deleted once the service reported it', async () => {
      const [inTransit = 0, deleted = 0] = [await storeAt(codeA, 1), await storeAt(codeB, 2)];
      await storeAt(codeC, 3);
      expect((await ask({ state: 'none' })).total).toBe(3);
      status(inTransit, 'in_transit', 10);
      status(deleted, 'delivered', 10);
      expect(await ask({ state: 'in_transit' })).toEqual({ total: 1, codes: [codeA] });
      const begun = await records.beginDelete({ customCode: codeB, parcelId: deleted, endsAt: 0 }, by('delete', 20));
      await records.moveCommand(begun.command.id, ['counting'], { state: 'sending' }, by('send-order', 21));
      expect((await ask({ state: 'deleted' })).total).toBe(0);
      await records.completeDelete(begun.command.id, by('order-answer', 22));
      expect(await ask({ state: 'deleted' })).toEqual({ total: 1, codes: [codeB] });
      expect((await ask({ state: 'delivered' })).total).toBe(0);
      expect(await ask({ state: 'none' })).toEqual({ total: 1, codes: [codeC] });
      expect((await ask({})).total).toBe(3);
    });

    it('combine with a search, with days and with each other', async () => {
      const ids = [await storeAt(codeA, 1), await storeAt(codeB, 2), await storeAt(codeC, 3)];
      for (const id of ids.slice(1)) status(id, 'failed', 10);
      expect((await ask({ find: 'palm', state: 'failed' })).codes).toEqual([codeC, codeB]);
      expect((await ask({ createdFrom: atSecond(2) })).codes).toEqual([codeC, codeB]);
      expect((await ask({ createdFrom: atSecond(1), createdBefore: atSecond(3) })).codes).toEqual([codeB, codeA]);
      expect((await ask({ createdBefore: atSecond(3), state: 'failed', find: 'aya' })).codes).toEqual([codeB]);
      expect((await ask({ createdFrom: atSecond(4) })).total).toBe(0);
    });

    it('keep the order: oldest, by recipient, longest in its state', async () => {
      const nameless = await storeFor(codeA, null, 'Street');
      const zoe = await storeFor(codeB, 'zoe', 'Street');
      await storeFor(codeC, 'Adam', 'Street');
      status(nameless, 'failed', 50);
      status(zoe, 'failed', 40);
      for (const query of [{}, { find: 'street' }, { createdFrom: atSecond(0) }]) {
        expect((await ask({ ...query, sort: 'oldest' })).codes).toEqual([codeA, codeB, codeC]);
        expect((await ask({ ...query, sort: 'recipient' })).codes).toEqual([codeC, codeB, codeA]);
        expect((await ask({ ...query, sort: 'state age' })).codes).toEqual([codeC, codeB, codeA]);
        expect((await ask({ ...query, state: 'failed', sort: 'state age' })).codes).toEqual([codeB, codeA]);
        expect((await ask({ ...query, state: 'failed', sort: 'recipient', offset: 1 })).codes).toEqual([codeA]);
      }
    });
  });

  describe('all parcels that match a filter', () => {
    const all = async (filter: Partial<typeof unfilteredBoard> | object) => {
      const codes: (string | null)[] = [];
      let below: number | null = null;
      do {
        const chunk: Awaited<ReturnType<Records['parcelsChunk']>> = await records.parcelsChunk(
          { ...unfilteredBoard, ...filter },
          below,
        );
        codes.push(...chunk.rows.map((row) => row.customCode));
        below = chunk.next;
      } while (below !== null);
      return codes;
    };
    const code = (number: number): string => `NL${String(number).padStart(18, '0')}`;

    it('are read in pages, newest first, each parcel once', async () => {
      const codes = Array.from({ length: 130 }, (_, index) => code(index));
      for (let from = 0; from < codes.length; from += 5) await storeParcels(records, ...codes.slice(from, from + 5));
      const newest = [...codes].reverse();
      expect(await all({})).toEqual(newest);
      expect(await all({ find: 'palm' })).toEqual(newest);
      expect(await all({ find: 'NL00' })).toEqual(newest);
      expect(await all({ find: code(7) })).toEqual([code(7)]);
      expect(await all({ find: 'nomatch' })).toEqual([]);
      expect(await all({ state: 'failed' })).toEqual([]);
      expect(await all({ createdFrom: atSecond(1) })).toEqual([]);
    });
  });
}
