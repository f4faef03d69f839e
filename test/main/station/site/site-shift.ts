import { join } from 'node:path';
import { expect } from 'vitest';
import { startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { recordsFileName } from '../../../../src/main/storage/records-file-name.ts';
import { startNetworkLine } from '../../../fakes/network-line.ts';
import { startFakePrinter } from '../../../fakes/printer.ts';
import { SecuredSite } from '../../../fakes/secured-site.ts';
import { startServiceWithLabels } from '../../../fakes/service-with-labels.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import type { ClosedAfterEach } from '../../../helpers/closed-after-each.ts';
import { chanceFrom } from '../../../helpers/seeded-chance.ts';
import { sandboxAt } from '../../../helpers/station-in-node.ts';
import { hook, siteEnvironment, startHubHere } from '../../hub/hub-fixture.ts';
import { ShiftBench } from './shift-bench.ts';
import { type Disturbance, disturbances, type RunningShift, rowOf } from './shift-disturbances.ts';
import { chooser, type Ledger, labelsOf, shiftOperators } from './shift-operators.ts';
import { digestIn, unaskedFor, unread } from './shift-outcome.ts';

export interface ShiftSize {
  readonly benches: number;
  /** How often each disturbance is played. */
  readonly rounds: number;
  readonly seed: number;
}

/** What happened in a shift of several benches. */
export interface SiteShift {
  /** What each bench and the hub know in the end; all are to be the same. */
  readonly digests: readonly object[];
  readonly played: readonly Disturbance[];
  readonly ledger: Ledger;
  readonly labels: number;
  /** Parcels that were deleted at the service. */
  readonly deleted: number;
  readonly problems: readonly string[];
}

const token = 'token-of-the-shift';
/** The pauses of the stations are shorter by that. */
const factor = 5;
/** Most benches at which operators work at the same time. */
const mostWorking = 5;

/**
 * Benches of a secured site, each a process with a printer, and a hub: operators create orders, and print and delete parcels of each other,
 * while each disturbance is played in an order that the seed decides. Every question is answered. In the end each parcel is printed once more.
 */
export async function workSiteShift(opened: ClosedAfterEach, size: ShiftSize): Promise<SiteShift> {
  const random = chanceFrom(size.seed);
  const choose = chooser(random);
  const from = Date.now();
  const clock = acceleratedClock(factor, from);
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token, now: clock.now }));
  const service = opened.keep(await startServiceWithLabels(practice));
  const site = opened.keep(new SecuredSite(undefined, ['sandbox']));
  const names = Array.from({ length: size.benches }, (_, index) => `bench-${index + 1}`);
  for (const name of names) site.keys('add', name);
  for (const name of ['hub', 'hub-watch']) site.keys('add', name, '--hub');
  await site.start();
  const caFile = join(site.folder, 'ca.pem');

  const addresses = { baseUrl: service.url, labelUrl: service.url };
  const hub = await startHubHere(opened, {
    ...{ server: `tls://127.0.0.1:${site.port}`, service: addresses, clock },
    secrets: { caFile, keyFile: join(site.folder, 'keys', 'hub.key') },
  });
  practice.setWebhook({ url: `http://127.0.0.1:${hub.port}/sandbox`, header: hook.header });
  const { name, kind } = siteEnvironment('sandbox');
  const environment = { name, kind, service: service.url, labels: service.url };
  const engine = await site.connect(site.access('hub-watch'), environment);

  const openBench = async (name: string): Promise<ShiftBench> => {
    const printer = opened.keep(await startFakePrinter());
    // Printers are recognised by their serial numbers too.
    printer.setIdentity({ model: 'ZT411', serial: name, dotsPerMillimetre: 8 });
    const line = opened.keep(await startNetworkLine(site.port));
    const connection = { kind: 'tcp' as const, host: printer.host, port: printer.port };
    const seed = site.seed(name);
    const servers = [`tls://127.0.0.1:${line.port}`];
    const bench = new ShiftBench({
      ...{ name, printer, line },
      start: {
        ...{ folder: await opened.folder(), clock: { factor, from } },
        settings: { printers: [{ name: 'Zebra A', connection, default: true }], bench: { deleteUndoSeconds: 1 } },
        provisioning: {
          ...sandboxAt(service.url, token),
          fleet: { bench: name, role: 'bench', servers, caFile, seed, environments: ['sandbox'], alone: 'ask' },
        },
      },
    });
    opened.keep({ close: () => bench.kill() });
    await bench.start();
    return bench;
  };
  const benches: ShiftBench[] = [];
  for (const name of names) benches.push(await openBench(name));

  const operators = shiftOperators(random, service.answered);
  const shift: RunningShift = {
    hub: { name: 'hub', recordsFile: join(hub.dataFolder, 'records', recordsFileName(name)) },
    ...{ benches, site, engine, operators, choose },
    async work() {
      const running = benches.filter(({ isRunning }) => isRunning);
      while (running.length > mostWorking) running.splice(Math.floor(random() * running.length), 1);
      for (const bench of running) await operators.work(bench);
      await operators.race(running);
    },
  };

  const played: Disturbance[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const left = Object.keys(disturbances) as Disturbance[];
    while (left.length > 0) {
      const [next] = left.splice(Math.floor(random() * left.length), 1);
      if (!next) continue;
      await shift.work();
      await disturbances[next](shift);
      played.push(next);
    }
  }
  await settled(shift);
  const stuck = await printEach(shift);
  await settled(shift);

  for (const bench of benches) await bench.stop();
  practice.setWebhook(null);
  await hub.close();
  const { ledger } = operators;
  const digests: object[] = [];
  for (const { recordsFile } of [...benches, shift.hub]) digests.push(await digestIn(recordsFile));
  const losses = played.filter((name) => name === 'engine data lost' || name === 'older engine data put back').length;
  return {
    ...{ digests, played, ledger },
    labels: benches.reduce((sum, { printer }) => sum + printer.labels().length, 0),
    deleted: service.answered.filter(({ method, status }) => method === 'DELETE' && status < 300).length,
    problems: [
      ...benches.flatMap(({ bugs }) => bugs),
      ...stuck,
      ...unaskedFor(benches, ledger, service.answered, losses),
    ],
  };
}

