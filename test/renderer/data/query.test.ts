import { expect, it } from 'vitest';
import { createQuery } from '../../../src/renderer/data/query.ts';
import { failed, type Result, success } from '../../../src/shared/contract/failure.ts';
import type { Topic } from '../../../src/shared/contract/station-contract.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import { flushPromises } from '../fixtures.ts';

/** A value of main that is read when it answers. */
function source() {
  const reads: ((result: Result<number>) => void)[] = [];
  const listeners = new Set<(topics: readonly Topic[]) => void>();
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
  });
  const change = (topic: Topic): void => {
    for (const listener of listeners) listener([topic]);
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
