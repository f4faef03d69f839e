import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { createHeartbeats, type HeartbeatsParts } from '../../../src/main/site/heartbeats.ts';
import { openSite, type Site } from '../../../src/main/site/open-site.ts';
import { printerDigests } from '../../../src/main/site/printer-digests.ts';
import type { Printer } from '../../../src/shared/printing/printer.ts';
import type { ClockFinding } from '../../../src/shared/site/heartbeat.ts';
import { natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';
import { openSiteParts } from './open-site-parts.ts';

const folders = temporaryFolders();

interface Bench {
  records: Records;
  site: Site;
  clocks: ClockFinding[];
}

const tcp = (host: string, port = 9100, serial: string | null = null): Printer => ({
  ...{ name: 'Zebra A', connection: { kind: 'tcp', host, port }, default: true },
  ...(serial !== null && { known: { model: 'ZD421', serial, dotsPerMillimetre: 8 } }),
});
const usb = (serial: string | null): Printer => ({
  ...{ name: 'Zebra U', connection: { kind: 'usb', path: '/dev/usb/lp0' }, default: true },
  ...(serial !== null && { known: { model: 'ZD421', serial, dotsPerMillimetre: 8 } }),
});

describe('heartbeats of the benches of a site', () => {
  let server: Awaited<ReturnType<typeof natsSiteServer>>;
  let opened: Bench[];
  const errors: unknown[] = [];
  const open = async (name: string, { printers = [] as Printer[], aheadMs = 0, file = '' } = {}): Promise<Bench> => {
    let site: Site | null = null;
    const path = file || join(await folders.make(), 'records.sqlite3');
    const records = openInThread(path, undefined, () => site?.wake());
    const clocks: ClockFinding[] = [];
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    site = await openSite({
      ...openSiteParts,
      fleet: { bench: name, role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
      ...{ bench: await records.joinSite(name), environment: sandbox, seed: null, records, clock, printers },
      onClock: (one) => void clocks.push(one),
      onBug: (error) => errors.push(error),
    });
    const bench = { records, site, clocks };
    opened.push(bench);
    return bench;
  };
  beforeEach(async () => {
    opened = [];
    server = await natsSiteServer();
  });
  afterEach(async () => {
    for (const { site, records } of opened) {
      await site.close();
      await records.close();
    }
    await server.close();
    expect(errors).toEqual([]);
  });
  /** Clocks are judged a second after a heartbeat. */
  const judged = { timeout: 5_000 };
  const known = async ({ records }: Bench) => (await records.siteBenches()).map(({ name, version }) => [name, version]);

  it('report to each bench the version of the others, and when they were heard of', async () => {
    const [one, other] = [await open('bench-1'), await open('bench-2')];
    await expect.poll(() => known(one)).toEqual([['bench-2', '1.2.3']]);
    await expect.poll(() => known(other)).toEqual([['bench-1', '1.2.3']]);
    const [heard] = await one.records.siteBenches();
    expect(Math.abs(Date.now() - Date.parse(heard?.lastHeardAt ?? ''))).toBeLessThan(60_000);
    await expect.poll(async () => (await one.records.siteBenches())[0]?.clockOffsetSeconds).toBe(0);
    expect(one.clocks).toEqual([]);
  });

  it('report a clock that differs by more than a minute, also to a bench that reads them later', async () => {
    await open('bench-1', { aheadMs: 300_000 });
    const other = await open('bench-2');
    await expect.poll(() => other.clocks, judged).toMatchObject([{ kind: 'other', bench: 'bench-1' }]);
    const [finding] = other.clocks;
    expect(Math.round((finding?.seconds ?? 0) / 10)).toBe(30);
    await open('bench-3', { aheadMs: 300_000 });
    // Now the others agree with each other.
    await expect.poll(() => other.clocks.at(-1), judged).toMatchObject({ kind: 'own' });
    const fourth = await open('bench-4');
    await expect.poll(async () => (await fourth.records.siteBenches()).length).toBe(3);
    await expect.poll(() => fourth.clocks.map(({ kind }) => kind).toSorted(), judged).toEqual(['other', 'other']);
  });

  it('come again when a bench is started again, and say nothing of a bench that has not sent one', async () => {
    const file = join(await folders.make(), 'records.sqlite3');
    const [one, other] = [await open('bench-1', { file }), await open('bench-2')];
    await expect.poll(() => known(other)).toEqual([['bench-1', '1.2.3']]);
    const [before] = await other.records.siteBenches();
    await one.site.close();
    await one.records.close();
    opened.splice(opened.indexOf(one), 1);
    await open('bench-1', { file });
    await expect
      .poll(async () => Date.parse((await other.records.siteBenches())[0]?.lastHeardAt ?? ''))
      .toBeGreaterThan(Date.parse(before?.lastHeardAt ?? ''));
  });

  it.each([
    ['the same address', tcp('zebra-a.example'), tcp('ZEBRA-A.example'), true],
    ['another port of that address', tcp('zebra-a.example'), tcp('zebra-a.example', 9101), false],
    ['a local address of one computer', tcp('127.0.0.1', 9100), tcp('127.0.0.1', 9100), true],
    ['a network address and a cable, with one serial number', tcp('10.0.0.8', 9100, 'D1'), usb('D1'), true],
    ['cables, with two serial numbers', usb('D1'), usb('D2'), false],
    ['the same cable path without a serial number', usb(null), usb(null), false],
  ])('recognise a printer by %s', async (_, ours, theirs, isShared) => {
    const one = await open('bench-1', { printers: [ours] });
    await open('bench-2', { printers: [theirs] });
    await expect.poll(() => known(one)).toEqual([['bench-2', '1.2.3']]);
    await expect.poll(() => one.site.printers.sharedWith(ours)).toEqual(isShared ? ['bench-2'] : []);
    const [{ printers = [] } = {}] = await one.records.siteBenches();
    expect(JSON.stringify(printers)).not.toContain('zebra');
  });

  it('say so when a printer is no longer shared', async () => {
    const printer = tcp('zebra-a.example');
    const [one, other] = [
      await open('bench-1', { printers: [printer] }),
      await open('bench-2', { printers: [printer] }),
    ];
    await expect.poll(() => one.site.printers.sharedWith(printer)).toEqual(['bench-2']);
    other.site.printers.report([]);
    await expect.poll(() => one.site.printers.sharedWith(printer), { timeout: 15_000 }).toEqual([]);
  });
});

/** What is published, and its records and clock. */
function published(records: Partial<HeartbeatsParts['records']> = {}) {
  const clock = adjustableClock();
  const [sent, errors]: [string[], unknown[]] = [[], []];
  const heartbeats = createHeartbeats({
    ...{ clock, version: '1.2.3', isHub: false, printers: [], onClock() {}, onPrinters() {} },
    records: { siteBenches: async () => [], publishHeartbeat: async (_, at) => void sent.push(at), ...records },
    onBug: (error) => errors.push(error),
  });
  return { clock, sent, errors, heartbeats };
}

it('a heartbeat is sent once a day, and again where the connection was lost before it arrived', async () => {
  const { clock, sent, errors, heartbeats } = published();
  const sentAfter = async (milliseconds: number, count: number): Promise<void> => {
    heartbeats.sent();
    clock.advance(milliseconds);
    await expect.poll(() => sent.length).toBe(count);
  };
  await sentAfter(0, 1);
  heartbeats.unlinked();
  await sentAfter(5_000, 2);
  heartbeats.sent();
  heartbeats.unlinked();
  await sentAfter(60_000, 2);
  await sentAfter(24 * 60 * 60_000, 3);
  await heartbeats.close();
  expect(errors).toEqual([]);
});

it('a heartbeat is sent again once the clock was set back, so that the other benches do not take it for wrong', async () => {
  const { clock, sent, heartbeats } = published();
  clock.advance(10 * 24 * 60 * 60_000);
  heartbeats.sent();
  await expect.poll(() => sent.length).toBe(1);
  clock.advance(-10 * 24 * 60 * 60_000);
  heartbeats.sent();
  await expect.poll(() => sent.length).toBe(2);
  expect(Math.abs(Date.parse(sent[1] ?? '') - Date.now())).toBeLessThan(60_000);
  await heartbeats.close();
});

it('a heartbeat that the records refuse is sent some seconds later, not a day', async () => {
  let isRefusing = true;
  const arrived: string[] = [];
  const { clock, errors, heartbeats } = published({
    async publishHeartbeat(_, at) {
      if (isRefusing) throw new Error('The disk is full.');
      arrived.push(at);
    },
  });
  heartbeats.sent();
  await expect.poll(() => errors.length).toBe(1);
  isRefusing = false;
  clock.advance(5_000);
  await expect.poll(() => arrived.length).toBe(1);
  await heartbeats.close();
});

it('a printer is known to be shared where the records refused to say so at first', async () => {
  const printer = tcp('zebra-a.example');
  let isRefusing = true;
  const bench = {
    ...{ name: 'bench-2', lastHeardAt: new Date().toISOString(), version: '1.2.3', isHub: false },
    ...{ clockOffsetSeconds: 0, printers: printerDigests(printer, hostname()) },
  };
  const { clock, errors, heartbeats } = published({
    async siteBenches() {
      if (isRefusing) throw new Error('The disk is full.');
      return [bench];
    },
  });
  await expect.poll(() => errors.length).toBe(1);
  expect(heartbeats.sharedWith(printer)).toEqual([]);
  isRefusing = false;
  clock.advance(1_000);
  await expect.poll(() => heartbeats.sharedWith(printer)).toEqual(['bench-2']);
  await heartbeats.close();
});
