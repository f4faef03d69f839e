import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type StoredOrder, storedOrderSchema } from './stored-order.ts';

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
  if (damaged) await copyFile(path, join(folder, 'orders.damaged.jsonl'));
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
