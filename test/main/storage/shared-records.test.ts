import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import { nextDeletionStep, nextPrintStep } from '../../../src/shared/site/holder-protocol.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
  storeOrder,
} from '../../suites/records/record-fixtures.ts';
import { eventOf, stateEvent, trackingCode } from '../../suites/records/webhook-fixtures.ts';
import { openInThread, openTestRecords, sourceWorker } from './open-test-records.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

const order = (code: string, more: object = {}) =>
  orderOf([shipmentOf([parcelOf(code, { pickUpCode: `PC-${code.slice(0, 4)}` })], { trackingCode })], {
    ...{ uniqueId: `ORD-${code}`, ...more },
  });

async function threeBenches(): Promise<{ all: SharingBench[]; exchange: () => Promise<void> }> {
  const site = sharedRecords(folders);
  const all = [await site.open('bench-1'), await site.open('bench-2'), await site.open('bench-3')];
  return {
    all,
    async exchange() {
      for (const bench of all) await bench.send();
      for (const bench of all) await bench.read();
    },
  };
}

const expectEqual = async (benches: readonly SharingBench[]): Promise<void> => {
  const [first, ...others] = await Promise.all(benches.map((bench) => bench.digest()));
  for (const other of others) expect(other).toEqual(first);
};

const parcelWith = async (records: Records, code: string) => {
  const found = await records.findByCode(code);
  const [parcel] = found?.parcels ?? [];
  if (!parcel) throw new Error(`${code} is not known`);
  return parcel;
};

const keepLabel = async (records: Records, parcelId: number): Promise<void> => {
  const label = (await records.parcel(parcelId))?.label;
  const bytes = new TextEncoder().encode('^XA^XZ');
  await records.saveLabel(label?.id ?? 0, { bytes, sha256: 'sha', format: 'zpl' }, by('download-label'));
};

/** Prints the parcel's label at that bench, up to that state. */
async function print(
  records: Records,
  parcelId: number,
  until: 'sending' | 'sent' | 'printed' | 'uncertain',
): Promise<void> {
  await keepLabel(records, parcelId);
  const { job } = await addJob(records, parcelId, 1);
  await records.movePrintJob(job.id, ['queued'], { state: 'sending', attempt: true }, by('print', 2));
  if (until === 'sending') return;
  await records.movePrintJob(job.id, ['sending'], { state: until }, by('print', 3));
}

