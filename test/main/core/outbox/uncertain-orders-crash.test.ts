import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '../../../../src/main/core/ports/clock.ts';
import type { DeliveryService } from '../../../../src/main/core/ports/service.ts';
import type { WebhookDelivery } from '../../../../src/main/core/ports/webhook.ts';
import { deleteAgainAfterMs, mayReplaceAfterMs } from '../../../../src/shared/orders/order-progress.ts';
import { isLongRun } from '../../../helpers/test-length.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import {
  allSettled,
  crashingRecords,
  type ProcessRun,
  processRun,
  type SimulatedResponse,
  simulatedService,
  steppedClock,
} from './crash-simulation.ts';
import { codeNumber, type OutboxFixture, openOutboxFixture } from './outbox-fixture.ts';

const code = codeNumber(1);

/** Many starts of a station take long on a busy computer. */
const timeoutMs = 60_000;

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-dying-'));
  await openInThread(emptyFile()).close();
});
/** An empty records file, made once: each scenario starts with a copy. */
const emptyFile = (): string => join(folder, 'empty.sqlite3');
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A service that gives the reason when it refuses a second order of the same codes. */
const withReason = (service: DeliveryService): DeliveryService => ({
  ...service,
  async create(request) {
    const answer = await service.create(request);
    if (answer.kind !== 'rejected') return answer;
    return { ...answer, failure: { ...answer.failure, serviceText: 'custom_code: has already been taken' } };
  },
});

const delivery = (): WebhookDelivery => {
  const data = { custom_codes: [code] };
  const raw = new TextEncoder().encode(JSON.stringify({ event: 'same.shipment.scheduled', data }));
  return { receivedAt: instant(0), raw, event: 'same.shipment.scheduled', data };
};

/** A run of the station that may end that many steps after the count began. */
function dyingAfter(steps: number): ProcessRun & { begin(): void; end(): void } {
  let left = Number.POSITIVE_INFINITY;
  return {
    get isOver() {
      return left <= 0;
    },
    step() {
      left -= 1;
    },
    begin() {
      left = steps;
    },
    end() {
      left = 0;
    },
  };
}

const neverEnding = (): ProcessRun => processRun(Number.POSITIVE_INFINITY);

/** An uncertain order at a station that is killed after that many steps of its settlement, and then started again. */
async function scenario(
  first: SimulatedResponse,
  steps: number,
  act: (fixture: OutboxFixture, commandId: number) => Promise<unknown>,
) {
  number += 1;
  const file = join(folder, `${number}.sqlite3`);
  await copyFile(emptyFile(), file);
  const clock = steppedClock();
  const responses = [first];
  const service = simulatedService(() => responses.shift() ?? 'do');
  const open = async (run: ProcessRun) => {
    const records = openInThread(file);
    const station = { records: crashingRecords(records, run), clock: clock.of(run) };
    const fixture = await openOutboxFixture({ ...station, service: withReason(service.of(run)) });
    await allSettled();
    return { records, fixture };
  };

  const before = await open(neverEnding());
  const { id: commandId } = await before.fixture.create(code);
  await allSettled();
  expect((await before.records.command(commandId))?.state).toBe('uncertain');
  clock.advanceTo(clock.now() + mayReplaceAfterMs);
  await before.records.close();

  const run = dyingAfter(steps);
  const dying = await open(run);
  run.begin();
  void act(dying.fixture, commandId).catch(() => {});
  await allSettled();
  const died = run.isOver;
  // Calls that were still open are never answered.
  run.end();
  await dying.records.close();

  const { records, fixture: after } = await open(neverEnding());
  const command = await after.command(commandId);
  const letTimePass = async (milliseconds: number): Promise<void> => {
    const until = clock.now() + milliseconds;
    for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
      clock.advanceTo(at);
      await allSettled();
    }
    clock.advanceTo(until);
    await allSettled();
  };
  /** Codes that exist at the service. */
  const living = (): string[] => {
    const codes = new Set<string>();
    for (const [kind, of = ''] of service.done.map((line) => line.split(' '))) {
      if (kind === 'create') codes.add(of);
      else codes.delete(of);
    }
    return [...codes];
  };
  const end = async (): Promise<void> => {
    await after.stop();
    await records.close();
    expect(after.bugs).toEqual([]);
  };
  return { died, command, after, records, service, clock, letTimePass, living, end };
}

type Scenario = Awaited<ReturnType<typeof scenario>>;

/** Runs the scenario with a crash at every step, or in a short run at every second one, and once without. */
async function atEveryStep(
  first: SimulatedResponse,
  act: (fixture: OutboxFixture, commandId: number) => Promise<unknown>,
  check: (outcome: Scenario) => Promise<void>,
): Promise<number> {
  let steps = 0;
  let died = true;
  while (died) {
    steps += steps === 0 || isLongRun ? 1 : 2;
    const outcome = await scenario(first, steps, act);
    died = outcome.died;
    await check(outcome);
    await outcome.end();
  }
  return steps;
}

