import { assertNever, type Failure, type Result } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { ImportReport, ImportState } from '../../../shared/orders/import-state.ts';
import { mainText, messageSentence } from '../../text/main-text.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { WaitingFile } from '../ports/files.ts';
import type { ImportClash, ImportedOrder, NewOrder } from '../ports/order-records.ts';
import type { Records } from '../ports/records.ts';
import type { WriteContext } from '../ports/write-context.ts';
import { type FileFault, type FileOrder, type FileOrders, maxFaultsListed } from './file-orders.ts';
import { sanitizeText, shortText } from './file-text.ts';
import { parseImportFile } from './parse-import-file.ts';

/** Orders compared with the records at once, and orders written in one transaction: a scan waits for one of these, not for the file. */
const compareChunkSize = 50;
const storeChunkSize = 20;

/** Orders read between two progress reports. */
const progressInterval = 200;

/** Milliseconds between two announcements of changed parcels; each makes the screens read them again. */
const announceIntervalMs = 500;

export type ImportStep = Pick<NonNullable<ImportState['running']>, 'step' | 'done' | 'total'>;

/** How one file's import ended. */
export interface ImportResult {
  report: Omit<ImportReport, 'id' | 'at' | 'name' | 'from'>;
  isRetryable: boolean;
}

/** What importing a file needs. */
export interface FileImportParts {
  records: Pick<Records, 'previewImport' | 'importOrders' | 'createRequest'>;
  /** The only place labels of this environment come from. */
  labelOrigin(): Promise<string>;
  /** The text of a file without the token of this environment, which a service may have repeated in it. */
  withoutToken(text: string): Promise<string>;
  clock: Clock;
  announce: Announce;
  /** Called often; yields when work has lasted too long. */
  yieldToEventLoop: () => Promise<void>;
  /** Orders are stored: their labels can be downloaded. */
  onStored: () => void;
  onBug: (error: unknown) => void;
}

interface RunningImportParts extends FileImportParts {
  stopping: () => 'operator' | 'station' | null;
  onProgress: (progress: ImportStep) => void;
}

const none = { new: 0, completed: 0, known: 0 };

/**
 * Reads the whole file, compares all of it with the records, and only then stores it, some orders at a time: a file with an error
 * changes nothing, and an import that is stopped leaves complete orders only.
 */
export async function importFile(file: WaitingFile, parts: RunningImportParts): Promise<ImportResult> {
  try {
    const bytes = await file.read();
    if (!bytes.ok) return rejectedByFailure(bytes.failure);
    const read = await readWhole({ name: file.name, bytes: bytes.value }, parts);
    if (parts.stopping()) return stopped(parts, none, 0);
    if (!read.ok) return rejectedByFailure(read.failure);
    const orders = read.value;
    if (orders.faults.length > 0) return rejected(orders.faults, orders.moreFaults);
    const compared = await compare(orders, parts);
    if (parts.stopping()) return stopped(parts, none, orders.orders.length);
    if (compared.faults.length > 0) {
      return rejected(compared.faults.slice(0, maxFaultsListed), Math.max(0, compared.faults.length - maxFaultsListed));
    }
    return await store(file, orders, compared.orders, parts);
  } catch (error) {
    return stoppedByError(error, parts);
  }
}

async function readWhole(
  file: { name: string; bytes: Uint8Array },
  parts: RunningImportParts,
): Promise<Result<FileOrders>> {
  return parseImportFile(file, {
    labelOrigin: await parts.labelOrigin(),
    withoutToken: parts.withoutToken,
    yieldToEventLoop: parts.yieldToEventLoop,
    isStopping: () => parts.stopping() !== null,
    onRead: (done) => {
      if (done % progressInterval === 0) parts.onProgress({ step: 'reading', done, total: null });
    },
  });
}

