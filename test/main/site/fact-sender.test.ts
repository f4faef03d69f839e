import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { SiteEngine } from '../../../src/main/core/ports/site-engine.ts';
import { openSite, type Site } from '../../../src/main/site/open-site.ts';
import type { SharedEnvironment } from '../../../src/main/site/site-stream.ts';
import { erasePeople } from '../../../src/main/storage/erase-people.ts';
import type { Fleet } from '../../../src/shared/settings/fleet.ts';
import { readSiteFacts } from '../../../src/shared/site/site-facts.ts';
import { production, SecuredSite } from '../../fakes/secured-site.ts';
import { linked, natsSiteServer, sandbox } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { codeA, codeB, storeOrder } from '../../suites/records/record-fixtures.ts';
import { eventOf } from '../../suites/records/webhook-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { openSiteParts, orderWith } from './open-site-parts.ts';

const errors: unknown[] = [];
afterEach(() => expect(errors.splice(0)).toEqual([]));
const opened = closedAfterEach();

interface SendingBench {
  /** Under which it sends. */
  readonly id: string;
  readonly records: Records;
  readonly site: Site;
}

interface Access {
  servers: readonly string[];
  caFile?: string | undefined;
  seed?: string | undefined;
  environment: SharedEnvironment;
}

async function openBench(
  file: string,
  bench: string,
  { servers, caFile, seed = '', environment }: Access,
): Promise<SendingBench> {
  let site: Site | null = null;
  const records = opened.keep(openInThread(file, undefined, () => site?.wake()));
  const id = await records.joinSite(bench);
  const fleet: Fleet = {
    ...{ bench, role: 'bench', servers: [...servers], environments: [environment.name], alone: 'ask' },
    ...(caFile !== undefined && { caFile }),
  };
  site = await openSite({
    ...openSiteParts,
    ...{ fleet, bench: id, environment, seed: seed || null, records, clock: systemClock, onClock() {} },
    onBug: (error) => errors.push(error),
  });
  return { records, id, site: opened.keep(site) };
}

/** The records of a bench that did not reach the site before it was renamed. */
async function renamedFile(from: string): Promise<string> {
  const file = join(await opened.folder(), 'records.sqlite3');
  const records = openInThread(file);
  await records.joinSite(from);
  await storeOrder(records, orderWith(codeA));
  await records.close();
  return file;
}

const shows = ({ site }: SendingBench, view: object) =>
  expect.poll(() => site.view(), { timeout: 10_000 }).toMatchObject(view);

/** The text of the last message with facts of that id. */
async function lastText(engine: SiteEngine, by: string): Promise<string | null> {
  const found = await engine.lastOf({ by });
  return found === 'away' || found === null ? null : Buffer.from(found.data).toString();
}

describe('a bench that was renamed', () => {
  it('sends what it does under its new name, where the server lets it write under that name alone', async () => {
    const secured = opened.keep(new SecuredSite());
    secured.keys('add', 'hub', '--hub');
    secured.keys('add', 'bench-2');
    await secured.start();
    const hub = await secured.connect(secured.access('hub'));
    const bench = await openBench(await renamedFile('bench-1'), 'bench-2', {
      ...{ ...secured.access('bench-2'), environment: production },
    });
    await shows(bench, { state: 'connected', unsent: 0 });
    await storeOrder(bench.records, orderWith(codeB));
    await shows(bench, { state: 'connected', unsent: 0 });
    expect(await lastText(hub, bench.id)).toContain(codeB);
    expect(await lastText(hub, 'bench-1')).toBeNull();
  }, 30_000);

  it('sends what it did under its earlier name too, where the server lets it', async () => {
    const server = opened.keep(await natsSiteServer());
    const engine = opened.keep(server.connect('bench-9'));
    await linked(engine);
    const access = { servers: [server.address], environment: sandbox };
    const bench = await openBench(await renamedFile('bench-1'), 'bench-2', access);
    await shows(bench, { state: 'connected', unsent: 0 });
    expect(readSiteFacts((await lastText(engine, 'bench-1')) ?? '').map(({ kind }) => kind)).toContain('order');
  }, 30_000);
});

describe('a bench that erased a person from facts before they were sent', () => {
  it('goes on sending after the next interruption, and a copy of its folder is still found', async () => {
    const server = opened.keep(await natsSiteServer());
    const access = { servers: [server.address], environment: sandbox };
    const file = join(await opened.folder(), 'records.sqlite3');
    const bench = await openBench(file, 'bench-1', access);
    await shows(bench, { state: 'connected', unsent: 0 });
    await server.kill();
    await shows(bench, { state: 'offline' });
    const name = 'Zoraida Quixley';
    await bench.records.storeEvents([eventOf('same.shipment.scheduled', { custom_code: codeA, receiver: name }, 5)]);
    const copied = join(await opened.folder(), 'records.sqlite3');
    for (const part of ['', '-wal']) cpSync(`${file}${part}`, `${copied}${part}`);
    const at = '2026-11-23T09:00:00.000Z';
    await erasePeople(file, [{ name, phone: null, address: null }], { isPreview: false, at });
    await server.start();
    await shows(bench, { state: 'connected', unsent: 0 });
    const engine = opened.keep(server.connect('bench-9'));
    await linked(engine);
    const last = await lastText(engine, 'bench-1');
    expect(last).toContain(codeA);
    expect(last).not.toContain(name);
    await server.kill();
    await shows(bench, { state: 'offline' });
    await server.start();
    await storeOrder(bench.records, orderWith(codeB));
    await shows(bench, { state: 'connected', unsent: 0 });
    await expect.poll(() => lastText(engine, 'bench-1'), { timeout: 5_000 }).toContain(codeB);
    await bench.site.close();
    const copy = await openBench(copied, 'bench-1', access);
    await shows(copy, { state: 'copied' });
  }, 30_000);
});
