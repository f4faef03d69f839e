import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRunningWork } from '../../../src/main/concurrency/running-work.ts';

it('running work is awaited until all of it has ended, also where some of it fails', async () => {
  const work = createRunningWork();
  const fail = new AbortController();
  const failing = work.add(
    new Promise((_, reject) => fail.signal.addEventListener('abort', () => reject(new Error('failed')))),
  );
  expect(await work.add(Promise.resolve(7))).toBe(7);
  let hasEnded = false;
  const ended = work.ended().then(() => {
    hasEnded = true;
  });
  await setImmediate();
  expect(hasEnded).toBe(false);
  fail.abort();
  await expect(failing).rejects.toThrow('failed');
  await ended;
});
