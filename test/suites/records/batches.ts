import { describe, expect, it } from 'vitest';
import { batchRowsJson } from '../../../src/main/core/batch/batch-draft.ts';
import type { BatchFacts, BatchTableRow, NewBatchOrder } from '../../../src/main/core/ports/batch-records.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
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
  storeParcels,
} from './record-fixtures.ts';

const facts: BatchFacts = {
  columns: [
    { title: 'Receiver', field: 'address.person_name', matchedBy: 'name' },
    { title: 'Ref', field: null, matchedBy: null },
  ],
  pickUpAddress: { text: '18 Harbour Road' },
  combines: true,
  why: null,
  createdAt: atSecond(0),
  startedAt: null,
  endedAt: null,
  quote: null,
  resultFile: null,
  isResultTried: false,
  resultUncertain: 0,
};
const row = (line: number, ...cells: string[]): BatchTableRow => ({ line, cells, fault: null, isSkipped: false });
const noRows = batchRowsJson([]);
const noIntent = { quotedPrice: null, fingerprint: null };
const rejected: Failure = { code: 'rejected', message: message('storage.failed', { detail: null }) };

/** Batches: rows of a table, and the orders they become. */
export function batchesContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const shownBatch = async (...rows: BatchTableRow[]): Promise<number> => {
    const id = await records.addBatch({ name: 'orders.csv', folder: '/home/bench', facts }, batchRowsJson(rows));
    expect(await records.showBatch(id, noRows, by('open-batch'))).toBe(true);
    return id;
  };

  const started = async (...orders: NewBatchOrder[]): Promise<number> => {
    const id = await shownBatch(...orders.flatMap(({ lines }) => lines.map((line) => row(line, 'Aya Noor', ''))));
    await records.addBatchOrders(id, orders, []);
    expect(await records.startBatch(id, orders.length, facts, by('start-batch'))).toBe(true);
    return id;
  };
  const order = (number: number, ...codes: string[]): NewBatchOrder => ({
    number,
    lines: codes.map((_, index) => number * 10 + index),
    request: requestFor(...codes),
    quoted: 45,
  });
  const begin = (id: number, number: number, ...codes: string[]) =>
    records.beginBatchOrder({ id, number }, requestFor(...codes), by('create-order'), {
      quotedPrice: 45,
      fingerprint: 'like',
    });

  const statesOf = async (id: number): Promise<string[]> =>
    (await records.batchOrderStates(id, { after: 0, again: [] })).map(
      ({ number, orderState }) => `${number} ${orderState}`,
    );

  describe('a batch', () => {
    it('is hidden until all its rows are on disk, and is read back unchanged', async () => {
      const first = batchRowsJson([row(2, 'Aya Noor', '1')]);
      const id = await records.addBatch({ name: 'orders.csv', folder: null, facts }, first);
      await records.addBatchRows(id, batchRowsJson([{ ...row(4), fault: message('csv.quote-not-closed') }]));
      expect(await records.shownBatch()).toBeNull();
      await records.showBatch(id, batchRowsJson([row(5, 'Omar Said', '2')]), by('open-batch'));
      await reopen();
      expect(await records.shownBatch()).toEqual({ id, name: 'orders.csv', folder: null, state: 'draft', facts });
      expect(await records.batchRows(id, 0, 10)).toEqual([
        { ...row(2, 'Aya Noor', '1'), problems: [] },
        { ...row(4), fault: message('csv.quote-not-closed'), problems: [] },
        { ...row(5, 'Omar Said', '2'), problems: [] },
      ]);
      expect(await records.batchRows(id, 2, 10)).toMatchObject([{ line: 4 }, { line: 5 }]);
      expect(await records.batchRows(id, 0, 1)).toMatchObject([{ line: 2 }]);
    });

    it('is the only one that is shown', async () => {
      const id = await shownBatch(row(2));
      const other = await records.addBatch({ name: 'more.csv', folder: null, facts }, noRows);
      const last = batchRowsJson([row(2)]);
      expect(await records.showBatch(other, last, by('open-batch'))).toBe(false);
      expect(await records.batchRows(other, 0, 10)).toEqual([]);
      expect(await records.hideBatch(id, ['draft'], by('dismiss-batch'))).toBe(true);
      expect(await records.showBatch(other, last, by('open-batch'))).toBe(true);
    });

    it('changes its state only if the state on disk allows it', async () => {
      const id = await shownBatch(row(2));
      const why: Failure = { code: 'over-spending-limit', message: message('storage.disk-full', { detail: null }) };
      const paused = { state: 'paused', facts: { ...facts, why, startedAt: atSecond(9) } } as const;
      expect(await records.changeBatch(id, ['running'], paused, by('pause-batch'))).toBe(false);
      expect(await records.changeBatch(id, ['draft'], paused, null)).toBe(true);
      expect(await records.shownBatch()).toMatchObject(paused);
      expect(await records.hideBatch(id, ['draft'], by('dismiss-batch'))).toBe(false);
    });

    it('keeps corrections of rows, and which rows are excluded', async () => {
      const id = await shownBatch(row(2, 'Aya', ''), row(3, 'Omar', ''));
      const corrected = { ...row(3, 'Omar Said', 'x'), isSkipped: true };
      await records.changeBatchRow(id, corrected);
      expect(await records.batchRows(id, 0, 10)).toEqual([
        { ...row(2, 'Aya', ''), problems: [] },
        { ...corrected, problems: [] },
      ]);
    });

    it('is removed step by step with its rows and prices once dismissed; its orders stay', async () => {
      const rows = Array.from({ length: 700 }, (_, index) => row(index + 2, 'Aya'));
      const id = await shownBatch(...rows);
      await records.saveBatchQuote(id, { digest: 'one', price: 45, message: null });
      await records.addBatchOrders(id, [order(1, codeA)], []);
      await records.startBatch(id, 1, facts, by('start-batch'));
      const command = await begin(id, 1, codeA);
      await records.changeBatch(id, ['running'], { state: 'stopped', facts }, null);
      await records.hideBatch(id, ['stopped'], by('dismiss-batch'));
      let steps = 0;
      while (await records.removeHiddenBatches()) steps += 1;
      expect(steps).toBeGreaterThan(2);
      expect(await records.batchRows(id, 0, 10)).toEqual([]);
      expect(await records.batchQuotes(id)).toEqual([]);
      expect(await records.command(command?.id ?? 0)).toMatchObject({ state: 'waiting', codes: [codeA] });
    });
  });

  describe('data stored beside a batch', () => {
    it('contains how a header’s columns were matched: the newest two hundred', async () => {
      await records.saveColumnMapping('first', ['address.text', null], atSecond(0));
      await records.saveColumnMapping('first', ['address.text', 'parcel.values'], atSecond(1));
      expect(await records.savedColumnMapping('first')).toEqual(['address.text', 'parcel.values']);
      expect(await records.savedColumnMapping('other')).toBeNull();
      for (let index = 0; index < 200; index += 1)
        await records.saveColumnMapping(`${index}`, [null], atSecond(2 + index));
      expect(await records.savedColumnMapping('first')).toBeNull();
      expect(await records.savedColumnMapping('0')).toEqual([null]);
    });

    it('contains the newest quote of each order', async () => {
      const id = await shownBatch(row(2));
      await records.saveBatchQuote(id, { digest: 'one', price: null, message: message('batch.no-price') });
      await records.saveBatchQuote(id, { digest: 'two', price: 40, message: null });
      await records.saveBatchQuote(id, { digest: 'one', price: 45.5, message: null });
      await reopen();
      const quotes = await records.batchQuotes(id);
      expect(quotes.sort((one, other) => one.digest.localeCompare(other.digest))).toEqual([
        { digest: 'one', price: 45.5, message: null },
        { digest: 'two', price: 40, message: null },
      ]);
    });
  });

  it('batch: many codes are looked up at once in parcels and open orders, and the fingerprints of recent orders are read', async () => {
    await storeParcels(records, codeA);
    const created = await records.beginCreate(requestFor(codeB), by('create-order', 60), {
      quotedPrice: null,
      fingerprint: 'like',
    });
    const since = atSecond(60);
    const codes = [codeA.toLowerCase(), codeB, codeC];
    expect(await records.findKnownCodes(codes)).toEqual([codeA.toLowerCase(), codeB]);
    expect(await records.recentOrders(since)).toEqual(['like']);
    expect(await records.recentOrders(atSecond(61))).toEqual([]);
    await records.moveCommand(created.id, ['waiting'], { state: 'sending' }, by('order-answer', 62));
    expect(await records.recentOrders(since)).toEqual(['like']);
    expect(await records.recentOrders(atSecond(61))).toEqual([]);
    await records.moveCommand(created.id, ['sending'], { state: 'rejected', failure: rejected }, by('order-answer'));
    expect(await records.findKnownCodes(codes)).toEqual([codeA.toLowerCase()]);
    expect(await records.recentOrders(since)).toEqual([]);
  });

  describe('a started batch', () => {
    it('has its orders and the problems of the other rows, and nothing of an earlier attempt', async () => {
      const id = await shownBatch(row(10, 'Aya'), row(20, 'Omar'));
      const error = message('batch.weight-unreadable', { text: 'x' });
      const problem = { place: 1, field: null, severity: 'error', message: error } as const;
      await records.addBatchOrders(id, [order(1, codeB), order(2, codeC), order(3, codeA)], []);
      await records.addBatchOrders(id, [order(1, codeA)], [{ line: 20, problems: [problem] }]);
      expect(await records.startBatch(id, 1, { ...facts, startedAt: atSecond(5) }, by('start-batch'))).toBe(true);
      expect(await records.startBatch(id, 1, facts, by('start-batch'))).toBe(false);
      await reopen();
      expect(await records.shownBatch()).toMatchObject({ state: 'running', facts: { startedAt: atSecond(5) } });
      expect(await records.batchOrders(id, 0, 10)).toEqual([{ number: 1, lines: [10] }]);
      expect((await records.batchRows(id, 0, 10)).map(({ problems }) => problems)).toEqual([[], [problem]]);
      expect(await records.nextBatchOrder(id)).toEqual(order(1, codeA));
    });

    it('begins each order once, together with its intent', async () => {
      const id = await started(order(1, codeA), order(2, codeB));
      const command = await begin(id, 1, codeA);
      expect(command).toMatchObject({ kind: 'create', state: 'waiting', codes: [codeA], quotedPrice: 45 });
      expect(await begin(id, 1, codeA)).toBeNull();
      await reopen();
      expect(await records.createRequest(command?.id ?? 0)).toEqual(requestFor(codeA));
      expect(await records.nextBatchOrder(id)).toMatchObject({ number: 2 });
      expect(await records.newestBatchOrder(id)).toEqual({ number: 1, command });
      expect(await records.countCommands(['waiting'])).toBe(1);
    });

    it('begins nothing while it is paused, or once it was stopped', async () => {
      const id = await started(order(1, codeA));
      for (const state of ['paused', 'stopped'] as const) {
        await records.changeBatch(id, ['running', 'paused'], { state, facts }, null);
        expect(await begin(id, 1, codeA)).toBeNull();
      }
      expect(await records.countCommands(['waiting'])).toBe(0);
    });

    it('returns the state of each order, and the price of those created', async () => {
      const id = await started(order(1, codeA), order(2, codeB), order(3, codeC), order(4, codeC), order(5, codeC));
      expect(await statesOf(id)).toEqual([]);
      const first = await begin(id, 1, codeA);
      const second = await begin(id, 2, codeB);
      await begin(id, 3, codeC);
      await records.rejectBatchOrder({ id, number: 4 }, rejected, by('reject-batch-order'));
      await records.moveCommand(first?.id ?? 0, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
      const answer = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })]);
      await records.completeCreate(first?.id ?? 0, answer, by('order-answer'));
      await records.moveCommand(
        second?.id ?? 0,
        ['waiting'],
        { state: 'uncertain', failure: rejected },
        by('order-answer'),
      );
      expect(await statesOf(id)).toEqual(['1 created', '2 uncertain', '3 on the way', '4 rejected']);
      expect(await records.batchOrderStates(id, { after: 3, again: [1, 5] })).toEqual([
        { number: 1, orderState: 'created', charged: 47.25 },
        { number: 4, orderState: 'rejected', charged: null },
        { number: 5, orderState: 'open', charged: null },
      ]);

      const results = await records.batchOrderResults(id, [1, 2, 4, 5]);
      expect(results).toEqual([
        {
          ...{ number: 1, orderState: 'created', failure: null, quoted: 45, charged: 47.25 },
          parcels: [{ customCode: codeA, trackingCode: 'DO-1' }],
        },
        {
          ...{ number: 2, orderState: 'uncertain', failure: rejected, quoted: 45, charged: null },
          parcels: [{ customCode: codeB, trackingCode: null }],
        },
        {
          ...{ number: 4, orderState: 'rejected', failure: rejected, quoted: 45, charged: null },
          parcels: [{ customCode: codeC, trackingCode: null }],
        },
        {
          ...{ number: 5, orderState: 'open', failure: null, quoted: 45, charged: null },
          parcels: [{ customCode: codeC, trackingCode: null }],
        },
      ]);
      // An operator confirmed that it exists.
      await records.dismissCommand(second?.id ?? 0, by('settle-order'));
      expect((await statesOf(id))[1]).toBe('2 created');
    });

    it('lists the codes that were sent, including generated ones, parcel by parcel', async () => {
      const request = requestFor('', '');
      const uncoded = request.drop_offs[0].parcels.map(({ unit, values }) => ({ unit, values }));
      const id = await started({
        ...order(1, codeA, codeB),
        request: { ...request, drop_offs: [{ ...request.drop_offs[0], parcels: uncoded }] },
      });
      expect((await records.batchOrderResults(id, [1]))[0]?.parcels).toEqual([
        { customCode: null, trackingCode: null },
        { customCode: null, trackingCode: null },
      ]);
      await begin(id, 1, codeB, codeA);
      expect((await records.batchOrderResults(id, [1]))[0]?.parcels.map(({ customCode }) => customCode)).toEqual([
        codeB,
        codeA,
      ]);
    });

    it('follows an uncertain order to the one that replaced it', async () => {
      const id = await started(order(1, codeA));
      const command = await begin(id, 1, codeA);
      const from = ['waiting'] as const;
      const uncertain = await records.moveCommand(
        command?.id ?? 0,
        from,
        { state: 'uncertain' },
        by('order-answer', 1),
      );
      const replacement = { request: requestFor(codeB), failure: rejected, unmovedSince: uncertain?.updatedAt ?? '' };
      const taken = await records.replaceCreate(command?.id ?? 0, replacement, by('replace-order', 2));
      expect(await records.newestBatchOrder(id)).toEqual({ number: 1, command: taken });
      expect(await statesOf(id)).toEqual(['1 on the way']);
      expect((await records.batchOrderResults(id, [1]))[0]?.parcels).toEqual([
        { customCode: codeB, trackingCode: null },
      ]);
    });

    it('never begins an order again whose old records were removed', async () => {
      const id = await started(order(1, codeA), order(2, codeB));
      const command = await begin(id, 1, codeA);
      await records.moveCommand(command?.id ?? 0, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
      await records.completeCreate(command?.id ?? 0, orderOf([shipmentOf([parcelOf(codeA)])]), by('order-answer'));
      const later = '2036-01-01T00:00:00.000Z';
      for (let from: Awaited<ReturnType<Records['removeOld']>>['next'] = null; ; ) {
        const step = await records.removeOld(later, from);
        from = step.next;
        if (from === null) break;
      }
      expect(await records.command(command?.id ?? 0)).toBeNull();
      expect(await statesOf(id)).toEqual(['1 created']);
      expect(await records.nextBatchOrder(id)).toMatchObject({ number: 2 });
      expect(await records.newestBatchOrder(id)).toEqual({ number: 1, command: null });
      expect(await begin(id, 1, codeA)).toBeNull();
    });

    it('keeps nothing of a rejected transaction', async () => {
      const id = await started(order(1, codeA));
      const impossible = { activity: { ...by('create-order').activity, what: null as never } };
      const request = requestFor(codeA);
      await expect(records.beginBatchOrder({ id, number: 1 }, request, impossible, noIntent)).rejects.toThrow();
      expect(await statesOf(id)).toEqual([]);
      expect(await records.countCommands(['waiting'])).toBe(0);
    });
  });
}
