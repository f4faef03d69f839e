import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { customCodesOf, type OrderRequest } from '../../../shared/orders/order-request.ts';
import { duplicateWithinMs, type Spending } from '../../../shared/orders/spending.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { isOver, sumOf } from '../../../shared/values/money.ts';
import { orderFingerprint } from '../fingerprint.ts';
import { type Clock, instant, startOfDay } from '../ports/clock.ts';
import type { OrderFacts, Spent } from '../ports/order-records.ts';
import type { Records } from '../ports/records.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface SpendGuardParts {
  records: Pick<Records, 'orderFacts' | 'spentSince' | 'whenSpent'>;
  clock: Clock;
  /** The most that may be charged within an hour; null: no cap. */
  capPerHour: () => number | null;
  /** Of the environment's prices; null where none is configured. */
  currency: string | null;
}

/** Prevents duplicate orders, and spending over the configured cap. */
export interface SpendGuard {
  hasCap(): boolean;
  /** What the records say of an order before it is created, in one question. */
  factsOf(request: OrderRequest): Promise<OrderFacts>;
  /**
   * Fails where an order with the same fingerprint was created recently, here or at another bench, and not all of its parcels are deleted.
   */
  checkDuplicate(facts: Pick<OrderFacts, 'duplicate' | 'duplicateElsewhere'>): Failure | null;
  /** Fails where the order would exceed the cap. `price` is with tax; without `facts`, the spending is asked for now. */
  checkCap(price: number, facts?: Pick<OrderFacts, 'spent'>): Promise<Failure | null>;
  read(): Promise<Spending>;
}

export function createSpendGuard({ records, clock, capPerHour, currency }: SpendGuardParts): SpendGuard {
  const anHourAgo = (): string => instant(clock.now() - hourMs);

  const lastHour = async (): Promise<number> => totalOf(await records.spentSince(anHourAgo()));

  /** When orders of that amount are an hour old, rounded up to the minute; null where that waits for orders not yet sent. */
  const capFreeAt = async (excess: number): Promise<string | null> => {
    const sentAt = await records.whenSpent(anHourAgo(), excess);
    if (sentAt === null) return null;
    return instant(Math.ceil((Date.parse(sentAt) + hourMs) / minuteMs) * minuteMs);
  };
  const inCurrency = (amount: number) => ({ amount, currency });

  return {
    hasCap: () => capPerHour() !== null,
    factsOf: (request) =>
      records.orderFacts({
        codes: customCodesOf(request),
        fingerprint: orderFingerprint(request),
        duplicatesSince: instant(clock.now() - duplicateWithinMs),
        spentSince: anHourAgo(),
      }),
    checkDuplicate({ duplicate, duplicateElsewhere }) {
      if (!duplicate) return duplicateElsewhere && elsewhereFailure(duplicateElsewhere, clock.now());
      return duplicateFailure(duplicate.command, deletionOf(duplicate.parcels), clock.now());
    },
    async checkCap(price, facts) {
      const cap = capPerHour();
      if (cap === null) return null;
      const spent = facts ? totalOf(facts.spent) : await lastHour();
      const withOrder = sumOf([spent, price]);
      if (!isOver(withOrder, cap)) return null;
      const amounts = { price: inCurrency(price), cap: inCurrency(cap) };
      if (isOver(price, cap))
        return { code: 'over-spending-limit', message: message('order.price-over-spending-limit', amounts) };
      const freeAt = await capFreeAt(sumOf([withOrder, -cap]));
      return {
        code: 'over-spending-limit',
        message: message('order.over-spending-limit', { ...amounts, spent: inCurrency(spent), freeAt }),
      };
    },
    async read() {
      const today = await records.spentSince(startOfDay(clock.now()));
      return {
        ordersToday: today.orders,
        chargedToday: today.charged,
        unpricedToday: today.unpriced,
        uncertainToday: today.uncertain,
        lastHour: await lastHour(),
        capPerHour: capPerHour(),
      };
    },
  };
}

const totalOf = ({ charged, quoted }: Spent): number => sumOf([charged, quoted]);

/** How many of the parcels are deleted or being deleted. */
function deletionOf(parcels: readonly Parcel[]): 'none' | 'some' | 'all' {
  const deleting = parcels.filter(isDeletedOrDeleting).length;
  if (deleting === 0) return 'none';
  return deleting < parcels.length ? 'some' : 'all';
}

/** What a message about a duplicate says of the order. */
function orderIn({ codes, createdAt }: Pick<Command, 'codes' | 'createdAt'>, now: number) {
  const [code, ...others] = codes;
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / minuteMs));
  return { code: code ?? null, others: others.length, minutes };
}

const duplicateFailure = (command: Command, deletion: 'none' | 'some' | 'all', now: number): Failure => ({
  code: 'duplicate',
  message: message('order.duplicate', { ...orderIn(command, now), deletion }),
});

const elsewhereFailure = (order: NonNullable<OrderFacts['duplicateElsewhere']>, now: number): Failure => ({
  code: 'duplicate',
  message: message('order.duplicate-elsewhere', { ...orderIn(order, now), bench: order.bench }),
});
