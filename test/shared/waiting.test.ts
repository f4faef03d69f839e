import { expect, it } from 'vitest';
import { waitingCount, waitingWords } from '../../src/shared/orders/waiting.ts';

it('what waits is told in words, with nothing named that is not there', () => {
  expect(waitingWords({ deletions: 3, orders: 1, labels: 2 })).toBe('3 deletions, 1 order and 2 labels');
  expect(waitingWords({ deletions: 1, orders: 0, labels: 1 })).toBe('1 deletion and 1 label');
  expect(waitingWords({ deletions: 0, orders: 2, labels: 0 })).toBe('2 orders');
  expect(waitingWords({ deletions: 0, orders: 0, labels: 0 })).toBeNull();
  expect(waitingCount({ deletions: 3, orders: 1, labels: 2 })).toBe(6);
});
