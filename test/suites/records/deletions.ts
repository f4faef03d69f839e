import { describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { type CommandState, openStates, unansweredStates } from '../../../src/shared/orders/command.ts';
import {
  addCopy,
  addJob,
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
  scanOf,
  shipmentOf,
  storeLabelled,
  storeOrder,
  takeScan,
} from './record-fixtures.ts';

const refusal: Failure = {
  code: 'rejected',
  message: message('storage.failed', { detail: 'No.' }),
  serviceText: '{"error":"no"}',
};

/** Deletions, and commands of both kinds on their way to the service. */
export function deletionsContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const begin = (customCode: string, parcelId: number | null = null) =>
    records.beginDelete({ customCode, parcelId, endsAt: 5_000 }, by('delete', 20));
  const move = (id: number, from: CommandState, state: CommandState) =>
    records.moveCommand(id, [from], { state }, by('retry', 30));

  describe('a deletion', () => {
    it('starts its countdown with the scan that requested it, and cancels unsent jobs', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const sent = (await addJob(records, parcelId, 0)).job;
      await records.movePrintJob(sent.id, ['queued'], { state: 'sent' }, by('print'));
      const queued = (await addCopy(records, parcelId, 10)).job;
      const begun = await records.takeScan(scanOf(codeA, 'delete', 20));
      if (begun.kind !== 'taken' || !begun.deletion) throw new Error('No deletion was started.');
      expect(begun).toMatchObject({
        deletion: { kind: 'delete', state: 'counting', codes: [codeA], parcelId, notBefore: 5_000 },
        answer: { kind: 'deleting', deletion: { state: 'counting', endsAt: 5_000 } },
      });
      await reopen();
      expect((await records.printJob(queued.id))?.state).toBe('cancelled');
      expect((await records.printJob(sent.id))?.state).toBe('sent');
      const { id: commandId, updatedAt } = begun.deletion;
      const counting = { state: 'counting', requestLeft: false, settledBy: null } as const;
      const deletion = { commandId, ...counting, notBefore: 5_000, updatedAt };
      expect((await records.parcel(parcelId))?.deletion).toEqual(deletion);
    });

    it('that is undone restores exactly the jobs it cancelled, in their order', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const cancelledByHand = (await addJob(records, parcelId, 0)).job;
      await records.movePrintJob(cancelledByHand.id, ['queued'], { state: 'cancelled' }, by('cancel-print'));
      const held = (await addJob(records, parcelId, 10)).job;
      const change = { state: 'held', reasons: ['unreachable' as const] } as const;
      await records.movePrintJob(held.id, ['queued'], { ...change, reasons: [...change.reasons] }, by('hold-print'));
      const queued = (await addJob(records, parcelId, 20)).job;
      const { command } = await begin(codeA, parcelId);
      expect(await records.nextPrintJob('Zebra A')).toBeNull();

      expect(await records.undo(command.id, by('undo-order'))).toMatchObject({ id: command.id, state: 'undone' });
      expect((await records.printJob(cancelledByHand.id))?.state).toBe('cancelled');
      expect(await records.printJob(held.id)).toMatchObject({ state: 'queued', reasons: [] });
      expect((await records.printJob(queued.id))?.state).toBe('queued');
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(held.id);
      expect((await records.parcel(parcelId))?.deletion).toBeNull();
      expect(await records.undo(command.id, by('undo-order'))).toBeNull();
    });

    it('that is undone keeps jobs on hold that an operator held', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { id } = (await addJob(records, parcelId, 0)).job;
      await records.movePrintJob(id, ['queued'], { state: 'held', onHold: true }, by('hold-print'));
      const { command } = await begin(codeA, parcelId);
      await records.undo(command.id, by('undo-order'));
      expect(await records.printJob(id)).toMatchObject({ state: 'held', onHold: true });
      expect(await records.nextPrintJob('Zebra A')).toBeNull();
    });

    it('that is waiting, needs confirmation or is blocked can be undone until a request may have reached the service', async () => {
      for (const state of ['waiting', 'needs confirmation', 'blocked'] as const) {
        const { command } = await begin(codeA);
        await move(command.id, 'counting', state);
        expect(await records.undo(command.id, by('undo-order'))).toMatchObject({ state: 'undone', failure: null });
      }
      const { command } = await begin(codeA);
      await move(command.id, 'counting', 'sending');
      expect(await records.undo(command.id, by('undo-order'))).toBeNull();
      const change = { state: 'waiting', requestLeft: true } as const;
      await records.moveCommand(command.id, ['sending'], change, by('order-answer'));
      expect(await records.undo(command.id, by('undo-order'))).toBeNull();
      expect((await records.command(command.id))?.state).toBe('waiting');
    });

    it('is not begun twice while it is counting, waiting, sending, uncertain, blocked or done', async () => {
      const { command } = await begin(codeA);
      const lines = await records.activity({ beforeId: null, limit: 100 });
      expect(await begin(codeA)).toEqual({ begun: false, command, cancelledJobs: 0 });
      expect(await records.activity({ beforeId: null, limit: 100 })).toEqual(lines);
      const way: CommandState[] = [
        'counting',
        'waiting',
        'needs confirmation',
        'sending',
        'uncertain',
        'blocked',
        'done',
      ];
      for (const [index, state] of way.entries()) {
        if (index > 0) await move(command.id, way[index - 1] ?? 'counting', state);
        expect(await begin(codeA)).toMatchObject({ begun: false, command: { id: command.id, state } });
      }
      expect((await begin(codeB)).begun).toBe(true);
    });

    it('that was rejected or undone can be requested again', async () => {
      const first = await begin(codeA);
      await records.undo(first.command.id, by('undo-order'));
      const second = await begin(codeA);
      expect(second).toMatchObject({ begun: true });
      await move(second.command.id, 'counting', 'rejected');
      expect(await begin(codeA)).toMatchObject({ begun: true });
    });

    it('answered by the service marks its parcel, and that parcel only', async () => {
      const [one = 0, other = 0] = await storeOrder(records, orderOf([shipmentOf([parcelOf(codeA), parcelOf(codeB)])]));
      const { command } = await begin(codeA, one);
      expect(await records.completeDelete(command.id, by('order-answer', 40))).toBeNull();
      await move(command.id, 'counting', 'sending');
      expect(await records.completeDelete(command.id, by('order-answer', 41))).toMatchObject({
        state: 'done',
        failure: null,
      });
      expect(await records.parcel(one)).toMatchObject({ deletedAt: atSecond(41), deletion: { state: 'done' } });
      expect((await records.parcel(other))?.deletedAt).toBeNull();
    });

    it('of an unknown code belongs to the parcel with that code once its order is known', async () => {
      const { command } = await begin(codeA);
      expect(command.parcelId).toBeNull();
      const parcelId = await storeLabelled(records, codeA);
      expect((await records.parcel(parcelId))?.deletion).toMatchObject({ commandId: command.id, state: 'counting' });
      await move(command.id, 'counting', 'sending');
      await records.completeDelete(command.id, by('order-answer', 41));
      expect((await records.parcel(parcelId))?.deletedAt).toBe(atSecond(41));
    });

    it('of a parcel is not delayed by the deletion of an older parcel with the same code', async () => {
      const older = await storeLabelled(records, codeA);
      const first = await begin(codeA, older);
      await move(first.command.id, 'counting', 'sending');
      await records.completeDelete(first.command.id, by('order-answer'));
      const newer = await storeLabelled(records, codeA);
      expect(await records.parcel(newer)).toMatchObject({ deletion: null, deletedAt: null });
      expect((await begin(codeA, newer)).begun).toBe(true);
    });
  });

  describe('a command', () => {
    it('keeps its attempts, its pause and the service’s text over a restart', async () => {
      const { command } = await begin(codeA);
      await move(command.id, 'counting', 'waiting');
      await records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order', 31));
      const change = { state: 'waiting', notBefore: 9_000, requestLeft: true, failure: refusal } as const;
      const waiting = await records.moveCommand(command.id, ['sending'], change, by('order-answer', 32));
      expect(waiting).toMatchObject({ ...change, attempts: 1, updatedAt: atSecond(32) });
      await reopen();
      expect(await records.command(command.id)).toEqual(waiting);
      // Omitted values stay; null removes a failure.
      const kept = await records.moveCommand(command.id, ['waiting'], { state: 'blocked' }, by('order-answer'));
      expect(kept).toMatchObject({ failure: refusal, requestLeft: true, notBefore: 9_000 });
      const cleared = await records.moveCommand(
        command.id,
        ['blocked'],
        { state: 'waiting', failure: null },
        by('renew-token'),
      );
      expect(cleared).toMatchObject({ failure: null, requestLeft: true });
    });

    it('moves only from the given states', async () => {
      const { command } = await begin(codeA);
      expect(await move(command.id, 'waiting', 'sending')).toBeNull();
      expect(await move(4711, 'counting', 'waiting')).toBeNull();
      const both = await Promise.all([
        move(command.id, 'counting', 'waiting'),
        records.undo(command.id, by('undo-order')),
      ]);
      // The first writer moves it; the other gets its present state.
      expect(both.map((moved) => moved?.state ?? null)).toEqual(['waiting', 'undone']);
    });

    it('is listed oldest first by its states, and counted', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      const first = (await begin(codeA)).command;
      const second = (await begin(codeB)).command;
      await move(first.id, 'counting', 'rejected');
      const ids = async (states: readonly CommandState[], limit = 50) =>
        (await records.commands(states, limit)).map((command) => command.id);
      expect(await ids(['counting', 'rejected', 'waiting'])).toEqual([create.id, first.id, second.id]);
      expect(await ids(['counting', 'rejected', 'waiting'], 2)).toEqual([create.id, first.id]);
      expect(await ids(openStates)).toEqual([create.id, first.id]);
      expect(await records.countCommands(unansweredStates)).toBe(1);
      expect(await records.countCommands([])).toBe(0);
    });

    it('can be sent when its pauses are over; those of one code are sent one after the other', async () => {
      const create = await records.beginCreate(requestFor(codeA, codeB), by('create-order'));
      const remove = (await begin(codeB.toLowerCase())).command;
      const other = (await begin(codeC)).command;
      for (const { id } of [remove, other]) await move(id, 'counting', 'waiting');
      const due = async (now: number, more: Partial<Parameters<Records['dueCommands']>[0]> = {}) => {
        const query = { now, pausesVoidBefore: '', deletesFirst: false, limit: 10, ...more };
        const found = await records.dueCommands(query);
        return { ...found, due: found.due.map(({ id }) => id) };
      };
      expect(await due(10_000)).toEqual({ due: [create.id, other.id], nextAt: null, retryAfterAt: 0 });
      expect((await due(10_000, { deletesFirst: true, limit: 1 })).due).toEqual([other.id]);

      expect((await due(10_000, { except: [create.id], limit: 1 })).due).toEqual([other.id]);

      const pause = { state: 'waiting', notBefore: 12_000, retryAfterAt: 11_000 } as const;
      await records.moveCommand(create.id, ['waiting'], pause, by('order-answer', 32));
      expect(await due(10_000)).toEqual({ due: [other.id], nextAt: 12_000, retryAfterAt: 11_000 });
      // "Retry now" ends the station’s own pause, never the one the service asked for.
      expect((await due(10_500, { pausesVoidBefore: atSecond(40) })).due).toEqual([other.id]);
      expect((await due(11_000, { pausesVoidBefore: atSecond(40) })).due).toEqual([create.id, other.id]);
      expect((await due(11_000, { pausesVoidBefore: atSecond(30) })).due).toEqual([other.id]);
      // Written with a clock hours ahead: ignored.
      const hoursAhead = { state: 'waiting', notBefore: 9e9, retryAfterAt: 9e9 } as const;
      await records.moveCommand(create.id, ['waiting'], hoursAhead, by('order-answer', 32));
      expect((await due(10_000)).due).toEqual([create.id, other.id]);

      for (const state of ['needs confirmation', 'blocked', 'sending'] as const) {
        await records.moveCommand(create.id, ['waiting', 'needs confirmation', 'blocked'], { state }, by('retry'));
        expect((await due(10_000)).due).toEqual([other.id]);
      }
      await move(create.id, 'sending', 'uncertain');
      expect((await due(10_000)).due).toEqual([remove.id, other.id]);
    });

    it('that creates reserves its codes until it is rejected or undone', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      const ordered = () => records.isOrdered(codeA.toLowerCase());
      for (const state of ['sending', 'uncertain', 'blocked', 'waiting'] as const) {
        await records.moveCommand(create.id, ['waiting', 'sending', 'uncertain', 'blocked'], { state }, by('retry'));
        expect(await ordered()).toBe(true);
      }
      await records.undo(create.id, by('undo-deletion'));
      expect(await ordered()).toBe(false);
      await begin(codeA);
      expect(await ordered()).toBe(false);
      const refused = await records.beginCreate(requestFor(codeA), by('create-order'));
      await move(refused.id, 'waiting', 'rejected');
      expect(await ordered()).toBe(false);
    });

    it('that creates is found by its codes in every state, in any case, the newest first', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      const orderOfCode = async (code: string) => (await takeScan(records, code, 'look up')).order;
      expect(await orderOfCode(codeA)).toEqual(create);
      expect((await orderOfCode(codeA.toLowerCase()))?.id).toBe(create.id);
      expect(await orderOfCode(codeB)).toBeNull();
      await move(create.id, 'waiting', 'rejected');
      await records.dismissCommand(create.id, by('dismiss'));
      expect(await orderOfCode(codeA)).toMatchObject({ id: create.id, state: 'rejected' });
      const next = await records.beginCreate(requestFor(codeA), by('create-order'));
      await begin(codeA);
      expect(await orderOfCode(codeA)).toMatchObject({ id: next.id, state: 'waiting' });
    });

    it('that deletes an unknown code is found after it was undone, unless a later one exists', async () => {
      const { command } = await begin(codeA);
      await records.undo(command.id, by('undo-deletion'));
      const deletionOfCode = async () => (await takeScan(records, codeA, 'look up')).deletion;
      expect(await deletionOfCode()).toMatchObject({ commandId: command.id, state: 'undone' });
      const again = await begin(codeA);
      expect(await deletionOfCode()).toMatchObject({ commandId: again.command.id, state: 'counting' });
    });

    it('that is uncertain and dismissed still reserves its codes', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      await move(create.id, 'waiting', 'uncertain');
      await records.dismissCommand(create.id, by('dismiss'));
      expect(await records.commands(openStates, 50)).toEqual([]);
      expect(await records.isOrdered(codeA)).toBe(true);
    });

    it('that creates and was answered before a crash is found with the answer', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      await move(create.id, 'waiting', 'sending');
      await records.saveRawAnswer(create.id, '{"status":"success"}');
      expect(await records.answeredCreates(10)).toEqual([]);
      await reopen();
      await records.recoverAfterRestart(9_000, atSecond(50), []);
      expect(await records.answeredCreates(10)).toEqual([{ commandId: create.id, rawBody: '{"status":"success"}' }]);
    });

    it('is counted as waiting work by its kind, with the age of the oldest', async () => {
      const nothing = { deletions: 0, orders: 0, labels: 0, decisions: 0, oldestAt: null };
      expect(await records.countWaiting()).toEqual(nothing);
      await addJob(records, await storeLabelled(records, codeC), 0);
      const first = (await begin(codeA)).command;
      const second = (await begin(codeB)).command;
      await records.beginCreate(requestFor(codeA), by('create-order', 25));
      await move(second.id, 'counting', 'needs confirmation');
      const oldestAt = atSecond(20);
      expect(await records.countWaiting()).toEqual({ deletions: 1, orders: 1, labels: 1, decisions: 1, oldestAt });
      await records.undo(first.id, by('undo-order'));
      await move(second.id, 'needs confirmation', 'rejected');
      expect(await records.countWaiting()).toMatchObject({ deletions: 0, orders: 1, oldestAt: atSecond(25) });
    });

    it('that was rejected and dismissed is in no list any more, and stays on disk', async () => {
      const { command } = await begin(codeA);
      expect(await records.dismissCommand(command.id, by('dismiss'))).toBeNull();
      await move(command.id, 'counting', 'rejected');
      expect(await records.dismissCommand(command.id, by('dismiss'))).toMatchObject({
        id: command.id,
        state: 'rejected',
      });
      await reopen();
      expect(await records.commands(openStates, 50)).toEqual([]);
      expect(await records.countCommands(openStates)).toBe(0);
      expect(await records.command(command.id)).toMatchObject({ state: 'rejected' });
      expect(await move(command.id, 'rejected', 'waiting')).toBeNull();
    });
  });
}
