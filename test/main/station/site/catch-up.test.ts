import { expect, it } from 'vitest';
import { verdictContext } from '../../../../src/renderer/presentation/verdict-facts.ts';
import { createScanStore } from '../../../../src/renderer/scanner/scan-store.ts';
import type { Sound } from '../../../../src/renderer/ui/sounds.ts';
import type { SiteView } from '../../../../src/shared/contract/station-view.ts';
import type { SiteFact } from '../../../../src/shared/site/site-facts.ts';
import { factsOfDay } from '../../../bench/site/site-facts.ts';
import { linked, type NatsSiteServer, natsSiteServer, sandbox } from '../../../fakes/site-server.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';

const opened = closedAfterEach();

/** Yesterday: what is older than the own records is not kept. The days of `factsOfDay` are replaced by it. */
const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const dated = (line: string): string => line.replaceAll('2026-03-14', yesterday).replaceAll('2026-03-15', today);
const at = '2026-03-14T12:00:00.000Z';
const names = ['bench-1', 'bench-3', 'bench-4'] as const;
const parcels = 70;
/** Of each bench: parcels with a copy that may be on paper, deleted ones, and ones that it holds. */
const [uncertain, deleted, held] = [20, 15, 10];

const codeOf = (bench: string, index: number): string =>
  `NL${bench.replace(/\D/g, '').padStart(4, '0')}${String(index).padStart(14, '0')}`;

/** A day of a bench, and what an operator would have to decide there. */
function factsOf(bench: string): SiteFact[] {
  const day: Omit<SiteFact, 'n'>[] = factsOfDay(bench, parcels);
  const add = (kind: string, index: number, body: object): void =>
    void day.push({ v: 1, at, kind, gid: `s.${bench}.${index}`, body });
  for (let index = 0; index < uncertain; index += 1)
    add('copy', index, { copy: { id: `${bench}.j${index}.2`, bench, state: 'uncertain' } });
  for (let index = uncertain; index < uncertain + deleted; index += 1) {
    add('deletion', index, { request: { id: `${bench}.d${index}`, bench, state: 'sent' } });
    // The service answered every second one; a webhook reports all of them.
    if (index % 2 === 0) {
      add('deletion', index, { request: { id: `${bench}.d${index}`, bench, state: 'answered' } });
      add('parcel-deleted', index, { at });
    }
    const data = { tracking_code: `DO-${bench}-${index}`, trigger_datetime: '2026-03-14T20:00:00+04:00' };
    const raw = JSON.stringify({ event: 'same.shipment.deleted', data });
    day.push({ v: 1, at, kind: 'event', gid: null, body: { receivedAt: at, raw } });
  }
  for (let index = uncertain + deleted; index < uncertain + deleted + held; index += 1)
    add('holding', index, { holding: { term: 1, bench, isReleased: false }, copies: [], requests: [] });
  return day.map((fact, index) => ({ ...fact, n: index + 1 }));
}

/** Puts the facts of every bench on the stream, mixed, as they were sent. */
async function publish(server: NatsSiteServer): Promise<number> {
  const days = names.map((by) => ({ by, facts: factsOf(by), after: 0 }));
  const engine = server.connect('bench-0');
  await linked(engine);
  for (let from = 0; days.some(({ facts }) => from < facts.length); from += 20)
    for (const day of days) {
      const lines = day.facts.slice(from, from + 20).map((fact) => dated(JSON.stringify(fact)));
      const answer =
        lines.length > 0 && (await engine.append({ by: day.by }, Buffer.from(lines.join('\n')), day.after));
      if (answer && answer.kind === 'stored') day.after = answer.sequence;
    }
  await engine.close();
  return days.reduce((sum, { facts }) => sum + facts.length, 0);
}

it('a bench that comes back to 2,000 facts of others shows how much is left, and asks and reports nothing that was decided there', async () => {
  const server = opened.keep(await natsSiteServer());
  expect(await publish(server)).toBeGreaterThan(2_000);
  const { service: baseUrl, labels: labelUrl } = sandbox;
  const bench = await openStation(opened, {
    provisioning: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: 'token-1' }],
      activeEnvironment: 'sandbox',
      fleet: { bench: 'bench-2', role: 'bench', servers: [server.address], environments: ['sandbox'], alone: 'ask' },
    },
  });
  const sounds: Sound[] = [];
  const views: SiteView[] = [];
  const store = createScanStore({
    call: (name, input) => bench.station.call(name, input) as never,
    onChanged: (listener) => bench.station.onChanged(listener),
    play: (sound) => void sounds.push(sound),
    now: Date.now,
    environment: () => 'sandbox',
    context: () => verdictContext(null, Date.now()),
  });
  // One parcel is looked at meanwhile: at first it is not known, in the end its label may be printed at another bench.
  const asTyped = codeOf('bench-4', 1);
  store.submit({ asTyped, asUsKeyboard: asTyped, by: 'scanner' }, 'look up');
  const { site } = await bench.until('station.read', null, (view) => {
    if (view.site) views.push(view.site);
    return view.site?.state === 'connected';
  });
  expect(site?.unsent).toBeLessThanOrEqual(2);
  // Each view waits in the records behind a batch of facts, and so sees what was read of them before.
  const shown = views.flatMap(({ state, progress }) => (progress ? [{ state, ...progress }] : []));
  expect(shown.length).toBeGreaterThan(0);
  for (const { state, read, total } of shown) {
    expect(state).toBe('reading');
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(total);
  }
  await bench.until(
    'shipments.page',
    { find: codeOf('bench-1', 0), offset: 0, limit: 1 },
    ({ rows }) => rows.length === 1,
  );
  await bench.until('site.read', null, (details) => details?.benches.length === names.length);
  const { notices } = await bench.call('station.read', null);
  const attention = await bench.call('attention.read', null);
  // The vault of the test keeps no token; nothing is said of the site.
  expect(notices.map(({ message }) => message.code)).toEqual(['token.not-kept']);
  expect(attention.total).toBe(0);
  // The scan’s own, and one more for the change of what is shown.
  expect(sounds.length).toBeLessThanOrEqual(2);
  expect(sounds.length, sounds.join()).toBeGreaterThan(0);
}, 60_000);
