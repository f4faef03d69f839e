import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordsFileName } from '../../../src/main/storage/records-file-name.ts';
import { natsSiteServer } from '../../fakes/site-server.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { deliver, eventOf, eventsAt, siteEnvironment, startHubHere, until } from './hub-fixture.ts';

const opened = closedAfterEach();

const daysMs = (days: number): number => days * 24 * 3_600_000;

it('a hub keeps records that are older than 180 days, which a bench removes', async () => {
  const server = opened.keep(await natsSiteServer());
  const [clock, ofHub] = [adjustableClock(), adjustableClock()];
  const hub = await startHubHere(opened, { server: server.address, clock: ofHub });
  const bench = await openStation(opened, {
    clock,
    provisioning: {
      environments: [{ ...siteEnvironment('sandbox'), token: 'token-1' }],
      activeEnvironment: 'sandbox',
      fleet: { bench: 'bench-1', role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
    },
  });
  expect(await deliver(hub.port, 'sandbox', eventOf('DO-1'))).toBe(200);
  expect(await eventsAt(bench, 'DO-1')).toBe(1);
  clock.advance(daysMs(181));
  ofHub.advance(daysMs(181));
  await until(
    async () => {
      // Cleaning up waits until the station is idle.
      clock.advance(15_000);
      return bench.call('events.unmatched', { code: null });
    },
    ({ total }) => total === 0,
  );
  await hub.close();
  const records = opened.keep(openInThread(join(hub.dataFolder, 'records', recordsFileName('sandbox'))));
  expect((await records.unmatchedEvents({ code: null, limit: 10 })).total).toBe(1);
}, 30_000);
