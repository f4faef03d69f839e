import { isCustomCode } from '../../shared/custom-code.ts';
import { assertNever, failed, type Result, success } from '../../shared/failure.ts';
import { isDeletedOrDeleting, type Parcel } from '../../shared/parcel.ts';
import { isPickedUp } from '../../shared/picked-up.ts';
import { type PrintJob, printJobCan } from '../../shared/print-job.ts';
import { codesOfReading, type ScanMode, type ScanReading } from '../../shared/scan.ts';
import type { RecentScan, ScanAnswer, ScanOutcomeKind } from '../../shared/scan-answer.ts';
import { carriesCode } from '../zpl/carried-codes.ts';
import type { Announce } from './announce.ts';
import type { Deletions } from './deletions.ts';
import type { Labels } from './labels.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { CodeMatch, NewScan, Records, ScanRow } from './ports/records.ts';
import { type PrintQueue, samePressMs } from './printing/print-queue.ts';
import { createScanAnswers } from './scan-answers.ts';

const longestKeptText = 64;

export interface ScansParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  printQueue: PrintQueue;
  deletions: Deletions;
  labels: Labels;
}

export interface Scans {
  /** Takes a scan: on disk, with what it causes, before this answers. */
  take(reading: ScanReading, mode: ScanMode): Promise<Result<ScanAnswer>>;
  /** What is true now of a scan taken earlier. */
  answer(scanId: number): Promise<Result<ScanAnswer>>;
  recent(): Promise<{ scans: RecentScan[]; today: number }>;
}

/** What a reading was found to be, before the mode decides what to do with it. */
type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly code: string; readonly inDoubt: boolean }
  | { readonly kind: 'known'; readonly code: string; readonly match: CodeMatch; readonly inDoubt: boolean };