/** Nothing happened unasked, all benches agree, every disturbance was played, and operators did of everything something. */
export function expectSound({ problems, digests, played, ledger, labels, deleted }: SiteShift, size: ShiftSize): void {
  expect(problems).toEqual([]);
  expect(digests).toHaveLength(size.benches + 1);
  for (const digest of digests) expect(digest).toEqual(digests[0]);
  const each = Object.keys(disturbances).flatMap((name) => Array.from({ length: size.rounds }, () => name));
  expect(played.toSorted()).toEqual(each.toSorted());
  expect(labels).toBeGreaterThanOrEqual(ledger.codes.length - deleted);
  expect(Math.min(deleted, ledger.reprints.size, ledger.answeredJobs.size)).toBeGreaterThan(0);
}

/** Waits until nothing is under way at any bench, every question is answered, and each has read what the others did. */
async function settled({ benches, hub, operators }: RunningShift): Promise<void> {
  const underWay = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const bench of benches) {
      await operators.answer(bench);
      for (const { code, state, question } of await bench.call('print-jobs.list', null))
        if (['queued', 'held', 'sending', 'uncertain'].includes(state))
          found.push(`${bench.name} ${code} ${state} ${question?.message.code ?? ''}`);
      for (const { codes, kind, state } of await bench.call('commands.open', null))
        if (state !== 'rejected') found.push(`${bench.name} ${kind} ${codes} ${state}`);
      for (const { codes } of await bench.call('deletions.pending', null)) found.push(`${bench.name} deletes ${codes}`);
    }
    return [...found, ...unread([...benches, hub])];
  };
  await expect.poll(underWay, { timeout: 120_000, interval: 500 }).toEqual([]);
}

/** Prints each parcel that is not deleted at one of the benches, and returns which ones did not print after one answer. */
async function printEach(shift: RunningShift): Promise<string[]> {
  const { benches, operators } = shift;
  const problems: string[] = [];
  const printAt = async (bench: ShiftBench, code: string): Promise<void> => {
    const row = await rowOf(bench, code);
    if (!row) return void problems.push(`${code} is not known at ${bench.name}`);
    if (row.deletedAt !== null) return;
    const before = labelsOf(bench, code);
    let scanned = await operators.scan(bench, 'print', code);
    // A label of another bench's parcel may come after the scan, which is then made again.
    const isHere = async (): Promise<boolean> => {
      if (scanned.kind === 'no label') scanned = await operators.scan(bench, 'print', code);
      return scanned.kind !== 'no label';
    };
    await expect
      .poll(isHere, { timeout: 30_000, interval: 500 })
      .toBe(true)
      .catch(() => {});
    const job = scanned.kind === 'ask for copy' ? await operators.reprintParcel(bench, row.id) : scanned.job;
    const asked: string[] = [];
    const state = async (): Promise<string | null> => {
      const found = (await bench.call('print-jobs.list', null)).find((one) =>
        job ? one.id === job.id : one.parcelId === row.id && one.createdAt >= scanned.at,
      );
      if (found && (await operators.answerJob(bench, found))) asked.push(JSON.stringify(found.question));
      return found?.state ?? null;
    };
    const isPrinted = await expect
      .poll(state, { timeout: 30_000, interval: 100 })
      .toBe('printed')
      .then(
        () => true,
        () => false,
      );
    if (!isPrinted)
      problems.push(
        `${code} does not print at ${bench.name}: ${await state()}, scan: ${scanned.kind}, label: ${(await rowOf(bench, code))?.label?.state}`,
      );
    else if (labelsOf(bench, code) !== before + 1)
      problems.push(`${code} came out ${labelsOf(bench, code) - before} times`);
    if (asked.length > 1) problems.push(`${code} asked more than once at ${bench.name}: ${asked.join(', ')}`);
  };
  const share = async (bench: ShiftBench, index: number): Promise<void> => {
    const own = operators.ledger.codes.filter((_, number) => number % benches.length === index);
    for (const code of own) await printAt(bench, code);
  };
  await Promise.all(benches.map(share));
  return problems;
}
