import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch } from '../../../../src/shared/orders/batch.ts';
import { type FakeDeliveryService, startFakeDeliveryService } from '../../../fakes/delivery-service.ts';
import { type StationInNode, sandboxAt, startStationInNode } from '../../../helpers/station-in-node.ts';
import { isLongRun } from '../../../helpers/test-length.ts';
import { programFile } from '../../../programs/program-file.ts';
import { codeOf, csvOf, pickUpAddress, rowsOf } from './batch-fixtures.ts';

/** Two starts of a whole station take long on a busy computer. */
const testTimeout = 120_000;

const rows = [
  { address: '12 Palm Street', receiver: 'Aya Noor' },
  { address: '3 Quay', receiver: 'Omar Said', code: codeOf(2) },
  { address: '5 Creek', receiver: 'Lina Haddad' },
];

let folder: string;
let service: FakeDeliveryService;
let child: ChildProcess | null;

const table = (): string => join(folder, 'orders.csv');
const result = (): string => join(folder, 'orders.result.csv');

const fresh = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-batch-killed-'));
  await writeFile(table(), csvOf(rows));
  service = await startFakeDeliveryService();
  child = null;
};
const clean = async (): Promise<void> => {
  child?.kill('SIGKILL');
  await service.stop();
  await rm(folder, { recursive: true, force: true });
};
beforeEach(fresh);
afterEach(clean);

/** Runs the batch in a process of its own, which is killed at that call of its records; false where the batch was completed. */
async function runUntilDeath(crashAt: string): Promise<boolean> {
  const program = fileURLToPath(programFile('programs/station-process.mjs'));
  const station = fork(program, [folder, service.baseUrl], {
    execArgv: [],
    env: { ...process.env, CRASH_AT: crashAt, TABLE: table() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child = station;
  let isDead = false;
  const died = once(station, 'exit').then(() => {
    isDead = true;
  });
  await Promise.race([once(station, 'message'), died]);
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    if (isDead) return null;
    const answered = once(station, 'message').then(([message]) => message as { value?: unknown; error?: string });
    // A channel closes before the exit is reported: the exit then answers.
    station.send({ name, input }, () => {});
    const answer = await Promise.race([answered, died.then(() => null)]);
    if (answer?.error) throw new Error(answer.error);
    return answer?.value;
  };
  await ask('batch.choose-file', null);
  await ask('batch.change', { combines: false, pickUpAddress });
  await ask('batch.start', null);
  // Checked on disk: asking the station would be another call of its records.
  await vi.waitFor(() => expect(isDead || (existsSync(result()) && statSync(result()).size > 0)).toBe(true), {
    timeout: 30_000,
    interval: 20,
  });
  const isDone = async (): Promise<boolean> => {
    const batch = (await ask('batch.read', null)) as Batch | null | undefined;
    return isDead || (batch?.resultFile ?? null) !== null;
  };
  await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 30_000, interval: 20 });
  return isDead;
}

const stateOf = async (station: StationInNode): Promise<Batch | null> => station.call('batch.read', null);

/** Starts the station again, in this process, acts as the operator would, and completes everything. */
async function completeAfterwards(): Promise<void> {
  const station = await startStationInNode({
    folder,
    picker: { files: async () => [], folder: async () => null, table: async () => table() },
    provisioning: sandboxAt(service.baseUrl),
  });
  try {
    // Refused where the rows are already stored.
    await station
      .call('batch.choose-file', null)
      .catch((error: Error) => expect(JSON.parse(error.message).message.code).toBe('batch.already-open'));
    if ((await stateOf(station))?.state === 'draft') {
      expect(service.requests).toEqual([]);
      await station.call('batch.change', { combines: false, pickUpAddress });
      await station.call('batch.start', null);
    }
    const done = await station.until(
      'batch.read',
      null,
      (batch) => batch?.state === 'done' && batch.resultFile !== null,
    );
    expect(done?.counts).toMatchObject({ orders: rows.length, open: 0, onTheWay: 0, rejected: 0 });
    // Nothing was sent twice automatically.
    const sent = service.requests.flatMap(({ codes }) => codes);
    expect(new Set(sent).size).toBe(sent.length);
    expect(done?.counts.uncertain).toBeLessThanOrEqual(1);
    for (const command of await station.call('commands.open', null)) {
      await station.call('order.send-again', { commandId: command.id, evenIfBookedTwice: true });
    }
    await station.until('batch.read', null, (batch) => batch?.counts.created === rows.length);
    await expectEachOnce(station);
    expect(station.bugs).toEqual([]);
  } finally {
    await station.stop();
  }
}

async function expectEachOnce(station: StationInNode): Promise<void> {
  expect(service.done).toHaveLength(rows.length);
  const shown = await rowsOf(station);
  expect(shown.map(({ state }) => state)).toEqual(rows.map(() => 'created'));
  expect(shown[1]?.customCode).toBe(codeOf(2));
  expect(new Set(shown.map(({ customCode }) => customCode))).toEqual(service.parcels);
  expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(rows.length);
  const file = await readFile(join(folder, (await stateOf(station))?.resultFile ?? ''), 'utf8');
  for (const { customCode } of shown) expect(file).toContain(customCode);
}

const chosenSteps = [
  'addBatch - 1 after',
  'startBatch - 1 after',
  'beginBatchOrder - 2 before',
  'beginBatchOrder - 2 after',
  'moveCommand sending 2 after',
  'completeCreate - 3 before',
  'changeBatch done 1 after',
];

describe('batch: with the station killed', { timeout: isLongRun ? 3_600_000 : testTimeout }, () => {
  it.each(isLongRun ? [] : chosenSteps)('at "%s" it continues, and buys nothing twice', async (step) => {
    expect(await runUntilDeath(step)).toBe(true);
    await completeAfterwards();
  });

  it.each(isLongRun ? ['every call of its records'] : [])('at %s it continues, and buys nothing twice', async () => {
    for (let call = 1; ; call += 1) {
      for (const when of ['before', 'after']) {
        const isDead = await runUntilDeath(`* - ${call} ${when}`);
        await completeAfterwards();
        // The batch was completed before that call.
        if (!isDead) return expect(call).toBeGreaterThan(30);
        await clean();
        await fresh();
      }
    }
  });
});
