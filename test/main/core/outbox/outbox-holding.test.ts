import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HoldingAnswer } from '../../../../src/main/core/ports/parcel-holding.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { orderOf, parcelOf, shipmentOf, storeOrder } from '../../../suites/records/record-fixtures.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { codeNumber } from './outbox-fixture.ts';
import { factor, outboxWithService, status } from './outbox-with-service.ts';

const context = outboxWithService();

/** What other benches hold: until it is released, to wait is the answer. */
function parcelsOfOthers() {
  const listeners = new Set<(parcels: readonly number[] | null) => void>();
  const held = new Set<number>();
  return {
    held,
    /** What stands before the deletion of any parcel. */
    answer: null as ((confirmed: { has(key: string): boolean }) => HoldingAnswer) | null,
    asked: [] as number[],
    /** So often the records cannot be read. */
    failures: 0,
    async may(
      parcelId: number,
      _: 'print' | 'delete',
      confirmed: { has(key: string): boolean },
    ): Promise<HoldingAnswer> {
      this.asked.push(parcelId);
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Error('The records cannot be read');
      }
      if (this.answer) return this.answer(confirmed);
      return held.has(parcelId) ? { kind: 'wait', bench: 'bench-2' } : { kind: 'act' };
    },
    mayDeleteUnknown: async (): Promise<HoldingAnswer> => ({ kind: 'act' }),
    onChanged(listener: (parcels: readonly number[] | null) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: () => {
      for (const listener of listeners) listener(null);
    },
    release(parcels: readonly number[]) {
      for (const id of parcels) held.delete(id);
      for (const listener of listeners) listener(parcels);
    },
  };
}

it('outbox: deletions that wait for another bench hold up no other one, and are sent once it has released the parcels', async () => {
  const holding = parcelsOfOthers();
  const codes = Array.from({ length: 12 }, (_, index) => codeNumber(index + 1));
  const own = codeNumber(50);
  context.service.add(...codes, own);
  const records = openInThread(join(context.folder, 'records.sqlite3'));
  const parcels: number[] = [];
  for (const code of codes) {
    const order = orderOf([shipmentOf([parcelOf(code)], { trackingCode: code })], { uniqueId: code });
    parcels.push(...(await storeOrder(records, order)));
  }
  await records.close();
  await context.open({ holding });
  for (const id of parcels) holding.held.add(id);
  const waiting = [];
  for (const [index, code] of codes.entries()) waiting.push(await context.fixture.remove(code, parcels[index]));
  await context.fixture.settled((await context.fixture.remove(own)).id, 'done');
  expect(context.service.done).toEqual([`delete ${own}`]);

  const [first = 0, ...others] = parcels;
  holding.release([first]);
  await context.fixture.settled(waiting[0]?.id ?? 0, 'done');
  expect(context.service.done).toHaveLength(2);
  const undone = waiting.at(-1)?.id ?? 0;
  expect(await context.fixture.actions.undo(undone)).toMatchObject({ ok: true });
  holding.release(others);
  for (const { id } of waiting.slice(0, -1)) await context.fixture.settled(id, 'done');
  expect(context.service.done.toSorted()).toEqual(
    [...codes.slice(0, -1), own].map((code) => `delete ${code}`).toSorted(),
  );
});

it('outbox: a deletion that waits for another bench is looked at again after the records could not be read', async () => {
  const holding = parcelsOfOthers();
  const code = codeNumber(1);
  context.service.add(code);
  const records = openInThread(join(context.folder, 'records.sqlite3'));
  const order = orderOf([shipmentOf([parcelOf(code)], { trackingCode: code })], { uniqueId: code });
  const [parcelId = 0] = await storeOrder(records, order);
  await records.close();
  await context.open({ holding });
  holding.held.add(parcelId);
  const { id } = await context.fixture.remove(code, parcelId);
  await expect.poll(() => holding.asked.length, { timeout: 10_000 }).toBeGreaterThan(1);
  holding.failures = 1;
  await expect.poll(() => holding.failures, { timeout: 10_000 }).toBe(0);
  holding.held.delete(parcelId);
  await context.fixture.settled(id, 'done');
  expect(context.fixture.bugs.splice(0).map(String)).toEqual(['Error: The records cannot be read']);
});

const asking = (...keys: string[]): HoldingAnswer => ({
  kind: 'ask',
  questions: keys.map((key) => ({ kind: 'deletion-sent', key, benches: ['bench-2'] })),
});

/** The deletion of a parcel that the service knows or not. */
async function deletionOf(holding: ReturnType<typeof parcelsOfOthers>, isAtService: boolean, shiftMs?: number) {
  const code = codeNumber(1);
  if (isAtService) context.service.add(code);
  const records = openInThread(join(context.folder, 'records.sqlite3'));
  const order = orderOf([shipmentOf([parcelOf(code)], { trackingCode: code })], { uniqueId: code });
  const [parcelId = 0] = await storeOrder(records, order);
  await records.close();
  const clock = acceleratedClock(factor);
  await context.open({ holding, clock, ...(shiftMs !== undefined && { shiftMs }) });
  return { ...(await context.fixture.remove(code, parcelId)), clock };
}

it('outbox: a deletion that another bench may have sent too is done where the service does not find the parcel', async () => {
  const holding = parcelsOfOthers();
  holding.answer = (confirmed) => (confirmed.has('one') ? { kind: 'act', isRequestedElsewhere: true } : asking('one'));
  const { id } = await deletionOf(holding, false);
  await context.fixture.settled(id, 'needs confirmation');
  expect(await context.fixture.actions.confirm(id)).toMatchObject({ ok: true });
  await context.fixture.settled(id, 'done');
});