describe('records of a site', () => {
  it('an order created at one bench is found at the others by each of its codes, and held by its bench', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await exchange();
    for (const code of [codeA, 'PC-NL7K', trackingCode]) {
      const parcel = await parcelWith(second.records, code);
      expect(parcel).toMatchObject({
        customCode: codeA,
        recipient: { name: 'Aya Noor' },
        orderUniqueId: `ORD-${codeA}`,
      });
    }
    const { id } = await parcelWith(second.records, codeA);
    const holding = { term: 1, bench: 'bench-1', isReleased: false };
    expect(await second.records.parcelAtSite(id)).toMatchObject({ shared: { holding, copies: [], requests: [] } });
    await expectEqual(all);
  });

  it('a label of another bench’s order is downloaded only when it is wanted', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await exchange();
    expect(await first.records.pendingLabels(10)).toHaveLength(1);
    expect(await second.records.pendingLabels(10)).toEqual([]);
    const delay = {
      failure: { code: 'no-route', message: storedSentence('No host.') },
      nextAttemptAt: atSecond(9),
    } as const;
    await second.records.delayLabels({ except: [] }, delay);
    const { id, label } = await parcelWith(second.records, codeA);
    expect(label).toMatchObject({ state: 'on demand', failure: null });
    const wanted = await second.records.pendingLabels(10, { only: [label?.id ?? 0] });
    expect(wanted).toMatchObject([{ parcelId: id, canWait: false }]);
    // Once it was tried here, what it waits for is shown, until the host answers again.
    await second.records.delayLabels({ only: [label?.id ?? 0] }, delay);
    expect((await parcelWith(second.records, codeA)).label).toMatchObject({ state: 'pending', failure: {} });
    await second.records.delayLabels({ except: [] }, null);
    expect((await parcelWith(second.records, codeA)).label).toMatchObject({ state: 'on demand', failure: null });
  });

  it.each(['sending', 'sent', 'printed', 'uncertain'] as const)(
    'a copy that is %s at one bench is known at the others',
    async (state) => {
      const { all, exchange } = await threeBenches();
      const [first, second] = all as [SharingBench, SharingBench];
      const [parcelId = 0] = await storeOrder(first.records, order(codeA));
      await print(first.records, parcelId, state);
      await exchange();
      const { id } = await parcelWith(second.records, codeA);
      const known = await second.records.parcelAtSite(id);
      expect(known?.shared.copies).toEqual([
        {
          id: expect.stringMatching(/^bench-1\.j\d+\.1$/),
          bench: 'bench-1',
          state: state === 'sending' ? 'began' : state,
          at: atSecond(state === 'sending' ? 2 : 3),
        },
      ]);
      await expectEqual(all);
    },
  );

  it('a label that was not sent after all is void, and its next attempt is another copy', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    await keepLabel(first.records, parcelId);
    const { job } = await addJob(first.records, parcelId, 1);
    await first.records.movePrintJob(job.id, ['queued'], { state: 'sending', attempt: true }, by('print', 2));
    await first.records.movePrintJob(job.id, ['sending'], { state: 'held' }, by('print', 3));
    await first.records.movePrintJob(job.id, ['held'], { state: 'sending', attempt: true }, by('print', 4));
    await exchange();
    const { id } = await parcelWith(second.records, codeA);
    const copies = (await second.records.parcelAtSite(id))?.shared.copies;
    expect(copies?.map(({ state }) => state)).toEqual(['void', 'began']);
  });

  it('a parcel deleted at one bench is deleted at the others, and its waiting labels there are cancelled', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second, third] = all as [SharingBench, SharingBench, SharingBench];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    await exchange();
    const there = await parcelWith(second.records, codeA);
    await keepLabel(second.records, there.id);
    const { job } = await addJob(second.records, there.id, 1);
    const begun = await first.records.beginDelete({ customCode: codeA, parcelId, endsAt: 5_000 }, by('delete', 5));
    const commandId = begun.command.id;
    await first.records.moveCommand(commandId, ['counting'], { state: 'waiting' }, by('send-deletion', 6));
    await first.records.moveCommand(
      commandId,
      ['waiting'],
      { state: 'sending', attempt: true },
      by('send-deletion', 6),
    );
    await exchange();
    const sent = (await second.records.parcelAtSite(there.id))?.shared.requests;
    expect(sent).toEqual([{ id: `bench-1.c${commandId}`, bench: 'bench-1', state: 'sent', at: atSecond(6) }]);
    await first.records.completeDelete(commandId, by('deletion-answer', 7));
    // The earlier time counts at each bench, whatever it learned first.
    await third.records.storeEvents([stateEvent('deleted', 10)]);
    await exchange();
    expect((await parcelWith(second.records, codeA)).deletedAt).toBe(atSecond(7));
    expect((await second.records.printJob(job.id))?.state).toBe('cancelled');
    expect((await second.records.parcelAtSite(there.id))?.shared.requests).toMatchObject([{ state: 'answered' }]);
    await expectEqual(all);
  });

  it('a label that waits is cancelled once its parcel is given to another bench, and not by a release that is not sent', async () => {
    const site = sharedRecords(folders);
    const { records } = await site.open('bench-1');
    const [parcelId = 0] = await storeOrder(records, order(codeA));
    await keepLabel(records, parcelId);
    const { job } = await addJob(records, parcelId, 1);
    const gid = (await records.parcelAtSite(parcelId))?.gid ?? '';
    const state = async (id: number) => (await records.printJob(id))?.state;

    expect(await records.beginRelease(gid, atSecond(2))).toMatchObject({ kind: 'release' });
    await records.endRelease(gid);
    expect(await state(job.id)).toBe('queued');

    const release = await records.beginRelease(gid, atSecond(3));
    if (release.kind !== 'release') throw new Error('It is not released');
    await records.storeAct(gid, release.act, 1, atSecond(4));
    expect(await state(job.id)).toBe('cancelled');
    // One that is wanted afterwards waits for the other bench.
    const later = await addJob(records, parcelId, 5);
    await records.storeAct(gid, release.act, 1, atSecond(6));
    expect(await state(later.job.id)).toBe('queued');
  });

  /** Its deletion at that bench, sent once. */
  const sendDeletion = async ({ records }: SharingBench, parcelId: number): Promise<number> => {
    const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 5_000 }, by('delete', 5));
    await records.moveCommand(command.id, ['counting'], { state: 'waiting' }, by('send-deletion', 6));
    const sending = { state: 'sending', attempt: true } as const;
    await records.moveCommand(command.id, ['waiting'], sending, by('send-deletion', 6));
    return command.id;
  };

  it('a deletion that did not leave, and is undone, keeps no bench from printing', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    const commandId = await sendDeletion(first, parcelId);
    await exchange();
    const there = await parcelWith(second.records, codeA);
    const requests = async () => (await second.records.parcelAtSite(there.id))?.shared.requests;
    expect(await requests()).toMatchObject([{ state: 'sent' }]);
    const failure = { code: 'no-route', message: storedSentence('No network.') } as const;
    await first.records.moveCommand(commandId, ['sending'], { state: 'waiting', failure }, by('deletion-answer', 7));
    expect(await first.records.undo(commandId, by('undo-deletion', 8))).toMatchObject({ state: 'undone' });
    await exchange();
    expect(await requests()).toMatchObject([{ state: 'rejected' }]);
    const here = await first.records.parcelAtSite(parcelId);
    const situation = { bench: 'bench-1', isConnected: true, alone: 'own', isAway: () => false } as const;
    expect(here && nextPrintStep(here, situation, new Set())).toEqual({ kind: 'act' });
  });

  it('a parcel that exists after all, as an operator decided, prints and is deleted again, whichever bench deleted it', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    await exchange();
    const commandId = await sendDeletion(first, parcelId);
    await first.records.completeDelete(commandId, by('deletion-answer', 7));
    await exchange();
    for (const { records } of all) await records.storeEvents([stateEvent('picked_up', 30)]);
    const there = await parcelWith(second.records, codeA);
    const stepsAt = async ({ records, id }: SharingBench, parcel: number) => {
      const here = await records.parcelAtSite(parcel);
      const situation = { bench: id, isConnected: true, alone: 'own', isAway: () => true } as const;
      return here && [nextPrintStep, nextDeletionStep].map((next) => next(here, situation, new Set()).kind);
    };
    expect(await stepsAt(second, there.id)).toEqual(['refuse', 'refuse']);
    const decided = await second.records.resolveDeletionConflict(
      there.id,
      'exists',
      by('resolve-deletion-conflict', 40),
    );
    expect(decided).toBe(true);
    // The first bench holds it.
    expect(await stepsAt(second, there.id)).toEqual(['ask', 'ask']);
    expect(await stepsAt(first, parcelId)).toEqual(['refuse', 'refuse']);
    await first.records.resolveDeletionConflict(parcelId, 'exists', by('resolve-deletion-conflict', 41));
    expect(await stepsAt(first, parcelId)).toEqual(['act', 'act']);
  });

  it('an event delivered to one bench sets the status at all of them', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second, third] = all as [SharingBench, SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await exchange();
    await second.records.storeEvents([stateEvent('picked_up', 10)]);
    await exchange();
    expect((await parcelWith(third.records, codeA)).status?.state).toBe('picked_up');
    await expectEqual(all);
  });

  it('an event that comes before its order is matched when the order arrives', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    await first.records.storeEvents([stateEvent('picked_up', 10)]);
    await exchange();
    await storeOrder(second.records, order(codeA));
    await exchange();
    await expectEqual(all);
    expect((await parcelWith(first.records, codeA)).status?.state).toBe('picked_up');
  });

  it('a deletion that no bench requested is reported by the bench that holds the parcel, and by no other', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second, third] = all as [SharingBench, SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await exchange();
    await second.records.storeEvents([stateEvent('deleted', 10)]);
    await exchange();
    const reported = await Promise.all(all.map(({ records }) => records.unrequestedDeletions(10)));
    expect(reported.map((deletions) => deletions.length)).toEqual([1, 0, 0]);
    expect((await parcelWith(third.records, codeA)).deletedAt).not.toBeNull();
  });

  it('a deletion that another bench requested is reported by none', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await exchange();
    const there = await parcelWith(second.records, codeA);
    const { gid = '', shared } = (await second.records.parcelAtSite(there.id)) ?? {};
    const taken = { term: (shared?.holding?.term ?? 0) + 1, bench: 'bench-2', isReleased: false };
    await second.records.storeAct(gid, { holding: taken, copies: [], requests: [] }, null, atSecond(5));
    const { command } = await second.records.beginDelete(
      { customCode: codeA, parcelId: there.id, endsAt: 5_000 },
      by('delete', 5),
    );
    await second.records.moveCommand(command.id, ['counting'], { state: 'waiting' }, by('end-countdown', 6));
    await second.records.moveCommand(
      command.id,
      ['waiting'],
      { state: 'sending', attempt: true },
      by('send-deletion', 6),
    );
    await exchange();
    await first.records.storeEvents([stateEvent('deleted', 10)]);
    await exchange();
    const reported = await Promise.all(all.map(({ records }) => records.unrequestedDeletions(10)));
    expect(reported.flat()).toEqual([]);
  });

  it('one order imported at two benches is one parcel with one state', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const imported = { ...order(codeA), source: 'imported' as const };
    await first.records.importOrders([imported], by('import-file'));
    await second.records.importOrders([imported], by('import-file'));
    const parcel = await parcelWith(second.records, codeA);
    const gid = (await second.records.parcelAtSite(parcel.id))?.gid ?? '';
    const holding = { term: 1, bench: 'bench-2', isReleased: false };
    await second.records.storeAct(gid, { holding, copies: [], requests: [] }, null, atSecond(0));
    await print(second.records, parcel.id, 'printed');
    await exchange();
    const known = await parcelWith(first.records, codeA);
    expect((await first.records.parcelAtSite(known.id))?.shared.copies).toHaveLength(1);
    await expectEqual(all);
  });

  it('an order too large for one message arrives whole', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const codes = Array.from({ length: 150 }, (_, index) => `NL${String(index).padStart(18, '0')}`);
    const url = `https://labels.example/${'x'.repeat(900)}`;
    const label = (code: string) =>
      ({ url: `${url}/${code}`, source: 'parcel zpl', format: 'zpl', pdfUrl: null }) as const;
    const shipment = shipmentOf(
      codes.map((code) => parcelOf(code, { label: label(code) })),
      { trackingCode },
    );
    await first.records.importOrders(
      [orderOf([shipment], { uniqueId: 'ORD-LARGE', source: 'imported' })],
      by('import-file'),
    );
    await exchange();
    const board = await second.records.parcelsPage({ ...unfilteredBoard, offset: 0, limit: 10 });
    expect(board.total).toBe(150);
    expect((await second.records.outgoingFacts('bench-2', 0, 10)).length).toBe(0);
    for (const { data } of await first.records.outgoingFacts('bench-1', 0, 100))
      expect(data.byteLength).toBeLessThan(64 * 1024);
    await expectEqual(all);
  });

  it('what a bench learns from others is not sent again', async () => {
    const site = sharedRecords(folders);
    const [first, second] = [await site.open('bench-1'), await site.open('bench-2')];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    await print(first.records, parcelId, 'printed');
    await first.records.storeEvents([stateEvent('picked_up', 10)]);
    for (const bench of [first, second, first, second]) {
      await bench.send();
      await bench.read();
    }
    expect(new Set(site.sent.map((sent) => sent.by))).toEqual(new Set(['bench-1']));
  });

  it('a fact that comes again changes nothing', async () => {
    const site = sharedRecords(folders);
    const [first, second] = [await site.open('bench-1'), await site.open('bench-2')];
    await storeOrder(first.records, order(codeA));
    await first.send();
    await second.read();
    const before = await second.digest();
    (site.sent as unknown[]).push(...site.sent);
    expect(await second.read()).toMatchObject({ parcels: [], events: [], hasOrders: false, unapplied: 0 });
    expect(await second.digest()).toEqual(before);
  });

  it('an order that contradicts what is known is kept, and changes nothing', async () => {
    const { all } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    await storeOrder(first.records, order(codeA));
    await storeOrder(second.records, order(codeA, { uniqueId: 'ORD-OTHER' }));
    await first.send();
    const before = await second.digest();
    expect(await second.read()).toMatchObject({ parcels: [], unapplied: 1 });
    const after = await second.digest();
    expect(after.parcels).toEqual(before.parcels);
    // That it was ordered counts, whatever its answer says.
    expect(after.requests).toHaveLength(2);
  });

  it('an order that names the parcel of another bench leaves that parcel its id', async () => {
    const site = sharedRecords(folders);
    const [first, hostile] = [await site.open('bench-1'), await site.open('bench-9')];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    await first.send();
    const other = orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-9' })], { uniqueId: 'ORD-9' });
    const [invented = 0] = await storeOrder(hostile.records, other);
    await hostile.send();
    const gidOf = async (bench: SharingBench, id: number) => (await bench.records.parcelAtSite(id))?.gid ?? '';
    const [gid, own] = [await gidOf(first, parcelId), await gidOf(hostile, invented)];
    for (const message of site.sent)
      if (message.by === 'bench-9')
        message.data = Buffer.from(Buffer.from(message.data).toString().replaceAll(own, gid));
    expect(await first.read()).toMatchObject({ unapplied: 1 });
    expect(await gidOf(first, parcelId)).toBe(gid);
  });

  it('an order whose parcel’s id a forged order named before has a parcel of which nothing is known, that asks', async () => {
    const site = sharedRecords(folders);
    const [first, second, hostile] = [
      await site.open('bench-1'),
      await site.open('bench-2'),
      await site.open('bench-9'),
    ];
    const [parcelId = 0] = await storeOrder(first.records, order(codeA));
    const gid = async (bench: SharingBench, id: number) => (await bench.records.parcelAtSite(id))?.gid ?? '';
    const other = orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-9' })], { uniqueId: 'ORD-9' });
    const [invented = 0] = await storeOrder(hostile.records, other);
    await hostile.send();
    const [honest, own] = [await gid(first, parcelId), await gid(hostile, invented)];
    for (const message of site.sent)
      message.data = Buffer.from(Buffer.from(message.data).toString().replaceAll(own, honest));
    await first.send();
    await second.read();
    const { id } = await parcelWith(second.records, codeA);
    const here = await second.records.parcelAtSite(id);
    expect(here).toMatchObject({ gid: expect.stringMatching(/^bench-2\./), shared: { holding: null } });
    if (!here) return;
    const situation = { bench: 'bench-2', isConnected: true, alone: 'own', isAway: () => false } as const;
    expect(nextPrintStep(here, situation, new Set())).toMatchObject({ kind: 'ask' });
  });

  it('a copied file goes on under a new id, and what the copy does not have comes from the site', async () => {
    const folder = await folders.make();
    const file = join(folder, 'records-sandbox.sqlite3');
    const store = openRecordsIn({ ...sourceWorker, folder });
    folders.before(() => store.close());
    const records = await store.open('sandbox');
    await records.joinSite('bench-1');
    await storeOrder(records, order(codeA));
    await records.close();
    const copied = await folders.make();
    await copyFile(file, join(copied, 'records-sandbox.sqlite3'));
    const other = openRecordsIn({ ...sourceWorker, folder: copied });
    folders.before(() => other.close());
    const copy = await other.open('sandbox');
    const id = await copy.joinSite('bench-1');
    expect(id).toMatch(/^bench-1~[0-9a-f]{8}$/);
    expect(await copy.ownSiteIds()).toEqual(['bench-1', id]);
    expect(await copy.joinSite('bench-1')).toBe(id);
    // The original has gone on under the first id.
    const later = { v: 1, n: 9, at: '2026-03-14T09:00:00.000Z', kind: 'weighed', gid: null, body: {} } as const;
    const position = { dataId: 'one', sequence: 1, mark: '' };
    await copy.applySite([{ kind: 'fact', by: 'bench-1', fact: later, event: null }], position, later.at);
    expect((await copy.outgoingFacts('bench-1', 8, 10)).map(({ n }) => n)).toEqual([9]);
  });

  it('a code that one bench ordered is used at the others, until its order is rejected, and its price counts as spent', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const intent = { quotedPrice: 12.5, fingerprint: null };
    const command = await first.records.beginCreate(requestFor(codeA), by('create-order'), intent);
    await first.records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 1));
    await exchange();
    const question = { codes: [codeA], fingerprint: '', duplicatesSince: atSecond(0), spentSince: atSecond(0) };
    const known = await second.records.orderFacts(question);
    expect(known).toMatchObject({ usedCode: codeA, spent: { orders: 0, uncertain: 1, quoted: 12.5 } });
    const failure = { code: 'rejected', message: storedSentence('The service rejected it.') } as const;
    await first.records.moveCommand(command.id, ['sending'], { state: 'rejected', failure }, by('order-answer', 2));
    await exchange();
    expect(await second.records.orderFacts(question)).toMatchObject({ usedCode: null, spent: { uncertain: 0 } });
  });

  it('an order that another one replaced counts as spent at the others, keeps its code there, and is no duplicate', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const intent = { quotedPrice: 12.5, fingerprint: '0123456789abcdef' };
    const command = await first.records.beginCreate(requestFor(codeA), by('create-order'), intent);
    await first.records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 1));
    const failure = { code: 'unexpected', message: storedSentence('No answer.') } as const;
    const uncertain = { state: 'uncertain', failure } as const;
    const moved = await first.records.moveCommand(command.id, ['sending'], uncertain, by('order-answer', 2));
    const replacement = { request: requestFor(codeB), failure, unmovedSince: moved?.updatedAt ?? '' };
    expect(await first.records.replaceCreate(command.id, replacement, by('replace-order', 3))).not.toBeNull();
    await exchange();
    const question = {
      ...{ codes: [codeA], duplicatesSince: atSecond(0), spentSince: atSecond(0) },
      fingerprint: intent.fingerprint,
    };
    const known = await second.records.orderFacts(question);
    expect(known).toMatchObject({ usedCode: codeA, spent: { uncertain: 1, quoted: 12.5 } });
    expect(known.duplicateElsewhere?.codes ?? []).not.toContain(codeA);
  });

  it('an event of the order of another bench does not settle an uncertain order with the same code', async () => {
    const { all, exchange } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    for (const { records } of [first, second]) {
      const command = await records.beginCreate(requestFor(codeA), by('create-order'));
      await records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 1));
      if (records === second.records)
        await records.moveCommand(command.id, ['sending'], { state: 'uncertain' }, by('order-answer', 2));
      else await records.completeCreate(command.id, order(codeA), by('order-answer', 2));
    }
    await exchange();
    await first.records.storeEvents([
      eventOf('same.parcel.created', { custom_code: codeA, tracking_code: trackingCode }, 5),
    ]);
    await exchange();
    expect(await second.records.namedCreates(10)).toEqual([]);
    expect(await second.records.commands(['uncertain'], 10)).toHaveLength(1);
  });

  it('what a bench did before it joined is reported to the others, newest first, and once', async () => {
    const site = sharedRecords(folders);
    const other = await site.open('bench-2');
    const file = join(await folders.make(), 'records.sqlite3');
    const before = openInThread(file);
    for (let index = 0; index < 45; index += 1) {
      const code = `NL${String(index).padStart(18, '0')}`;
      const [parcelId = 0] = await storeOrder(
        before,
        orderOf([shipmentOf([parcelOf(code)], { trackingCode: `DO-${index}` })], { uniqueId: `ORD-${index}` }),
      );
      if (index === 44) await print(before, parcelId, 'printed');
    }
    await before.beginCreate(requestFor(codeB), by('create-order'));
    await before.close();
    const bench = await site.open('bench-1', file);
    let calls = 0;
    for (let below: number | null = null, isFirst = true; isFirst || below !== null; calls += 1) {
      below = await bench.records.shareEarlierOrders(atSecond(0), below);
      isFirst = false;
    }
    expect(calls).toBe(3);
    const facts = (await bench.records.outgoingFacts('bench-1', 0, 1_000)).length;
    await bench.records.shareEarlierOrders(atSecond(0), null);
    // An order without an answer is reported with each start, which changes nothing.
    expect((await bench.records.outgoingFacts('bench-1', 0, 1_000)).length).toBe(facts + 1);
    await bench.send();
    await other.read();
    expect(await other.digest()).toEqual(await bench.digest());
    const { id } = await parcelWith(other.records, 'NL000000000000000044');
    expect((await other.records.parcelAtSite(id))?.shared).toMatchObject({
      ...{ holding: { bench: 'bench-1' }, copies: [{ bench: 'bench-1', state: 'printed' }] },
    });
  });

  it('a fact that the tables refuse is kept, and those behind it are applied', async () => {
    const { all } = await threeBenches();
    const [first, second] = all as [SharingBench, SharingBench];
    const database = new DatabaseSync(second.file);
    database.exec(`CREATE TRIGGER refuses BEFORE INSERT ON orders WHEN NEW.unique_id = 'ORD-${codeA}'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    await storeOrder(first.records, order(codeA));
    const other = orderOf([shipmentOf([parcelOf(codeB)], { trackingCode: 'DO-2' })], { uniqueId: 'ORD-2' });
    await storeOrder(first.records, other);
    await first.send();
    expect(await second.read()).toMatchObject({ unapplied: 1 });
    expect(await second.records.findByCode(codeA)).toBeNull();
    expect((await parcelWith(second.records, codeB)).orderUniqueId).toBe('ORD-2');
    expect(database.prepare('SELECT reason FROM site_unapplied').all()).toEqual([{ reason: 'failed' }]);
    database.close();
  });

  it('a fact of a kind that an earlier version did not know is applied by the next one', async () => {
    const site = sharedRecords(folders);
    const first = await site.open('bench-1');
    await storeOrder(first.records, order(codeA));
    await first.send();
    const file = join(await folders.make(), 'records.sqlite3');
    const before = await site.open('bench-2', file);
    await before.close();
    // As the earlier version left it.
    const database = new DatabaseSync(file);
    const keep = database.prepare(
      `INSERT INTO site_unapplied (bench, n, at, data, reason) VALUES ('bench-1', ?, ?, ?, 'unknown-kind')`,
    );
    for (const [index, { data }] of site.sent.entries()) keep.run(index + 1, atSecond(0), Buffer.from(data).toString());
    database.close();
    const after = await site.open('bench-2', file);
    expect((await parcelWith(after.records, codeA)).orderUniqueId).toBe(`ORD-${codeA}`);
    expect((await after.records.outgoingFacts('bench-2', 0, 10)).length).toBe(0);
  });

  it('without a site, no fact is written', async () => {
    const records = await openTestRecords(folders);
    const [parcelId = 0] = await storeOrder(records, order(codeB));
    await print(records, parcelId, 'printed');
    await records.storeEvents([stateEvent('picked_up', 10)]);
    expect(await records.ownSiteIds()).toEqual([]);
    expect(await records.outgoingFacts('bench-1', 0, 10)).toEqual([]);
    expect(await records.parcelAtSite(parcelId)).toBeNull();
  });
});
