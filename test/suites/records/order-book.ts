import { describe, expect, it } from 'vitest';
import { message } from '../../../src/shared/messages/message.ts';
import type { OrderDraft } from '../../../src/shared/orders/order-book.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  type OpenForTest,
  recordsForEach,
  requestFor,
  storeParcels,
} from './record-fixtures.ts';

const most = 3;
const dock = { name: 'Dock 4', address: { text: '18 Harbour Road', person_name: 'Omar Haddad' } };
const draft: OrderDraft = {
  pickUpAddress: { text: '18 Harbour Road' },
  dropOffAddress: { person_name: 'Aya Noor' },
  parcels: [{ grams: '900' }, { grams: '' }],
};

/** Pick-up addresses, templates, and the last order. */
export function orderBookContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const save = (name: string, second = 0) =>
    records.savePickUpAddress({ ...dock, name }, most, by('save-address', second));
  const names = async () => (await records.orderBook()).pickUpAddresses.map(({ name }) => name);

  describe('a pick-up address', () => {
    it('is kept under its name, over a restart', async () => {
      const saved = await save('Dock 4');
      expect(saved).toEqual({ id: saved?.id, ...dock });
      await reopen();
      expect((await records.orderBook()).pickUpAddresses).toEqual([saved]);
    });

    it('replaces an older one of the same name, ignoring case', async () => {
      const first = await save('Dock 4');
      const second = await records.savePickUpAddress(
        { name: 'DOCK 4', address: { text: 'New road' } },
        most,
        by('save-address'),
      );
      expect(second).toEqual({ id: first?.id, name: 'DOCK 4', address: { text: 'New road' } });
      expect((await records.orderBook()).pickUpAddresses).toEqual([second]);
    });

    it('is listed first when it was used last', async () => {
      const first = await save('A', 1);
      await save('B', 2);
      await save('C', 3);
      expect(await names()).toEqual(['C', 'B', 'A']);
      expect(await records.recordBookUse('address', first?.id ?? 0, atSecond(4))).toBe(true);
      expect(await names()).toEqual(['A', 'C', 'B']);
    });

    it('beyond the maximum number is rejected; one that replaces another is accepted', async () => {
      for (const name of ['A', 'B', 'C']) await save(name);
      expect(await save('D')).toBeNull();
      expect(await save('b')).not.toBeNull();
      expect(await names()).toHaveLength(most);
    });

    it('is gone when it was removed, and the journal names it', async () => {
      const saved = await save('Dock 4');
      expect(await records.removeFromBook('template', saved?.id ?? 0, by('remove-address'))).toBe(false);
      expect(await records.removeFromBook('address', saved?.id ?? 0, by('remove-address'))).toBe(true);
      expect(await records.removeFromBook('address', saved?.id ?? 0, by('remove-address'))).toBe(false);
      expect(await names()).toEqual([]);
      const [newest] = await records.activity({ beforeId: null, limit: 1 });
      expect(newest).toMatchObject({ what: 'remove-address', outcome: message('journal.removed', { name: 'Dock 4' }) });
    });
  });

  describe('a template', () => {
    it('keeps all its values over a restart, separate from the addresses', async () => {
      const saved = await records.saveTemplate({ name: 'Dock 4', draft }, most, by('save-template'));
      await reopen();
      expect(await records.orderBook()).toEqual({ pickUpAddresses: [], templates: [saved], lastRequest: null });
      expect(saved?.draft).toEqual(draft);
    });
  });

  describe('the last order', () => {
    it('is the newest that was requested, answered or not', async () => {
      await storeParcels(records, codeA);
      expect((await records.orderBook()).lastRequest).toEqual(requestFor(codeA));
      await records.beginCreate(requestFor(codeB), by('create-order'));
      expect((await records.orderBook()).lastRequest).toEqual(requestFor(codeB));
    });

    it('is not one that the service refused', async () => {
      await storeParcels(records, codeA);
      const { id } = await records.beginCreate(requestFor(codeB), by('create-order'));
      await records.moveCommand(id, ['waiting'], { state: 'rejected' }, by('order-answer'));
      expect((await records.orderBook()).lastRequest).toEqual(requestFor(codeA));
    });
  });
}
