import { describe, expect, it } from 'vitest';
import { coalesceTopics } from '../../../src/main/window/coalesce-topics.ts';
import type { Topic } from '../../../src/shared/station-contract.ts';

function gatherer() {
  const told: Topic[][] = [];
  const timers: { due: number; action: () => void }[] = [];
  let now = 0;
  const after = (milliseconds: number, action: () => void) => {
    timers.push({ due: now + milliseconds, action });
    return () => {};
  };
  const pass = (milliseconds: number): void => {
    const end = now + milliseconds;
    for (let next = timers[0]; next && next.due <= end; next = timers[0]) {
      now = next.due;
      timers.shift();
      next.action();
    }
    now = end;
  };
  return { changed: coalesceTopics({ after }, (topics) => told.push(topics)), pass, told, timers };
}

describe('changed topics on their way to the window', () => {
  it('are told at once when nothing was told just before', () => {
    const { changed, pass, told } = gatherer();
    changed(['scans']);
    pass(1000);
    changed(['parcels']);
    expect(told).toEqual([['scans'], ['parcels']]);
  });

  it('are gathered while they come fast, each topic once', () => {
    const { changed, pass, told } = gatherer();
    changed(['scans']);
    changed(['parcels', 'scans']);
    changed(['parcels']);
    expect(told).toEqual([['scans']]);
    pass(1000);
    expect(told).toEqual([['scans'], ['parcels', 'scans']]);
  });

  it('make at most sixty messages a second, and the last change is always told', () => {
    const { changed, pass, told, timers } = gatherer();
    for (let turn = 0; turn < 1000; turn += 1) {
      changed(['print jobs']);
      pass(1);
    }
    expect(told.length).toBeGreaterThan(50);
    expect(told.length).toBeLessThanOrEqual(60);
    changed(['commands']);
    pass(1000);
    expect(told.at(-1)).toContain('commands');
    expect(timers).toEqual([]);
  });
});
