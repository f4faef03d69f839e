import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxCountdowns } from '../../../../src/main/core/outbox/pending-deletions.ts';
import type { ServiceLimits } from '../../../../src/main/service/delivery-service.ts';
import { createDeliveryService } from '../../../../src/main/service/delivery-service.ts';
import {
  type FakeDeliveryService,
  type PlannedResponse,
  startFakeDeliveryService,
} from '../../../fakes/delivery-service.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { by } from '../../../suites/records/record-fixtures.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import {
  codeNumber,
  type OutboxFixture,
  type OutboxFixtureParts,
  openOutboxFixture,
  orderFor,
} from './outbox-fixture.ts';

const [codeA, codeB, codeC, codeD] = [1, 2, 3, 4].map(codeNumber) as [string, string, string, string];

/** A pause of half a minute is over in 60 ms. */
const factor = 500;

let folder: string;
let service: FakeDeliveryService;
let fixture: OutboxFixture;
let closings: (() => Promise<unknown>)[];

beforeEach(async () => {
  closings = [];
  folder = await mkdtemp(join(tmpdir(), 'packbench-outbox-'));
  service = await startFakeDeliveryService();
});

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Opening extends Partial<Pick<OutboxFixtureParts, 'shiftMs' | 'undoSeconds' | 'clock'>> {
  token?: string | null;
  limits?: Partial<ServiceLimits>;
}

/** Opens the station's side on this test's records; opened again, it is a restart. */
async function open({ token = 'token-1', limits = {}, ...more }: Opening = {}): Promise<OutboxFixture> {
  const records = openInThread(join(folder, 'records.sqlite3'));
  const options = { baseUrl: service.baseUrl, labelUrl: null, token, limits: { closeMs: 10, ...limits } };
  fixture = await openOutboxFixture({
    records,
    service: createDeliveryService(options),
    clock: acceleratedClock(factor),
    ...more,
  });
  const opened = fixture;
  let isClosed = false;
  close = async () => {
    if (isClosed) return;
    isClosed = true;
    await opened.stop();
    await records.close();
    expect(opened.bugs).toEqual([]);
  };
  closings.push(close);
  return fixture;
}
let close: () => Promise<void>;

