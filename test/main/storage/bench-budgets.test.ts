import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { AppliedFacts, SiteArrival } from '../../../src/main/core/ports/site-records.ts';
import { benchKeyFact, mostIdsOfBench } from '../../../src/shared/site/bench-keys.ts';
import { budgetedBytes } from '../../../src/shared/site/fact-budget.ts';
import { publicKeyText } from '../../../src/shared/site/nkey.ts';
import { parcelFactToSend } from '../../../src/shared/site/site-facts.ts';
import { codeA, orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { actsIn, leaveBudget, rowsIn } from '../site/spent-budget.ts';
import { openInThread } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
const at = '2026-03-14T08:00:00.000Z';

let file: string;
let records: Records;
let sequence: number;

beforeEach(async () => {
  file = join(await folders.make(), 'records.sqlite3');
  records = openInThread(file);
  folders.before(() => records.close());
  await records.joinSite('bench-1');
  sequence = 0;
});

/** A copy that its bench printed. */
function copyFact(bench: string, n: number, gid = `${bench}.${n}`): SiteArrival {
  const copy = { id: `${bench.replace('~', '-')}.j${n}`, bench, state: 'printed' as const, at };
  return {
    kind: 'fact',
    by: bench,
    fact: parcelFactToSend(n, at, gid, { kind: 'copy', copy }),
    event: null,
    bytes: 300,
  };
}

const facts = (bench: string, from: number, to: number): SiteArrival[] =>
  Array.from({ length: to - from + 1 }, (_, index) => copyFact(bench, from + index));

function claim(bench: string, gid: string, number: number, term = 2): SiteArrival {
  const act = { holding: { term, bench, isReleased: false }, copies: [], requests: [] };
  return { kind: 'act', gid, sequence: number, act, bytes: 400 };
}

async function apply(...arrivals: SiteArrival[]): Promise<AppliedFacts[]> {
  const applied: AppliedFacts[] = [];
  sequence += 1;
  const reached = { dataId: 'one', sequence, mark: `mark ${sequence}` };
  for (let left = arrivals.length; left > 0; left -= applied.at(-1)?.taken ?? 0)
    applied.push(
      await (left === arrivals.length ? records.applySite(arrivals, reached, at) : records.applySiteRest(reached, at)),
    );
  return applied;
}

const pausedIn = (applied: readonly AppliedFacts[]): string[] => applied.flatMap(({ paused }) => paused);
const paused = async (): Promise<string[]> => (await records.pausedBenches()).map(({ bench }) => bench);
const parcelsOf = (): number => rowsIn(file).site_parcels ?? 0;

describe('records: the budget of another bench', () => {
  it('a bench that exceeds it is paused, and the facts of others are stored', async () => {
    leaveBudget(file, 'bench-2', 20);
    const applied = await apply(...facts('bench-2', 1, 30), ...facts('bench-3', 1, 5));
    expect(pausedIn(applied)).toEqual(['bench-2']);
    expect(applied.flatMap(({ benches }) => benches)).toContain('bench-3');
    expect(parcelsOf()).toBe(25);
    expect(pausedIn(await apply(...facts('bench-2', 31, 60), ...facts('bench-3', 6, 10)))).toEqual([]);
    expect(parcelsOf()).toBe(30);
    expect(await records.pausedBenches()).toEqual([{ bench: 'bench-2', since: at }]);
  });

  it('all ids of a bench share it, so that an invented one gives nothing', async () => {
    leaveBudget(file, 'bench-2', 10);
    await apply(...facts('bench-2', 1, 8), ...facts('bench-2~2', 1, 8), ...facts('bench-2~3', 1, 8));
    expect(parcelsOf()).toBe(10);
    expect(await paused()).toEqual(['bench-2']);
  });

  it('repeated facts cost nothing: a bench sends all of them again after the engine lost its data', async () => {
    leaveBudget(file, 'bench-2', 10);
    for (let times = 0; times < 5; times += 1) await apply(...facts('bench-2', 1, 9));
    expect(await paused()).toEqual([]);
  });

  it('bytes count: two facts of many kilobytes exceed what ten small ones do not', async () => {
    leaveBudget(file, 'bench-2', 10);
    const large = facts('bench-2', 1, 2).map((fact) => ({ ...fact, bytes: budgetedBytes * 6 }));
    expect(pausedIn(await apply(...large))).toEqual(['bench-2']);
    expect(parcelsOf()).toBe(1);
  });

  it('the backlog of an honest bench, 50,000 facts at once, is stored whole', async () => {
    const count = 50_000;
    expect(pausedIn(await apply(...facts('bench-2', 1, count)))).toEqual([]);
    expect(parcelsOf()).toBe(count);
  }, 120_000);

  it('a transaction that is undone counts nothing', async () => {
    leaveBudget(file, 'bench-2', 10);
    const closed = { dataId: 'one', sequence: 1, mark: null as unknown as string };
    for (let times = 0; times < 5; times += 1)
      await expect(records.applySite(facts('bench-2', 1, 9), closed, at)).rejects.toThrow();
    await apply(...facts('bench-2', 1, 9));
    expect(await paused()).toEqual([]);
    expect(parcelsOf()).toBe(9);
  });
});

describe('records: the ids of another bench', () => {
  const idsOf = (from: number, to: number): SiteArrival[] =>
    Array.from({ length: to - from }, (_, index) => copyFact(`bench-2~x${from + index}`, 1));

  it('that it invents fill no table: of more than two hundred, the facts are passed over, and others are read', async () => {
    // The names beside it are others.
    await apply(copyFact('bench-20', 1), copyFact('bench-2-1', 1), copyFact('bench-20~a', 1), copyFact('bench-2', 1));
    await apply(...idsOf(0, 150));
    await apply(...idsOf(150, 300), copyFact('bench-2~x0', 2), copyFact('bench-3', 1), copyFact('bench-3~b', 1));
    await apply(...idsOf(300, 400), copyFact('bench-2', 2), copyFact('bench-20~c', 1));
    expect(rowsIn(file).site_vector).toBe(3 + mostIdsOfBench + 2 + 1);
    // The facts of its known ids, and those of the other benches, are read on.
    expect(parcelsOf()).toBe(3 + mostIdsOfBench + 1 + 2 + 1 + 1);
  });
});

describe('records: acts of a bench beyond its budget', () => {
  it('on parcels that are not known here are passed over, and do not fill the table', async () => {
    leaveBudget(file, 'bench-2', 10);
    const acts = Array.from({ length: 50 }, (_, index) => claim('bench-2', `invented.${index}`, index + 1));
    expect(pausedIn(await apply(...acts))).toEqual(['bench-2']);
    expect(parcelsOf()).toBe(10);
  });

  it('on a parcel here are kept: they say who may print it', async () => {
    const order = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { uniqueId: 'ORD-1' });
    const [parcelId = 0] = await storeOrder(records, order);
    const gid = (await records.parcelAtSite(parcelId))?.gid ?? '';
    leaveBudget(file, 'bench-2', 0);
    const before = parcelsOf();
    await apply(copyFact('bench-2', 1), claim('bench-2', gid, 7));
    expect((await records.parcelAtSite(parcelId))?.lastAct).toMatchObject({
      sequence: 7,
      holding: { bench: 'bench-2' },
    });
    expect(parcelsOf()).toBe(before);
  });

  it('are believed with a key that the bench published meanwhile; an invented id of it keeps no more than twenty', async () => {
    const key = (number: number) => publicKeyText(new Uint8Array(32).fill(number));
    const keyFact = (by: string, n: number): SiteArrival => ({
      ...{ kind: 'fact', by, event: null },
      fact: benchKeyFact(n, at, key(n)),
    });
    await apply(keyFact('bench-2', 1));
    leaveBudget(file, 'bench-2', 0);
    await apply(copyFact('bench-2', 2), keyFact('bench-2', 3));
    expect(await records.benchKeys()).toEqual([['bench-2', [key(3), key(1)]]]);
    await apply(...Array.from({ length: 50 }, (_, index) => keyFact(`bench-2~${index}`, 1)));
    expect(await records.benchKeys()).toHaveLength(20);
  });

  it('need no more keys than two hundred ids of a bench have, also while it is within its budget', async () => {
    const keyFact = (by: string, n: number): SiteArrival => ({
      ...{ kind: 'fact', by, event: null },
      fact: benchKeyFact(n, at, publicKeyText(new Uint8Array(32).fill(n))),
    });
    await apply(...Array.from({ length: mostIdsOfBench + 50 }, (_, index) => keyFact(`bench-2~${index}`, 1)));
    await apply(keyFact('bench-2~7', 2), keyFact('bench-3', 1));
    const keys = new Map(await records.benchKeys());
    expect(keys.size).toBe(mostIdsOfBench + 1);
    expect(keys.get('bench-2~7')).toHaveLength(2);
  });
});

