import { money } from '../../../shared/money.ts';
import type { Spending } from '../../../shared/spending.ts';

/** What orders cost today, in one line: "Today: 12 orders, 540.00 AED; 1 in doubt". */
export function spendingWords(spending: Spending, currency: string | null): string {
  const { ordersToday, chargedToday, unpricedToday, uncertainToday, lastHour, capPerHour } = spending;
  const orders =
    ordersToday === 0
      ? 'no orders yet'
      : `${ordersToday === 1 ? '1 order' : `${ordersToday} orders`}, ${money(chargedToday, currency)}`;
  const parts = [`Today: ${orders}`];
  if (unpricedToday > 0) parts.push(`${unpricedToday} without a price`);
  if (uncertainToday > 0) parts.push(`${uncertainToday} in doubt`);
  if (capPerHour !== null) parts.push(`${money(lastHour, null)} of ${money(capPerHour, currency)} in the last hour`);
  return parts.join('; ');
}
