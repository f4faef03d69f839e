import { expect, it } from 'vitest';
import { createMutex } from '../../../src/main/concurrency/mutex.ts';

it('mutex: work runs one at a time, in the order requested', async () => {
  const mutex = createMutex();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([mutex.runExclusive(work('a')), mutex.runExclusive(work('b'))])).toEqual(['a', 'b']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('mutex: work that fails rejects its caller and does not stop the next', async () => {
  const mutex = createMutex();
  const failing = mutex.runExclusive(async () => {
    throw new Error('broken');
  });
  const next = mutex.runExclusive(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('mutex: idle waits for work that was requested while it waited', async () => {
  const mutex = createMutex();
  const ended: string[] = [];
  const first = mutex.runExclusive(async () => {
    void mutex.runExclusive(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push('second');
    });
    ended.push('first');
  });
  await mutex.idle();
  expect(ended).toEqual(['first', 'second']);
  await first;
});
