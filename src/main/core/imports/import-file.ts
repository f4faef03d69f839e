import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { sentenceOf } from '../../../shared/contract/failure.ts';
import type { ImportReport, ImportState } from '../../../shared/orders/import-state.ts';
import type { NewOrder } from '../orders/answered-order.ts';
import { instant } from '../ports/clock.ts';
import type { WaitingFile } from '../ports/files.ts';
import type { ImportedOrder, WriteContext } from '../ports/records.ts';
import type { FileFault } from './file-orders.ts';
import { type FileOrders, maxFaultsListed } from './file-orders.ts';
import { sanitizeText } from './file-text.ts';
import { clashWords, faultLine, importedWords, refusedWords, stoppedWords } from './import-messages.ts';
import type { ImportsParts } from './imports.ts';
import { parseImportFile } from './parse-import-file.ts';

/** Orders compared with the records at once, and orders written in one transaction: a scan waits behind one of them, not behind a file. */
const compareChunkSize = 50;
const storeChunkSize = 20;

/** Orders read between two words about it. */
const progressInterval = 200;

/** Milliseconds between two words that parcels changed; whoever shows them reads them anew each time. */
const announceIntervalMs = 500;

export type ImportStep = Pick<NonNullable<ImportState['running']>, 'step' | 'done' | 'total'>;

/** How one file's import ended. */
export interface ImportResult {
  report: Omit<ImportReport, 'id' | 'at' | 'name' | 'from'>;
  isRetryable: boolean;
}

interface ImportFileParts extends ImportsParts {
  stopping: () => 'a person' | 'the station' | null;
  onProgress: (progress: ImportStep) => void;
}

const none = { new: 0, completed: 0, known: 0 };

/**
 * Reads a file whole, compares all of it with what is known, and only then stores it, some orders at a time: a file with a fault
 * changes nothing, and an import that is stopped leaves whole orders and no halves.
 */
export async function importFile(file: WaitingFile, parts: ImportFileParts): Promise<ImportResult> {
  try {
    const bytes = await file.read();
    if (!bytes.ok) return refusedWithFailure(bytes.failure);
    const read = await readWhole({ name: file.name, bytes: bytes.value }, parts);
    if (parts.stopping()) return stopped(parts, none, 0);
    if (!read.ok) return refusedWithFailure(read.failure);
    const orders = read.value;
    if (orders.faults.length > 0) return refused(orders.faults, orders.moreFaults);
    const compared = await compare(orders, parts);
    if (parts.stopping()) return stopped(parts, none, orders.orders.length);
    if (compared.faults.length > 0) {
      return refused(compared.faults.slice(0, maxFaultsListed), Math.max(0, compared.faults.length - maxFaultsListed));
    }
    return await store(file, orders, compared.orders, parts);
  } catch (error) {
    return stoppedByError(error, parts);
  }
}

function readWhole(file: { name: string; bytes: Uint8Array }, parts: ImportFileParts): Promise<Result<FileOrders>> {
  return parseImportFile(file, {
    labelOrigin: parts.labelOrigin,
    yieldToEventLoop: parts.yieldToEventLoop,
    isStopping: () => parts.stopping() !== null,
    onRead: (done) => {
      if (done % progressInterval === 0) parts.onProgress({ step: 'reading', done, total: null });
    },
  });
}

/** Every order beside what is known; those that settle a create of ours are read anew, with what that create asked for. */
async function compare(
  { orders }: FileOrders,
  { records, onProgress, stopping }: ImportFileParts,
): Promise<{ orders: NewOrder[]; faults: FileFault[] }> {
  const compared: NewOrder[] = [];
  const faults: FileFault[] = [];
  for (let at = 0; at < orders.length && stopping() === null; at += compareChunkSize) {
    onProgress({ step: 'checking', done: at, total: orders.length });
    const some = orders.slice(at, at + compareChunkSize);
    const standings = await records.previewImport(some.map(({ order }) => order));
    for (const [index, one] of some.entries()) {
      const standing = standings[index];
      if (standing?.kind === 'contradicts') faults.push({ place: one.place, words: clashWords(standing.clash) });
      const settles = standing?.kind === 'new' ? standing.settles : null;
      const request = settles === null ? null : await records.createRequest(settles);
      compared.push(request === null ? one.order : one.withRequest(request));
    }
  }
  return { orders: compared, faults };
}

