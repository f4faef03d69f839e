import { expect, test } from 'vitest';
import { spendingText } from '../../../../src/renderer/screens/new-order/new-order-screen.tsx';
import type { Spending } from '../../../../src/shared/orders/spending.ts';

const none: Spending = {
  ordersToday: 0,
  chargedToday: 0,
  unpricedToday: 0,
  uncertainToday: 0,
  lastHour: 0,
  capPerHour: null,
};

test('spending line: shows the orders of the day and what they cost', () => {
  expect(spendingText({ ...none, ordersToday: 12, chargedToday: 540, uncertainToday: 1 }, 'AED')).toBe(
    'Today: 12 orders, 540.00 AED; 1 uncertain',
  );
  expect(spendingText({ ...none, ordersToday: 1, chargedToday: 47.25, unpricedToday: 1 }, null)).toBe(
    'Today: 1 order, 47.25; 1 without a price',
  );
});

test('spending line: shows a day without orders, with and without uncertain ones', () => {
  expect(spendingText(none, 'AED')).toBe('Today: no orders yet');
  expect(spendingText({ ...none, uncertainToday: 2 }, 'AED')).toBe('Today: no orders yet; 2 uncertain');
});

test('spending line: shows the limit with what was charged in the last hour', () => {
  expect(spendingText({ ...none, lastHour: 480, capPerHour: 500 }, 'AED')).toBe(
    'Today: no orders yet; 480.00 of 500.00 AED in the last hour',
  );
});
