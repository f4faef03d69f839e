import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../../src/main/storage/storage-error.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { PlannedResponse } from '../../../fakes/delivery-service.ts';
import { by } from '../../../suites/records/record-fixtures.ts';
import { deliveryOf } from '../../../suites/records/webhook-fixtures.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { codeNumber, orderFor } from './outbox-fixture.ts';
import { outboxWithService, status } from './outbox-with-service.ts';

const context = outboxWithService();
const [codeA, codeB] = [1, 2].map(codeNumber) as [string, string];

describe('outbox: a deletion', () => {
  it.each<[string, PlannedResponse]>([
    ['a 500', status(500)],
    ['a 503 after the work was done', status(503, { done: true })],
    ['a 408', status(408)],
    ['a 429', status(429)],
    ['a connection that ends without a response', { kind: 'drop', done: false }],
    ['a connection that ends after the work was done', { kind: 'drop', done: true }],
    ['an answer cut off in the middle', { kind: 'cut off' }],
  ])('that gets %s is sent again automatically until it is done', async (_what, turn) => {
    context.service.add(codeA);
    context.service.plan(turn);
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    expect(await context.fixture.settled(id, 'done', 'rejected')).toMatchObject({ state: 'done', attempts: 2 });
    expect(context.service.done).toEqual([`delete ${codeA}`]);
  });

  it('that the service stalls is abandoned after a while and sent again', async () => {
    context.service.add(codeA);
    context.service.plan({ kind: 'stall', done: true });
    await context.open({ limits: { answerMs: 1_000 } });
    const { id } = await context.fixture.remove(codeA);
    expect(await context.fixture.settled(id, 'done', 'rejected')).toMatchObject({
      state: 'done',
      attempts: 2,
      requestLeft: true,
    });
  });

  it('made while the service is down waits, survives a restart, and is sent when the service is back', async () => {
    context.service.add(codeA);
    await context.service.stop();
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    await context.fixture.until(async () => (await context.fixture.command(id)).attempts > 0);
    await context.fixture.settled(id, 'waiting');
    expect(context.fixture.health().state).toBe('no answer');
    await context.close();
    await context.service.start();
    await context.open();
    expect(await context.fixture.settled(id, 'done')).toMatchObject({ requestLeft: false });
    expect(context.service.done).toEqual([`delete ${codeA}`]);
  });

  it('that is refused keeps the service’s text, and can be started again', async () => {
    context.service.add(codeA);
    context.service.plan(status(409));
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    const rejected = await context.fixture.settled(id, 'rejected');
    expect(rejected.failure?.serviceText).toContain('The service says 409.');
    const again = await context.fixture.actions.deleteAgain(id);
    const newId = again.ok ? again.value.id : 0;
    expect(newId).toBeGreaterThan(id);
    await context.fixture.settled(newId, 'done');
    // A second press finds the completed one.
    expect(await context.fixture.actions.deleteAgain(id)).toMatchObject({
      ok: true,
      value: { id: newId, state: 'done' },
    });
    expect(context.service.requests).toHaveLength(2);
  });
});

