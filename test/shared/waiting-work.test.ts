import { expect, it } from 'vitest';
import { waitingCount, waitingItems } from '../../src/shared/orders/waiting-work.ts';

it('waiting work: is counted by kind, without empty kinds', () => {
  const counts = (waiting: Parameters<typeof waitingItems>[0]) =>
    waitingItems(waiting).map(({ code, params }) => [code, params.count]);
  const deletions = 'waiting-work.deletions';
  const orders = 'waiting-work.orders';
  const labels = 'waiting-work.labels';
  expect(counts({ deletions: 3, orders: 1, labels: 2, decisions: 0 })).toEqual([
    [deletions, 3],
    [orders, 1],
    [labels, 2],
  ]);
  expect(counts({ deletions: 1, orders: 0, labels: 1, decisions: 0 })).toEqual([
    [deletions, 1],
    [labels, 1],
  ]);
  expect(counts({ deletions: 0, orders: 2, labels: 0, decisions: 0 })).toEqual([[orders, 2]]);
  expect(counts({ deletions: 0, orders: 0, labels: 0, decisions: 1 })).toEqual([['waiting-work.decisions', 1]]);
  expect(counts({ deletions: 0, orders: 0, labels: 0, decisions: 0 })).toEqual([]);
  expect(waitingCount({ deletions: 3, orders: 1, labels: 2, decisions: 0 })).toBe(6);
});
