import { useEffect, useState } from 'react';
import type { Spending } from '../../../shared/orders/spending.ts';
import { money } from '../../../shared/values/money.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';

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

/** Time alone ends an hour, and a day. Milliseconds. */
const rereadMs = 60_000;

const makeQuery = () =>
  createQuery({ topics: ['commands', 'parcels', 'station'], read: () => call('spending.read', null) });

/** What orders cost today, quietly. */
export function SpendingLine({ currency }: { readonly currency: string | null }) {
  const [query] = useState(makeQuery);
  const { value } = useQuery(query);
  useEffect(() => {
    const timer = setInterval(query.refetch, rereadMs);
    return () => clearInterval(timer);
  }, [query]);
  return value && <p className="new-order-spending">{spendingWords(value, currency)}</p>;
}