const status = (code: number, more: Partial<Extract<PlannedResponse, { kind: 'status' }>> = {}): PlannedResponse => ({
  kind: 'status',
  status: code,
  ...more,
});

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
    service.add(codeA);
    service.plan(turn);
    await open();
    const { id } = await fixture.remove(codeA);
    expect(await fixture.settled(id, 'done', 'rejected')).toMatchObject({ state: 'done', attempts: 2 });
    expect(service.done).toEqual([`delete ${codeA}`]);
  });

  it('that the service stalls is abandoned after a while and sent again', async () => {
    service.add(codeA);
    service.plan({ kind: 'stall', done: true });
    await open({ limits: { answerMs: 1_000 } });
    const { id } = await fixture.remove(codeA);
    expect(await fixture.settled(id, 'done', 'rejected')).toMatchObject({
      state: 'done',
      attempts: 2,
      requestLeft: true,
    });
  });

  it('made while the service is down waits, survives a restart, and is sent when the service is back', async () => {
    service.add(codeA);
    await service.stop();
    await open();
    const { id } = await fixture.remove(codeA);
    await fixture.until(async () => (await fixture.command(id)).attempts > 0);
    await fixture.settled(id, 'waiting');
    expect(fixture.health().state).toBe('no answer');
    await close();
    await service.start();
    await open();
    expect(await fixture.settled(id, 'done')).toMatchObject({ requestLeft: false });
    expect(service.done).toEqual([`delete ${codeA}`]);
  });

  it('that is refused keeps the service’s text, and can be started again', async () => {
    service.add(codeA);
    service.plan(status(409));
    await open();
    const { id } = await fixture.remove(codeA);
    const refused = await fixture.settled(id, 'rejected');
    expect(refused.failure?.serviceText).toContain('The service says 409.');
    const again = await fixture.actions.deleteAgain(id);
    const newId = again.ok ? again.value.id : 0;
    expect(newId).toBeGreaterThan(id);
    await fixture.settled(newId, 'done');
    // Pressed once more, it meets the one that is done.
    expect(await fixture.actions.deleteAgain(id)).toMatchObject({ ok: true, value: { id: newId, state: 'done' } });
    expect(service.requests).toHaveLength(2);
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
    service.plan(turn);
    // Long enough for a busy computer to take the request; it ends only where no answer comes.
    await open({ limits: { answerMs: 1_000 } });
    const { id } = await fixture.create(codeA);
    expect((await fixture.settled(id, 'uncertain', 'done', 'rejected')).state).toBe('uncertain');
    await close();
    await open();
    // A later command is sent and answered: an order to be sent would have been sent before it.
    service.add(codeB);
    await fixture.settled((await fixture.remove(codeB)).id, 'done');
    expect(service.requests.filter(({ kind }) => kind === 'create')).toHaveLength(1);
    expect(service.done.filter((done) => done.startsWith('create'))).toHaveLength(bought);
    expect(await fixture.command(id)).toMatchObject({ state: 'uncertain', attempts: 1 });
  });

  it('made while the service is down waits through a restart and is bought once', async () => {
    await service.stop();
    await open();
    const { id } = await fixture.create(codeA);
    await fixture.until(async () => (await fixture.command(id)).attempts > 1);
    await close();
    await service.start();
    await open();
    await fixture.settled(id, 'done');
    expect(service.done).toEqual([`create ${codeA}`]);
  });

  it('that a 429 asks to wait is sent when the wait is over', async () => {
    service.plan(status(429, { retryAfter: 20 }));
    await open();
    const { id } = await fixture.create(codeA);
    expect(await fixture.settled(id, 'done')).toMatchObject({ attempts: 2 });
  });

  it('that is uncertain is settled by an operator: if it exists, its code stays taken; if not, the code is free again', async () => {
    service.plan(status(500), status(500));
    await open();
    const there = await fixture.create(codeA);
    await fixture.settled(there.id, 'uncertain');
    const notThere = await fixture.create(codeB);
    await fixture.settled(notThere.id, 'uncertain');
    expect(await fixture.orders.create(orderFor(codeB), { quotedPrice: null, evenIfDuplicate: true })).toMatchObject({
      ok: false,
    });
    await fixture.actions.settle(there.id, true);
    await fixture.actions.settle(notThere.id, false);
    expect(await fixture.orders.create(orderFor(codeA), { quotedPrice: null, evenIfDuplicate: true })).toMatchObject({
      ok: false,
      failure: { code: 'conflict' },
    });
    await fixture.settled((await fixture.create(codeB)).id, 'done');
    expect(service.done).toEqual([`create ${codeB}`]);
  });

  it('whose answer was stored before the station was killed is read at the next start and is not uncertain', async () => {
    await service.stop();
    await open();
    const { id } = await fixture.create(codeA);
    await close();
    // The state after a station died between storing the answer and reading it.
    const records = openInThread(join(folder, 'records.sqlite3'));
    await records.moveCommand(id, ['waiting'], { state: 'sending' }, by('send-order'));
    const object = { unique_id: 'OR-1', shipments: [{ parcels: [{ custom_code: codeA, pick_up_code: 'P-1' }] }] };
    await records.saveRawAnswer(id, JSON.stringify({ status: 'success', code: 201, message: '', object }));
    await records.close();
    await open();
    const done = await fixture.settled(id, 'done', 'rejected');
    expect(done.orderId).not.toBeNull();
    const progress = await fixture.orders.progress(id);
    expect(progress.ok && progress.value.parcels.map((parcel) => parcel.pickUpCode)).toEqual(['P-1']);
    expect(service.requests).toEqual([]);
  });

  it('answered by a 500 with an order in it stays uncertain, at the next start too', async () => {
    const object = { unique_id: 'OR-1', shipments: [{ parcels: [{ custom_code: codeA, pick_up_code: 'P-1' }] }] };
    service.plan(status(500, { body: JSON.stringify({ status: 'success', code: 201, message: '', object }) }));
    await open();
    const { id } = await fixture.create(codeA);
    await fixture.settled(id, 'uncertain');
    await close();
    await open();
    expect(await fixture.command(id)).toMatchObject({ state: 'uncertain', orderId: null });
  });
});

