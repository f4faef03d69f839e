import type { Failure } from '../../../shared/contract/failure.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { duplicateWithinMs, type Spending } from '../../../shared/orders/spending.ts';
import { isOver, money } from '../../../shared/values/money.ts';
import { orderFingerprint } from '../common/fingerprint.ts';
import { type Clock, instant, startOfDay } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';

const hourMs = 3_600_000;

export interface SpendGuardParts {
  records: Pick<Records, 'duplicateCreate' | 'spentSince' | 'whenSpent'>;
  clock: Clock;
  /** Most that may be charged within an hour; null: no cap. */
  capPerHour: () => number | null;
  /** Of the environment's prices; null where none is set. */
  currency: string | null;
}

/** Keeps an order from being made twice by mistake, and more from being spent than is allowed. */
export interface SpendGuard {
  hasCap(): boolean;
  /** An order much like it was asked for here a short while ago. */
  findDuplicate(request: OrderRequest): Promise<Failure | null>;
  /** With it, more would be charged within an hour than the cap allows. `price` is with tax. */
  checkCap(price: number): Promise<Failure | null>;
  read(): Promise<Spending>;
}

export function createSpendGuard({ records, clock, capPerHour, currency }: SpendGuardParts): SpendGuard {
  const anHourAgo = (): string => instant(clock.now() - hourMs);

  const lastHour = async (): Promise<number> => {
    const { charged, quoted } = await records.spentSince(anHourAgo());
    return charged + quoted;
  };

  /** When what has to be an hour old by then is; null where that waits for orders that have not left. */
  const capFreeAt = async (tooMuch: number): Promise<number | null> => {
    const left = await records.whenSpent(anHourAgo(), tooMuch);
    return left === null ? null : Date.parse(left) + hourMs;
  };

  return {
    hasCap: () => capPerHour() !== null,
    async findDuplicate(request) {
      const now = clock.now();
      const duplicate = await records.duplicateCreate(orderFingerprint(request), instant(now - duplicateWithinMs));
      return duplicate && duplicateFailure(duplicate, now);
    },
    async checkCap(price) {
      const cap = capPerHour();
      if (cap === null) return null;
      const spent = await lastHour();
      if (!isOver(spent + price, cap)) return null;
      const next = isOver(price, cap)
        ? 'This order alone costs more.'
        : roomWords(await capFreeAt(spent + price - cap));
      return {
        code: 'over-cap',
        message: `With this order (${money(price, currency)}) more would be charged within an hour than the cap of ${money(cap, currency)}: ${money(spent, currency)} went in the last hour. Nothing was ordered.`,
        next: `${next} The cap is set under Settings, Spending.`,
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

function duplicateFailure({ codes, createdAt }: Command, now: number): Failure {
  const [code, ...others] = codes;
  const named = others.length === 0 ? code : `${code} and ${others.length} more`;
  return {
    code: 'duplicate',
    message: `An order for the same receiver, address and weights was made here ${agoWords(now - Date.parse(createdAt))}: ${named}. Nothing was ordered now.`,
    next: 'Create it all the same only where a second one is wanted.',
  };
}

function agoWords(age: number): string {
  const seconds = Math.max(0, Math.floor(age / 1000));
  if (seconds < 2) return 'a moment ago';
  if (seconds < 60) return `${seconds} seconds ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}

function roomWords(at: number | null): string {
  if (at === null) return 'There is room an hour after the orders on their way have left.';
  return `There is room for it again at ${clockWords(at)}.`;
}

/** "14:02" by this desk's clock; the minute that has begun counts as not yet there. */
function clockWords(at: number): string {
  const moment = new Date(Math.ceil(at / 60_000) * 60_000);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
