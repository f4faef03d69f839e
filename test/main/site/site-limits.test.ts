import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineKeepsDays } from '../../../src/main/core/ports/site-engine.ts';
import { factsADay, fullAt, load, storageLimit, storageUse, type Use } from '../../bench/site/site-load.ts';

const textOf = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const readme = textOf('README.md');

/** The number that stands in the simulation of README where the pattern has its group. */
const printed = (pattern: RegExp): number => Number(pattern.exec(readme)?.[1]?.replaceAll(',', ''));

const factBytes = printed(/a fact on the server's disk: (\d+) bytes/);

it('the storage of the server’s configurations has room for half as much again as the simulated site does in 30 days', () => {
  const needed = factBytes * factsADay * engineKeepsDays;
  for (const file of ['nats-server.conf', 'cluster.conf'] as const)
    expect(storageLimit(file)).toBeGreaterThanOrEqual(1.5 * needed);
  expect(textOf('resources/site/compose.yaml')).toContain('["-c", "nats-server.conf"]');
  expect(printed(/server: ([\d.]+) GB a day/)).toBeCloseTo((factBytes * factsADay) / 1e9, 1);
  expect(printed(/server: [\d.]+ GB a day, (\d+) GB in 30 days/)).toBe(Math.round(needed / 1e9));
});

it('the limits that README names are those of its figures, the first of them first', () => {
  expect(readme).toContain(`Assumed: ${load.benches} benches, ${load.labelsAnHour} labels an hour each`);
  const share = (part: string): number => printed(new RegExp(`${part}: ([\\d.]+) %`)) / 100;
  const storage = storageUse(factBytes);
  expect(printed(/30 days, (\d+) % of its limit/)).toBe(Math.round(storage.share * 100));
  const uses: readonly Use[] = [
    { part: 'server, 2 processors', share: share('  server, 2 processors'), power: 2 },
    { part: 'server, network of 1 Gbit/s', share: share('  server, network of 1 Gbit/s'), power: 2 },
    { part: 'records', share: share('  records of a bench or the hub, one thread'), power: 1 },
    storage,
  ];
  const next = /Next limit: (.+), full at ([\d,]+) benches, or at (\d+) labels an hour each/.exec(readme);
  const named = uses.find(({ part }) => part === next?.[1]);
  expect(named).toBeDefined();
  for (const use of uses) {
    expect(fullAt(use).benches).toBeGreaterThanOrEqual(fullAt(named ?? use).benches);
    expect(fullAt(use).labels).toBeGreaterThanOrEqual(fullAt(named ?? use).labels);
  }
  const ofStorage = /storage: full at ([\d,]+) benches, or at (\d+) labels/.exec(readme);
  expect(Number(ofStorage?.[1]?.replaceAll(',', ''))).toBe(Math.round(fullAt(storage).benches));
  expect(Number(ofStorage?.[2])).toBe(Math.round(fullAt(storage).labels));
});