describe('outbox: order of commands', () => {
  it('is kept for one code: a deletion waits behind the order that makes its parcel, whatever delays that order', async () => {
    service.plan(status(429, { retryAfter: 30 }));
    await open();
    const create = await fixture.create(codeA);
    const remove = await fixture.remove(codeA.toLowerCase());
    const other = await fixture.remove(codeB);
    await fixture.settled(other.id, 'rejected');
    await fixture.settled(remove.id, 'done', 'rejected');
    expect((await fixture.command(create.id)).state).toBe('done');
    const ofA = service.requests.filter(({ codes }) => codes[0]?.toUpperCase() === codeA);
    expect(ofA.map(({ kind }) => kind)).toEqual(['create', 'create', 'delete']);
  });

  it('is free across codes: at most three are sent at once, once the service answers', async () => {
    const codes = Array.from({ length: 12 }, (_, index) => codeNumber(100 + index));
    service.add(...codes);
    await service.stop();
    await open({ undoSeconds: 0 });
    const commands = await Promise.all(codes.map((code) => fixture.remove(code)));
    await fixture.until(async () => (await fixture.all()).every(({ state }) => state === 'waiting'));
    await service.start();
    let open3: () => void = () => {};
    const three = new Promise<void>((resolve) => {
      open3 = resolve;
    });
    // Each is kept until three are there; the first answer alone lets the others come.
    service.decide(async (request) => {
      if (request.atOnce === 3) open3();
      if (service.requests.length > 1) await three;
      return null;
    });
    fixture.outbox.wake(true);
    for (const { id } of commands) await fixture.settled(id, 'done');
    expect(Math.max(...service.requests.map(({ atOnce }) => atOnce))).toBe(3);
    expect(service.done).toHaveLength(12);
  });

  it('is not blocked by a command that always fails', async () => {
    const codes = Array.from({ length: 8 }, (_, index) => codeNumber(200 + index));
    service.add(codeA, ...codes);
    service.decide(({ codes: [code] }) => (code === codeA ? status(500) : null));
    await open();
    const stuck = await fixture.remove(codeA);
    const others = await Promise.all(codes.map((code) => fixture.remove(code)));
    for (const { id } of others) await fixture.settled(id, 'done');
    expect((await fixture.command(stuck.id)).state).not.toBe('done');
  });

  it('is one command at a time while the service is down, deletions first', async () => {
    await service.stop();
    await open();
    const orders = await Promise.all([fixture.create(codeA), fixture.create(codeB)]);
    const remove = await fixture.remove(codeC);
    await fixture.until(async () => (await fixture.command(remove.id)).attempts > 0);
    await service.start();
    service.decide(({ kind }) => (kind === 'delete' ? status(404) : null));
    for (const { id } of orders) await fixture.settled(id, 'done');
    expect(service.requests[0]?.kind).toBe('delete');
  });
});

describe('outbox: Retry-After', () => {
  it.each([429, 503])('of a %i stops all requests until it is over, also after a restart', async (code) => {
    service.add(codeA, codeB);
    service.plan(status(code, { retryAfter: 200 }));
    await open();
    const first = await fixture.remove(codeA);
    await fixture.until(async () => (await fixture.command(first.id)).retryAfterAt > 0);
    await close();
    await open();
    const second = await fixture.remove(codeB);
    await fixture.settled(first.id, 'done');
    await fixture.settled(second.id, 'done');
    const [asked, ...later] = service.requests.map(({ at }) => at);
    // 200 s of the station's clock, which runs so many times faster.
    for (const at of later) expect(at - (asked ?? 0)).toBeGreaterThanOrEqual(200_000 / factor - 1);
  });

  it('is respected when an operator presses Try again', async () => {
    service.add(codeA);
    service.plan(status(429, { retryAfter: 100 }));
    await open();
    const { id } = await fixture.remove(codeA);
    await fixture.until(async () => (await fixture.command(id)).retryAfterAt > 0);
    expect((await fixture.actions.retry(id)).ok).toBe(true);
    await fixture.settled(id, 'done');
    const [asked = 0, next = 0] = service.requests.map(({ at }) => at);
    expect(next - asked).toBeGreaterThanOrEqual(100_000 / factor - 1);
  });
});

