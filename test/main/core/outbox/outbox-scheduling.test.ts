import { describe, expect, it } from 'vitest';
import { maxCountdowns } from '../../../../src/main/core/outbox/pending-deletions.ts';
import { codeNumber, orderFor } from './outbox-fixture.ts';
import { factor, outboxWithService, status } from './outbox-with-service.ts';

const context = outboxWithService();
const [codeA, codeB, codeC, codeD] = [1, 2, 3, 4].map(codeNumber) as [string, string, string, string];

describe('outbox: order of commands', () => {
  it('is kept for one code: a deletion waits behind the order that makes its parcel, whatever delays that order', async () => {
    context.service.plan(status(429, { retryAfter: 30 }));
    await context.open();
    const create = await context.fixture.create(codeA);
    const remove = await context.fixture.remove(codeA.toLowerCase());
    const other = await context.fixture.remove(codeB);
    await context.fixture.settled(other.id, 'rejected');
    await context.fixture.settled(remove.id, 'done', 'rejected');
    expect((await context.fixture.command(create.id)).state).toBe('done');
    const ofA = context.service.requests.filter(({ codes }) => codes[0]?.toUpperCase() === codeA);
    expect(ofA.map(({ kind }) => kind)).toEqual(['create', 'create', 'delete']);
  });

  it('is free across codes: at most three are sent at once, once the service answers', async () => {
    const codes = Array.from({ length: 12 }, (_, index) => codeNumber(100 + index));
    context.service.add(...codes);
    await context.service.stop();
    await context.open({ undoSeconds: 0 });
    const commands = await Promise.all(codes.map((code) => context.fixture.remove(code)));
    await context.fixture.until(async () => (await context.fixture.all()).every(({ state }) => state === 'waiting'));
    await context.service.start();
    let open3: () => void = () => {};
    const three = new Promise<void>((resolve) => {
      open3 = resolve;
    });
    // The service delays each until there are three, which requires one answer first.
    context.service.decide(async (request) => {
      if (request.atOnce === 3) open3();
      if (context.service.requests.length > 1) await three;
      return null;
    });
    context.fixture.outbox.wake(true);
    for (const { id } of commands) await context.fixture.settled(id, 'done');
    expect(Math.max(...context.service.requests.map(({ atOnce }) => atOnce))).toBe(3);
    expect(context.service.done).toHaveLength(12);
  });

  it('is not blocked by a command that always fails', async () => {
    const codes = Array.from({ length: 8 }, (_, index) => codeNumber(200 + index));
    context.service.add(codeA, ...codes);
    context.service.decide(({ codes: [code] }) => (code === codeA ? status(500) : null));
    await context.open();
    const stuck = await context.fixture.remove(codeA);
    const others = await Promise.all(codes.map((code) => context.fixture.remove(code)));
    for (const { id } of others) await context.fixture.settled(id, 'done');
    expect((await context.fixture.command(stuck.id)).state).not.toBe('done');
  });

  it('is one command at a time while the service is down, deletions first', async () => {
    await context.service.stop();
    await context.open();
    const orders = await Promise.all([context.fixture.create(codeA), context.fixture.create(codeB)]);
    const remove = await context.fixture.remove(codeC);
    await context.fixture.until(async () => (await context.fixture.command(remove.id)).attempts > 0);
    await context.service.start();
    context.service.decide(({ kind }) => (kind === 'delete' ? status(404) : null));
    for (const { id } of orders) await context.fixture.settled(id, 'done');
    expect(context.service.requests[0]?.kind).toBe('delete');
  });
});

describe('outbox: Retry-After', () => {
  it.each([429, 503])('of a %i stops all requests until it is over, also after a restart', async (code) => {
    context.service.add(codeA, codeB);
    context.service.plan(status(code, { retryAfter: 200 }));
    await context.open();
    const first = await context.fixture.remove(codeA);
    await context.fixture.until(async () => (await context.fixture.command(first.id)).retryAfterAt > 0);
    await context.close();
    await context.open();
    const second = await context.fixture.remove(codeB);
    await context.fixture.settled(first.id, 'done');
    await context.fixture.settled(second.id, 'done');
    const [asked, ...later] = context.service.requests.map(({ at }) => at);
    // 200 s of the station's accelerated clock.
    for (const at of later) expect(at - (asked ?? 0)).toBeGreaterThanOrEqual(200_000 / factor - 1);
  });

  it('is respected when an operator presses Try again', async () => {
    context.service.add(codeA);
    context.service.plan(status(429, { retryAfter: 100 }));
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    await context.fixture.until(async () => (await context.fixture.command(id)).retryAfterAt > 0);
    expect((await context.fixture.actions.retry(id)).ok).toBe(true);
    await context.fixture.settled(id, 'done');
    const [asked = 0, next = 0] = context.service.requests.map(({ at }) => at);
    expect(next - asked).toBeGreaterThanOrEqual(100_000 / factor - 1);
  });
});