describe('records: a paused bench that is read on', () => {
  beforeEach(async () => {
    await apply(...facts('bench-3', 1, 3));
    leaveBudget(file, 'bench-2', 20);
    await apply(...facts('bench-2', 1, 30));
    await apply(...facts('bench-3', 4, 6));
  });

  it('is read again from before what was passed over, with a new budget, and loses nothing', async () => {
    expect(await records.beginReading(true)).toBeNull();
    expect(await records.readOn('bench-3')).toBe(false);
    expect(await records.readOn('bench-2')).toBe(true);
    // Until the reading begins, it is paused.
    await apply(...facts('bench-2', 31, 40));
    expect(await paused()).toEqual(['bench-2']);
    const from = { dataId: 'one', sequence: 1, mark: 'mark 1' };
    expect(await records.beginReading(true)).toEqual(from);
    expect(await paused()).toEqual([]);
    const reached = await records.sitePosition();
    await records.applySite(facts('bench-2', 1, 30), { dataId: 'one', sequence: 2, mark: 'mark 2' }, at);
    // It is read again from there where it was not read to the end, and the position shows still what is known of the engine's data.
    expect(await records.beginReading(true)).toEqual(from);
    expect(await records.sitePosition()).toEqual(reached);
    await apply(...facts('bench-2', 1, 40), ...facts('bench-3', 1, 6));
    expect(parcelsOf()).toBe(46);
    expect(await records.beginReading(true)).toBeNull();
  });

  it('after a restart is paused still, and the others are read', async () => {
    await records.close();
    records = openInThread(file);
    await records.joinSite('bench-1');
    await apply(...facts('bench-2', 31, 40), ...facts('bench-3', 7, 9));
    expect(await paused()).toEqual(['bench-2']);
    expect(parcelsOf()).toBe(29);
  });

  it('after the engine lost its data is read from the start of the new one', async () => {
    expect(await records.beginReading(false)).toBeNull();
    await records.applySite(facts('bench-3', 7, 7), { dataId: 'two', sequence: 9, mark: 'two' }, at);
    expect(await paused()).toEqual(['bench-2']);
    await records.readOn('bench-2');
    expect(await records.beginReading(true)).toMatchObject({ sequence: 0 });
    await records.applySite(facts('bench-2', 1, 30), { dataId: 'two', sequence: 9, mark: 'two' }, at);
    expect(await records.beginReading(true)).toBeNull();
    expect(parcelsOf()).toBe(37);
  });

  it('that sends too much again while it is read on is paused again, from where it was before', async () => {
    await records.readOn('bench-2');
    expect(await records.beginReading(true)).toMatchObject({ sequence: 1 });
    leaveBudget(file, 'bench-2', 5);
    const again = await records.applySite(facts('bench-2', 1, 30), { dataId: 'one', sequence: 2, mark: 'mark 2' }, at);
    expect(again.paused).toEqual(['bench-2']);
    await records.readOn('bench-2');
    expect(await records.beginReading(true)).toMatchObject({ sequence: 1 });
    await apply(...facts('bench-2', 1, 30));
    expect(parcelsOf()).toBe(36);
  });

  it('is read from the start where it was paused while the engine’s data, which was put back, was read from there', async () => {
    expect(await records.beginReading(false)).toBeNull();
    leaveBudget(file, 'bench-3', 2);
    // All at once, up to behind the position that was reached before.
    await records.applySite(facts('bench-3', 1, 20), { dataId: 'one', sequence: 90, mark: 'another' }, at);
    expect(await paused()).toEqual(['bench-2', 'bench-3']);
    for (const bench of ['bench-3', 'bench-2']) {
      await records.readOn(bench);
      expect(await records.beginReading(true)).toMatchObject({ sequence: 0 });
    }
  });

  it('needs no earlier position where the engine was put back: reading begins at the start, and acts are forgotten', async () => {
    await apply(claim('bench-3', 'bench-3.1', 3));
    await records.readOn('bench-2');
    expect(await records.beginReading(false)).toBeNull();
    await records.applySite([], { dataId: 'one', sequence: 2, mark: 'another' }, at);
    expect(await records.sitePosition()).toMatchObject({ sequence: 2, mark: 'another' });
    expect(actsIn(file)).toBe(0);
  });

  it('of two, the earlier one decides where reading begins', async () => {
    leaveBudget(file, 'bench-4', 2);
    await apply(...facts('bench-4', 1, 5));
    for (const bench of ['bench-4', 'bench-2']) await records.readOn(bench);
    expect(await records.beginReading(true)).toMatchObject({ sequence: 1 });
    expect(await paused()).toEqual([]);
  });
});