describe('outbox: an order', () => {
  it.each<[string, PlannedResponse, number]>([
    ['a 500', status(500), 0],
    ['a 502 after the work was done', status(502, { done: true }), 1],
    ['a redirect', status(302), 0],
    ['a connection that ends after the work was done', { kind: 'drop', done: true }, 1],
    ['an answer cut off in the middle', { kind: 'cut off' }, 1],
    ['no answer at all', { kind: 'stall', done: true }, 1],
  ])('that gets %s is uncertain and never sent again automatically', async (_what, turn, bought) => {
    context.service.plan(turn);
    // Long enough for a busy computer to receive the request; the limit is reached only without an answer.
    await context.open({ limits: { answerMs: 1_000 } });
    const { id } = await context.fixture.create(codeA);
    expect((await context.fixture.settled(id, 'uncertain', 'done', 'rejected')).state).toBe('uncertain');
    await context.close();
    await context.open();
    // A later command is sent and answered: an order to be sent would have been sent before it.
    context.service.add(codeB);
    await context.fixture.settled((await context.fixture.remove(codeB)).id, 'done');
    expect(context.service.requests.filter(({ kind }) => kind === 'create')).toHaveLength(1);
    expect(context.service.done.filter((done) => done.startsWith('create'))).toHaveLength(bought);
    expect(await context.fixture.command(id)).toMatchObject({ state: 'uncertain', attempts: 1 });
  });

  it('made while the service is down waits through a restart and is bought once', async () => {
    await context.service.stop();
    await context.open();
    const { id } = await context.fixture.create(codeA);
    await context.fixture.until(async () => (await context.fixture.command(id)).attempts > 1);
    await context.close();
    await context.service.start();
    await context.open();
    await context.fixture.settled(id, 'done');
    expect(context.service.done).toEqual([`create ${codeA}`]);
  });

  it('that a 429 asks to wait is sent when the wait is over', async () => {
    context.service.plan(status(429, { retryAfter: 20 }));
    await context.open();
    const { id } = await context.fixture.create(codeA);
    expect(await context.fixture.settled(id, 'done')).toMatchObject({ attempts: 2 });
  });

  it.each(['before', 'after'] as const)(
    'that was carried out and answered with a 429 is not bought again if an event names it %s the answer',
    async (when) => {
      const event = deliveryOf('same.shipment.scheduled', { custom_code: codeA });
      context.service.decide(async () => {
        if (when === 'before') await context.fixture.events.take(event);
        return context.service.requests.length === 1 ? status(429, { retryAfter: 600, done: true }) : null;
      });
      await context.open();
      const { id } = await context.fixture.create(codeA);
      await context.fixture.until(
        async () => (await context.fixture.command(id)).failure !== null || when === 'before',
      );
      if (when === 'after') await context.fixture.events.take(event);
      expect(await context.fixture.settled(id, 'done')).toMatchObject({ settledBy: 'webhook', attempts: 1 });
      expect(context.service.done).toEqual([`create ${codeA}`]);
    },
  );

  it('that is uncertain is settled by an operator: if it exists, its code stays taken; if not, the code is free again', async () => {
    context.service.plan(status(500), status(500));
    await context.open();
    const there = await context.fixture.create(codeA);
    await context.fixture.settled(there.id, 'uncertain');
    const notThere = await context.fixture.create(codeB);
    await context.fixture.settled(notThere.id, 'uncertain');
    expect(
      await context.fixture.orders.create(orderFor(codeB), { quotedPrice: null, evenIfDuplicate: true }),
    ).toMatchObject({
      ok: false,
    });
    await context.fixture.actions.settle(there.id, true);
    await context.fixture.actions.settle(notThere.id, false);
    expect(
      await context.fixture.orders.create(orderFor(codeA), { quotedPrice: null, evenIfDuplicate: true }),
    ).toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    });
    await context.fixture.settled((await context.fixture.create(codeB)).id, 'done');
    expect(context.service.done).toEqual([`create ${codeB}`]);
  });

  it('whose answer was stored before the station was killed is read at the next start and is not uncertain', async () => {
    await context.service.stop();
    await context.open();
    const { id } = await context.fixture.create(codeA);
    await context.close();
    // The state after a station died between storing the answer and reading it.
    const records = openInThread(join(context.folder, 'records.sqlite3'));
    await records.moveCommand(id, ['waiting'], { state: 'sending' }, by('send-order'));
    const object = { unique_id: 'OR-1', shipments: [{ parcels: [{ custom_code: codeA, pick_up_code: 'P-1' }] }] };
    await records.saveRawAnswer(id, JSON.stringify({ status: 'success', code: 201, message: '', object }));
    await records.close();
    await context.open();
    const done = await context.fixture.settled(id, 'done', 'rejected');
    expect(done.orderId).not.toBeNull();
    const progress = await context.fixture.orders.progress(id);
    expect(progress.ok && progress.value.parcels.map((parcel) => parcel.pickUpCode)).toEqual(['P-1']);
    expect(context.service.requests).toEqual([]);
  });

  it('answered by a 500 with an order in it stays uncertain, at the next start too', async () => {
    const object = { unique_id: 'OR-1', shipments: [{ parcels: [{ custom_code: codeA, pick_up_code: 'P-1' }] }] };
    context.service.plan(status(500, { body: JSON.stringify({ status: 'success', code: 201, message: '', object }) }));
    await context.open();
    const { id } = await context.fixture.create(codeA);
    await context.fixture.settled(id, 'uncertain');
    await context.close();
    await context.open();
    expect(await context.fixture.command(id)).toMatchObject({ state: 'uncertain', orderId: null });
  });
});