/** Compares every order with the records; an answer to an uncertain order of this station is read again with its request. */
async function compare(
  { orders }: FileOrders,
  { records, onProgress, stopping }: RunningImportParts,
): Promise<{ orders: NewOrder[]; faults: FileFault[] }> {
  const compared: NewOrder[] = [];
  const faults: FileFault[] = [];
  for (let at = 0; at < orders.length && stopping() === null; at += compareChunkSize) {
    onProgress({ step: 'checking', done: at, total: orders.length });
    const some = orders.slice(at, at + compareChunkSize);
    const previews = await records.previewImport(some.map(({ order }) => order));
    for (const [index, one] of some.entries()) {
      const preview = previews[index];
      if (preview?.kind === 'contradicts') faults.push({ place: one.place, message: clashMessage(preview.clash) });
      const settles = preview?.kind === 'new' ? preview.settles : null;
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
  parts: RunningImportParts,
): Promise<ImportResult> {
  const { records, clock, announce } = parts;
  const counts = { ...none, known: repeated };
  let parcels = 0;
  let confirmed = 0;
  let announcedAt = clock.now();
  const count = (stored: ImportedOrder): void => {
    if (stored.kind === 'contradicts') return;
    counts[stored.kind] += 1;
    if (stored.kind === 'new') {
      parcels += stored.parcels;
      confirmed += stored.settles === null ? 0 : 1;
    }
  };
  const recordOf = (from: number, to: number): WriteContext => ({
    activity: {
      at: instant(clock.now()),
      who: file.from === 'operator' ? 'operator' : 'station',
      what: 'import-file',
      code: null,
      outcome: message('journal.orders-imported', {
        ...{ name: sanitizeText(file.name, 80), from, to, total: orders.length },
      }),
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
      // The records changed since the comparison, by another file or an answer; the next attempt compares again.
      const clash = done.findIndex(({ kind }) => kind === 'contradicts');
      if (clash >= 0) return stoppedByConflict(done[clash], read[at + clash], counts, orders.length);
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
  const { new: added, completed, known } = counts;
  const ended = { orders: counts, faults: [], moreFaults: 0 };
  if (added + completed === 0) {
    return { report: { ...ended, outcome: 'already known', message: message('import.all-known') }, isRetryable: false };
  }
  const imported = message('import.imported', { orders: added, parcels, completed, known, confirmed });
  return { report: { ...ended, outcome: 'imported', message: imported }, isRetryable: false };
}

function rejectedByFailure(failure: Failure): ImportResult {
  const report = { outcome: 'rejected', message: failure.message } as const;
  return { report: { ...report, orders: none, faults: [], moreFaults: 0 }, isRetryable: false };
}

function rejected(faults: readonly FileFault[], moreFaults: number): ImportResult {
  const listed = faults.map(faultMessage);
  const count = faults.length + moreFaults;
  const report = {
    outcome: 'rejected',
    message: message('import.has-faults', { count, reason: listed[0] ?? null }),
  } as const;
  return { report: { ...report, orders: none, faults: listed, moreFaults }, isRetryable: false };
}

/** Orders that need nothing more: imported, or known before. */
const doneOf = (orders: ImportReport['orders']): number => orders.new + orders.completed + orders.known;

function stopped(parts: RunningImportParts, orders: ImportReport['orders'], total: number): ImportResult {
  const isByOperator = parts.stopping() === 'operator';
  const code = isByOperator ? 'import.stopped-by-operator' : 'import.stopped-with-environment';
  const report = { outcome: 'stopped', message: message(code, { done: doneOf(orders), total }) } as const;
  return { report: { ...report, orders: { ...orders }, faults: [], moreFaults: 0 }, isRetryable: !isByOperator };
}

function stoppedByConflict(
  clash: ImportedOrder | undefined,
  order: FileOrder | undefined,
  orders: ImportReport['orders'],
  total: number,
): ImportResult {
  const faults =
    clash?.kind === 'contradicts' && order
      ? [faultMessage({ place: order.place, message: clashMessage(clash.clash) })]
      : [];
  const reason = message('import.stopped-by-change', { reason: faults[0] ?? null, done: doneOf(orders), total });
  const report = { outcome: 'stopped', message: reason, orders: { ...orders }, faults, moreFaults: 0 } as const;
  return { report, isRetryable: true };
}

/** An error with a failure is expected, such as a full disk; any other is a bug. */
function stoppedByError(
  error: unknown,
  parts: RunningImportParts,
  orders: ImportReport['orders'] = none,
  total = 0,
): ImportResult {
  const failure = error instanceof Error && 'failure' in error ? (error.failure as Failure) : null;
  if (failure === null) parts.onBug(error);
  const reason = failure ? failure.message : message('import.internal-error');
  const report = {
    outcome: 'stopped',
    message: message('import.stopped-by-failure', { reason, done: doneOf(orders), total }),
  } as const;
  return { report: { ...report, orders: { ...orders }, faults: [], moreFaults: 0 }, isRetryable: true };
}

/** Why an order contradicts what is known here. */
export function clashMessage(clash: ImportClash): Message {
  const { code } = clash;
  switch (clash.what) {
    case 'other shipment':
      return clash.knownTrackingCode === null
        ? message('import.parcel-not-in-shipment', { code })
        : message('import.code-in-other-shipment', { code, known: clash.knownTrackingCode });
    case 'other code':
      return message('import.other-code-known', { code, known: clash.knownCode, given: clash.otherCode });
    case 'other order':
      return clash.knownOrder === null
        ? message('import.code-in-other-order', { code })
        : message('import.code-in-named-order', { code, known: clash.knownOrder });
    case 'not answered yet':
      return message('import.order-unanswered', { code });
    default:
      return assertNever(clash);
  }
}

export const faultMessage = ({ place, message: fault }: FileFault): Message =>
  message('import.fault', { place, fault });

/** The text file beside a rejected file. */
export function rejectionText({ name, at, message: reason, faults, moreFaults }: ImportReport): string {
  const lines = [
    mainText('rejection.title', { name: shortText(name) }),
    at,
    '',
    messageSentence(reason),
    ...(faults.length > 0 ? ['', ...faults.map(messageSentence)] : []),
    ...(moreFaults > 0 ? [mainText('rejection.more', { count: moreFaults })] : []),
    '',
    mainText('rejection.next'),
    '',
  ];
  return lines.join('\r\n');
}
