import { expect, it } from 'vitest';
import {
  atSecond,
  by,
  codeA,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from '../../suites/records/record-fixtures.ts';
import { type SharingBench, sharedRecords } from './shared-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const fingerprint = '0123456789abcdef';
const order = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { uniqueId: 'ORD-1' });

async function twoBenches() {
  const site = sharedRecords(folders);
  const [one, other] = [await site.open('bench-1'), await site.open('bench-2')];
  const { id } = await one.records.beginCreate(requestFor(codeA), by('create-order'), {
    ...{ quotedPrice: null, fingerprint },
  });
  const exchange = async () => {
    await one.send();
    await other.read();
  };
  await exchange();
  return { one, other, id, exchange };
}

const factsAt = async ({ records }: SharingBench, second: number) => {
  const since = atSecond(second);
  const question = { codes: [], fingerprint, duplicatesSince: since, spentSince: since };
  const { duplicate, duplicateElsewhere } = await records.orderFacts(question);
  return { duplicate: duplicate?.command.id ?? null, elsewhere: duplicateElsewhere };
};

it('an order of another bench is found by its fingerprint as long as duplicates are searched, also for a batch', async () => {
  const { one, other, id } = await twoBenches();
  const elsewhere = { bench: 'bench-1', codes: [codeA], createdAt: atSecond(0) };
  expect(await factsAt(other, 0)).toEqual({ duplicate: null, elsewhere });
  expect(await factsAt(other, 1)).toEqual({ duplicate: null, elsewhere: null });
  expect(await factsAt(one, 0)).toEqual({ duplicate: id, elsewhere: null });
  expect(await other.records.recentOrders(atSecond(0))).toEqual([fingerprint]);
});

it('an order of another bench is found also where the clock of a third one is ahead', async () => {
  const { other } = await twoBenches();
  const ahead = {
    id: 'bench-3.c1',
    state: 'open',
    sentAt: null,
    quotedPrice: null,
    price: null,
    fingerprint: null,
    codes: [],
  };
  const sent = new Date(Date.parse(atSecond(60)) + 70 * 60_000).toISOString();
  const fact = { v: 1, n: 1, at: sent, kind: 'order-request', gid: null, body: ahead } as const;
  const reached = { dataId: 'one', sequence: 90, mark: '' };
  const arrival = { kind: 'fact', by: 'bench-3', fact, event: null } as const;
  expect(await other.records.applySite([arrival], reached, atSecond(60))).toMatchObject({ unapplied: 0 });
  expect((await factsAt(other, 0)).elsewhere?.bench).toBe('bench-1');
});

it('an order of another bench that was rejected, or whose parcels are deleted, is no duplicate', async () => {
  const rejected = await twoBenches();
  await rejected.one.records.moveCommand(rejected.id, ['waiting'], { state: 'rejected' }, by('order-answer', 5));
  await rejected.exchange();
  expect((await factsAt(rejected.other, 0)).elsewhere).toBeNull();

  const { one, other, id, exchange } = await twoBenches();
  await one.records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 1));
  const { parcelIds } = await one.records.completeCreate(id, order, by('order-answer', 2));
  await exchange();
  expect((await factsAt(other, 0)).elsewhere?.bench).toBe('bench-1');
  const deletion = { customCode: codeA, parcelId: parcelIds[0] ?? 0, endsAt: 1 };
  const { command } = await one.records.beginDelete(deletion, by('delete', 3));
  await one.records.moveCommand(command.id, ['counting'], { state: 'sending', attempt: true }, by('send-deletion', 4));
  await one.records.completeDelete(command.id, by('deletion-answer', 5));
  await exchange();
  expect((await factsAt(other, 0)).elsewhere).toBeNull();
});
