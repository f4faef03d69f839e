import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import type {
  AppliedFacts,
  OutgoingFact,
  SiteArrival,
  SitePosition,
  SiteRecords,
} from '../../../src/main/core/ports/site-records.ts';
import { type ReadingProgress, type SiteSync, startSiteSync } from '../../../src/main/site/site-sync.ts';
import { type BenchId, type ParcelAtSite, unknownAtSite, withFact } from '../../../src/shared/site/parcel-at-site.ts';
import { parcelFactOf, parcelFactToSend, type SiteFact, speaksForItself } from '../../../src/shared/site/site-facts.ts';
import { linked, memorySiteServer, natsSiteServer, type SiteServer } from '../../fakes/site-server.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import { nothingApplied } from '../storage/shared-records.ts';

const at = '2026-11-23T10:00:00.000Z';

const takenAct = { holding: { term: 2, bench: 'bench-1', isReleased: false }, copies: [], requests: [] };

type SyncedRecords = Pick<
  SiteRecords,
  'ownSiteIds' | 'outgoingFacts' | 'hasSent' | 'sitePosition' | 'applySite' | 'applySiteRest'
>;

/** The records of one bench, in memory: what is applied, how often, and the facts of kinds that this version does not know. */
/** Why records refuse a write. */
const fullDisk = new Error('The disk is full.');

class Bench implements SyncedRecords {
  readonly facts: OutgoingFact[] = [];
  readonly parcels = new Map<string, ParcelAtSite>();
  readonly unknown: string[] = [];
  readonly vector = new Map<BenchId, number>();
  readonly messages: SiteArrival[] = [];
  applied = 0;
  /** Transactions that applied something, and what the next one waits for. */
  transactions = 0;
  mayApply: Promise<void> = Promise.resolve();
  sync: SiteSync | null = null;
  private reached: SitePosition | null = null;

  readonly id: BenchId;

  constructor(id: BenchId) {
    this.id = id;
  }

  add(write: (n: number) => SiteFact): void {
    const n = this.facts.length + 1;
    const fact = write(n);
    const data = Buffer.from(JSON.stringify(fact));
    this.facts.push({ n, data });
    this.store(this.id, fact);
    this.sync?.wake();
  }

  addCopy(gid: string): void {
    const copy = { id: `${this.id}.c${this.facts.length}`, bench: this.id, state: 'printed' as const };
    this.add((n) => parcelFactToSend(n, at, gid, { kind: 'copy', copy }));
  }

  ownSiteIds = async () => [this.id];
  outgoingFacts = async (_bench: BenchId, behind: number, count: number) => this.facts.slice(behind, behind + count);
  hasSent = async (_bench: BenchId, n: number, line: string) => this.facts[n - 1]?.data.toString() === line;
  sitePosition = async () => this.reached;

  async applySite(arrivals: Parameters<SiteRecords['applySite']>[0], position: SitePosition): Promise<AppliedFacts> {
    if (arrivals.length > 0) this.transactions += 1;
    await this.mayApply;
    for (const arrival of arrivals)
      if (arrival.kind === 'fact') this.store(arrival.by, arrival.fact);
      else this.messages.push(arrival);
    this.reached = position;
    return { ...nothingApplied, taken: arrivals.length };
  }

  applySiteRest = () => Promise.reject(new Error('These records take all that they are given.'));