describe('outbox: while the disk is full', () => {
  const diskFull = () => new StorageError(message('storage.disk-full', { detail: 'full' }));

  it.each(['saveRawAnswer', 'completeCreate'])(
    'the answer to an order is kept until it can be stored (%s), and the order is created',
    async (failing) => {
      let failures = 0;
      const recordsFault = (method: string) => {
        if (method !== failing && !(failures > 0 && failures < 4 && method === 'moveCommand')) return null;
        failures += 1;
        return failures < 4 ? diskFull() : null;
      };
      await context.open({ recordsFault });
      const { id } = await context.fixture.create(codeA);
      expect(await context.fixture.settled(id, 'done', 'uncertain')).toMatchObject({ state: 'done', attempts: 1 });
      expect(context.service.done).toEqual([`create ${codeA}`]);
      expect(context.fixture.bugs.map(String)).toEqual([String(diskFull())]);
      context.fixture.bugs.length = 0;
    },
  );

  it('the answer to a deletion is kept until it can be stored, and the deletion is done', async () => {
    context.service.add(codeA);
    let failures = 0;
    const recordsFault = (method: string, _id: unknown, from: unknown) => {
      const isOutcome = method === 'completeDelete' || (method === 'moveCommand' && String(from) === 'sending');
      if (!isOutcome) return null;
      failures += 1;
      return failures < 4 ? diskFull() : null;
    };
    await context.open({ recordsFault });
    const { id } = await context.fixture.remove(codeA);
    expect(await context.fixture.settled(id, 'done')).toMatchObject({ attempts: 1, requestLeft: false });
    context.fixture.bugs.length = 0;
  });

  it('the station can be closed: the order whose answer was not stored is uncertain at the next start', async () => {
    let failures = 0;
    const recordsFault = (method: string, _id: unknown, from: unknown) => {
      if (method !== 'saveRawAnswer' && !(method === 'moveCommand' && String(from) === 'sending')) return null;
      failures += 1;
      return diskFull();
    };
    await context.open({ recordsFault });
    const { id } = await context.fixture.create(codeA);
    await context.fixture.until(() => failures > 1);
    await context.fixture.stop();
    context.fixture.bugs.length = 0;
    await context.close();
    await context.open();
    expect((await context.fixture.command(id)).state).toBe('uncertain');
  });

  it('a countdown that ends is stored later, and its deletion is sent', async () => {
    context.service.add(codeA);
    let failures = 0;
    const recordsFault = (method: string, _id: unknown, from: unknown) => {
      if (method !== 'moveCommand' || String(from) !== 'counting') return null;
      failures += 1;
      return failures < 3 ? diskFull() : null;
    };
    await context.open({ recordsFault });
    const { id } = await context.fixture.remove(codeA);
    await context.fixture.settled(id, 'done');
    expect(context.fixture.bugs.map(String)).toEqual([String(diskFull())]);
    context.fixture.bugs.length = 0;
  });
});
