import type { Failure, Result } from '../../../shared/failure.ts';
import type { ImportReport, ImportState } from '../../../shared/import-state.ts';
import type { NewOrder } from '../order-facts.ts';
import { instant } from '../ports/clock.ts';
import type { WaitingFile } from '../ports/import.ts';
import type { ImportedOrder, WriteContext } from '../ports/records.ts';
import type { FileFault } from './file-order.ts';
import { clashWords, faultLine, importedWords, refusedWords, stoppedWords } from './import-words.ts';
import type { ImportsParts } from './imports.ts';
import { mostFaultsNamed, type OrdersOfFile } from './orders-of-file.ts';
import { readImportFile } from './read-file.ts';
import { tidyText } from './tidy-text.ts';

/** Orders compared with the records at once, and orders written in one transaction: a scan waits behind one of them, not behind a file. */
const comparedAtOnce = 50;
const storedAtOnce = 20;

/** Orders read between two words about it. */
const readBetweenWords = 200;

/** Milliseconds between two words that parcels changed; whoever shows them reads them anew each time. */
const betweenAnnouncements = 500;

export type ImportStep = Pick<NonNullable<ImportState['running']>, 'step' | 'done' | 'total'>;

/** How one file's import ended. */
export interface ImportEnd {
  told: Omit<ImportReport, 'id' | 'at' | 'name' | 'from'>;
  mayTryAgain: boolean;
}

interface OneFileParts extends ImportsParts {
  stopping: () => 'a person' | 'the station' | null;
  onProgress: (progress: ImportStep) => void;
}

const none = { new: 0, completed: 0, known: 0 };

/**
 * Reads a file whole, compares all of it with what is known, and only then stores it, some orders at a time: a file with a fault
 * changes nothing, and an import that is stopped leaves whole orders and no halves.
 */
export async function importOneFile(file: WaitingFile, parts: OneFileParts): Promise<ImportEnd> {
  try {
    const bytes = await file.read();
    if (!bytes.ok) return refusedFor(bytes.failure);
    const read = await readWhole({ name: file.name, bytes: bytes.value }, parts);
    if (parts.stopping()) return stopped(parts, none, 0);
    if (!read.ok) return refusedFor(read.failure);
    const orders = read.value;
    if (orders.faults.length > 0) return refused(orders.faults, orders.moreFaults);
    const compared = await compare(orders, parts);
    if (parts.stopping()) return stopped(parts, none, orders.orders.length);
    if (compared.faults.length > 0) {
      return refused(compared.faults.slice(0, mostFaultsNamed), Math.max(0, compared.faults.length - mostFaultsNamed));
    }
    return await store(file, orders, compared.orders, parts);
  } catch (error) {
    return refusedByDisk(error, parts);
  }
}

function readWhole(file: { name: string; bytes: Uint8Array }, parts: OneFileParts): Promise<Result<OrdersOfFile>> {
  return readImportFile(file, {
    labelOrigin: parts.labelOrigin,
    breathe: parts.breathe,
    isStopping: () => parts.stopping() !== null,
    onRead: (done) => {
      if (done % readBetweenWords === 0) parts.onProgress({ step: 'reading', done, total: null });
    },
  });
}

/** Every order beside what is known; those that settle a create of ours are read anew, with what that create asked for. */
async function compare(
  { orders }: OrdersOfFile,
  { records, onProgress, stopping }: OneFileParts,
): Promise<{ orders: NewOrder[]; faults: FileFault[] }> {
  const compared: NewOrder[] = [];
  const faults: FileFault[] = [];
  for (let at = 0; at < orders.length && stopping() === null; at += comparedAtOnce) {
    onProgress({ step: 'checking', done: at, total: orders.length });
    const some = orders.slice(at, at + comparedAtOnce);
    const standings = await records.previewImport(some.map(({ order }) => order));
    for (const [index, one] of some.entries()) {
      const standing = standings[index];
      if (standing?.kind === 'contradicts') faults.push({ place: one.place, words: clashWords(standing.clash) });
      const settles = standing?.kind === 'new' ? standing.settles : null;
      const request = settles === null ? null : await records.createRequest(settles);
      compared.push(request === null ? one.order : one.asAskedFor(request));
    }
  }
  return { orders: compared, faults };
}