const creates = (service: Scenario['service'], of: string): number =>
  service.done.filter((line) => line === `create ${of}`).length;

describe.each<[SimulatedResponse, boolean]>([
  ['lost on the way', false],
  ['done, no answer', true],
])('uncertain order: one that was %s, with the station killed at any step', { timeout: timeoutMs }, (first, exists) => {
  it('of sending it again, is one order in the end, never sent automatically', async () => {
    const steps = await atEveryStep(
      first,
      (fixture, id) => fixture.outbox.sendAgain(id, true),
      async ({ command, after, service, letTimePass, living }) => {
        const sent = service.mayHaveCreated.length;
        await letTimePass(3_600_000);
        expect(service.mayHaveCreated).toHaveLength(sent);
        expect(['uncertain', 'done']).toContain(command.state);
        if (command.state === 'uncertain') {
          expect((await after.outbox.sendAgain(command.id, true)).ok).toBe(true);
          await after.settled(command.id, 'done');
        }
        expect(creates(service, code)).toBe(1);
        expect(living()).toEqual([code]);
      },
    );
    expect(steps).toBeGreaterThan(2);
  });

  it('of replacing it, is one order in the end: either the old one or the new one', async () => {
    const steps = await atEveryStep(
      first,
      (fixture, id) => fixture.uncertainOrders.replace(id),
      async ({ command, after, records, service, letTimePass, living }) => {
        const created = (await after.all()).filter(({ kind, id }) => kind === 'create' && id !== command.id);
        if (command.state === 'uncertain') {
          expect(created).toEqual([]);
          expect(living()).toEqual(exists ? [code] : []);
          return;
        }
        expect(command.state).toBe('undone');
        const [fresh] = created;
        const [newCode = ''] = fresh?.codes ?? [];
        const state = (await after.settled(fresh?.id ?? 0, 'done', 'uncertain')).state;
        if (state === 'uncertain') {
          expect((await after.outbox.sendAgain(fresh?.id ?? 0, true)).ok).toBe(true);
          await after.settled(fresh?.id ?? 0, 'done');
        }
        expect(living()).toEqual([newCode]);
        expect(creates(service, newCode)).toBe(1);
        await letTimePass(deleteAgainAfterMs);
        const deletions = (await after.all()).filter(({ kind }) => kind === 'delete');
        expect(deletions.map(({ state: ended, codes }) => [ended, codes])).toEqual([
          ['done', [code]],
          ['done', [code]],
        ]);
        expect(await records.orderAlarms(10)).toEqual([]);
      },
    );
    expect(steps).toBeGreaterThan(2);
  });

  it.each([true, false])('of settling it (exists: %s), is settled or still uncertain', async (isThere) => {
    const steps = await atEveryStep(
      first,
      (fixture, id) => fixture.actions.settle(id, isThere),
      async ({ command, records, living }) => {
        expect(['uncertain', isThere ? 'done' : 'undone']).toContain(command.state);
        const found = (await records.findByCode(code))?.parcels ?? [];
        expect(found).toHaveLength(command.state === 'done' ? 1 : 0);
        expect(living()).toEqual(exists ? [code] : []);
      },
    );
    expect(steps).toBeGreaterThan(2);
  });
});

it(
  'uncertain order: one that an event names, with the station killed at any step, is known from the next start on',
  async () => {
    const steps = await atEveryStep(
      'done, no answer',
      (fixture) => fixture.events.take(delivery()),
      async ({ command: { id }, after, records, service }) => {
        // The event was not acknowledged, so its sender repeats it.
        await after.events.take(delivery());
        expect(await after.settled(id, 'done')).toMatchObject({ settledBy: 'webhook', attempts: 1 });
        expect((await records.findByCode(code))?.parcels).toMatchObject([
          { customCode: code, status: { state: 'scheduled' } },
        ]);
        expect(creates(service, code)).toBe(1);
      },
    );
    expect(steps).toBeGreaterThan(2);
  },
  timeoutMs,
);

describe('uncertain order: a replaced one', { timeout: timeoutMs }, () => {
  it('raises an alarm when an event names it: one notice, reported at the next start if the station was killed before', async () => {
    const steps = await atEveryStep(
      'lost on the way',
      async (fixture, id) => {
        await fixture.uncertainOrders.replace(id);
        await fixture.events.take(delivery());
      },
      async ({ command, after, records }) => {
        await after.events.take(delivery());
        await allSettled();
        if (command.state !== 'undone') return;
        expect(await after.uncertainOrders.alarms()).toMatchObject([{ code, event: 'same.shipment.scheduled' }]);
        expect(await records.unreportedAlarms(10)).toEqual([]);
        expect(after.notices.list().filter(({ tone }) => tone === 'error').length).toBeLessThanOrEqual(1);
      },
    );
    expect(steps).toBeGreaterThan(2);
  });
});