describe('outbox: a refused token', () => {
  it('blocks all commands, drops none, and a new token sends them', async () => {
    context.service.add(codeA, codeB);
    context.service.decide(() => status(401));
    await context.open();
    const first = await context.fixture.remove(codeA);
    await context.fixture.settled(first.id, 'blocked');
    const second = await context.fixture.remove(codeB);
    await context.fixture.settled(second.id, 'waiting');
    expect(context.service.requests).toHaveLength(1);
    expect(context.fixture.health().state).toBe('token rejected');
    context.service.decide(null);
    await context.close();
    await context.open({ token: 'token-2' });
    await context.fixture.outbox.tokenRenewed();
    await context.fixture.settled(first.id, 'done');
    await context.fixture.settled(second.id, 'done');
  });

  it('makes an order wait with a message, instead of sending it repeatedly', async () => {
    context.service.add(codeA);
    context.service.decide(() => status(401));
    await context.open();
    const first = await context.fixture.remove(codeA);
    await context.fixture.settled(first.id, 'blocked');
    const order = await context.fixture.create(codeB);
    const progress = await context.fixture.orders.progress(order.id);
    expect(progress.ok && progress.value.state).toBe('waiting');
  });

  it('is not assumed after a 403 if another call was answered since, such as a price preview: the next 403 rejects its command only', async () => {
    context.service.add(codeA, codeB, codeC, codeD);
    await context.open();
    await context.fixture.settled((await context.fixture.remove(codeD)).id, 'done');
    context.service.plan(status(403));
    const first = await context.fixture.remove(codeA);
    expect((await context.fixture.settled(first.id, 'rejected', 'blocked')).state).toBe('rejected');
    await context.fixture.service.preview(orderFor(codeD));
    context.service.plan(status(403));
    const second = await context.fixture.remove(codeB);
    expect((await context.fixture.settled(second.id, 'rejected', 'blocked')).state).toBe('rejected');
    await context.fixture.settled((await context.fixture.remove(codeC)).id, 'done');
  });

  it('that is accepted again while its refusal is stored blocks nothing', async () => {
    context.service.add(codeA, codeB);
    context.service.plan(status(401));
    let accept = async (): Promise<void> => {};
    const recordsFault = (method: string, _id: unknown, from: unknown) => {
      if (method === 'moveCommand' && String(from) === 'sending') void accept();
      return null;
    };
    await context.open({ recordsFault });
    accept = context.fixture.outbox.tokenRenewed;
    await context.fixture.settled((await context.fixture.remove(codeA)).id, 'done');
    await context.fixture.settled((await context.fixture.remove(codeB)).id, 'done');
  });

  it('is tried once more when an operator presses Try again', async () => {
    context.service.add(codeA);
    context.service.plan(status(401));
    await context.open();
    const { id } = await context.fixture.remove(codeA);
    await context.fixture.settled(id, 'blocked');
    await context.fixture.actions.retry(id);
    await context.fixture.settled(id, 'done');
  });

  it('that another call finds accepted sends what was blocked', async () => {
    context.service.add(codeA, codeB);
    context.service.plan(status(401));
    await context.open();
    const blocked = await context.fixture.remove(codeA);
    await context.fixture.settled(blocked.id, 'blocked');
    const tried = await context.fixture.remove(codeB);
    await context.fixture.settled(tried.id, 'waiting');
    await context.fixture.actions.retry(tried.id);
    await context.fixture.settled(tried.id, 'done');
    await context.fixture.settled(blocked.id, 'done');
  });
});

describe('outbox: the limit', () => {
  it('counts all waiting commands: above it, a command is refused with a message', async () => {
    await context.service.stop();
    await context.open({ undoSeconds: 3_600 });
    for (let number = 0; number < maxCountdowns; number += 1) await context.fixture.remove(codeNumber(1_000 + number));
    const more = await context.fixture.deletions.begin({ customCode: codeD, parcelId: null });
    expect(more).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
    expect(more).toMatchObject({ failure: { message: { code: 'outbox.full' } } });
  });
});
