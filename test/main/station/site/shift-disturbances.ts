import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SiteEngine } from '../../../../src/main/core/ports/site-engine.ts';
import { readSiteFacts } from '../../../../src/shared/site/site-facts.ts';
import type { SecuredSite } from '../../../fakes/secured-site.ts';
import { linked } from '../../../fakes/site-server.ts';
import type { ShiftBench } from './shift-bench.ts';
import { labelsOf, type Operators } from './shift-operators.ts';
import { type SiteStation, unread } from './shift-outcome.ts';

/** A shift while it lasts. */
export interface RunningShift {
  readonly benches: readonly ShiftBench[];
  readonly hub: SiteStation;
  readonly site: SecuredSite;
  /** Looks at the server's data, with a key that reads for no bench. */
  readonly engine: SiteEngine;
  readonly operators: Operators;
  choose<T>(from: readonly T[]): T | undefined;
  /** Operators work at some of the benches that run. */
  work(): Promise<void>;
}

/** What happens to a site, in every form of the shift at least once. Each fails where the benches did not notice what it did. */
export const disturbances = {
  'server killed': serverKilled,
  'server frozen': serverFrozen,
  'one bench cut off': benchCutOff,
  'engine data lost': engineDataLost,
  'older engine data put back': olderDataPutBack,
  'station killed': stationKilled,
  'station frozen': stationFrozen,
} as const satisfies Record<string, (shift: RunningShift) => Promise<void>>;
export type Disturbance = keyof typeof disturbances;

/** Longest wait for a state of the connections: a silent one is found after 4 s, and the pauses between attempts grow to 5 s. */
const waiting = { timeout: 60_000, interval: 200 };

async function serverKilled(shift: RunningShift): Promise<void> {
  const { site, benches, engine } = shift;
  const before = await engine.data();
  await site.kill();
  await allAre('offline', benches);
  await shift.work();
  await site.startAgain();
  await allAre('connected', benches);
  const after = await dataOf(engine);
  expect(before).toMatchObject({ id: after.id });
  expect(after.last).toBeGreaterThan(before === 'away' ? Number.NaN : before.last);
}

async function serverFrozen(shift: RunningShift): Promise<void> {
  const { site, benches } = shift;
  site.freeze(true);
  try {
    // No bench can know yet.
    await shift.work();
    await allAre('offline', benches);
    await shift.work();
  } finally {
    site.freeze(false);
  }
  await allAre('connected', benches);
}

async function benchCutOff(shift: RunningShift): Promise<void> {
  const { benches, operators, choose } = shift;
  const cut = chosen(choose(benches));
  const others = benches.filter((bench) => bench !== cut);
  const other = chosen(choose(others));
  const held = await ordered(shift, cut);
  await known(other, held);
  cut.line.silence();
  // No bench can know yet.
  await operators.work(cut);
  await operators.work(other);
  await allAre('offline', [cut]);
  expect(await statesOf(others)).toEqual(others.map(() => 'connected'));
  const own = await ordered(shift, cut);
  await operators.scan(cut, 'print', own);
  await expect.poll(() => labelsOf(cut, own), waiting).toBe(1);
  expect((await cut.call('station.read', null)).site?.unsent).toBeGreaterThan(0);
  await askedAbout(shift, other, held);
  await shift.work();
  cut.line.restore();
  await allAre('connected', [cut]);
  await known(other, own);
}

async function engineDataLost(shift: RunningShift): Promise<void> {
  const { site, benches, engine } = shift;
  const before = await dataOf(engine);
  await site.kill();
  await allAre('offline', benches);
  await shift.work();
  rmSync(site.dataFolder, { recursive: true });
  await site.startAgain();
  await allAre('connected', benches);
  const after = await dataOf(engine);
  expect(after.id).not.toBe(before.id);
  await refilled(shift);
  for (const bench of benches) expect(positionOf(bench), bench.name).toMatchObject({ data_id: after.id });
}

/**
 * No bench is behind when the data is put back: an engine that has forgotten an act gives the parcel away again to a bench that does not know
 * it either (README, "What these rules do not promise").
 */