async function store(
  file: WaitingFile,
  { orders: read, repeated }: FileOrders,
  orders: readonly NewOrder[],
  parts: ImportFileParts,
): Promise<ImportResult> {
  const { records, clock, announce } = parts;
  const counts = { ...none, known: repeated };
  let parcels = 0;
  let settled = 0;
  let announcedAt = clock.now();
  const count = (stored: ImportedOrder): void => {
    if (stored.kind === 'contradicts') return;
    counts[stored.kind] += 1;
    if (stored.kind === 'new') {
      parcels += stored.parcels;
      settled += stored.settles === null ? 0 : 1;
    }
  };
  const recordOf = (from: number, to: number): WriteContext => ({
    activity: {
      at: instant(clock.now()),
      who: file.from === 'a person' ? 'operator' : 'station',
      what: `import ${sanitizeText(file.name, 80)}`,
      code: null,
      outcome: `orders ${from} to ${to} of ${orders.length} stored`,
    },
  });
  const announceStored = (): void => {
    announce('parcels', 'commands', 'station');
    announcedAt = clock.now();
  };
  try {
    for (let at = 0; at < orders.length; at += storeChunkSize) {
      if (parts.stopping()) return stopped(parts, counts, orders.length);
      parts.onProgress({ step: 'storing', done: at, total: orders.length });
      const some = orders.slice(at, at + storeChunkSize);
      const done = await records.importOrders(some, recordOf(at + 1, at + some.length));
      // Known since the comparison: another file or an answer came between. The next try is told of it from the start.
      const clash = done.findIndex(({ kind }) => kind === 'contradicts');
      if (clash >= 0) return stoppedByConflict(done[clash], read[at + clash]?.place ?? '', counts, orders.length);
      for (const one of done) count(one);
      if (clock.now() - announcedAt >= announceIntervalMs) announceStored();
    }
  } catch (error) {
    return stoppedByError(error, parts, counts, orders.length);
  } finally {
    if (counts.new + counts.completed > 0) {
      announceStored();
      parts.onStored();
    }
  }
  const outcome = counts.new + counts.completed > 0 ? 'imported' : 'already known';
  const sentence = importedWords(counts, parcels, settled);
  return { report: { outcome, sentence, next: null, orders: counts, faults: [], moreFaults: 0 }, isRetryable: false };
}

function refusedWithFailure({ message, next }: Failure): ImportResult {
  const report = {
    outcome: 'refused',
    sentence: `Nothing of it was imported. ${message}`,
    next: next ?? null,
  } as const;
  return { report: { ...report, orders: none, faults: [], moreFaults: 0 }, isRetryable: false };
}

function refused(faults: readonly FileFault[], moreFaults: number): ImportResult {
  const report = { outcome: 'refused', sentence: refusedWords(faults, moreFaults), next: null } as const;
  return { report: { ...report, orders: none, faults: faults.map(faultLine), moreFaults }, isRetryable: false };
}

function stopped(parts: ImportFileParts, orders: ImportReport['orders'], total: number): ImportResult {
  const byPerson = parts.stopping() === 'a person';
  const why = byPerson ? 'Stopped.' : 'The environment was closed meanwhile.';
  const next = 'Import the file again to go on: what is known already is left alone.';
  const report = { outcome: 'stopped', sentence: stoppedWords(why, orders, total), next } as const;
  return { report: { ...report, orders: { ...orders }, faults: [], moreFaults: 0 }, isRetryable: !byPerson };
}

function stoppedByConflict(
  clash: ImportedOrder | undefined,
  place: string,
  orders: ImportReport['orders'],
  total: number,
): ImportResult {
  const words = clash?.kind === 'contradicts' ? clashWords(clash.clash) : '';
  const sentence = stoppedWords(`Something changed while it was imported. ${place}: ${words}`, orders, total);
  const report = { outcome: 'stopped', sentence, next: 'Import the file again.' } as const;
  return {
    report: { ...report, orders: { ...orders }, faults: [faultLine({ place, words })], moreFaults: 0 },
    isRetryable: true,
  };
}

/** The records refused, with words; anything else is a bug. */
function stoppedByError(
  error: unknown,
  parts: ImportFileParts,
  orders: ImportReport['orders'] = none,
  total = 0,
): ImportResult {
  const failure = error instanceof Error && 'failure' in error ? (error.failure as Failure) : null;
  if (failure === null) parts.onBug(error);
  const why = failure ? sentenceOf(failure.message) : 'Something went wrong inside the station.';
  const report = {
    outcome: 'stopped',
    sentence: stoppedWords(why, orders, total),
    next: failure?.next ?? null,
  } as const;
  return { report: { ...report, orders: { ...orders }, faults: [], moreFaults: 0 }, isRetryable: true };
}
