import { createMutex } from '../concurrency/mutex.ts';
import { type JournalLine, type OrderJournal, readOrderJournal, startOrderJournal } from './order-journal.ts';
import type { StoredOrder } from './stored-order.ts';

export interface OrderStoreLimits {
  /** Number of newest orders stored; of older ones only the custom codes are kept. */
  orders: number;
  /** Number of custom codes of removed orders that stay in use. */
  forgottenCodes: number;
  /** The journal is rewritten after that many added lines or bytes. */
  addedLines: number;
  addedBytes: number;
}

export const orderStoreLimits: OrderStoreLimits = {
  orders: 2000,
  forgottenCodes: 50_000,
  addedLines: 8000,
  addedBytes: 32_000_000,
};

/** The orders that a change writes, and the result for its caller once they are on disk. */
export interface Change<T> {
  orders: StoredOrder[];
  outcome: T;
}

/** All orders of the practice service, in memory and on disk. */
export interface OrderStore {
  /** True once a parcel had the code, also after its deletion. */
  isCodeTaken(customCode: string): boolean;
  nextSequence(): number;
  findByCustomCode(customCode: string): StoredOrder | undefined;
  findByLabelKey(labelKey: string): StoredOrder | undefined;
  /** Oldest first. */
  all(): Iterable<StoredOrder>;
  /**
   * Runs changes one after another: `decide` sees all earlier ones, its orders become visible once they are on disk, and a failed write
   * changes nothing.
   */
  change<T>(decide: () => Change<T>): Promise<T>;
  /** Waits for changes under way. */
  close(): Promise<void>;
}

/** Opens the orders stored in the folder, or an empty store. */
export async function openOrderStore(folder: string, limits: OrderStoreLimits = orderStoreLimits): Promise<OrderStore> {
  const memory = createOrderIndex(limits);
  await readOrderJournal(folder, memory.applyLine);
  const journal = await startOrderJournal(folder, memory.lines());
  const mutex = createMutex();

  async function write<T>(decide: () => Change<T>): Promise<T> {
    const { orders, outcome } = decide();
    if (orders.length > 0) {
      await journal.append(orders);
      for (const order of orders) memory.put(order);
      await compactWhenLong(journal, limits, memory.lines);
    }
    return outcome;
  }

  return {
    ...memory.view,
    change: (decide) => mutex.runExclusive(() => write(decide)),
    async close() {
      await mutex.idle();
      await journal.close();
    },
  };
}

async function compactWhenLong(
  journal: OrderJournal,
  limits: OrderStoreLimits,
  lines: () => Iterable<JournalLine>,
): Promise<void> {
  if (journal.lines < limits.addedLines && journal.bytes < limits.addedBytes) return;
  // The orders are already on disk: a failed rewrite is retried after the next change.
  await journal.rewrite(lines()).catch(() => undefined);
}

function createOrderIndex(limits: OrderStoreLimits) {
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
      retainCode(customCode);
    }
  }

  function retainCode(code: string): void {
    forgottenCodes.add(code);
    for (const oldest of forgottenCodes) {
      if (forgottenCodes.size <= limits.forgottenCodes) break;
      forgottenCodes.delete(oldest);
    }
  }

  function applyLine(line: JournalLine): void {
    if (line.kind === 'order') put(line.order);
    else if (line.kind === 'used codes') line.codes.forEach(retainCode);
    else nextSequence = Math.max(nextSequence, line.sequence);
  }

  function* lines(): Iterable<JournalLine> {
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
    findByCustomCode: (code: string) => found(byCustomCode.get(code)),
    findByLabelKey: (labelKey: string) => found(byLabelKey.get(labelKey)),
    all: () => orders.values(),
  };
  return { put, applyLine, lines, view };
}