async function olderDataPutBack(shift: RunningShift): Promise<void> {
  const { site, benches, hub, engine } = shift;
  const late = chosen(shift.choose(benches));
  const others = benches.filter((bench) => bench !== late);
  const copy = join(site.folder, 'older-data');
  await site.kill();
  cpSync(site.dataFolder, copy, { recursive: true });
  await site.startAgain();
  await allAre('connected', benches);
  const older = await dataOf(engine);
  await shift.work();
  await expect.poll(() => unread([...benches, hub]), waiting).toEqual([]);
  const before = await dataOf(engine);
  expect(before.last).toBeGreaterThan(older.last);
  await site.kill();
  late.line.cut();
  await allAre('offline', benches);
  rmSync(site.dataFolder, { recursive: true });
  cpSync(copy, site.dataFolder, { recursive: true });
  rmSync(copy, { recursive: true });
  await site.startAgain();
  await allAre('connected', others);
  // Where the one that comes later has read to, there is another message then. What is sent again shares messages.
  const afterWork = async (): Promise<number> => {
    await shift.work();
    return (await dataOf(engine)).last;
  };
  await expect.poll(afterWork, waiting).toBeGreaterThan(positionOf(late)?.sequence ?? Number.NaN);
  expect((await dataOf(engine)).id).toBe(before.id);
  late.line.restore();
  await allAre('connected', benches);
  await refilled(shift);
}

/**
 * A station ends in the middle of a label. What it has asked of the service has been answered before:
 * test/main/core/outbox/station-killed.test.ts ends one at each step of that.
 */
async function stationKilled(shift: RunningShift): Promise<void> {
  const { benches, operators, choose } = shift;
  const killed = chosen(choose(benches));
  const other = chosen(choose(benches.filter((bench) => bench !== killed)));
  const code = await ordered(shift, killed);
  await known(other, code);
  const isAnswered = async (): Promise<boolean> => {
    await operators.answer(killed);
    const open = await killed.call('commands.open', null);
    const pending = await killed.call('deletions.pending', null);
    const jobs = await killed.call('print-jobs.list', null);
    return (
      pending.length === 0 &&
      open.every(({ state }) => state === 'rejected') &&
      jobs.every(({ state }) => !['queued', 'held', 'sending'].includes(state))
    );
  };
  await expect.poll(isAnswered, waiting).toBe(true);
  const { printer } = killed;
  printer.hold();
  await operators.scan(killed, 'print', code);
  const stateOfLabel = () =>
    killed.rows<{ state: string }>(`SELECT state FROM print_jobs WHERE code = '${code}'`)[0]?.state;
  await expect.poll(stateOfLabel, { ...waiting, interval: 20 }).toMatch(/^(sending|sent)$/);
  expect(await killed.kill()).toBe('SIGKILL');
  await askedAbout(shift, other, code);
  await shift.work();
  printer.release();
  await killed.start();
  await allAre('connected', [killed]);
  // The file is where it was: the bench goes on under its own id.
  expect(killed.rows('SELECT bench FROM site_ids')).toEqual([{ bench: killed.name }]);
  // Nor does it print by itself what may be on paper.
  expect(labelsOf(killed, code)).toBeLessThanOrEqual(1);
  expect(stateOfLabel()).toMatch(/^(uncertain|sent|printed)$/);
}

/**
 * A station stops in the middle of its work, and knows nothing of what happens meanwhile: another bench takes a parcel of it over that an
 * operator has just scanned there too. Back again, it goes on where it was.
 */
async function stationFrozen(shift: RunningShift): Promise<void> {
  const { benches, operators, choose } = shift;
  const frozen = chosen(choose(benches));
  const other = chosen(choose(benches.filter((bench) => bench !== frozen)));
  const [code, scanned] = [await ordered(shift, frozen), await ordered(shift, frozen)];
  await known(other, scanned);
  const meanwhile = async (): Promise<void> => {
    frozen.freeze(true);
    try {
      for (const each of [code, scanned]) await askedAbout(shift, other, each);
      await shift.work();
    } finally {
      frozen.freeze(false);
    }
  };
  await Promise.all([operators.scan(frozen, 'print', scanned), meanwhile()]);
  await allAre('connected', [frozen]);
  // It learns that the parcels are not its own any more, and has printed at most what it had begun.
  for (const each of [code, scanned]) await expect.poll(() => holderOf(frozen, each), waiting).not.toBe(frozen.name);
  expect(labelsOf(frozen, code)).toBe(0);
  expect(labelsOf(frozen, scanned)).toBeLessThanOrEqual(1);
}

