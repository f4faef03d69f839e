import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { openSite, type Site } from '../../../src/main/site/open-site.ts';
import type { ClockFinding } from '../../../src/shared/site/heartbeat.ts';
import { SecuredSite } from '../../fakes/secured-site.ts';
import { fillStorage, linked, type NatsSiteServer, natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { codeA, codeB, storeOrder } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { openSiteParts, orderWith } from './open-site-parts.ts';

const opened = closedAfterEach();
const errors: unknown[] = [];
afterEach(() => expect(errors.splice(0)).toEqual([]));

interface Bench {
  readonly records: Records;
  readonly site: Site;
  /** What was said of clocks. */
  readonly clocks: ClockFinding[];
  /** How far its clock is ahead, milliseconds. */
  aheadMs: number;
}

async function openBench(server: NatsSiteServer, name: string): Promise<Bench> {
  let site: Site | null = null;
  const records = openInThread(join(await opened.folder(), 'records.sqlite3'), undefined, () => site?.wake());
  opened.keep(records);
  const clocks: ClockFinding[] = [];
  const clock = { ...systemClock, now: () => Date.now() + bench.aheadMs };
  const bench: { -readonly [Key in keyof Bench]: Bench[Key] } = { records, clocks, aheadMs: 0 } as unknown as Bench;
  site = await openSite({
    ...openSiteParts,
    fleet: { bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
    ...{ bench: await records.joinSite(name), environment: sandbox, seed: null, records, clock },
    onClock: (one) => void clocks.push(one),
    onBug: (error) => errors.push(error),
  });
  bench.site = opened.keep(site);
  await shows(bench, { state: 'connected', unsent: 0 });
  return bench;
}

const shows = ({ site }: Pick<Bench, 'site'>, view: object) =>
  expect.poll(() => site.view(), { timeout: 10_000 }).toMatchObject(view);

/** The number of a parcel in the records, once it is there. */
async function parcelAt({ records }: Bench, code: string): Promise<number> {
  await expect.poll(async () => (await records.findByCode(code))?.parcels.length, { timeout: 10_000 }).toBe(1);
  return (await records.findByCode(code))?.parcels[0]?.id ?? 0;
}

describe('a site whose server stores nothing', () => {
  it('says that the server is full and what is not sent since when, works as without it, and sends all of it later', async () => {
    const server = opened.keep(await natsSiteServer('300KB'));
    const [one, other] = [await openBench(server, 'bench-1'), await openBench(server, 'bench-2')];
    await storeOrder(one.records, orderWith(codeA));
    const there = await parcelAt(other, codeA);
    await fillStorage(server);
    const before = Date.now();
    const [here = 0] = await storeOrder(one.records, orderWith(codeB));
    await shows(one, { state: 'blocked', blockedBy: 'full' });
    const { since, unsent } = await one.site.view();
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
    expect(unsent).toBeGreaterThan(0);
    expect(await one.site.holding.may(here, 'print', new Set())).toEqual({ kind: 'act' });
    // It has nothing to send, so it learns of the full server by its own act.
    expect(await other.site.holding.may(there, 'print', new Set())).toMatchObject({ kind: 'wait' });
    await shows(other, { state: 'blocked', blockedBy: 'full' });
    expect(await other.site.holding.may(there, 'print', new Set())).toMatchObject({ kind: 'ask' });
    await server.setStorage();
    await shows(one, { state: 'connected', unsent: 0 });
    await parcelAt(other, codeB);
    await shows(other, { state: 'connected', unsent: 0 });
  }, 30_000);

  it('says nothing of a clock whose heartbeat waited, once the server stores again', async () => {
    const server = opened.keep(await natsSiteServer('300KB'));
    const [one, other] = [await openBench(server, 'bench-1'), await openBench(server, 'bench-2')];
    const offset = async () => (await other.records.siteBenches()).find(({ name }) => name === 'bench-1');
    await expect.poll(async () => (await offset())?.clockOffsetSeconds).toBe(0);
    await fillStorage(server);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await one.records.publishHeartbeat({ version: '1.2.3', isHub: false, printers: [] }, anHourAgo);
    await shows(one, { state: 'blocked', unsent: 1 });
    // The next one is due, and long enough after the one before.
    one.aheadMs = 6_000;
    const connection = { kind: 'tcp' as const, host: '10.0.0.9', port: 9_100 };
    one.site.printers.report([{ name: 'Zebra A', connection, default: true }]);
    await shows(one, { unsent: 1 });
    await server.setStorage();
    await expect.poll(async () => (await offset())?.printers.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(Math.abs((await offset())?.clockOffsetSeconds ?? 3_600)).toBeLessThan(60);
    expect([one.clocks, other.clocks]).toEqual([[], []]);
  }, 30_000);
});

describe('the answer of a server to a message that it does not store', () => {
  it('is that its storage is full; a message behind another one than the last stays refused', async () => {
    const server = opened.keep(await natsSiteServer('100KB'));
    const engine = opened.keep(server.connect('bench-1'));
    await linked(engine);
    await fillStorage(server);
    expect(await engine.append({ by: 'bench-1' }, Buffer.from('1'), 0)).toEqual({ kind: 'blocked', reason: 'full' });
    expect(await engine.append({ by: 'filler' }, Buffer.from('1'), 0)).toEqual({ kind: 'refused' });
    await server.setStorage('1MB');
    await linked(engine, false);
    await linked(engine);
    expect(await engine.append({ by: 'bench-1' }, Buffer.from('1'), 0)).toMatchObject({ kind: 'stored' });
  });

  it('is that the bench may not write there', async () => {
    const secured = opened.keep(new SecuredSite());
    secured.keys('add', 'hub', '--hub');
    secured.keys('add', 'bench-1');
    await secured.start();
    await secured.connect(secured.access('hub'));
    const engine = await secured.connect(secured.access('bench-1'));
    const forged = await engine.append({ by: 'bench-2' }, Buffer.from('1'), 0);
    expect(forged).toEqual({ kind: 'blocked', reason: 'forbidden' });
    expect(await engine.append({ by: 'bench-1' }, Buffer.from('1'), 0)).toMatchObject({ kind: 'stored' });
  });
});
