import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HoldingAnswer } from '../../../src/main/core/ports/parcel-holding.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openSite, type Site } from '../../../src/main/site/open-site.ts';
import type { SharedEnvironment } from '../../../src/main/site/site-stream.ts';
import type { Fleet } from '../../../src/shared/settings/fleet.ts';
import type { SiteQuestion } from '../../../src/shared/site/holder-protocol.ts';
import { production, SecuredSite } from '../../fakes/secured-site.ts';
import { linked, natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import { addJob, by, codeA, orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';
import { leaveBudget } from './spent-budget.ts';

const folders = temporaryFolders();
const order = orderOf([shipmentOf([parcelOf(codeA)], { trackingCode: 'DO-1' })], { uniqueId: 'ORD-1' });
const none: ReadonlySet<string> = new Set();

class Bench {
  readonly errors: unknown[] = [];
  /** The benches that were paused here, in order. */
  readonly paused: string[] = [];
  readonly file: string;
  readonly records: Records;
  site: Site | null = null;
  floods = 0;
  /** The facts of these tests have fixed times, and the clock is far ahead. */
  keepDays: number | null = null;
  onChange = (): void => {};
  private readonly fleet: Fleet;
  private readonly seed: string | null;
  private readonly environment: SharedEnvironment;

  constructor(file: string, fleet: Fleet, environment = sandbox, seed: string | null = null) {
    this.file = file;
    this.records = openInThread(file, undefined, () => this.site?.wake());
    this.fleet = fleet;
    this.environment = environment;
    this.seed = seed;
  }

  /** Connects, and waits until everything was read. */
  async open(isRead = true): Promise<void> {
    const bench = await this.records.joinSite(this.fleet.bench);
    this.site = await openSite({
      ...{ fleet: this.fleet, bench, environment: this.environment, seed: this.seed, records: this.records },
      keepDays: () => this.keepDays,
      // Four seconds without an answer are one.
      ...{ clock: acceleratedClock(4), longestPauseMs: 100 },
      ...{ eventOf: () => null, onApplied() {} },
      onFlood: () => {
        this.floods += 1;
      },
      onPaused: (name) => this.paused.push(name),
      onChange: () => this.onChange(),
      ...{ version: '1.2.3', printers: [], onClock() {}, onPrinters() {}, onHubAnswer() {} },
      onBug: (error) => this.errors.push(error),
    });
    if (isRead) await expect.poll(() => this.site?.state().isCaughtUp, { timeout: 10_000 }).toBe(true);
  }

  async close(): Promise<void> {
    await this.site?.close();
    this.site = null;
  }

  async parcel(): Promise<number> {
    await expect.poll(async () => (await this.records.findByCode(codeA))?.parcels.length).toBe(1);
    return (await this.records.findByCode(codeA))?.parcels[0]?.id ?? 0;
  }

  may(parcelId: number, purpose: 'print' | 'delete' = 'print', confirmed = none): Promise<HoldingAnswer | undefined> {
    return this.site?.holding.may(parcelId, purpose, confirmed) ?? Promise.resolve(undefined);
  }

  /** The first answer that is not to wait. */
  async answer(
    parcelId: number,
    purpose: 'print' | 'delete' = 'print',
    confirmed = none,
  ): Promise<HoldingAnswer | undefined> {
    let found: HoldingAnswer | undefined;
    await expect
      .poll(
        async () => {
          found = await this.may(parcelId, purpose, confirmed);
          return found?.kind;
        },
        { timeout: 10_000 },
      )
      .not.toBe('wait');
    return found;
  }

  /** The answer once an operator confirmed that question. */
  async confirmed(parcelId: number, question: SiteQuestion['kind']): Promise<HoldingAnswer | undefined> {
    const asked = await this.answer(parcelId);
    expect(asked).toMatchObject({ kind: 'ask', questions: [{ kind: question }] });
    const keys = asked?.kind === 'ask' ? asked.questions.map(({ key }) => key) : [];
    return this.answer(parcelId, 'print', new Set(keys));
  }

  /** Begins a copy, as a printer's worker does; false where the records do not let it. */
  async begin(parcelId: number): Promise<boolean> {
    const label = (await this.records.parcel(parcelId))?.label;
    const bytes = new TextEncoder().encode('^XA^XZ');
    await this.records.saveLabel(label?.id ?? 0, { bytes, sha256: 'sha', format: 'zpl' }, by('download-label'));
    const { job } = await addJob(this.records, parcelId, 1);
    const begun = { state: 'sending', attempt: true } as const;
    const moved = await this.records.movePrintJob(job.id, ['queued'], begun, by('print', 2));
    if (moved) await this.records.movePrintJob(job.id, ['sending'], { state: 'sent' }, by('print', 3));
    return moved !== null;
  }
}

describe('a parcel at two benches of a site', () => {
  let server: Awaited<ReturnType<typeof natsSiteServer>>;
  let benches: Bench[];
  const newBench = async (name: string, change: Partial<Fleet> = {}): Promise<Bench> => {
    const fleet: Fleet = {
      ...{ bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
      ...change,
    };
    const bench = new Bench(join(await folders.make(), 'records.sqlite3'), fleet);
    folders.before(() => bench.records.close());
    benches.push(bench);
    return bench;
  };
  const addBench = async (name: string, change: Partial<Fleet> = {}): Promise<Bench> => {
    const bench = await newBench(name, change);
    await bench.open();
    return bench;
  };
  beforeEach(async () => {
    benches = [];
    server = await natsSiteServer();
  });
  afterEach(async () => {
    for (const bench of benches) await bench.close();
    await server.close();
    for (const { errors } of benches) expect(errors).toEqual([]);
  });

  const two = async (change: Partial<Fleet> = {}): Promise<[Bench, Bench, number, number]> => {
    const [one, other] = [await addBench('bench-1'), await addBench('bench-2', change)];
    const [here = 0] = await storeOrder(one.records, order);
    return [one, other, here, await other.parcel()];
  };

  it('prints at the bench that created it without a question', async () => {
    const [one, , here] = await two();
    expect(await one.may(here)).toEqual({ kind: 'act' });
    expect(await one.begin(here)).toBe(true);
  });

  it('is known at a bench whose clock is years ahead, though by that clock it is older than what is kept', async () => {
    const [one, other] = [await addBench('bench-1'), await newBench('bench-2')];
    other.keepDays = 100 * 365;
    await other.open();
    await storeOrder(one.records, order);
    expect(await other.parcel()).toBeGreaterThan(0);
  });

  it('is released by its bench to another one, which then prints it; the first one asks about that copy', async () => {
    const [one, other, here, there] = await two();
    expect(await other.may(there)).toEqual({ kind: 'wait', bench: 'bench-1' });
    expect(await other.answer(there)).toEqual({ kind: 'act' });
    expect(await one.begin(here)).toBe(false);
    expect(await other.begin(there)).toBe(true);
    expect(await one.answer(here)).toMatchObject({
      ...{ kind: 'ask', questions: [{ kind: 'copies-elsewhere', benches: ['bench-2'] }] },
    });
  });

  it('is asked about where its bench is away, and belongs to the other one after the answer', async () => {
    const [one, other, here, there] = await two();
    await one.begin(here);
    await expect.poll(async () => (await other.records.parcelAtSite(there))?.shared.copies[0]?.state).toBe('sent');
    await one.close();
    const asked = await other.answer(there);
    expect(asked).toMatchObject({ kind: 'ask', questions: [{ benches: ['bench-1'] }, { benches: ['bench-1'] }] });
    const questions = asked?.kind === 'ask' ? asked.questions : [];
    expect(questions.map(({ kind }) => kind)).toEqual(['copies-elsewhere', 'take-over']);
    expect(await other.begin(there)).toBe(false);
    const confirmed = new Set(questions.map(({ key }) => key));
    expect(await other.answer(there, 'print', confirmed)).toEqual({ kind: 'act' });
    expect(await other.begin(there)).toBe(true);
    await one.open();
    expect(await one.begin(here)).toBe(false);
  });

  it('is not deleted twice: the second bench hears that it is done', async () => {
    const [one, other, here, there] = await two();
    expect(await one.may(here, 'delete')).toEqual({ kind: 'act' });
    const deletion = { customCode: codeA, parcelId: here, endsAt: 5_000 };
    const { command } = await one.records.beginDelete(deletion, by('delete'));
    await one.records.moveCommand(command.id, ['counting'], { state: 'waiting' }, by('end-countdown'));
    await one.records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-deletion'));
    const isRequested = async () => (await other.records.parcelAtSite(there))?.shared.requests.length;
    await expect.poll(isRequested).toBe(1);
    for (const purpose of ['delete', 'print'] as const)
      expect(await other.may(there, purpose)).toEqual({ kind: 'wait', bench: 'bench-1' });
    await one.records.completeDelete(command.id, by('deletion-answer'));
    await expect.poll(() => other.may(there, 'delete')).toEqual({ kind: 'refuse', reason: 'done' });
    expect(await other.may(there)).toEqual({ kind: 'refuse', reason: 'deleted' });
  });

  const unreachable = { kind: 'refuse', reason: 'site-unreachable' } as const;
  const asksAlone = { kind: 'ask', questions: [{ kind: 'alone' }] } as const;
  const takeOver = { kind: 'take-over', benches: ['bench-1'] } as const;
  const asksToTakeOver = { kind: 'ask', questions: [takeOver] } as const;
  const asksBoth = { kind: 'ask', questions: [{ kind: 'alone' }, takeOver] } as const;
  const waits = { kind: 'wait', bench: null } as const;
  it.each([
    {
      alone: 'own',
      print: { own: { kind: 'act' }, others: unreachable },
      deletion: { own: asksAlone, others: unreachable, unknown: unreachable },
    },
    {
      alone: 'ask',
      print: { own: { kind: 'act' }, others: asksToTakeOver },
      deletion: { own: asksAlone, others: asksBoth, unknown: asksAlone },
    },
    {
      alone: 'never',
      print: { own: unreachable, others: unreachable },
      deletion: { own: waits, others: waits, unknown: unreachable },
    },
  ] as const)(
    'without the engine, the choice $alone decides what each bench may print and delete',
    async ({ alone, print, deletion }) => {
      const [, other, , there] = await two({ alone });
      const second = orderOf([shipmentOf([parcelOf('NL0000000000000000B2')], { trackingCode: 'DO-2' })], {});
      const [held = 0] = await storeOrder(other.records, second);
      await server.kill();
      await expect.poll(() => other.site?.state().isConnected, { timeout: 10_000 }).toBe(false);
      expect({ own: await other.may(held), others: await other.may(there) }).toMatchObject(print);
      expect({
        own: await other.may(held, 'delete'),
        others: await other.may(there, 'delete'),
        unknown: await other.site?.holding.mayDeleteUnknown('NL-UNKNOWN-1', none),
      }).toMatchObject(deletion);
    },
  );

  it('belongs to the bench that took over all parcels of one that is gone for good, after one question with their number', async () => {
    const [one, other, here, there] = await two();
    const orders = ['NL0000000000000000B2', 'NL0000000000000000B3', 'NL0000000000000000B4'].map((code, index) =>
      orderOf([shipmentOf([parcelOf(code)], { trackingCode: `DO-${index + 2}` })], { uniqueId: `ORD-${index + 2}` }),
    );
    for (const each of orders) await storeOrder(one.records, each);
    const [own = 0] = await storeOrder(other.records, orderOf([shipmentOf([parcelOf('NL0000000000000000B5')])], {}));
    await expect.poll(() => other.site?.takeOvers.count('bench-1')).toBe(4);
    expect(await other.site?.takeOvers.count('bench-10')).toBe(0);
    await one.close();
    expect(await other.site?.takeOvers.run('bench-1')).toEqual({ taken: 4, left: 0 });
    expect(await other.site?.takeOvers.count('bench-1')).toBe(0);
    expect((await other.site?.details())?.takingOver).toBeNull();
    for (const parcel of [there, own]) expect(await other.may(parcel)).toEqual({ kind: 'act' });
    // Back after all, it knows that its parcels are another bench's.
    await one.open();
    expect(await one.begin(here)).toBe(false);
  });

  it('whose acts expired is released, claimed and taken over as one whose acts are there', async () => {
    const [one, other, here, there] = await two();
    expect(await other.answer(there)).toEqual({ kind: 'act' });
    await server.expire();
    expect(await other.may(there)).toEqual({ kind: 'act' });
    expect(await one.answer(here)).toEqual({ kind: 'act' });
    expect(await other.begin(there)).toBe(false);
    await server.expire();
    await one.close();
    expect(await other.confirmed(there, 'take-over')).toEqual({ kind: 'act' });
    await one.open();
    expect([await one.begin(here), await other.begin(there)]).toEqual([false, true]);
  });

  it('that was released before all acts expired asks, belongs to the bench whose operator answered, and asks at the next one', async () => {
    const [one, other, here, there] = await two();
    const third = await addBench('bench-3');
    const last = await third.parcel();
    await other.close();
    // Another bench asked for it, and does not want it any more.
    await one.records.beginRelease((await one.records.parcelAtSite(here))?.gid ?? '', new Date().toISOString());
    await one.close();
    await one.open();
    const released = async () => (await third.records.parcelAtSite(last))?.shared.holding?.isReleased;
    await expect.poll(released).toBe(true);
    await server.expire();
    expect(await third.confirmed(last, 'unknown-holder')).toEqual({ kind: 'act' });
    await other.open();
    expect(await other.confirmed(there, 'unknown-holder')).toEqual({ kind: 'act' });
  });

  describe('a code that no bench knows', () => {
    const code = 'NL-UNKNOWN-1';
    const mayDelete = (bench: Bench, confirmed = none): Promise<HoldingAnswer | undefined> =>
      bench.site?.holding.mayDeleteUnknown(code, confirmed) ?? Promise.resolve(undefined);
    const keysOf = (asked: HoldingAnswer | undefined): ReadonlySet<string> =>
      new Set(asked?.kind === 'ask' ? asked.questions.map(({ key }) => key) : []);

    it('is deleted once by benches that ask at the same time; the others ask', async () => {
      const all = [await addBench('bench-1'), await addBench('bench-2'), await addBench('bench-3')];
      const answers = await Promise.all(all.map((bench) => mayDelete(bench)));
      const first = answers.findIndex((answer) => answer?.kind === 'act');
      const asks = { kind: 'ask', questions: [{ kind: 'deletion-sent', benches: [`bench-${first + 1}`] }] };
      expect(answers).toMatchObject(all.map((_, index) => (index === first ? { kind: 'act' } : asks)));
      // It may be sent again by the one that was first, and the next one is another code.
      expect(await mayDelete(all[first] as Bench)).toEqual({ kind: 'act' });
      const [next] = all.filter((_, index) => index !== first);
      expect(await next?.site?.holding.mayDeleteUnknown('NL-UNKNOWN-2', none)).toEqual({ kind: 'act' });
    });

    it('is deleted again by a bench whose operator confirms it, which the first one then asks about', async () => {
      const [one, other] = [await addBench('bench-1'), await addBench('bench-2')];
      expect(await mayDelete(one)).toEqual({ kind: 'act' });
      const confirmed = keysOf(await mayDelete(other));
      // The service may not find what the first one deleted.
      for (const keys of [confirmed, none])
        expect(await mayDelete(other, keys)).toEqual({ kind: 'act', isRequestedElsewhere: true });
      expect(await mayDelete(one)).toMatchObject({ kind: 'ask', questions: [{ benches: ['bench-2'] }] });
    });

    it('is asked about where the server has lost who deleted it', async () => {
      const [one, other] = [await addBench('bench-1'), await addBench('bench-2')];
      expect(await mayDelete(one)).toEqual({ kind: 'act' });
      await expect.poll(async () => (await mayDelete(other))?.kind).toBe('ask');
      await server.expire();
      expect(await mayDelete(other)).toMatchObject({ kind: 'ask', questions: [{ benches: ['bench-1'] }] });
      expect(await mayDelete(one)).toEqual({ kind: 'act' });
    });

    it('is asked about where the server cannot be reached', async () => {
      const one = await addBench('bench-1');
      await server.kill();
      await expect.poll(() => one.site?.state().isConnected, { timeout: 10_000 }).toBe(false);
      const asked = await mayDelete(one);
      expect(asked).toMatchObject({ kind: 'ask', questions: [{ kind: 'alone' }] });
      expect(await mayDelete(one, keysOf(asked))).toEqual({ kind: 'act' });
    });
  });

  itInLongRun(
    'gets a hundred parcels of another bench without a question, and is not taken for one that floods it',
    async () => {
      const [one, other] = [await addBench('bench-1'), await addBench('bench-2')];
      const codes = Array.from({ length: 100 }, (_, index) => `NL${String(index).padStart(18, '0')}`);
      for (const [index, code] of codes.entries())
        await storeOrder(one.records, orderOf([shipmentOf([parcelOf(code)])], { uniqueId: `ORD-${index}` }));
      const found = async (code: string) => (await other.records.findByCode(code))?.parcels[0]?.id ?? 0;
      await expect.poll(() => found(codes.at(-1) ?? ''), { timeout: 10_000 }).toBeGreaterThan(0);
      const open = new Set(await Promise.all(codes.map(found)));
      const asked: unknown[] = [];
      // As the print queue does: all at once, and again with each change.
      await expect
        .poll(
          async () => {
            for (const parcel of open) {
              const answer = await other.may(parcel);
              if (answer?.kind === 'act') open.delete(parcel);
              else if (answer?.kind !== 'wait' || answer.bench !== 'bench-1') asked.push(answer);
            }
            return open.size;
          },
          { timeout: 15_000 },
        )
        .toBe(0);
      expect(asked).toEqual([]);
      expect([one.floods, other.floods]).toEqual([0, 0]);
      expect((await one.site?.details())?.benches).toMatchObject([
        { name: 'bench-2', wishes: { asked: 100, refused: 0 } },
      ]);
    },
    30_000,
  );

  it('is not taken over where the engine is away', async () => {
    const [, other] = await two();
    await server.kill();
    await expect.poll(() => other.site?.state().isConnected, { timeout: 10_000 }).toBe(false);
    expect(await other.site?.takeOvers.run('bench-1')).toBeNull();
    expect(await other.site?.takeOvers.count('bench-1')).toBe(1);
  });

  it.each([
    ['answer', { kind: 'act' }, 0],
    ['refuse', { kind: 'ask', questions: [{ kind: 'take-over' }] }, 1],
  ] as const)(
    'where wishes are to %s, a bench that asks for it gets that answer, and is counted by its name',
    async (wishes, answer, refused) => {
      const [one, other] = [await addBench('bench-1', { wishes }), await addBench('bench-2')];
      await storeOrder(one.records, order);
      const there = await other.parcel();
      expect(await other.answer(there)).toMatchObject(answer);
      expect(await one.site?.details()).toMatchObject({
        ...{ bench: 'bench-1', alone: 'ask', wishes, unapplied: 0 },
        benches: [
          { name: 'bench-2', version: '1.2.3', lastHeardAt: expect.any(String), wishes: { asked: 1, refused } },
        ],
      });
      expect((await other.site?.details())?.benches).toMatchObject([{ name: 'bench-1', wishes: null }]);
    },
  );

  it('stays where it is while a second station uses the bench’s name: the second says so, and works once the first has ended', async () => {
    const first = await addBench('bench-1');
    const [here = 0] = await storeOrder(first.records, order);
    const other = await addBench('bench-2');
    await other.parcel();
    const changes: string[] = [];
    first.onChange = () => void first.site?.view().then(({ state }) => changes.push(state));

    const second = await newBench('bench-1');
    await storeOrder(second.records, orderOf([shipmentOf([parcelOf('NL0000000000000000B2')])], {}));
    await second.open(false);
    await expect.poll(async () => (await second.site?.view())?.state, { timeout: 5_000 }).toBe('copied');
    // The first one reads and sends meanwhile, and nothing of the second one arrives.
    await storeOrder(other.records, orderOf([shipmentOf([parcelOf('NL0000000000000000B3')])], {}));
    await expect.poll(async () => (await first.records.findByCode('NL0000000000000000B3'))?.parcels.length).toBe(1);
    expect(await first.may(here)).toEqual({ kind: 'act' });
    expect(await first.begin(here)).toBe(true);
    const copy = async () => (await other.records.parcelAtSite(await other.parcel()))?.shared.copies[0]?.state;
    await expect.poll(copy).toBe('sent');
    expect(await other.records.findByCode('NL0000000000000000B2')).toBeNull();
    expect((await second.site?.view())?.state).toBe('copied');
    expect(changes).toEqual([]);

    // After a cut the first one comes first again.
    await server.kill();
    await expect.poll(() => first.site?.state().isConnected, { timeout: 10_000 }).toBe(false);
    await server.start();
    await expect
      .poll(() => first.site?.state(), { timeout: 10_000 })
      .toMatchObject({ isCaughtUp: true, isCopied: false });
    await expect.poll(() => second.site?.state(), { timeout: 10_000 }).toMatchObject({ isConnected: true });
    expect(second.site?.state().isCopied).toBe(true);

    await first.close();
    await expect.poll(() => second.site?.state().isCaughtUp, { timeout: 15_000 }).toBe(true);
  }, 60_000);

  it('of a bench that sent too much asks before it is printed, although that bench would answer; read on, it is asked for again', async () => {
    const [one, other, here, there] = await two();
    await expect.poll(async () => (await other.site?.details())?.benches.length).toBe(1);
    leaveBudget(other.file, 'bench-1', 0);
    await storeOrder(one.records, orderOf([shipmentOf([parcelOf('NL0000000000000000B2')])], { uniqueId: 'ORD-2' }));
    await expect.poll(() => other.paused, { timeout: 10_000 }).toEqual(['bench-1']);
    await expect.poll(() => other.site?.paused().length).toBe(1);
    expect((await other.site?.details())?.benches).toMatchObject([
      { name: 'bench-1', pausedSince: expect.any(String) },
    ]);
    expect(await other.may(there)).toMatchObject({
      ...{ kind: 'ask', questions: [{ kind: 'take-over', benches: ['bench-1'] }] },
    });
    expect(await other.may(there, 'delete')).toMatchObject({ kind: 'ask', questions: [{ kind: 'take-over' }] });
    // The bench itself works on; what it did meanwhile is known here once it is read on.
    expect(await one.begin(here)).toBe(true);
    expect(await other.site?.readOn('bench-2')).toBe(false);
    expect(await other.site?.readOn('bench-1')).toBe(true);
    await expect.poll(async () => (await other.records.parcelAtSite(there))?.shared.copies.length).toBe(1);
    await expect.poll(() => other.site?.state().isCaughtUp).toBe(true);
    expect(other.site?.paused()).toEqual([]);
    expect((await other.site?.details())?.benches).toMatchObject([{ name: 'bench-1', pausedSince: null }]);
    expect(await other.answer(there)).toMatchObject({ kind: 'ask', questions: [{ kind: 'copies-elsewhere' }] });
  });

  it('that a paused bench takes over, after its operator’s answer, is no longer printed here', async () => {
    const [one, other, here, there] = await two();
    leaveBudget(one.file, 'bench-2', 0);
    await storeOrder(other.records, orderOf([shipmentOf([parcelOf('NL0000000000000000B2')])], { uniqueId: 'ORD-2' }));
    await expect.poll(() => one.paused, { timeout: 10_000 }).toEqual(['bench-2']);
    // Its wish is not heard.
    const asked = await other.answer(there);
    expect(asked).toMatchObject({ kind: 'ask', questions: [{ kind: 'take-over' }] });
    const confirmed = new Set(asked?.kind === 'ask' ? asked.questions.map(({ key }) => key) : []);
    expect(await other.answer(there, 'print', confirmed)).toEqual({ kind: 'act' });
    await expect.poll(() => one.may(here)).toMatchObject({ kind: 'ask', questions: [{ benches: ['bench-2'] }] });
    expect(await one.begin(here)).toBe(false);
  });

  it('taken over by both benches at once belongs to one of them', async () => {
    const [one, other, here, there] = await two();
    const third = await addBench('bench-3');
    const last = await third.parcel();
    expect(await other.answer(there)).toEqual({ kind: 'act' });
    const answers = await Promise.all([one.answer(here), third.answer(last)]);
    expect(answers).toEqual([{ kind: 'act' }, { kind: 'act' }]);
    const begun = [await one.begin(here), await other.begin(there), await third.begin(last)];
    expect(begun.filter(Boolean)).toHaveLength(1);
  });
});

describe('a site with keys', () => {
  const site = async (...names: string[]) => {
    const secured = new SecuredSite();
    folders.before(() => secured.close());
    secured.keys('add', 'hub', '--hub');
    for (const name of [...names, 'bench-9']) secured.keys('add', name);
    await secured.start();
    await linked(await secured.connect(secured.access('hub')));
    const open = async (name: string): Promise<Bench> => {
      const { servers, caFile = '', seed = '' } = secured.access(name);
      const fleet: Fleet = {
        bench: name,
        role: 'bench',
        servers: [...servers],
        caFile,
        environments: ['production'],
        alone: 'ask',
      };
      const bench = new Bench(join(await folders.make(), 'records.sqlite3'), fleet, production, seed);
      folders.before(async () => {
        await bench.close();
        await bench.records.close();
        expect(bench.errors).toEqual([]);
      });
      await bench.open();
      return bench;
    };
    const [one, other] = [await open('bench-1'), await open('bench-2')];
    const [here = 0] = await storeOrder(one.records, order);
    const there = await other.parcel();
    const gid = (await one.records.parcelAtSite(here))?.gid ?? '';
    const hostile = await secured.connect(secured.access('bench-9'));
    /** What a bench with a key may write: anything, to the subject of any parcel. */
    const write = async (data: Uint8Array): Promise<void> => {
      const last = await hostile.lastOf({ parcel: gid });
      const after = last === 'away' || last === null ? 0 : last.sequence;
      expect(await hostile.append({ parcel: gid }, data, after)).toMatchObject({ kind: 'stored' });
    };
    return { one, other, here, there, gid, hostile, write };
  };

  it('believes the acts of each bench that its key signed', async () => {
    const { one, other, here, there } = await site('bench-1', 'bench-2');
    expect(await other.answer(there)).toEqual({ kind: 'act' });
    expect(await one.begin(here)).toBe(false);
    expect((await one.records.benchKeys()).map(([bench]) => bench)).toEqual(['bench-1', 'bench-2']);
  });

  it('gives a parcel to whoever asks, whatever a hostile bench writes to its subject before and after', async () => {
    const { one, other, here, there, hostile, gid, write } = await site('bench-1', 'bench-2');
    await write(Buffer.from('junk'));
    expect(await one.may(here)).toEqual({ kind: 'act' });
    expect(await other.answer(there)).toEqual({ kind: 'act' });
    expect(await one.begin(here)).toBe(false);
    // What was signed for another place is no act either.
    const release = await hostile.at((await other.records.parcelAtSite(there))?.lastAct?.sequence ?? 0);
    await write(release === 'away' || release === null ? new Uint8Array() : release.data);
    await write(Buffer.from('junk'));
    expect(await other.may(there)).toEqual({ kind: 'act' });
    expect(await one.answer(here)).toEqual({ kind: 'act' });
    expect(await other.begin(there)).toBe(false);
    const holding = async () => (await other.records.parcelAtSite(there))?.shared.holding;
    await expect.poll(holding).toMatchObject({ bench: 'bench-1', term: 3 });
    // Behind a release it makes an operator decide, and blocks nothing.
    await other.close();
    await one.records.beginRelease(gid, new Date().toISOString());
    await one.close();
    await one.open();
    await expect.poll(async () => (await one.records.parcelAtSite(here))?.shared.holding?.isReleased).toBe(true);
    await write(Buffer.from('junk'));
    await other.open();
    expect(await other.confirmed(there, 'unknown-holder')).toEqual({ kind: 'act' });
  }, 30_000);
});
