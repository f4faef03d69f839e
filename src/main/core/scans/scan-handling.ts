import { assertNever, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type MessageCode, message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import { codesOfReading, type ScanMode, type ScanReading } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../shared/scanning/scan-answer.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { isPickedUp } from '../../../shared/shipments/shipment-state.ts';
import { carriesCode } from '../../zpl/bar-code-fields.ts';
import type { Announce } from '../notices.ts';
import type { Deletions } from '../outbox/pending-deletions.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { LabelRecords } from '../ports/label-records.ts';
import type { PrintRecords } from '../ports/print-records.ts';
import type { CodeMatch, ShipmentRecords } from '../ports/shipment-records.ts';
import type { JournalRecords, NewScan, ScanRow } from '../ports/write-context.ts';
import type { LabelDownloads } from '../printing/label-downloads.ts';
import { duplicatePressMs, type PrintQueue } from '../printing/print-queue.ts';
import { createScanAnswers, type ScanAnswers } from './scan-answers.ts';

const longestKeptText = 64;

/** What the journal says of a scan in each mode. */
const scanActivity = {
  'look up': 'scan-look-up',
  print: 'scan-print',
  delete: 'scan-delete',
} as const satisfies Record<ScanMode, ActivityKind>;

/** What the journal says came of a scan. */
const scanOutcomes = {
  found: 'journal.scan.found',
  'already counted': 'journal.scan.already-queued',
  printing: 'journal.scan.printing',
  'ask for copy': 'journal.scan.reason-needed',
  confirmed: 'journal.scan.print-confirmed',
  'no label': 'journal.scan.no-label',
  'no printer': 'journal.scan.no-printer',
  'choose parcel': 'journal.scan.choose-parcel',
  deleted: 'journal.scan.deleted',
  'being deleted': 'journal.scan.being-deleted',
  deleting: 'journal.scan.deletion-started',
  'deleting unknown': 'journal.scan.deletion-of-unknown-code-started',
  'ask to delete': 'journal.scan.already-picked-up',
  'already counting': 'journal.scan.already-counting-down',
  'cannot delete': 'journal.scan.cannot-delete',
  unknown: 'journal.scan.unknown',
  'not a code': 'journal.scan.not-a-code',
  'ambiguous layout': 'journal.scan.ambiguous-layout',
} as const satisfies Record<ScanOutcomeKind, MessageCode>;

export interface ScansParts {
  records: ShipmentRecords & LabelRecords & JournalRecords & CommandRecords & PrintRecords;
  clock: Clock;
  announce: Announce;
  printQueue: PrintQueue;
  deletions: Deletions;
  labels: LabelDownloads;
}

export interface Scans extends Pick<ScanAnswers, 'recent'> {
  /** Processes a scan: it is on disk, with everything it causes, before this answers. */
  process(reading: ScanReading, mode: ScanMode): Promise<Result<ScanAnswer>>;
  /** The present state of an earlier scan. */
  answer(scanId: number): Promise<Result<ScanAnswer>>;
}

/** What a reading refers to, before the mode decides what to do with it. */
type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly code: string; readonly isAmbiguous: boolean }
  | { readonly kind: 'known'; readonly code: string; readonly match: CodeMatch; readonly isAmbiguous: boolean };

