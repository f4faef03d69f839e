import { describe, expect, it } from 'vitest';
import { clockFindings, type SiteBench } from '../../../src/shared/site/heartbeat.ts';

const now = Date.parse('2026-11-24T10:00:00.000Z');
const bench = (name: string, clockOffsetSeconds: number | null, hoursAgo = 1): SiteBench => ({
  ...{ name, clockOffsetSeconds, version: '1.2.3', printers: [], isHub: false },
  lastHeardAt: new Date(now - hoursAgo * 3_600_000).toISOString(),
});

describe('clocks of a site', () => {
  it('that differ by less than a minute, or are not known, are not reported', () => {
    expect(clockFindings([bench('bench-2', 60), bench('bench-3', -60), bench('bench-4', null)], now)).toEqual([]);
  });

  it('that differ by more are reported with their bench', () => {
    expect(clockFindings([bench('bench-2', 90)], now)).toEqual([{ kind: 'other', bench: 'bench-2', seconds: 90 }]);
    const one = [bench('bench-2', 0), bench('bench-3', -300), bench('bench-4', 2)];
    expect(clockFindings(one, now)).toEqual([{ kind: 'other', bench: 'bench-3', seconds: -300 }]);
  });

  it('are reported as that of this computer where the others agree with each other', () => {
    const all = [bench('bench-2', 300), bench('bench-3', 302), bench('bench-4', 299), bench('bench-5', 0)];
    expect(clockFindings(all, now)).toEqual([{ kind: 'own', seconds: -300 }]);
    const apart = [bench('bench-2', 300), bench('bench-3', -600)];
    expect(clockFindings(apart, now).map(({ kind }) => kind)).toEqual(['other', 'other']);
  });

  it('of benches that were not heard of for two days are not judged', () => {
    expect(clockFindings([bench('bench-2', 300, 49)], now)).toEqual([]);
  });
});