  digest(): string {
    const parcels = [...this.parcels].sort(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify([parcels, [...this.vector].sort(), this.unknown.toSorted()]);
  }

  private store(by: BenchId, fact: SiteFact): void {
    if (fact.n !== (this.vector.get(by) ?? 0) + 1) return;
    this.vector.set(by, fact.n);
    this.applied += 1;
    const change = parcelFactOf(fact);
    if (!change || fact.gid === null || !speaksForItself(change, by)) this.unknown.push(`${by} ${fact.kind}`);
    else this.parcels.set(fact.gid, withFact(this.parcels.get(fact.gid) ?? unknownAtSite, change));
  }
}

describe.each([
  ['in memory', async () => memorySiteServer()],
  ['nats-server', natsSiteServer],
])('facts of a site: %s', (_, open) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const start = async (): Promise<SiteServer> => {
    const server = await open();
    closing.push(() => server.close());
    return server;
  };

  const connectOnly = async (server: SiteServer, bench: BenchId): Promise<SiteEngine> => {
    const engine = server.connect(bench);
    closing.push(() => engine.close());
    await linked(engine);
    return engine;
  };

  const join = (
    server: SiteServer,
    bench: Bench,
    {
      clock = systemClock,
      changed = (engine: SiteEngine) => engine,
      onProgress = () => {},
      refused = [] as unknown[],
    } = {},
  ): SiteEngine => {
    const engine = changed(server.connect(bench.id));
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void (error === fullDisk ? refused : errors).push(error);
    const ignore = (): void => {};
    const sync = startSiteSync({
      ...{ clock, onProgress, engine },
      records: bench,
      eventOf: () => null,
      readAct: ({ data }) => (Buffer.from(data).toString() === 'act' ? takenAct : null),
      ...{ isPaused: () => false, beginReading: async () => null },
      onFact: ignore,
      onApplied: ignore,
      onChange: ignore,
      onError,
    });
    bench.sync = sync;
    closing.push(async () => {
      await sync.close();
      await engine.close();
      expect(errors).toEqual([]);
    });
    return engine;
  };

  const expectEqual = async (benches: readonly Bench[], facts: number): Promise<void> => {
    await expect
      .poll(() => benches.map(({ applied }) => applied), { timeout: 15_000 })
      .toEqual(benches.map(() => facts));
    expect(new Set(benches.map((bench) => bench.digest())).size).toBe(1);
  };

  it('four benches agree, through an engine that is killed, loses all its data, and does not answer', async () => {
    const server = await start();
    const benches = [1, 2, 3, 4].map((number) => new Bench(`bench-${number}`));
    const engines = benches.map((bench) => join(server, bench));
    const work = (count: number): void => {
      for (let index = 0; index < count; index += 1) for (const bench of benches) bench.addCopy(`bench-1.${index % 7}`);
    };
    work(50);
    await expectEqual(benches, 200);
    await server.kill();
    work(10);
    await server.start();
    await expectEqual(benches, 240);
    await server.loseData();
    work(10);
    await expectEqual(benches, 280);
    server.freeze(true);
    work(10);
    // It may be stored once the server goes on: what is no fact is passed over.
    const unanswered = await engines[0]?.append({ by: 'bench-9' }, Buffer.from('no fact'), 0);
    expect(['unknown', 'away']).toContain(unanswered?.kind);
    server.freeze(false);
    await expectEqual(benches, 320);
    const late = new Bench('bench-5');
    join(server, late);
    await expectEqual([...benches, late], 320);
    expect(late.sync?.state()).toEqual({ isConnected: true, isCaughtUp: true, isCopied: false, blocked: null });
  });

  it('what is still to be read is counted while it is read, and no longer afterwards', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    const engine = join(server, one);
    for (let count = 1; count <= 4; count += 1) {
      for (let fact = 0; fact < 200; fact += 1) one.addCopy('bench-1.1');
      await expect.poll(() => one.sync?.acknowledged().get('bench-1'), { timeout: 10_000 }).toBe(count * 200);
    }
    const data = await engine.data();
    const seen: (ReadingProgress | null)[] = [];
    join(server, other, { onProgress: () => void seen.push(other.sync?.progress() ?? null) });
    await expectEqual([other], 800);
    await expect.poll(() => other.sync?.progress()).toBeNull();
    expect(seen.length).toBeGreaterThan(0);
    for (const progress of seen) {
      expect(progress?.total).toBe(data === 'away' ? 0 : data.last);
      expect(progress?.read).toBeLessThan(progress?.total ?? 0);
    }
  });

  itInLongRun(
    'an engine that is connected and answers nothing for ten seconds blocks, and no longer once it stores',
    async () => {
      const server = await start();
      const bench = new Bench('bench-1');
      const clock = adjustableClock();
      let [isAnswering, tried] = [false, 0];
      const changed = (engine: SiteEngine): SiteEngine => ({
        ...engine,
        async append(...message) {
          tried += 1;
          return isAnswering ? engine.append(...message) : { kind: 'unknown' };
        },
      });
      bench.addCopy('bench-1.1');
      const began = clock.now();
      join(server, bench, { clock, changed });
      await expect.poll(() => tried).toBeGreaterThan(1);
      expect(bench.sync?.state().blocked).toBeNull();
      clock.advance(10_000);
      await expect.poll(() => bench.sync?.state().blocked?.by).toBe('no-answer');
      expect((bench.sync?.state().blocked?.since ?? 0) - began).toBeLessThan(10_000);
      isAnswering = true;
      await expect.poll(() => bench.sync?.acknowledged().get('bench-1'), { timeout: 5_000 }).toBe(1);
      expect(bench.sync?.state().blocked).toBeNull();
    },
  );

