import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { recordsFileName } from '../../../../src/main/storage/records-file-name.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';
import { startServiceWithLabels } from '../../../fakes/service-with-labels.ts';
import { natsSiteServer } from '../../../fakes/site-server.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import type { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { chanceFrom } from '../../../helpers/seeded-chance.ts';
import { type StationInNode, sandboxAt, startStationInNode } from '../../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../../core/outbox/outbox-fixture.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { digestOf } from '../../storage/shared-records.ts';

/** What happened in a shift of several benches. */
export interface SiteShift {
  /** What each bench knows in the end; all are to be the same. */
  readonly digests: readonly object[];
  readonly parcels: number;
  readonly labels: number;
  readonly questions: number;
  readonly problems: readonly string[];
}

interface ShiftBench {
  readonly name: string;
  readonly folder: string;
  readonly printer: FakePrinter;
  station: StationInNode | null;
  /** The parcels about which an operator answered here. */
  readonly answered: Set<string>;
}

const token = 'token-of-the-shift';

/**
 * Benches with a printer each create orders, print and delete parcels of each other, in an order that the seed decides, while the engine is
 * killed, frozen and loses its data, and stations are ended and started again. Every question is answered.
 */
export async function workSiteShift(
  opened: ReturnType<typeof closedAfterEach>,
  { benches: count, steps, seed }: { benches: number; steps: number; seed: number },
): Promise<SiteShift> {
  const random = chanceFrom(seed);
  const choose = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const server = opened.keep(await natsSiteServer());
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const service = opened.keep(await startServiceWithLabels(practice));
  const problems: string[] = [];
  const codes: string[] = [];
  let questions = 0;

  const start = async (bench: ShiftBench): Promise<void> => {
    const { name, folder, printer } = bench;
    const connection = { kind: 'tcp' as const, host: printer.host, port: printer.port };
    bench.station = await startStationInNode({
      folder,
      clock: acceleratedClock(5),
      settings: { printers: [{ name: 'Zebra A', connection, default: true }], bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        ...sandboxAt(service.url, token),
        fleet: { bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
      },
    });
  };
  const stop = async (bench: ShiftBench): Promise<void> => {
    problems.push(
      ...(bench.station?.bugs ?? []).map((bug) => `${bench.name}: ${bug instanceof Error ? bug.stack : bug}`),
    );
    await bench.station?.stop();
    bench.station = null;
  };

  const benches: ShiftBench[] = [];
  for (let index = 1; index <= count; index += 1) {
    const bench: ShiftBench = {
      ...{ name: `bench-${index}`, folder: await opened.folder(), printer: opened.keep(await startFakePrinter()) },
      ...{ station: null, answered: new Set() },
    };
    // Printers are recognised by their serial numbers too.
    bench.printer.setIdentity({ model: 'ZT411', serial: bench.name, dotsPerMillimetre: 8 });
    benches.push(bench);
    await start(bench);
  }
  opened.keep({
    async close() {
      for (const bench of benches) await stop(bench);
    },
  });

  const submit = async ({ station }: ShiftBench, mode: 'print' | 'delete'): Promise<void> => {
    const code = choose(codes);
    if (code === undefined) return;
    const reading = { asTyped: code, asUsKeyboard: code, by: 'scanner' as const };
    await station?.call('scan.submit', { reading, mode });
  };

  /** Answers each question of the bench as an operator would who wants the label, or the deletion. */
  const answer = async ({ station, answered }: ShiftBench): Promise<void> => {
    for (const job of (await station?.call('print-jobs.list', null)) ?? []) {
      if (!job.question?.answers.includes('print anyway')) continue;
      const isTaken = await station?.call('print-job.answer', { jobId: job.id, answer: 'print anyway' }).then(
        () => true,
        () => false,
      );
      if (!isTaken) continue;
      answered.add(job.code);
      questions += 1;
    }
    for (const command of (await station?.call('commands.open', null)) ?? []) {
      if (command.state !== 'needs confirmation') continue;
      for (const code of command.codes) answered.add(code);
      await station?.call('command.confirm', { commandId: command.id }).catch(() => {});
      questions += 1;
    }
  };

  const disturb = async (): Promise<void> => {
    const kind = choose(['kill', 'freeze', 'lose', 'restart'] as const);
    const bench = choose(benches);
    if (kind === 'kill') {
      await server.kill();
      for (const one of benches) await submit(one, 'print');
      await server.start();
    } else if (kind === 'freeze') {
      server.freeze(true);
      for (const one of benches) await submit(one, 'print');
      server.freeze(false);
    } else if (kind === 'lose') {
      await server.loseData();
    } else if (bench) {
      await stop(bench);
      await start(bench);
    }
  };

  const create = async ({ station }: ShiftBench): Promise<void> => {
    const code = codeNumber(codes.length + 1);
    codes.push(code);
    await station?.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
  };

  for (let step = 0; step < steps; step += 1) {
    const bench = choose(benches);
    if (!bench) continue;
    const chance = random();
    if (chance < 0.25) await create(bench);
    else if (chance < 0.65) await submit(bench, 'print');
    else if (chance < 0.72) await submit(bench, 'delete');
    else if (chance < 0.95) await answer(bench);
    else await disturb();
  }

  /** Nothing is under way at any bench: every label and deletion has an outcome, or waits for an operator. */
  const isQuiet = async (): Promise<boolean> => {
    for (const bench of benches) {
      await answer(bench);
      const jobs = (await bench.station?.call('print-jobs.list', null)) ?? [];
      const commands = (await bench.station?.call('commands.open', null)) ?? [];
      if (jobs.some(({ state }) => state === 'queued' || state === 'held' || state === 'sending')) return false;
      if (commands.some(({ state }) => state !== 'rejected')) return false;
      if (((await bench.station?.call('deletions.pending', null)) ?? []).length > 0) return false;
    }
    return true;
  };
  await expect.poll(isQuiet, { timeout: 120_000, interval: 200 }).toBe(true);

  await expect.poll(() => unread(benches), { timeout: 120_000, interval: 500 }).toEqual([]);

  for (const code of codes) {
    const printing = benches.filter(({ printer }) => printer.labels().some((label) => label.includes(code)));
    const unasked = printing.filter(({ answered }) => !answered.has(code));
    if (unasked.length > 1)
      problems.push(`${code} was printed unasked at ${unasked.map(({ name }) => name).join(', ')}`);
  }
  for (const bench of benches) await stop(bench);
  const digests: object[] = [];
  for (const bench of benches) {
    const records = openInThread(fileOf(bench));
    digests.push(await digestOf(records));
    await records.close();
  }
  return {
    ...{ digests, parcels: codes.length, questions, problems },
    labels: benches.reduce((sum, { printer }) => sum + printer.labels().length, 0),
  };
}

const fileOf = ({ folder }: ShiftBench): string => join(folder, 'records', recordsFileName('sandbox'));

/** The facts that a bench has not read yet: how many of which other one. */
function unread(benches: readonly ShiftBench[]): string[] {
  const known = benches.map((bench) => {
    const database = new DatabaseSync(fileOf(bench), { readOnly: true });
    const sent = new Map(pairsOf(database, 'SELECT bench, max(n) AS n FROM site_out GROUP BY bench'));
    const read = new Map(pairsOf(database, 'SELECT bench, n FROM site_vector'));
    database.close();
    return { name: bench.name, sent, read };
  });
  return known.flatMap(({ name, read }) =>
    known.flatMap((other) =>
      [...other.sent].flatMap(([by, n]) =>
        other.name !== name && read.get(by) !== n ? [`${name} has ${read.get(by)} of ${n} of ${by}`] : [],
      ),
    ),
  );
}

const pairsOf = (database: DatabaseSyncInstance, sql: string): [string, number][] =>
  (database.prepare(sql).all() as { bench: string; n: number }[]).map(({ bench, n }) => [bench, n]);
