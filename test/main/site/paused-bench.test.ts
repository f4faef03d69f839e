import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { openPausedBenches, type PausedBenches } from '../../../src/main/site/paused-benches.ts';
import { type SiteSync, startSiteSync } from '../../../src/main/site/site-sync.ts';
import { memorySiteServer, natsSiteServer, type SiteServer } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { inThisRun } from '../../helpers/test-length.ts';
import { orderOf, parcelOf, shipmentOf, storeOrder } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { digestOf } from '../storage/shared-digest.ts';
import { leaveBudget, rowsIn } from './spent-budget.ts';

const opened = closedAfterEach();

/** A bench with real records that sends and reads facts. */
class Bench {
  readonly name: string;
  readonly file: string;
  readonly pausedNow: string[] = [];
  private readonly server: SiteServer;
  private readonly errors: unknown[] = [];
  private records: Records | null = null;
  private engine: SiteEngine | null = null;
  private sync: SiteSync | null = null;
  private paused: PausedBenches | null = null;
  private orders = 0;

  constructor(name: string, file: string, server: SiteServer) {
    this.name = name;
    this.file = file;
    this.server = server;
  }

  async open(): Promise<void> {
    const records = openInThread(this.file, undefined, () => this.sync?.wake());
    await records.joinSite(this.name);
    const engine = this.server.connect(this.name);
    const paused = await openPausedBenches(records, () => {});
    [this.records, this.engine, this.paused] = [records, engine, paused];
    this.sync = startSiteSync({
      ...{ engine, records, clock: systemClock, isPaused: paused.isPaused, beginReading: paused.beginReading },
      ...{ eventOf: () => null, readAct: () => null, onFact() {}, onChange() {} },
      onApplied: (applied) => {
        this.pausedNow.push(...applied.paused);
        if (applied.paused.length > 0) void paused.refresh();
      },
      onError: (error) => this.errors.push(error),
    });
  }

  async close(): Promise<void> {
    await this.sync?.close();
    await this.engine?.close();
    await this.records?.close();
    this.records = null;
    expect(this.errors).toEqual([]);
  }

  async order(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.orders += 1;
      const key = `${this.name.replace('bench-', 'B')}N${String(this.orders).padStart(17, '0')}`;
      const shipment = shipmentOf([parcelOf(key)], { trackingCode: `DO-${key}` });
      if (this.records) await storeOrder(this.records, orderOf([shipment], { uniqueId: `ORD-${key}` }));
    }
  }

  rows = () => rowsIn(this.file);
  orderCount = (): number => this.rows().orders ?? 0;
  pausedNames = async () => (await this.records?.pausedBenches())?.map(({ bench }) => bench);
  digest = async () => this.records && digestOf(this.records, this.file);
  isCaughtUp = (): boolean => this.sync?.state().isCaughtUp ?? false;
  isPassedOver = (bench: string): boolean => this.paused?.isPaused(bench) ?? false;

  async readOn(bench: string): Promise<void> {
    expect(await this.records?.readOn(bench)).toBe(true);
    this.sync?.readAgain();
  }
}

/** The engine in memory, and a real one. */
const servers: [string, () => Promise<SiteServer>][] = [
  ['in memory', () => Promise.resolve(memorySiteServer())],
  ['nats-server', natsSiteServer],
];

describe.each(inThisRun(servers))('a bench that floods its site: %s', (_, open) => {
  const start = async () => {
    const server = opened.keep(await open());
    const bench = async (name: string): Promise<Bench> => {
      const added = new Bench(name, join(await opened.folder(), 'records.sqlite3'), server);
      await added.open();
      return opened.keep(added);
    };
    // The third one has all of the budget left: it knows everything.
    const [reader, flooding, other] = [await bench('bench-1'), await bench('bench-2'), await bench('bench-3')];
    for (const one of [flooding, other]) await one.order(3);
    await expect.poll(reader.orderCount, { timeout: 20_000 }).toBe(6);
    leaveBudget(reader.file, 'bench-2', 40);
    return { server, reader, flooding, other };
  };
  const until = async (read: () => unknown, value: unknown): Promise<void> =>
    void (await expect.poll(read, { timeout: 20_000 }).toEqual(value));

  it('is paused; the facts of others arrive, and the records grow no more than by its budget', async () => {
    const { reader, flooding, other } = await start();
    await flooding.order(120);
    await until(() => reader.pausedNow, ['bench-2']);
    const then = reader.rows();
    expect(then.site_parcels).toBeLessThanOrEqual(6 + 40);
    await other.order(5);
    await until(reader.orderCount, (then.orders ?? 0) + 5);
    const grown = reader.rows();
    await flooding.order(80);
    await other.order(1);
    await until(reader.orderCount, (then.orders ?? 0) + 6);
    const oneMore = Object.entries(grown).map(([table, count]) => [
      table,
      ['orders', 'parcels', 'site_parcels', 'site_orders', 'site_order_requests'].includes(table) ? count + 1 : count,
    ]);
    expect(reader.rows()).toEqual(Object.fromEntries(oneMore));
    expect(reader.isPassedOver('bench-2')).toBe(true);
    expect(reader.pausedNow).toEqual(['bench-2']);
  });

  it('is paused after a restart too, and read on by an operator: then all benches know the same', async () => {
    const { reader, flooding, other } = await start();
    await flooding.order(120);
    await until(reader.pausedNames, ['bench-2']);
    await reader.close();
    await flooding.order(10);
    await other.order(3);
    const orders = reader.orderCount();
    await reader.open();
    await until(reader.orderCount, orders + 3);
    expect(await reader.pausedNames()).toEqual(['bench-2']);
    expect(reader.isPassedOver('bench-2~2')).toBe(true);
    await reader.readOn('bench-2');
    await until(reader.orderCount, 3 + 3 + 120 + 10 + 3);
    await until(other.orderCount, 3 + 3 + 120 + 10 + 3);
    await until(reader.isCaughtUp, true);
    expect(await reader.pausedNames()).toEqual([]);
    expect(await reader.digest()).toEqual(await other.digest());
    expect(await reader.digest()).toEqual(await flooding.digest());
  });

  it('is read with the next connection where an operator says so while the engine is away', async () => {
    const { server, reader, flooding } = await start();
    await flooding.order(120);
    await until(reader.pausedNames, ['bench-2']);
    await server.kill();
    await until(reader.isCaughtUp, false);
    await reader.readOn('bench-2');
    await server.start();
    await until(reader.orderCount, 3 + 3 + 120);
    expect(await reader.pausedNames()).toEqual([]);
  });

  it('is read on whole where the engine lost its data meanwhile, and the bench sent all again', async () => {
    const { server, reader, flooding, other } = await start();
    await flooding.order(120);
    await until(reader.pausedNames, ['bench-2']);
    await server.loseData();
    for (const bench of [flooding, other]) await bench.order(1);
    await until(other.orderCount, 3 + 3 + 120 + 2);
    expect(await reader.pausedNames()).toEqual(['bench-2']);
    await reader.readOn('bench-2');
    await until(reader.orderCount, 3 + 3 + 120 + 2);
    await until(reader.isCaughtUp, true);
    expect(await reader.digest()).toEqual(await other.digest());
  });
});
