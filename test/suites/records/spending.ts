import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { message } from '../../../src/shared/messages/message.ts';
import {
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  duplicateOf,
  type OpenForTest,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from './record-fixtures.ts';

interface Planned {
  second: number;
  quoted?: number | null;
  fingerprint?: string | null;
}

/** What orders cost, and which of them are duplicates. */
export function spendingContract(open: OpenForTest): void {
  let records: Records;
  let reopen: () => Promise<Records>;
  beforeEach(async () => {
    ({ records, reopen } = await open());
  });

  const begin = (code: string, { second, quoted = null, fingerprint = null }: Planned) =>
    records.beginCreate(requestFor(code), by('create-order', second), { quotedPrice: quoted, fingerprint });
  /** Begins an order and sends it at that second. */
  const send = async (code: string, planned: Planned): Promise<number> => {
    const { id } = await begin(code, planned);
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', planned.second));
    return id;
  };
  const create = async (code: string, priceWithTax: number | null, planned: Planned): Promise<number> => {
    const id = await send(code, planned);
    await records.completeCreate(
      id,
      orderOf([shipmentOf([parcelOf(code)])], { priceWithTax }),
      by('order-answer', planned.second),
    );
    return id;
  };
  const sendUncertain = async (code: string, planned: Planned): Promise<number> => {
    const id = await send(code, planned);
    await records.moveCommand(id, ['sending'], { state: 'uncertain' }, by('order-answer', planned.second));
    return id;
  };

  describe('an order’s intent', () => {
    it('keeps the price it was quoted at, also over a restart', async () => {
      const { id, quotedPrice } = await begin(codeA, { second: 0, quoted: 47.25 });
      expect(quotedPrice).toBe(47.25);
      expect((await (await reopen()).command(id))?.quotedPrice).toBe(47.25);
    });

    it('without a quote has no price and no duplicate', async () => {
      const { quotedPrice } = await records.beginCreate(requestFor(codeA), by('create-order'));
      expect(quotedPrice).toBeNull();
      expect(await duplicateOf(records, 'fingerprint', atSecond(0))).toBeNull();
    });
  });

  describe('duplicate orders', () => {
    it('are found newest first, from the given time on', async () => {
      await begin(codeA, { second: 10, fingerprint: 'one' });
      const newer = await begin(codeB, { second: 20, fingerprint: 'one' });
      await begin(codeC, { second: 30, fingerprint: 'other' });
      expect((await duplicateOf(records, 'one', atSecond(0)))?.id).toBe(newer.id);
      expect((await duplicateOf(records, 'one', atSecond(20)))?.codes).toEqual([codeB]);
      expect(await duplicateOf(records, 'one', atSecond(21))).toBeNull();
    });

    it('count while they are waiting, uncertain or done, and not once they were rejected or undone', async () => {
      const rejected = await send(codeA, { second: 1, fingerprint: 'refused' });
      await records.moveCommand(rejected, ['sending'], { state: 'rejected' }, by('order-answer', 1));
      expect(await duplicateOf(records, 'refused', atSecond(0))).toBeNull();
      const taken = await begin(codeB, { second: 2, fingerprint: 'taken back' });
      await records.undo(taken.id, by('undo-deletion', 2));
      expect(await duplicateOf(records, 'taken back', atSecond(0))).toBeNull();
      const uncertain = await sendUncertain(codeC, { second: 3, fingerprint: 'uncertain' });
      expect((await duplicateOf(records, 'uncertain', atSecond(0)))?.id).toBe(uncertain);
    });
  });

  describe('what was spent', () => {
    it('is zero without orders', async () => {
      expect(await records.spentSince(atSecond(0))).toEqual({
        orders: 0,
        charged: 0,
        unpriced: 0,
        uncertain: 0,
        quoted: 0,
      });
      expect(await records.whenSpent(atSecond(0), 1)).toBeNull();
    });

    it('is the price in the answers, or the quote if an answer has none or is missing', async () => {
      await create(codeA, 47.25, { second: 10, quoted: 99 });
      await create(codeB, null, { second: 20, quoted: 30 });
      await sendUncertain(codeC, { second: 30, quoted: 12.5 });
      expect(await records.spentSince(atSecond(0))).toEqual({
        ...{ orders: 2, charged: 47.25, unpriced: 1, uncertain: 1 },
        quoted: 42.5,
      });
    });

    it('counts orders from when they were sent, and waiting orders always', async () => {
      const { id } = await begin(codeA, { second: 5, quoted: 10 });
      expect(await records.spentSince(atSecond(50))).toMatchObject({ orders: 0, quoted: 10 });
      await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 55));
      await records.completeCreate(id, orderOf([shipmentOf([parcelOf(codeA)])]), by('order-answer', 56));
      expect(await records.spentSince(atSecond(55))).toMatchObject({ orders: 1, charged: 47.25 });
      expect(await records.spentSince(atSecond(56))).toMatchObject({ orders: 0, charged: 0 });
    });

    it('excludes rejected and undone orders, and deletions', async () => {
      const rejected = await send(codeA, { second: 1, quoted: 10 });
      await records.moveCommand(rejected, ['sending'], { state: 'rejected' }, by('order-answer', 1));
      const taken = await begin(codeB, { second: 2, quoted: 10 });
      await records.undo(taken.id, by('undo-deletion', 2));
      await records.beginDelete({ customCode: codeC, parcelId: null, endsAt: 1 }, by('delete', 3));
      expect(await records.spentSince(atSecond(0))).toMatchObject({ orders: 0, uncertain: 0, quoted: 0 });
    });

    it('counts an uncertain order as existing once an operator confirms it', async () => {
      const id = await sendUncertain(codeA, { second: 1, quoted: 20 });
      await records.dismissCommand(id, by('settle-order', 2));
      expect(await records.spentSince(atSecond(0))).toMatchObject({ orders: 1, unpriced: 1, uncertain: 0, quoted: 20 });
    });

    it('still counts an uncertain order that was replaced: deleting it may not undo its charge', async () => {
      const id = await sendUncertain(codeA, { second: 1, quoted: 20 });
      const unmovedSince = (await records.command(id))?.updatedAt ?? '';
      const failure = { code: 'not-allowed-now', message: message('storage.closed') } as const;
      const replacement = { request: requestFor(codeB), failure, unmovedSince };
      expect(await records.replaceCreate(id, replacement, by('replace-order', 2))).not.toBeNull();
      expect(await records.spentSince(atSecond(0))).toMatchObject({ orders: 0, uncertain: 1, quoted: 40 });
    });

    it('returns the time by which a given amount was spent, for orders that were sent', async () => {
      await create(codeA, 40, { second: 10 });
      await create(codeB, 50, { second: 20 });
      await begin(codeC, { second: 30, quoted: 500 });
      const by = (amount: number) => records.whenSpent(atSecond(0), amount);
      expect([await by(1), await by(40), await by(40.5), await by(90)]).toEqual([10, 10, 20, 20].map(atSecond));
      expect(await by(90.5)).toBeNull();
      expect(await records.whenSpent(atSecond(11), 50)).toBe(atSecond(20));
    });
  });
}
