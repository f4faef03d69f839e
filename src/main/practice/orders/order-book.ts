import { type LedgerLine, type OrderLedger, readLedger, startLedger } from './order-ledger.ts';
import type { StoredOrder } from './stored-order.ts';

export interface BookLimits {
  /** Newest orders kept whole; older ones are forgotten, but for their custom codes. */
  orders: number;
  /** Custom codes of forgotten orders that stay taken. */
  forgottenCodes: number;
  /** The ledger is rewritten after so many added lines, or so many added bytes. */
  addedLines: number;
  addedBytes: number;
}

export const bookLimits: BookLimits = {
  orders: 2000,
  forgottenCodes: 50_000,
  addedLines: 8000,
  addedBytes: 32_000_000,
};

/** What a change writes, and what it tells its caller once that is on disk. */
export interface Change<T> {
  orders: StoredOrder[];
  outcome: T;
}

/** All orders of the practice service, in memory and on disk. */
export interface OrderBook {
  /** True for ever, once a parcel had the code; also after its deletion. */
  isCodeTaken(customCode: string): boolean;
  nextSequence(): number;
  withCustomCode(customCode: string): StoredOrder | undefined;
  withLabelKey(labelKey: string): StoredOrder | undefined;
  /** Oldest first. */
  all(): Iterable<StoredOrder>;
  /**
   * Changes happen one after another: `decide` sees all earlier ones, its orders are on disk before they are seen by
   * anyone, and a failed write changes nothing.
   */
  change<T>(decide: () => Change<T>): Promise<T>;
  /** Waits for changes under way. */
  close(): Promise<void>;
}

/** Opens the book kept in the folder, or begins one. */
export async function openOrderBook(folder: string, limits: BookLimits = bookLimits): Promise<OrderBook> {
  const memory = bookMemory(limits);
  await readLedger(folder, memory.take);
  const ledger = await startLedger(folder, memory.lines());
  let last: Promise<unknown> = Promise.resolve();

  async function write<T>(decide: () => Change<T>): Promise<T> {
    const { orders, outcome } = decide();
    if (orders.length > 0) {
      await ledger.append(orders);
      for (const order of orders) memory.put(order);
      await rewriteWhenLong(ledger, limits, memory.lines);
    }
    return outcome;
  }

  return {
    ...memory.view,
    change(decide) {
      const turn = last.then(() => write(decide));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      await last;
      await ledger.close();
    },
  };
}

async function rewriteWhenLong(
  ledger: OrderLedger,
  limits: BookLimits,
  lines: () => Iterable<LedgerLine>,
): Promise<void> {
  if (ledger.lines < limits.addedLines && ledger.bytes < limits.addedBytes) return;
  // The orders are safe in the long file already: a rewrite that fails is tried again after the next change.
  await ledger.rewrite(lines()).catch(() => undefined);
}

function bookMemory(limits: BookLimits) {
  const orders = new Map<number, StoredOrder>();
  const byCustomCode = new Map<string, number>();
  const byLabelKey = new Map<string, number>();
  const forgottenCodes = new Set<string>();
  let nextSequence = 1;

  function put(order: StoredOrder): void {
    orders.set(order.sequence, order);
    byLabelKey.set(order.labelKey, order.sequence);
    for (const { customCode } of order.parcels) if (customCode) byCustomCode.set(customCode, order.sequence);
    nextSequence = Math.max(nextSequence, order.sequence + 1);
    for (const oldest of orders.values()) {
      if (orders.size <= limits.orders) break;
      forget(oldest);
    }
  }

  function forget(order: StoredOrder): void {
    orders.delete(order.sequence);
    byLabelKey.delete(order.labelKey);
    for (const { customCode } of order.parcels) {
      if (!customCode) continue;
      byCustomCode.delete(customCode);
      rememberCode(customCode);
    }
  }

  function rememberCode(code: string): void {
    forgottenCodes.add(code);
    for (const oldest of forgottenCodes) {
      if (forgottenCodes.size <= limits.forgottenCodes) break;
      forgottenCodes.delete(oldest);
    }
  }

  function take(line: LedgerLine): void {
    if (line.kind === 'order') put(line.order);
    else if (line.kind === 'used codes') line.codes.forEach(rememberCode);
    else nextSequence = Math.max(nextSequence, line.sequence);
  }

  function* lines(): Iterable<LedgerLine> {
    yield { kind: 'next sequence', sequence: nextSequence };
    const codes = [...forgottenCodes];
    for (let at = 0; at < codes.length; at += 1000) yield { kind: 'used codes', codes: codes.slice(at, at + 1000) };
    for (const order of orders.values()) yield { kind: 'order', order };
  }

  const found = (sequence: number | undefined): StoredOrder | undefined =>
    sequence === undefined ? undefined : orders.get(sequence);

  const view = {
    isCodeTaken: (code: string) => byCustomCode.has(code) || forgottenCodes.has(code),
    nextSequence: () => nextSequence,
    withCustomCode: (code: string) => found(byCustomCode.get(code)),
    withLabelKey: (labelKey: string) => found(byLabelKey.get(labelKey)),
    all: () => orders.values(),
  };
  return { put, take, lines, view };
}