/** Processes scans: look-ups, labels and deletions. The text of a scan never becomes a command or a path. */
export function createScans(parts: ScansParts): Scans {
  const scanAnswers = createScanAnswers(parts);
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
    // The two readings name different parcels: the label may carry either code.
    if (known)
      return { kind: 'known', ...known, isAmbiguous: other !== undefined && !sameParcels(known.match, other.match) };
    return { kind: 'unknown', code: first, isAmbiguous: codes.length > 1 };
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

  /** Records a scan that has no effect but its answer. */
  const recordOnly = async (scan: Omit<NewScan, 'kind'>, kind: ScanOutcomeKind): Promise<ScanRow> => {
    const activity = {
      at: scan.at,
      who: 'operator',
      what: scanActivity[scan.mode],
      code: scan.code,
      outcome: message(scanOutcomes[kind]),
    } as const;
    return records.recordScan({ activity, scan: { ...scan, kind } });
  };

  const processKnown = async (
    scan: Omit<NewScan, 'kind'>,
    found: Extract<Found, { kind: 'known' }>,
    byScanner: boolean,
  ): Promise<ScanRow> => {
    const [parcel, ...others] = found.match.parcels;
    if (!parcel) throw new Error('A match without a parcel');
    if (found.isAmbiguous && scan.mode !== 'look up')
      return recordOnly({ ...scan, parcelId: null }, 'ambiguous layout');
    if (others.length > 0) return recordOnly({ ...scan, parcelId: null }, 'choose parcel');
    const confirmed = byScanner && scan.mode !== 'delete' ? await confirmByScan(scan, parcel) : null;
    if (confirmed) return confirmed;
    switch (scan.mode) {
      case 'look up':
        return recordOnly(scan, lookUpKind(parcel));
      case 'print':
        return print(scan, parcel);
      case 'delete':
        return remove(scan, parcel);
      default:
        return assertNever(scan.mode);
    }
  };

  /** Scan-back: nothing but the label carries that code, so the scan confirms the print. Null where it confirms nothing. */
  const confirmByScan = async (scan: Omit<NewScan, 'kind'>, parcel: Parcel): Promise<ScanRow | null> => {
    const job = parcel.lastJob;
    if (!job || isDeletedOrDeleting(parcel) || !printJobCan('confirm', job.state)) return null;
    if (!isOnLabelAlone(scan.code, parcel, job)) return null;
    const label = await records.labelBytes(job.sentSha256 ?? job.labelSha256);
    if (!label || !carriesCode(label, scan.code)) return null;
    return printQueue.confirmByScan(job, { ...scan, kind: scan.mode === 'look up' ? 'found' : 'confirmed' });
  };

  /** The parcel, after one more attempt to download a missing label. */
  const withLabel = async (parcel: Parcel): Promise<Parcel> => {
    if (!parcel.label || parcel.label.state === 'stored') return parcel;
    await parts.labels.requestAgain(parcel.id, parcel.label);
    return (await records.parcel(parcel.id)) ?? parcel;
  };

  const print = async (scan: Omit<NewScan, 'kind'>, found: Parcel): Promise<ScanRow> => {
    if (isDeletedOrDeleting(found)) return recordOnly(scan, lookUpKind(found));
    const parcel = await withLabel(found);
    if (parcel.label?.state !== 'stored') return recordOnly(scan, 'no label');
    if (parcel.copies > 0) {
      // The copy found here was made by the same press a moment ago: no second one is made. A label printed automatically
      // when its order was created does not count as a press.
      const last = parcel.lastJob;
      const samePress = last !== null && last.origin !== 'created' && isSamePress(last.createdAt);
      return recordOnly(scan, samePress ? 'already counted' : 'ask for copy');
    }
    const request = { parcel, origin: 'scan', startedByCode: scan.code, reprintReason: null } as const;
    const added = await printQueue.add(request, { ...scan, kind: 'printing' });
    if (!added.ok) return recordOnly(scan, added.failure.code === 'no-printer' ? 'no printer' : 'no label');
    return added.value.made && added.value.scan ? added.value.scan : recordOnly(scan, 'already counted');
  };

  const isSamePress = (at: string): boolean => at >= instant(clock.now() - duplicatePressMs);

  const remove = async (scan: Omit<NewScan, 'kind'>, parcel: Parcel): Promise<ScanRow> => {
    if (parcel.deletedAt !== null) return recordOnly(scan, 'deleted');
    if (parcel.customCode === null || !isCustomCode(parcel.customCode)) return recordOnly(scan, 'cannot delete');
    // Confirmed by a button press only: a second scan may be accidental.
    if (isPickedUp(parcel) && !isDeletedOrDeleting(parcel)) return recordOnly(scan, 'ask to delete');
    return beginDeletion({ customCode: parcel.customCode, parcelId: parcel.id }, scan);
  };

  const processUnknown = async (scan: Omit<NewScan, 'kind'>, isAmbiguous: boolean): Promise<ScanRow> => {
    if (scan.mode !== 'delete' || !isCustomCode(scan.code)) return recordOnly(scan, 'unknown');
    if (isAmbiguous) return recordOnly(scan, 'ambiguous layout');
    return beginDeletion({ customCode: scan.code, parcelId: null }, scan);
  };

  const beginDeletion = async (
    deletion: { customCode: string; parcelId: number | null },
    scan: Omit<NewScan, 'kind'>,
  ): Promise<ScanRow> => {
    const answer = await deletions.begin(deletion, scan);
    if (!answer.ok) return recordOnly(scan, 'cannot delete');
    return answer.value.begun && answer.value.scan ? answer.value.scan : recordOnly(scan, 'already counting');
  };

  return {
    async process(reading, mode) {
      const found = await find(reading);
      const code = found.kind === 'nothing' ? reading.asTyped.trim().slice(0, longestKeptText) : found.code;
      const parcelId = found.kind === 'known' ? (found.match.parcels[0]?.id ?? null) : null;
      const scan = scanOf(reading, mode, code, parcelId);
      const row =
        found.kind === 'nothing'
          ? await recordOnly(scan, 'not a code')
          : found.kind === 'unknown'
            ? await processUnknown(scan, found.isAmbiguous)
            : await processKnown(scan, found, reading.by === 'scanner');
      announce('scans');
      return success(await scanAnswers.answerFor(row));
    },
    async answer(scanId) {
      const row = await records.scan(scanId);
      if (!row) return failed({ code: 'not-found-locally', message: message('scan.not-found') });
      return success(await scanAnswers.answerFor(row));
    },
    recent: scanAnswers.recent,
  };
}

/**
 * False where the box may carry the code without the label: the code that started the job, and the shop's own code, which is often
 * a sticker. For those the operator is asked whether the label is there.
 */
function isOnLabelAlone(code: string, parcel: Parcel, job: PrintJob): boolean {
  const started = job.startedByCode ?? parcel.customCode;
  // Codes are also found regardless of case: typed in lower case, it is the same sticker.
  return code.toLowerCase() !== started?.toLowerCase();
}

function lookUpKind(parcel: Parcel): ScanOutcomeKind {
  if (parcel.deletedAt !== null) return 'deleted';
  return isDeletedOrDeleting(parcel) ? 'being deleted' : 'found';
}

function sameParcels(one: CodeMatch, other: CodeMatch): boolean {
  return one.parcels.map((parcel) => parcel.id).join() === other.parcels.map((parcel) => parcel.id).join();
}
