import { expect, it } from 'vitest';
import { createScanQueue } from '../../../src/renderer/scanner/scan-queue.ts';
import { settled } from '../things.ts';

it('does one after another, in the order they came', async () => {
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const queue = createScanQueue<string>(async (item) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    done.push(item);
  });
  for (const item of ['one', 'two', 'three']) queue.add(item);
  expect(gates).toHaveLength(1);
  for (let next = gates.shift(); next; next = gates.shift()) {
    next();
    await settled();
  }
  expect(done).toEqual(['one', 'two', 'three']);
  expect(queue.length).toBe(0);
});

it('says so when too many wait, and takes again when there is room', async () => {
  let open = (): void => undefined;
  const queue = createScanQueue<number>(() => new Promise<void>((resolve) => (open = resolve)), 2);
  expect([queue.add(1), queue.add(2), queue.add(3)]).toEqual([true, true, false]);
  open();
  await settled();
  expect(queue.add(4)).toBe(true);
});
