import { expect, it } from 'vitest';
import { createQuery } from '../../../src/renderer/data/query.ts';
import { type Change, ofParcels } from '../../../src/shared/contract/changes.ts';
import { failed, type Result, success } from '../../../src/shared/contract/failure.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { flushPromises } from '../fixtures.ts';

/** A value of main that is read when it answers. */
function source(more: Partial<Parameters<typeof createQuery<number>>[0]> = {}) {
  const reads: ((result: Result<number>) => void)[] = [];
  const listeners = new Set<(changes: readonly Change[]) => void>();
  const events: string[] = [];
  const query = createQuery<number>({
    topics: ['scans'],
    read: () => {
      events.push('read');
      return new Promise((resolve) => reads.push(resolve));
    },
    onChanged: (listener) => {
      events.push('listen');
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...more,
  });
  const change = (...changes: Change[]): void => {
    for (const listener of listeners) listener(changes);
  };
  const answer = async (result: Result<number>): Promise<void> => {
    reads.shift()?.(result);
    await flushPromises();
  };
  return { query, change, answer, events, listeners };
}

it('query: subscribes before it reads, so that no change is missed', () => {
  const { query, events } = source();
  query.subscribe(() => undefined);
  expect(events).toEqual(['listen', 'read']);
});

it('query: reads once more for all changes during a reading', async () => {
  const { query, change, answer, events } = source();
  query.subscribe(() => undefined);
  change('scans');
  change('scans');
  change('parcels');
  await answer(success(1));
  await answer(success(2));
  expect(events.filter((event) => event === 'read')).toHaveLength(2);
  expect(query.getState()).toEqual({ value: 2, failure: null });
});

it('query: keeps the last value beside a failure', async () => {
  const { query, change, answer } = source();
  query.subscribe(() => undefined);
  await answer(success(1));
  change('scans');
  await answer(failed({ code: 'storage', message: storedSentence('No.') }));
  expect(query.getState()).toMatchObject({ value: 1, failure: { code: 'storage' } });
  change('scans');
  await answer(success(3));
  expect(query.getState()).toEqual({ value: 3, failure: null });
});

it('query: stops listening without subscribers, and reads again with the next one', async () => {
  const { query, answer, events, listeners } = source();
  const stopOne = query.subscribe(() => undefined);
  const stopOther = query.subscribe(() => undefined);
  await answer(success(1));
  stopOne();
  expect(listeners.size).toBe(1);
  stopOther();
  expect(listeners.size).toBe(0);
  query.subscribe(() => undefined);
  expect(events).toEqual(['listen', 'read', 'listen', 'read']);
});

it('query: is not read for a change of a parcel that it does not show', async () => {
  const { query, change, answer, events } = source({ concerns: (value, parcelId) => parcelId === value });
  const reads = (): number => events.filter((event) => event === 'read').length;
  query.subscribe(() => undefined);
  await answer(success(1));
  change(...ofParcels([2, 3], 'scans'));
  expect(reads()).toBe(1);
  change(...ofParcels([3, 1], 'scans'));
  expect(reads()).toBe(2);
  // It changed during the reading, and the value that was read shows it.
  change(...ofParcels([5], 'scans'));
  await answer(success(5));
  expect(reads()).toBe(3);
  await answer(success(5));
  change('scans');
  expect(reads()).toBe(4);
});

it('query: reads changes of a short time together, and none without subscribers', async () => {
  const waits: (() => void)[] = [];
  const later = (_: number, act: () => void) => {
    waits.push(act);
    return () => void waits.splice(waits.indexOf(act), 1);
  };
  const { query, change, answer, events } = source({ gatherMs: 100, later });
  const stop = query.subscribe(() => undefined);
  await answer(success(1));
  for (let number = 0; number < 50; number += 1) change('scans');
  expect([events.length, waits.length]).toEqual([2, 1]);
  waits.shift()?.();
  await answer(success(2));
  expect(events).toHaveLength(3);
  change('scans');
  stop();
  expect(waits).toEqual([]);
});

it('query: a value that was read before is read again only for what changed since', async () => {
  const concerns = (value: number, parcelId: number): boolean => parcelId === value;
  const unchanged = source({ concerns, initial: { value: 7, changes: ofParcels([8], 'scans') } });
  unchanged.query.subscribe(() => undefined);
  expect(unchanged.events).toEqual(['listen']);
  expect(unchanged.query.getState().value).toBe(7);
  const changed = source({ concerns, initial: { value: 7, changes: ofParcels([7], 'scans') } });
  changed.query.subscribe(() => undefined);
  expect(changed.events).toEqual(['listen', 'read']);
});