  it('benches read again from the start where the data was put back, and other facts are where theirs had been', async () => {
    const server = await start();
    const [one, other, third] = ['bench-1', 'bench-2', 'bench-3'].map((id) => new Bench(id)) as [Bench, Bench, Bench];
    for (let count = 0; count < 10; count += 1) one.addCopy(`bench-1.${count}`);
    const engines = [join(server, one), join(server, other)];
    await expectEqual([one, other], 10);
    await server.copyData();
    one.addCopy('bench-1.1');
    await expectEqual([one, other], 11);
    for (const [index, bench] of [one, other].entries()) {
      await bench.sync?.close();
      await engines[index]?.close();
    }
    await server.putDataBack();
    for (let count = 0; count < 3; count += 1) third.addCopy('bench-1.2');
    const engine = join(server, third);
    await expect.poll(() => third.sync?.acknowledged().get('bench-3')).toBe(3);
    // The position of the second bench, with another message there.
    expect(await engine.data()).toMatchObject({ last: 2 });
    join(server, other);
    join(server, one);
    await expectEqual([one, other, third], 14);
  });

  it('what arrives while facts are stored is stored with one commit after them', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    const engine = join(server, one);
    join(server, other);
    await expect.poll(() => other.sync?.state().isCaughtUp).toBe(true);
    let begin = (): void => {};
    other.mayApply = new Promise((resolve) => {
      begin = resolve;
    });
    one.addCopy('bench-1.1');
    await expect.poll(() => other.transactions).toBe(1);
    for (let count = 0; count < 40; count += 1) one.addCopy('bench-1.1');
    await expect.poll(async () => (await engine.data()) !== 'away' && one.sync?.acknowledged().get('bench-1')).toBe(41);
    // Read behind everything, so that the other bench has been sent it too.
    const late = new Bench('bench-3');
    join(server, late);
    await expectEqual([late], 41);
    begin();
    await expectEqual([other], 41);
    expect(other.transactions).toBeLessThan(6);
  });

  it('a bench whose records refuse what it reads has not caught up until they take it', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    const refused: unknown[] = [];
    join(server, one);
    join(server, other, { refused });
    await expect.poll(() => other.sync?.state().isCaughtUp).toBe(true);
    let refuse = (): void => {};
    other.mayApply = new Promise((_, reject) => {
      refuse = () => reject(fullDisk);
    });
    one.addCopy('bench-1.1');
    await expect.poll(() => other.transactions).toBe(1);
    refuse();
    await expect.poll(() => refused.length, { timeout: 5_000 }).toBeGreaterThan(1);
    expect(other.sync?.state()).toMatchObject({ isConnected: true, isCaughtUp: false });
    other.mayApply = Promise.resolve();
    await expect.poll(() => other.sync?.state().isCaughtUp, { timeout: 5_000 }).toBe(true);
    await expectEqual([one, other], 1);
  });

  it('facts that the records do not give at first are sent once they do, without another one', async () => {
    const server = await start();
    const bench = new Bench('bench-1');
    const refused: unknown[] = [];
    join(server, bench, { refused });
    await expect.poll(() => bench.sync?.state().isCaughtUp).toBe(true);
    const { outgoingFacts } = bench;
    bench.outgoingFacts = () => Promise.reject(fullDisk);
    bench.addCopy('bench-1.1');
    await expect.poll(() => refused).toEqual([fullDisk]);
    bench.outgoingFacts = outgoingFacts;
    await expect.poll(() => bench.sync?.acknowledged().get('bench-1'), { timeout: 5_000 }).toBe(1);
  });

  it('a reading that has ended costs nothing any more: the end of the connection stops the present one alone', async () => {
    const server = await start();
    const bench = new Bench('bench-1');
    const stops: number[] = [];
    const changed = (engine: SiteEngine): SiteEngine => ({
      ...engine,
      read(...from) {
        const reading = engine.read(...from);
        const index = stops.push(0) - 1;
        const stop = (): void => {
          stops[index] = (stops[index] ?? 0) + 1;
          reading.stop();
        };
        return { ...reading, stop };
      },
    });
    join(server, bench, { changed });
    await expect.poll(() => bench.sync?.state().isCaughtUp).toBe(true);
    for (const count of [2, 3]) {
      bench.sync?.readAgain();
      await expect.poll(() => stops.length, { timeout: 5_000 }).toBe(count);
    }
    await server.kill();
    await expect.poll(() => bench.sync?.state().isConnected).toBe(false);
    expect(stops).toEqual([1, 1, 1]);
  });

  it('facts that wait are sent many to a message, once, also where they fill it', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    for (let count = 0; count < 400; count += 1) one.addCopy(`bench-1.${count % 7}`);
    const engine = join(server, one);
    await expect.poll(() => one.sync?.acknowledged().get('bench-1')).toBe(400);
    // 200 are read from the records at once.
    expect(await engine.data()).toMatchObject({ last: 2 });
    await server.kill();
    const grams = 'one'.repeat(10_000);
    for (let count = 0; count < 6; count += 1)
      one.add((n) => ({ v: 1, n, at, kind: 'weighed', gid: 'bench-1.1', body: { grams } }));
    await server.start();
    join(server, other);
    await expectEqual([one, other], 406);
    // Two of 30,000 bytes in each.
    expect(await engine.data()).toMatchObject({ last: 5 });
  });

  it('what is no fact among the facts of a message holds up none of them', async () => {
    const server = await start();
    const other = new Bench('bench-2');
    const engine = await connectOnly(server, 'bench-1');
    const lines = [1, 2].map((n) => JSON.stringify({ v: 1, n, at, kind: 'weighed', gid: 'bench-1.1', body: {} }));
    await engine.append({ by: 'bench-1' }, Buffer.from(`${lines[0]}\n{"n":2}\n\n${lines[1]}`), 0);
    join(server, other);
    await expect.poll(() => other.unknown).toEqual(['bench-1 weighed', 'bench-1 weighed']);
  });

  it('a fact of an unknown kind is kept, and one about another bench’s copy is not applied', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    one.add((n) => ({ v: 1, n, at, kind: 'weighed', gid: 'bench-1.1', body: { grams: 20 } }));
    const forged = { id: 'bench-2.c1', bench: 'bench-2', state: 'printed' as const };
    one.add((n) => parcelFactToSend(n, at, 'bench-1.1', { kind: 'copy', copy: forged }));
    join(server, one);
    join(server, other);
    await expectEqual([one, other], 2);
    expect(other.unknown).toEqual(['bench-1 weighed', 'bench-1 copy']);
    expect(other.parcels.size).toBe(0);
  });

  it('facts are sent behind a message that is none, and the bench is not taken for a copy', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    const engine = await connectOnly(server, 'bench-9');
    await engine.append({ by: 'bench-1' }, Buffer.from('{"type":"no fact"}'), 0);
    one.addCopy('bench-1.1');
    join(server, one);
    join(server, other);
    await expectEqual([one, other], 1);
    expect(one.sync?.state().isCopied).toBe(false);
  });

  it('facts under what no bench can have as an id are passed over, and those behind them are read', async () => {
    const server = await start();
    const [one, other] = [new Bench('bench-1'), new Bench('bench-2')];
    const engine = await connectOnly(server, 'bench-9');
    const fact = Buffer.from(JSON.stringify({ v: 1, n: 1, at, kind: 'weighed', gid: 'bench-1.1', body: {} }));
    for (const by of ['bench-9~INVENTED', `bench-9~${'a'.repeat(21)}`, 'bench-9~a-b', 'BENCH-9'])
      expect(await engine.append({ by }, fact, 0)).toMatchObject({ kind: 'stored' });
    one.addCopy('bench-1.1');
    join(server, one);
    join(server, other);
    await expect.poll(() => other.vector, { timeout: 5_000 }).toEqual(new Map([['bench-1', 1]]));
  });

  it('acts, and what is none, are given with the id of their parcel; what no parcel can have as an id is passed over', async () => {
    const server = await start();
    const other = new Bench('bench-2');
    const engine = await connectOnly(server, 'bench-1');
    for (const parcel of ['NO.PARCEL', 'a'.repeat(81), 'bench-1.7'])
      await engine.append({ parcel }, Buffer.from('act'), 0);
    await engine.append({ parcel: 'bench-1.7' }, Buffer.from('no act'), 3);
    join(server, other);
    await expect
      .poll(() => other.messages)
      .toMatchObject([
        { kind: 'act', gid: 'bench-1.7', sequence: 3, act: takenAct },
        { kind: 'no-act', gid: 'bench-1.7', sequence: 4 },
      ]);
  });

  it.each([
    ['that its file does not have', 0],
    ['that differ from its own', 1],
  ])('a copied data folder is found by facts %s', async (_, count) => {
    const server = await start();
    const [original, copy] = [new Bench('bench-1'), new Bench('bench-1')];
    original.addCopy('bench-1.1');
    for (let index = 0; index < count; index += 1) copy.addCopy('bench-1.2');
    join(server, original);
    await expect.poll(() => original.sync?.state().isCaughtUp).toBe(true);
    const other = new Bench('bench-2');
    join(server, other);
    await expectEqual([other], 1);
    join(server, copy);
    await expect.poll(() => copy.sync?.state().isCopied).toBe(true);
    expect(original.sync?.state().isCopied).toBe(false);
  });
});