describe('outbox: a refused token', () => {
  it('blocks all commands, drops none, and a new token sends them', async () => {
    service.add(codeA, codeB);
    service.decide(() => status(401));
    await open();
    const first = await fixture.remove(codeA);
    await fixture.settled(first.id, 'blocked');
    const second = await fixture.remove(codeB);
    await fixture.settled(second.id, 'waiting');
    expect(service.requests).toHaveLength(1);
    expect(fixture.health().state).toBe('token refused');
    service.decide(null);
    await close();
    await open({ token: 'token-2' });
    await fixture.outbox.tokenRenewed();
    await fixture.settled(first.id, 'done');
    await fixture.settled(second.id, 'done');
  });

  it('makes an order wait with a message, instead of sending it repeatedly', async () => {
    service.add(codeA);
    service.decide(() => status(401));
    await open();
    const first = await fixture.remove(codeA);
    await fixture.settled(first.id, 'blocked');
    const order = await fixture.create(codeB);
    const progress = await fixture.orders.progress(order.id);
    expect(progress.ok && progress.value.state).toBe('waiting');
  });

  it('is tried once more when an operator presses Try again', async () => {
    service.add(codeA);
    service.plan(status(401));
    await open();
    const { id } = await fixture.remove(codeA);
    await fixture.settled(id, 'blocked');
    await fixture.actions.retry(id);
    await fixture.settled(id, 'done');
  });

  it('that another call finds accepted sends what was blocked', async () => {
    service.add(codeA, codeB);
    service.plan(status(401));
    await open();
    const blocked = await fixture.remove(codeA);
    await fixture.settled(blocked.id, 'blocked');
    const tried = await fixture.remove(codeB);
    await fixture.settled(tried.id, 'waiting');
    await fixture.actions.retry(tried.id);
    await fixture.settled(tried.id, 'done');
    await fixture.settled(blocked.id, 'done');
  });
});

describe('outbox: commands older than a shift', () => {
  const hour = 3_600_000;

  it('need confirmation, and are sent when an operator presses Send', async () => {
    service.add(codeA, codeB);
    await service.stop();
    await open({ shiftMs: 12 * hour });
    const remove = await fixture.remove(codeA);
    const create = await fixture.create(codeC);
    await fixture.until(async () => (await fixture.command(remove.id)).attempts > 0);
    await close();
    await service.start();
    const later = { now: () => Date.now() * factor + 13 * hour, after: acceleratedClock(factor).after };
    await open({ shiftMs: 12 * hour, clock: later });
    for (const { id } of [remove, create]) {
      const asks = await fixture.settled(id, 'asks');
      expect(asks.failure?.message).toMatchObject({ code: 'outbox.waited-too-long' });
    }
    expect(fixture.asked.reduce((sum, count) => sum + count, 0)).toBe(2);
    const fresh = await fixture.remove(codeB);
    await fixture.settled(fresh.id, 'done');
    expect(service.requests).toHaveLength(1);

    expect((await fixture.actions.agree(remove.id)).ok).toBe(true);
    await fixture.settled(remove.id, 'done');
    expect((await fixture.actions.undo(create.id)).ok).toBe(true);
    expect((await fixture.command(create.id)).state).toBe('undone');
    expect(service.done).toEqual([`delete ${codeB}`, `delete ${codeA}`]);
  });

  it('keep later commands for the same code waiting', async () => {
    await service.stop();
    await open({ shiftMs: 12 * hour });
    const create = await fixture.create(codeA);
    await close();
    await service.start();
    const later = { now: () => Date.now() * factor + 13 * hour, after: acceleratedClock(factor).after };
    await open({ shiftMs: 12 * hour, clock: later });
    await fixture.settled(create.id, 'asks');
    const remove = await fixture.remove(codeA);
    service.add(codeB);
    await fixture.settled((await fixture.remove(codeB)).id, 'done');
    expect((await fixture.command(remove.id)).state).toBe('waiting');
    await fixture.actions.agree(create.id);
    await fixture.settled(remove.id, 'done');
    expect(service.done).toEqual([`delete ${codeB}`, `create ${codeA}`, `delete ${codeA}`]);
  });
});