/** The bench that holds the parcel, as that one knows; not present: it does not know. */
const holderOf = (bench: ShiftBench, code: string): string | undefined =>
  bench.rows<{ holder: string }>(
    `SELECT shared ->> '$.holding.bench' AS holder FROM site_parcels JOIN parcels ON parcels.id = parcel_id WHERE custom_code = '${code}'`,
  )[0]?.holder;

const statesOf = (benches: readonly ShiftBench[]): Promise<unknown[]> =>
  Promise.all(benches.map((bench) => bench.siteState()));

async function allAre(state: 'connected' | 'offline', benches: readonly ShiftBench[]): Promise<void> {
  await expect.poll(() => statesOf(benches), waiting).toEqual(benches.map(() => state));
}

/** A parcel that was ordered at the bench, with its label there. */
async function ordered({ operators }: RunningShift, bench: ShiftBench): Promise<string> {
  const code = await operators.create(bench);
  const label = async () => (await rowOf(bench, code))?.label?.state;
  await expect.poll(label, waiting).toBe('stored');
  return code;
}

async function known(bench: ShiftBench, code: string): Promise<void> {
  await expect.poll(async () => (await rowOf(bench, code))?.customCode, waiting).toBe(code);
}

export const rowOf = async (bench: ShiftBench, code: string) =>
  (await bench.call('shipments.page', { find: code, offset: 0, limit: 1 })).rows[0];

/** The bench prints that parcel of a bench that does not answer only after an answer, which is given. */
async function askedAbout({ operators }: RunningShift, bench: ShiftBench, code: string): Promise<void> {
  const before = labelsOf(bench, code);
  let scanned = await operators.scan(bench, 'print', code);
  const isAsked = async (): Promise<boolean> => {
    // A label of another bench's parcel may come after the scan, which is then made again.
    if (scanned.kind === 'no label') scanned = await operators.scan(bench, 'print', code);
    const jobs = (await bench.call('print-jobs.list', null)).filter((job) => job.code === code);
    for (const job of jobs) if (await operators.answerJob(bench, job)) return true;
    expect(labelsOf(bench, code)).toBe(before);
    return false;
  };
  await expect.poll(isAsked, waiting).toBe(true);
  await expect.poll(() => labelsOf(bench, code), waiting).toBe(before + 1);
}

/** The engine has every fact of each bench again, and each bench has read its present data to the end. */
async function refilled({ benches, hub, engine }: RunningShift): Promise<void> {
  const missing = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const bench of benches) {
      const [own] = bench.rows<{ n: number }>('SELECT max(n) AS n FROM site_out');
      const last = await engine.lastOf({ by: bench.name });
      const n = last === 'away' || last === null ? 0 : readSiteFacts(Buffer.from(last.data).toString()).at(-1)?.n;
      if (n !== own?.n) found.push(`the engine has ${n} of ${own?.n} of ${bench.name}`);
      const position = positionOf(bench);
      const at = await engine.at(position?.sequence ?? 0);
      const mark = at === 'away' || at === null ? '' : createHash('sha256').update(at.data).digest('hex');
      if (mark !== position?.mark) found.push(`${bench.name} reads other data`);
    }
    return [...found, ...unread([...benches, hub])];
  };
  await expect.poll(missing, waiting).toEqual([]);
}

const positionOf = (bench: ShiftBench) =>
  bench.rows<{ data_id: string; sequence: number; mark: string }>('SELECT * FROM site_position')[0];

async function dataOf(engine: SiteEngine): Promise<{ id: string; last: number }> {
  await linked(engine);
  const found = await engine.data();
  if (found === 'away') throw new Error('The server does not answer');
  return found;
}

function chosen(bench: ShiftBench | undefined): ShiftBench {
  if (!bench) throw new Error('No bench');
  return bench;
}
