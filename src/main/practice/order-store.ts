import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { createMutex } from '../concurrency/mutex.ts';
import { type StoredOrder, storedOrderSchema } from './stored-order.ts';

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
  /** Removes the orders that it says it of, also from the disk; their custom codes stay in use. */
  remove(isRemoved: IsRemoved): Promise<void>;
  /** Waits for changes under way. */
  close(): Promise<void>;
}

/** Which orders are removed: by their codes, every text of their addresses, and when they were created, milliseconds since 1970. */
export type IsRemoved = (order: {
  readonly codes: readonly string[];
  readonly texts: readonly string[];
  readonly createdAt: number;
}) => boolean;

/** Removes orders of a practice service that does not run. */
export async function removeStoredOrders(folder: string, isRemoved: IsRemoved): Promise<void> {
  const store = await openOrderStore(folder);
  await store.remove(isRemoved);
  await store.close();
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
    remove: (isRemoved) =>
      mutex.runExclusive(async () => {
        const removed = [...memory.view.all()].filter((order) => isRemoved(factsOf(order)));
        if (removed.length === 0) return;
        for (const order of removed) memory.forget(order);
        await journal.rewrite(memory.lines());
        // A copy for a person to look into.
        await rm(join(folder, damagedName), { force: true });
      }),
    async close() {
      await mutex.idle();
      await journal.close();
    },
  };
}

const factsOf = ({ parcels, request, createdAt }: StoredOrder): Parameters<IsRemoved>[0] => ({
  codes: parcels.flatMap(({ customCode }) => customCode ?? []),
  texts: [request.pick_up_address, ...request.drop_offs.map(({ address }) => address)].flatMap((address) =>
    Object.values(address).filter((text) => typeof text === 'string'),
  ),
  createdAt,
});

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
    for (const { customCode } of order.parcels) {
      // A code may have been used again by a newer order.
      if (customCode && (byCustomCode.get(customCode) ?? 0) <= order.sequence)
        byCustomCode.set(customCode, order.sequence);
    }
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
      if (byCustomCode.get(customCode) === order.sequence) byCustomCode.delete(customCode);
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
  return { put, forget, applyLine, lines, view };
}

const journalLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('next sequence'), sequence: z.int().positive() }),
  z.object({ kind: z.literal('used codes'), codes: z.array(z.string()) }),
  z.object({ kind: z.literal('order'), order: storedOrderSchema }),
]);
export type JournalLine = z.infer<typeof journalLineSchema>;

/**
 * An append-only file with one JSON line for each change; the last line of an order wins. The order store rewrites it when `lines` or
 * `bytes` exceed a limit.
 */
export interface OrderJournal {
  readonly lines: number;
  readonly bytes: number;
  /** Resolves once the orders are on disk. */
  append(orders: readonly StoredOrder[]): Promise<void>;
  /** Replaces all lines atomically. */
  rewrite(lines: Iterable<JournalLine>): Promise<void>;
  close(): Promise<void>;
}

const fileName = 'orders.jsonl';
const damagedName = 'orders.damaged.jsonl';
/** Lines of one write, so that writing many orders does not block the event loop. */
const linesAtOnce = 50;

/** Reads the journal in the folder line by line. Skips a damaged or unknown line and quarantines the file as `orders.damaged.jsonl`. */
export async function readOrderJournal(folder: string, onLine: (line: JournalLine) => void): Promise<void> {
  const path = join(folder, fileName);
  if (!(await exists(path))) return;
  let damaged = false;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text === '') continue;
    const line = journalLineSchema.safeParse(readJson(text));
    if (line.success) onLine(line.data);
    else damaged = true;
  }
  if (damaged) await copyFile(path, join(folder, damagedName));
}

/** Rewrites the file with these lines and keeps it open for more. */
export async function startOrderJournal(folder: string, start: Iterable<JournalLine>): Promise<OrderJournal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let file = await writeAll(folder, start);
  let lines = 0;
  let bytes = 0;
  let torn = false;

  return {
    get lines() {
      return lines;
    },
    get bytes() {
      return bytes;
    },
    async append(orders) {
      const text = orders.map((order) => asText({ kind: 'order', order })).join('');
      try {
        // A line cut short by a full disk must not swallow the next one.
        await file.appendFile(torn ? `\n${text}` : text);
        await file.datasync();
        torn = false;
      } catch (error) {
        torn = true;
        throw error;
      }
      lines += orders.length;
      bytes += text.length;
    },
    async rewrite(all) {
      const next = await writeAll(folder, all);
      await file.close();
      file = next;
      lines = 0;
      bytes = 0;
      torn = false;
    },
    close: () => file.close(),
  };
}

const asText = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

/** Temporary file, fsync, rename, fsync of the folder; the open handle stays in use. */
async function writeAll(folder: string, lines: Iterable<JournalLine>): Promise<FileHandle> {
  const path = join(folder, fileName);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    let waiting: string[] = [];
    for (const line of lines) {
      waiting.push(asText(line));
      if (waiting.length < linesAtOnce) continue;
      await file.appendFile(waiting.join(''));
      waiting = [];
    }
    await file.appendFile(waiting.join(''));
    await file.sync();
    await rename(`${path}.new`, path);
    await syncFolder(folder);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes the folder's entries to disk. Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