it('outbox: without another bench’s request, a deletion that the service does not find is rejected', async () => {
  const holding = parcelsOfOthers();
  holding.answer = () => ({ kind: 'act' });
  const { id } = await deletionOf(holding, false);
  await context.fixture.settled(id, 'rejected');
});

it('outbox: what an operator answered of other benches is asked once, however often the deletion is sent', async () => {
  const holding = parcelsOfOthers();
  holding.answer = (confirmed) => (confirmed.has('one') ? { kind: 'act' } : asking('one'));
  context.service.plan(...[1, 2, 3].map(() => status(503)));
  const { id } = await deletionOf(holding, true);
  await context.fixture.settled(id, 'needs confirmation');
  await context.fixture.actions.confirm(id);
  await context.fixture.settled(id, 'done');
  expect(context.fixture.asked).toEqual([1]);
});

it('outbox: a question behind another one keeps the answer to the first', async () => {
  const holding = parcelsOfOthers();
  holding.answer = (confirmed) =>
    !confirmed.has('one') ? asking('one') : confirmed.has('two') ? { kind: 'act' } : asking('two');
  const { id } = await deletionOf(holding, true);
  await context.fixture.settled(id, 'needs confirmation');
  await context.fixture.actions.confirm(id);
  await expect.poll(() => context.fixture.asked).toEqual([1, 1]);
  await context.fixture.actions.confirm(id);
  await context.fixture.settled(id, 'done');
});

it('outbox: a question behind an answered one is not taken back for what was answered', async () => {
  const holding = parcelsOfOthers();
  const alone: HoldingAnswer = { kind: 'ask', questions: [{ kind: 'alone', key: 'alone', benches: [] }] };
  const looked: boolean[] = [];
  holding.answer = (confirmed) => {
    looked.push(confirmed.has('one'));
    if (!confirmed.has('one')) return asking('one');
    return confirmed.has('alone') ? { kind: 'act' } : alone;
  };
  const { id } = await deletionOf(holding, true);
  await context.fixture.settled(id, 'needs confirmation');
  await context.fixture.actions.confirm(id);
  await expect.poll(() => context.fixture.asked).toEqual([1, 1]);
  const before = looked.length;
  holding.change();
  await expect.poll(() => looked.length).toBeGreaterThan(before);
  expect(looked.slice(before)).toEqual([true]);
  const { failure } = await context.fixture.settled(id, 'needs confirmation');
  expect(failure?.message.code).toBe('outbox.site-alone');
  await context.fixture.actions.confirm(id, failure?.message);
  await context.fixture.settled(id, 'done');
});

it('outbox: a deletion says for which bench it waits, and a question that is needed no more is taken back', async () => {
  const holding = parcelsOfOthers();
  holding.answer = () => ({ kind: 'wait', bench: 'bench-2' });
  const { id } = await deletionOf(holding, true);
  const state = async () => {
    const { state, failure } = await context.fixture.command(id);
    return [state, failure?.message.code];
  };
  await expect.poll(state).toEqual(['waiting', 'outbox.site-waiting-for-bench']);
  holding.answer = () => ({ kind: 'refuse', reason: 'site-unreachable' });
  await expect.poll(state, { timeout: 10_000 }).toEqual(['waiting', 'outbox.site-unreachable']);
  holding.answer = () => asking('one');
  await expect.poll(state, { timeout: 10_000 }).toEqual(['needs confirmation', 'outbox.site-deletion-sent']);
  holding.answer = () => ({ kind: 'act' });
  holding.change();
  await context.fixture.settled(id, 'done');
});

it('outbox: the answer to another question is none about the other benches', async () => {
  const holding = parcelsOfOthers();
  holding.answer = () => ({ kind: 'wait', bench: 'bench-2' });
  const shiftMs = 60_000;
  const { id, clock, createdAt } = await deletionOf(holding, true, shiftMs);
  await expect.poll(() => clock.now()).toBeGreaterThan(Date.parse(createdAt) + shiftMs);
  holding.answer = (confirmed) => (confirmed.has('one') ? { kind: 'act' } : asking('one'));
  const asked = async () => {
    const { failure } = await context.fixture.settled(id, 'needs confirmation');
    return failure?.message;
  };
  const late = await asked();
  expect(late?.code).toBe('outbox.waited-too-long');
  await context.fixture.actions.confirm(id, late);
  await expect.poll(async () => (await asked())?.code).toBe('outbox.site-deletion-sent');
  // Nor is a press that was made for the one before.
  expect(await context.fixture.actions.confirm(id, late)).toMatchObject({ ok: false });
  expect(context.service.done).toEqual([]);
  await context.fixture.actions.confirm(id, await asked());
  await context.fixture.settled(id, 'done');
});

it('outbox: questions that are needed no more are taken back in spite of records that cannot be read at first', async () => {
  const holding = parcelsOfOthers();
  holding.answer = () => asking('one');
  const { id } = await deletionOf(holding, true);
  await context.fixture.settled(id, 'needs confirmation');
  holding.answer = () => ({ kind: 'act' });
  holding.failures = 1;
  holding.change();
  await context.fixture.settled(id, 'done');
  expect(context.fixture.bugs.splice(0).map(String)).toEqual(['Error: The records cannot be read']);
});