describe('outbox: cancelling', () => {
  it('sends what waited behind the command', async () => {
    service.add(codeA);
    await open({ undoSeconds: 3_600 });
    const counting = await fixture.remove(codeA);
    const create = await fixture.create(codeA);
    service.add(codeB);
    await fixture.until(async () => (await fixture.command(create.id)).state === 'waiting');
    expect(service.requests).toEqual([]);
    await fixture.actions.undo(counting.id);
    await fixture.settled(create.id, 'rejected', 'done');
    expect(service.requests.map(({ kind }) => kind)).toEqual(['create']);
  });

  it('works for a command that waits for the network and was never sent', async () => {
    await service.stop();
    await open();
    const remove = await fixture.remove(codeA);
    const create = await fixture.create(codeB);
    for (const { id } of [remove, create]) {
      await fixture.until(async () => {
        const { attempts, state } = await fixture.command(id);
        return attempts > 0 && state === 'waiting';
      });
      let taken = await fixture.actions.undo(id);
      // It may be on its way to nowhere at this very moment.
      while (!taken.ok) {
        await fixture.settled(id, 'waiting');
        taken = await fixture.actions.undo(id);
      }
      expect(taken.value.state).toBe('undone');
    }
    await service.start();
    service.add(codeC);
    await fixture.settled((await fixture.remove(codeC)).id, 'done');
    expect(service.requests).toHaveLength(1);
  });

  it('is refused with a message where the request may have reached the service', async () => {
    service.add(codeA);
    service.decide(() => ({ kind: 'drop', done: false }));
    await open();
    const { id } = await fixture.remove(codeA);
    await fixture.until(async () => (await fixture.command(id)).requestLeft);
    await fixture.settled(id, 'waiting');
    const taken = await fixture.actions.undo(id);
    expect(taken).toMatchObject({
      failure: { message: { code: expect.stringMatching(/^outbox\.(may-have-been-sent|being-sent)$/) } },
    });
    service.decide(null);
    await fixture.settled(id, 'done');
    const tooLate = await fixture.actions.undo(id);
    expect(tooLate).toMatchObject({ failure: { message: { code: 'outbox.already-sent' } } });
  });

  it('during the countdown prevents the deletion from being sent', async () => {
    service.add(codeA);
    await open({ undoSeconds: 3_600 });
    const { id } = await fixture.remove(codeA);
    expect(await fixture.actions.undo(null)).toMatchObject({ ok: true, value: { id, state: 'undone' } });
    expect(await fixture.actions.undo(null)).toMatchObject({ ok: false });
    const again = await fixture.actions.undo(id);
    expect(again).toMatchObject({ failure: { message: { code: 'outbox.already-undone' } } });
  });
});

describe('outbox: the limit', () => {
  it('counts all waiting commands: above it, a command is refused with a message', async () => {
    await service.stop();
    await open({ undoSeconds: 3_600 });
    for (let number = 0; number < maxCountdowns; number += 1) await fixture.remove(codeNumber(1_000 + number));
    const more = await fixture.deletions.begin({ customCode: codeD, parcelId: null });
    expect(more).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    expect(more).toMatchObject({ failure: { message: { code: 'outbox.full' } } });
  });
});
