import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { codeNumber } from './outbox-fixture.ts';
import { factor, outboxWithService } from './outbox-with-service.ts';

const context = outboxWithService();
const [codeA, codeB, codeC] = [1, 2, 3].map(codeNumber) as [string, string, string];

describe('outbox: commands older than a shift', () => {
  const hour = 3_600_000;

  it('need confirmation, and are sent when an operator presses Send', async () => {
    context.service.add(codeA, codeB);
    await context.service.stop();
    await context.open({ shiftMs: 12 * hour });
    const remove = await context.fixture.remove(codeA);
    const create = await context.fixture.create(codeC);
    await context.fixture.until(async () => (await context.fixture.command(remove.id)).attempts > 0);
    await context.close();
    await context.service.start();
    const later = { now: () => Date.now() * factor + 13 * hour, after: acceleratedClock(factor).after };
    await context.open({ shiftMs: 12 * hour, clock: later });
    for (const { id } of [remove, create]) {
      const asks = await context.fixture.settled(id, 'needs confirmation');
      expect(asks.failure?.message).toMatchObject({ code: 'outbox.waited-too-long' });
    }
    expect(context.fixture.asked.reduce((sum, count) => sum + count, 0)).toBe(2);
    const fresh = await context.fixture.remove(codeB);
    await context.fixture.settled(fresh.id, 'done');
    expect(context.service.requests).toHaveLength(1);

    expect((await context.fixture.actions.confirm(remove.id)).ok).toBe(true);
    await context.fixture.settled(remove.id, 'done');
    expect((await context.fixture.actions.undo(create.id)).ok).toBe(true);
    expect((await context.fixture.command(create.id)).state).toBe('undone');
    expect(context.service.done).toEqual([`delete ${codeB}`, `delete ${codeA}`]);
  });

  it('keep later commands for the same code waiting', async () => {
    await context.service.stop();
    await context.open({ shiftMs: 12 * hour });
    const create = await context.fixture.create(codeA);
    await context.close();
    await context.service.start();
    const later = { now: () => Date.now() * factor + 13 * hour, after: acceleratedClock(factor).after };
    await context.open({ shiftMs: 12 * hour, clock: later });
    await context.fixture.settled(create.id, 'needs confirmation');
    const remove = await context.fixture.remove(codeA);
    context.service.add(codeB);
    await context.fixture.settled((await context.fixture.remove(codeB)).id, 'done');
    expect((await context.fixture.command(remove.id)).state).toBe('waiting');
    await context.fixture.actions.confirm(create.id);
    await context.fixture.settled(remove.id, 'done');
    expect(context.service.done).toEqual([`delete ${codeB}`, `create ${codeA}`, `delete ${codeA}`]);
  });
});

describe('outbox: cancelling', () => {
  it('sends what waited behind the command', async () => {
    context.service.add(codeA);
    await context.open({ undoSeconds: 3_600 });
    const counting = await context.fixture.remove(codeA);
    const create = await context.fixture.create(codeA);
    context.service.add(codeB);
    await context.fixture.until(async () => (await context.fixture.command(create.id)).state === 'waiting');
    expect(context.service.requests).toEqual([]);
    await context.fixture.actions.undo(counting.id);
    await context.fixture.settled(create.id, 'rejected', 'done');
    expect(context.service.requests.map(({ kind }) => kind)).toEqual(['create']);
  });

  it('works for a command that waits for the network and was never sent', async () => {
    await context.service.stop();
    await context.open();
    const remove = await context.fixture.remove(codeA);
    const create = await context.fixture.create(codeB);
    for (const { id } of [remove, create]) {
      await context.fixture.until(async () => {
        const { attempts, state } = await context.fixture.command(id);
        return attempts > 0 && state === 'waiting';
      });
      let taken = await context.fixture.actions.undo(id);
      // The request may be under way at this moment.
      while (!taken.ok) {
        await context.fixture.settled(id, 'waiting');
        taken = await context.fixture.actions.undo(id);
      }
      expect(taken.value.state).toBe('undone');
    }
    await context.service.start();
    context.service.add(codeC);
    await context.fixture.settled((await context.fixture.remove(codeC)).id, 'done');
    expect(context.service.requests).toHaveLength(1);
  });

  it('is refused with a message where the request may have reached the service', async () => {
    context.service.add(codeA);
    context.service.decide(() => ({ kind: 'drop', done: false }));
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    await context.fixture.until(async () => (await context.fixture.command(id)).requestLeft);
    await context.fixture.settled(id, 'waiting');
    const taken = await context.fixture.actions.undo(id);
    expect(taken).toMatchObject({
      failure: { message: { code: expect.stringMatching(/^outbox\.(may-have-been-sent|being-sent)$/) } },
    });
    context.service.decide(null);
    await context.fixture.settled(id, 'done');
    const tooLate = await context.fixture.actions.undo(id);
    expect(tooLate).toMatchObject({ failure: { message: { code: 'outbox.already-sent' } } });
  });

  it('during the countdown prevents the deletion from being sent', async () => {
    context.service.add(codeA);
    await context.open({ undoSeconds: 3_600 });
    const { id } = await context.fixture.remove(codeA);
    expect(await context.fixture.actions.undo(null)).toMatchObject({ ok: true, value: { id, state: 'undone' } });
    expect(await context.fixture.actions.undo(null)).toMatchObject({ ok: false });
    const again = await context.fixture.actions.undo(id);
    expect(again).toMatchObject({ failure: { message: { code: 'outbox.already-undone' } } });
  });
});
