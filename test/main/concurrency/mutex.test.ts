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

it('mutex: what is acquired is exclusive until it is released', async () => {
  const mutex = createMutex();
  const { signal } = new AbortController();
  const release = await mutex.acquire(signal);
  const events: string[] = [];
  const next = mutex.runExclusive(async () => void events.push('next'));
  await new Promise((resolve) => setImmediate(resolve));
  events.push('released');
  release?.();
  await next;
  expect(events).toEqual(['released', 'next']);
});

it('mutex: a caller that stops waiting does not hold up the next', async () => {
  const mutex = createMutex();
  const impatient = new AbortController();
  const release = await mutex.acquire(new AbortController().signal);
  const given = mutex.acquire(impatient.signal);
  const next = mutex.runExclusive(async () => 'next');
  impatient.abort();
  expect(await given).toBeNull();
  release?.();
  expect(await next).toBe('next');
});
