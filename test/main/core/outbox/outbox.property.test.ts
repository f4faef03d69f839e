import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { Command } from '../../../../src/shared/orders/command.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import {
  allSettled,
  crashingRecords,
  processRun,
  type SimulatedResponse,
  simulatedResponses,
  simulatedService,
  steppedClock,
} from './crash-simulation.ts';
import { codeNumber, type OutboxFixture, openOutboxFixture } from './outbox-fixture.ts';

const codes = [1, 2, 3].map(codeNumber);
const shiftMs = 12 * 3_600_000;

const code = fc.constantFrom(...codes);
const act = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), code }),
  fc.record({ kind: fc.constant('delete' as const), code }),
  fc.record({ kind: fc.constant('take back' as const), nth: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('confirm' as const), nth: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('settle deletion' as const), nth: fc.nat({ max: 1 }), isThere: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(0, 1, 20, 90, 50_000) }),
  fc.record({ kind: fc.constant('network changed' as const) }),
  // After this many steps the station is killed and started again.
  fc.record({ kind: fc.constant('die' as const), after: fc.integer({ min: 1, max: 12 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const responses = fc.array(
  fc.constantFrom<SimulatedResponse>(...simulatedResponses, 'do', 'do', 'do', 'done, no answer'),
  {
    maxLength: 20,
  },
);

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-histories-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs one sequence to its end, finally without faults; returns all commands, oldest first. */
async function live(actions: readonly Act[], serviceResponses: readonly SimulatedResponse[]) {
  number += 1;
  const file = join(folder, `${number}.sqlite3`);
  const clock = steppedClock();
  const left = [...serviceResponses];
  const service = simulatedService(() => left.shift() ?? 'do');
  /** Commands that were acknowledged to an operator: they are stored. */
  const acknowledged = new Set<number>();
  const takenBack = new Set<number>();
  let run = processRun(0);
  let records: Records = openInThread(file);
  let fixture: OutboxFixture | null = null;
  const station = (): OutboxFixture => {
    if (!fixture) throw new Error('The station is not open');
    return fixture;
  };

  const begin = async (steps: number): Promise<void> => {
    run = processRun(steps);
    records = openInThread(file);
    const own = run;
    const parts = { records: crashingRecords(records, own), service: service.of(own), clock: clock.of(own) };
    const opening = openOutboxFixture({ ...parts, shiftMs, random: () => 0.5 });
    // A station may be killed during its start: then it is started again.
    void opening.then((opened) => {
      fixture = opened;
    });
    await allSettled();
    if (run.isOver) await again();
  };
  const again = async (steps = Number.POSITIVE_INFINITY): Promise<void> => {
    await records.close();
    await begin(steps);
  };
  /** Returns the result, or nothing where the station was killed during it. */
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    let value: T | undefined;
    void work.then(
      (given) => {
        value = given;
      },
      () => {},
    );
    await allSettled();
    if (run.isOver) await again();
    return value;
  };
  const nth = async (index: number, states: readonly string[]): Promise<Command | undefined> =>
    (await allIn(records)).filter(({ state }) => states.includes(state))[index];

  const perform = async (one: Act): Promise<void> => {
    switch (one.kind) {
      case 'create': {
        const command = await attempt(station().create(one.code));
        if (command) acknowledged.add(command.id);
        return;
      }
      case 'delete': {
        const command = await attempt(station().remove(one.code));
        if (command) acknowledged.add(command.id);
        return;
      }
      case 'take back': {
        const command = await nth(one.nth, ['counting', 'waiting', 'needs confirmation', 'blocked']);
        const taken = command && (await attempt(station().actions.undo(command.id)));
        if (taken?.ok) takenBack.add(taken.value.id);
        return;
      }
      case 'confirm': {
        const command = await nth(one.nth, ['needs confirmation']);
        if (command) await attempt(station().actions.confirm(command.id));
        return;
      }
      case 'settle deletion': {
        const uncertain = (await allIn(records)).filter(
          ({ kind, state }) => kind === 'delete' && state === 'uncertain',
        );
        const command = uncertain[one.nth];
        if (command) await attempt(station().actions.settle(command.id, one.isThere));
        return;
      }
      case 'wait': {
        const until = clock.now() + one.seconds * 1000;
        for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
          clock.advanceTo(at);
          await attempt(Promise.resolve());
        }
        clock.advanceTo(until);
        await attempt(Promise.resolve());
        return;
      }
      case 'network changed':
        station().outbox.wake(true);
        await attempt(Promise.resolve());
        return;
      case 'die':
        await again(one.after);
        return;
    }
  };

  await again();
  for (const one of actions) await perform(one);

  // Everything works from here on, and an operator confirms with Send where needed.
  left.length = 0;
  await again();
  await attempt(station().outbox.tokenRenewed());
  for (let rounds = 0; rounds < 200; rounds += 1) {
    const asking = await nth(0, ['needs confirmation']);
    if (asking) await attempt(station().actions.confirm(asking.id));
    const at = clock.nextAt();
    if (at === null && !asking) break;
    if (at !== null) clock.advanceTo(at);
    await attempt(Promise.resolve());
  }
  const commands = await allIn(records);
  const bugs = station().bugs;
  await records.close();
  return { commands, acknowledged, takenBack, service, bugs };
}

const allIn = (records: Records): Promise<Command[]> =>
  records.commands(
    ['counting', 'waiting', 'needs confirmation', 'sending', 'done', 'uncertain', 'rejected', 'blocked', 'undone'],
    1_000,
  );

it('outbox: whatever the service does, and whenever the station is killed, nothing is bought twice, nothing is lost, and order is kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 16 }), responses, async (actions, serviceResponses) => {
      const { commands, acknowledged, takenBack, service, bugs } = await live(actions, serviceResponses);
      expect(bugs).toEqual([]);
      // No accepted command is lost, and none is left waiting.
      const ids = commands.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([...acknowledged]));
      expect(commands.filter(({ state }) => !['done', 'uncertain', 'rejected', 'undone'].includes(state))).toEqual([]);
      // No two requests for one code at once; never more than three altogether.
      expect(service.crossed).toBe(false);
      expect(service.maxAtOnce).toBeLessThanOrEqual(3);
      for (const id of takenBack) expect(commands.find((command) => command.id === id)?.state).toBe('undone');

      for (const own of codes) {
        const done = service.done.filter((line) => line.endsWith(own)).map((line) => line.split(' ')[0]);
        const ofCode = commands.filter((command) => command.codes.includes(own));
        const mayHaveBought = ofCode.filter(
          ({ kind, state }) => kind === 'create' && ['done', 'uncertain'].includes(state),
        );
        // Each order was bought once at most, and each order in the state created was bought.
        const bought = done.filter((kind) => kind === 'create').length;
        expect(bought).toBeLessThanOrEqual(mayHaveBought.length);
        expect(bought).toBeGreaterThanOrEqual(
          ofCode.filter(({ kind, state }) => kind === 'create' && state === 'done').length,
        );
        // No deletion that may have been executed is taken for rejected, unless an operator said so: its parcel would be printed.
        const mayHaveDeleted = ofCode.filter(
          ({ kind, state, settledBy }) =>
            kind === 'delete' &&
            (['done', 'uncertain'].includes(state) || (state === 'rejected' && settledBy !== null)),
        );
        expect(done.filter((kind) => kind === 'delete').length).toBeLessThanOrEqual(mayHaveDeleted.length);
        // No request of an order was executed twice.
        const carried = service.mayHaveCreated.filter((created) => created === own).length;
        const orders = ofCode.filter(({ kind, state }) => kind === 'create' && state !== 'undone').length;
        expect(carried).toBeLessThanOrEqual(orders);
        // Operations at the service follow the order of the commands.
        const asked = ofCode.filter(({ state }) => !['undone'].includes(state)).map(({ kind }) => kind);
        expect(isInOrder(done, asked)).toBe(true);
      }
    }),
    { numRuns: Math.max(40, (fc.readConfigureGlobal()?.numRuns ?? 0) / 5) },
  );
}, 3_600_000);

/** True where `done` is a subsequence of `asked`. */
function isInOrder(done: readonly (string | undefined)[], asked: readonly string[]): boolean {
  let from = 0;
  return done.every((kind) => {
    const at = asked.indexOf(kind ?? '', from);
    from = at + 1;
    return at >= 0;
  });
}