async function store(
  file: WaitingFile,
  { orders: read, repeated }: OrdersOfFile,
  orders: readonly NewOrder[],
  parts: OneFileParts,
): Promise<ImportEnd> {
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
      what: `import ${tidyText(file.name, 80)}`,
      code: null,
      outcome: `orders ${from} to ${to} of ${orders.length} stored`,
    },
  });
  const tellStored = (): void => {
    announce('parcels', 'commands', 'station');
    announcedAt = clock.now();
  };
  try {
    for (let at = 0; at < orders.length; at += storedAtOnce) {
      if (parts.stopping()) return stopped(parts, counts, orders.length);
      parts.onProgress({ step: 'storing', done: at, total: orders.length });
      const some = orders.slice(at, at + storedAtOnce);
      const done = await records.importOrders(some, recordOf(at + 1, at + some.length));
      // Known since the comparison: another file or an answer came between. The next try is told of it from the start.
      const clash = done.findIndex(({ kind }) => kind === 'contradicts');
      if (clash >= 0) return overtaken(done[clash], read[at + clash]?.place ?? '', counts, orders.length);
      for (const one of done) count(one);
      if (clock.now() - announcedAt >= betweenAnnouncements) tellStored();
    }
  } catch (error) {
    return refusedByDisk(error, parts, counts, orders.length);
  } finally {
    if (counts.new + counts.completed > 0) {
      tellStored();
      parts.onStored();
    }
  }
  const outcome = counts.new + counts.completed > 0 ? 'imported' : 'already known';
  const sentence = importedWords(counts, parcels, settled);
  return { told: { outcome, sentence, next: null, orders: counts, faults: [], moreFaults: 0 }, mayTryAgain: false };
}

function refusedFor({ message, next }: Failure): ImportEnd {
  const told = { outcome: 'refused', sentence: `Nothing of it was imported. ${message}`, next: next ?? null } as const;
  return { told: { ...told, orders: none, faults: [], moreFaults: 0 }, mayTryAgain: false };
}

function refused(faults: readonly FileFault[], moreFaults: number): ImportEnd {
  const told = { outcome: 'refused', sentence: refusedWords(faults, moreFaults), next: null } as const;
  return { told: { ...told, orders: none, faults: faults.map(faultLine), moreFaults }, mayTryAgain: false };
}

function stopped(parts: OneFileParts, orders: ImportReport['orders'], total: number): ImportEnd {
  const byPerson = parts.stopping() === 'a person';
  const why = byPerson ? 'Stopped.' : 'The environment was closed meanwhile.';
  const next = 'Import the file again to go on: what is known already is left alone.';
  const told = { outcome: 'stopped', sentence: stoppedWords(why, orders, total), next } as const;
  return { told: { ...told, orders: { ...orders }, faults: [], moreFaults: 0 }, mayTryAgain: !byPerson };
}

function overtaken(
  clash: ImportedOrder | undefined,
  place: string,
  orders: ImportReport['orders'],
  total: number,
): ImportEnd {
  const words = clash?.kind === 'contradicts' ? clashWords(clash.clash) : '';
  const sentence = stoppedWords(`Something changed while it was imported. ${place}: ${words}`, orders, total);
  const told = { outcome: 'stopped', sentence, next: 'Import the file again.' } as const;
  return {
    told: { ...told, orders: { ...orders }, faults: [faultLine({ place, words })], moreFaults: 0 },
    mayTryAgain: true,
  };
}

/** The records refused, with words; anything else is a bug. */
function refusedByDisk(
  error: unknown,
  parts: OneFileParts,
  orders: ImportReport['orders'] = none,
  total = 0,
): ImportEnd {
  const failure = error instanceof Error && 'failure' in error ? (error.failure as Failure) : null;
  if (failure === null) parts.onBug(error);
  const why = failure?.message ?? 'Something went wrong inside the station.';
  const told = { outcome: 'stopped', sentence: stoppedWords(why, orders, total), next: failure?.next ?? null } as const;
  return { told: { ...told, orders: { ...orders }, faults: [], moreFaults: 0 }, mayTryAgain: true };
}
