import { expect, test } from 'vitest';
import { spendingWords } from '../../../../src/renderer/screens/new-order/spending-line.tsx';
import type { Spending } from '../../../../src/shared/orders/spending.ts';

const none: Spending = {
  ordersToday: 0,
  chargedToday: 0,
  unpricedToday: 0,
  uncertainToday: 0,
  lastHour: 0,
  capPerHour: null,
};

test('the day’s orders and what they cost stand in one line', () => {
  expect(spendingWords({ ...none, ordersToday: 12, chargedToday: 540, uncertainToday: 1 }, 'AED')).toBe(
    'Today: 12 orders, 540.00 AED; 1 in doubt',
  );
  expect(spendingWords({ ...none, ordersToday: 1, chargedToday: 47.25, unpricedToday: 1 }, null)).toBe(
    'Today: 1 order, 47.25; 1 without a price',
  );
});

test('a day without orders says so, and names those in doubt all the same', () => {
  expect(spendingWords(none, 'AED')).toBe('Today: no orders yet');
  expect(spendingWords({ ...none, uncertainToday: 2 }, 'AED')).toBe('Today: no orders yet; 2 in doubt');
});

test('a cap is shown with what the last hour took of it', () => {
  expect(spendingWords({ ...none, lastHour: 480, capPerHour: 500 }, 'AED')).toBe(
    'Today: no orders yet; 480.00 of 500.00 AED in the last hour',
  );
});