/** Turns scans into look-ups, labels and deletions. Nothing a scan says can become a command or a path. */
export function createScans(parts: ScansParts): Scans {
  const answers = createScanAnswers(parts);
  const { records, clock, announce, printQueue, deletions } = parts;

  const find = async (reading: ScanReading): Promise<Found> => {
    const codes = codesOfReading(reading);
    const [first] = codes;
    if (first === undefined) return { kind: 'nothing' };
    const found: { code: string; match: CodeMatch }[] = [];
    for (const code of codes) {
      const match = await records.findByCode(code);
      if (match) found.push({ code, match });
    }
    const [known, other] = found;
    // Two readings, two different parcels: which one the label carries cannot be known.
    if (known)
      return { kind: 'known', ...known, inDoubt: other !== undefined && !sameParcels(known.match, other.match) };
    return { kind: 'unknown', code: first, inDoubt: codes.length > 1 };
  };

  const scanOf = (
    reading: ScanReading,
    mode: ScanMode,
    code: string,
    parcelId: number | null,
  ): Omit<NewScan, 'kind'> => ({
    at: instant(clock.now()),
    code,
    asTyped: reading.asTyped,
    asUsKeyboard: reading.asUsKeyboard,
    mode,
    parcelId,
  });

  /** Records a scan that causes nothing but its answer. */
  const justRecord = async (scan: Omit<NewScan, 'kind'>, kind: ScanOutcomeKind): Promise<ScanRow> => {
    const activity = {
      at: scan.at,
      who: 'operator',
      what: `scan, ${scan.mode}`,
      code: scan.code,
      outcome: kind,
    } as const;
    return records.recordScan({ activity, scan: { ...scan, kind } });
  };

  const takeKnown = async (
    scan: Omit<NewScan, 'kind'>,
    found: Extract<Found, { kind: 'known' }>,
    byScanner: boolean,
  ): Promise<ScanRow> => {
    const [parcel, ...others] = found.match.parcels;
    if (!parcel) throw new Error('A match without a parcel');
    if (found.inDoubt && scan.mode !== 'look up') return justRecord({ ...scan, parcelId: null }, 'layout doubt');
    if (others.length > 0) return justRecord({ ...scan, parcelId: null }, 'choose parcel');
    const proved = byScanner && scan.mode !== 'delete' ? await provedBy(scan, parcel) : null;
    if (proved) return proved;
    switch (scan.mode) {
      case 'look up':
        return justRecord(scan, lookUpKind(parcel));
      case 'print':
        return print(scan, parcel);
      case 'delete':
        return remove(scan, parcel);
      default:
        return assertNever(scan.mode);
    }
  };

  /** Scan-back: the label itself was scanned, since nothing else carries that code. Null where the scan proves nothing. */
  const provedBy = async (scan: Omit<NewScan, 'kind'>, parcel: Parcel): Promise<ScanRow | null> => {
    const job = parcel.lastJob;
    if (!job || isDeletedOrDeleting(parcel) || !printJobCan('prove', job.state)) return null;
    if (!isOnLabelAlone(scan.code, parcel, job)) return null;
    const label = await records.labelBytes(job.sentSha256 ?? job.labelSha256);
    if (!label || !carriesCode(label, scan.code)) return null;
    return printQueue.prove(job, { ...scan, kind: scan.mode === 'look up' ? 'found' : 'proved' });
  };

  /** The parcel with its label, where that comes within a little while. */
  const withLabel = async (parcel: Parcel): Promise<Parcel> => {
    if (!parcel.label || parcel.label.state === 'kept') return parcel;
    await parts.labels.askAgain(parcel.id, parcel.label);
    return (await records.parcel(parcel.id)) ?? parcel;
  };

  const print = async (scan: Omit<NewScan, 'kind'>, found: Parcel): Promise<ScanRow> => {
    if (isDeletedOrDeleting(found)) return justRecord(scan, lookUpKind(found));
    const parcel = await withLabel(found);
    if (parcel.label?.state !== 'kept') return justRecord(scan, 'no label');
    if (parcel.copies > 0) {
      // The press before made the copy that is met here: said so, and no second one is made. A label that came out by itself
      // when its order was created is nobody's press.
      const last = parcel.lastJob;
      const samePress = last !== null && last.origin !== 'created' && isSamePress(last.createdAt);
      return justRecord(scan, samePress ? 'already counted' : 'ask for copy');
    }
    const wish = { parcel, origin: 'scan', startedByCode: scan.code, reprintReason: null } as const;
    const added = await printQueue.add(wish, { ...scan, kind: 'printing' });
    if (!added.ok) return justRecord(scan, added.failure.code === 'no-printer' ? 'no printer' : 'no label');
    return added.value.made && added.value.scan ? added.value.scan : justRecord(scan, 'already counted');
  };

  const isSamePress = (at: string): boolean => at >= instant(clock.now() - samePressMs);

  const remove = async (scan: Omit<NewScan, 'kind'>, parcel: Parcel): Promise<ScanRow> => {
    if (parcel.deletedAt !== null) return justRecord(scan, 'deleted');
    if (parcel.customCode === null || !isCustomCode(parcel.customCode)) return justRecord(scan, 'cannot delete');
    // Asked in words and answered by a press: never by a second scan, which may be a stray one.
    if (isPickedUp(parcel) && !isDeletedOrDeleting(parcel)) return justRecord(scan, 'ask to delete');
    return beginDeletion({ customCode: parcel.customCode, parcelId: parcel.id }, scan);
  };

  const takeUnknown = async (scan: Omit<NewScan, 'kind'>, inDoubt: boolean): Promise<ScanRow> => {
    if (scan.mode !== 'delete' || !isCustomCode(scan.code)) return justRecord(scan, 'unknown');
    if (inDoubt) return justRecord(scan, 'layout doubt');
    return beginDeletion({ customCode: scan.code, parcelId: null }, scan);
  };

  const beginDeletion = async (
    deletion: { customCode: string; parcelId: number | null },
    scan: Omit<NewScan, 'kind'>,
  ): Promise<ScanRow> => {
    const answer = await deletions.begin(deletion, scan);
    if (!answer.ok) return justRecord(scan, 'cannot delete');
    return answer.value.begun && answer.value.scan ? answer.value.scan : justRecord(scan, 'already counting');
  };

  return {
    async take(reading, mode) {
      const found = await find(reading);
      const code = found.kind === 'nothing' ? reading.asTyped.trim().slice(0, longestKeptText) : found.code;
      const parcelId = found.kind === 'known' ? (found.match.parcels[0]?.id ?? null) : null;
      const scan = scanOf(reading, mode, code, parcelId);
      const row =
        found.kind === 'nothing'
          ? await justRecord(scan, 'not a code')
          : found.kind === 'unknown'
            ? await takeUnknown(scan, found.inDoubt)
            : await takeKnown(scan, found, reading.by === 'scanner');
      announce('scans');
      return success(await answers.of(row));
    },
    async answer(scanId) {
      const row = await records.scan(scanId);
      if (!row) return failed({ code: 'not-found-here', message: 'This scan is not on record.' });
      return success(await answers.of(row));
    },
    recent: answers.recent,
  };
}

/**
 * False where the box may carry the code without its label: the code that started the job, and the shop's own code, which is often
 * a sticker. Those are asked about: "label in hand?".
 */
function isOnLabelAlone(code: string, parcel: Parcel, job: PrintJob): boolean {
  const started = job.startedByCode ?? parcel.customCode;
  // Codes are found without case too: typed in small letters, it is the same sticker.
  return code.toLowerCase() !== started?.toLowerCase();
}

function lookUpKind(parcel: Parcel): ScanOutcomeKind {
  if (parcel.deletedAt !== null) return 'deleted';
  return isDeletedOrDeleting(parcel) ? 'being deleted' : 'found';
}

function sameParcels(one: CodeMatch, other: CodeMatch): boolean {
  return one.parcels.map((parcel) => parcel.id).join() === other.parcels.map((parcel) => parcel.id).join();
}
