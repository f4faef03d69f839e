import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../../../src/shared/orders/command.ts';
import { type FakeDeliveryService, startFakeDeliveryService } from '../../../fakes/delivery-service.ts';
import { type StationInNode, sandboxAt, startStationInNode } from '../../../helpers/station-in-node.ts';
import { isLongRun } from '../../../helpers/test-length.ts';
import { programFile } from '../../../programs/program-file.ts';
import { codeNumber, orderFor } from './outbox-fixture.ts';

/** Two starts of a whole station take long on a busy computer. */
const testTimeout = 60_000;

const ordered = codeNumber(1);
const removed = codeNumber(2);

let folder: string;
let service: FakeDeliveryService;
let child: ChildProcess | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-killed-'));
  service = await startFakeDeliveryService();
  service.add(removed);
  child = null;
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a station in a separate process, which is killed at that storage step. */
async function startChild(crashAt: string): Promise<ChildProcess> {
  const program = fileURLToPath(programFile('programs/station-process.mjs'));
  const started = fork(program, [folder, service.baseUrl], {
    execArgv: [],
    env: { ...process.env, CRASH_AT: crashAt },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child = started;
  await once(started, 'message');
  return started;
}

/** The child's answer to a call; null where it was killed first. */
async function ask(station: ChildProcess, name: string, input: unknown): Promise<Command | null> {
  const answered = once(station, 'message').then(([message]) => message as { value?: never; error?: string });
  station.send({ name, input });
  const answer = await Promise.race([answered, once(station, 'exit').then(() => null)]);
  if (answer?.error) throw new Error(answer.error);
  return (answer?.value as { command?: Command } | undefined)?.command ?? null;
}

const scan = (code: string) => ({
  reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' },
  mode: 'delete',
});

/** Starts the station again, in this process, and waits until everything is settled. */
async function startAgain(use: (station: StationInNode) => Promise<void>): Promise<void> {
  const station = await startStationInNode({
    folder,
    settings: { bench: { deleteUndoSeconds: 1 } },
    provisioning: sandboxAt(service.baseUrl),
  });
  try {
    await station.until('waiting.read', null, ({ deletions }) => deletions === 0);
    await station.until('commands.open', null, (commands) =>
      commands.every(({ state }) => state === 'uncertain' || state === 'rejected'),
    );
    await use(station);
    expect(station.bugs).toEqual([]);
  } finally {
    await station.stop();
  }
}

/** The storage steps of an order, and whether it may be uncertain where the station dies at that step. */
const orderSteps: [step: string, outcome: 'not taken' | 'bought' | 'uncertain', always?: true][] = [
  ['beginCreate - 1 before', 'not taken'],
  ['beginCreate - 1 after', 'bought', true],
  ['moveCommand sending 1 before', 'bought'],
  ['moveCommand sending 1 after', 'uncertain', true],
  ['saveRawAnswer - 1 before', 'uncertain'],
  ['saveRawAnswer - 1 after', 'bought', true],
  ['completeCreate - 1 before', 'bought'],
  ['completeCreate - 1 after', 'bought'],
];
const chosenOrderSteps = orderSteps.filter(([, , always]) => isLongRun || always);

const deletionSteps: [step: string, always?: true][] = [
  ['takeScan - 1 before'],
  ['takeScan - 1 after'],
  ['moveCommand waiting 1 before'],
  ['moveCommand waiting 1 after'],
  ['moveCommand sending 1 before'],
  ['moveCommand sending 1 after', true],
  ['completeDelete - 1 before', true],
  ['completeDelete - 1 after'],
];
const chosenDeletionSteps = deletionSteps.filter(([, always]) => isLongRun || always).map(([step]) => step);

describe('outbox: an order, with the station killed', { timeout: testTimeout }, () => {
  it.each(chosenOrderSteps)('at "%s" is %s, and bought once at most', async (step, outcome) => {
    const station = await startChild(step);
    const died = once(station, 'exit');
    const command = await ask(station, 'order.create', { request: orderFor(ordered), evenIfDuplicate: true });
    await died;
    await startAgain(async (station) => {
      const open = await station.call('commands.open', null);
      const done = service.done.filter((line) => line.startsWith('create'));
      expect(service.requests.filter(({ kind }) => kind === 'create').length).toBeLessThanOrEqual(1);
      if (outcome === 'not taken') expect([command, open, done]).toEqual([null, [], []]);
      if (outcome === 'uncertain') expect(open.map(({ state }) => state)).toEqual(['uncertain']);
      if (outcome === 'bought') {
        expect(done).toEqual([`create ${ordered}`]);
        expect(open).toEqual([]);
        const looked = await station.call('scan.submit', { ...scan(ordered), mode: 'look up' } as never);
        expect(looked.parcel?.customCode).toBe(ordered);
      }
    });
  });

  it.each(isLongRun ? [true, false] : [true])(
    'while the service has it, done there (%s), is uncertain and not sent again',
    async (done) => {
      const station = await startChild('');
      const died = once(station, 'exit');
      service.decide(async () => {
        station.kill('SIGKILL');
        await died;
        return { kind: 'drop', done };
      });
      await ask(station, 'order.create', { request: orderFor(ordered), evenIfDuplicate: true });
      await died;
      await startAgain(async (station) => {
        expect((await station.call('commands.open', null)).map(({ state }) => state)).toEqual(['uncertain']);
        expect(service.requests).toHaveLength(1);
      });
    },
  );
});

describe('outbox: a deletion, with the station killed', { timeout: testTimeout }, () => {
  it.each(chosenDeletionSteps)('at "%s" is done in the end if it was taken', async (step) => {
    const station = await startChild(step);
    const died = once(station, 'exit');
    await ask(station, 'scan.submit', scan(removed));
    await died;
    await startAgain(async (station) => {
      const isTaken = step !== 'takeScan - 1 before';
      expect(service.parcels.has(removed)).toBe(!isTaken);
      expect(service.done).toEqual(isTaken ? [`delete ${removed}`] : []);
      expect(await station.call('commands.open', null)).toEqual([]);
    });
  });

  it.each(isLongRun ? [true, false] : [true])(
    'while the service has it, done there (%s), is sent again and done',
    async (done) => {
      const station = await startChild('');
      const died = once(station, 'exit');
      service.decide(async () => {
        service.decide(null);
        station.kill('SIGKILL');
        await died;
        return { kind: 'drop', done };
      });
      await ask(station, 'scan.submit', scan(removed));
      await died;
      await startAgain(async (station) => {
        expect(service.done).toEqual([`delete ${removed}`]);
        expect(await station.call('commands.open', null)).toEqual([]);
      });
    },
  );
});
