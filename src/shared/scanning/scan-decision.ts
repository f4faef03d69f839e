import { assertNever } from '../contract/failure.ts';
import type { ActivityKind } from '../messages/journal-messages.ts';
import { type Message, type MessageCode, message } from '../messages/message.ts';
import type { Command } from '../orders/command.ts';
import { isCustomCode } from '../orders/custom-code.ts';
import { type PrintJob, printJobCan } from '../printing/print-job.ts';
import { isDeletedOrDeleting, type LabelState, type Parcel } from '../shipments/parcel.ts';
import { isPickedUp } from '../shipments/shipment-state.ts';
import { codesOfReading, type ScanMode, type ScanReading } from './scan.ts';
import type { ScanAnswer, ScanOutcomeKind } from './scan-answer.ts';
import type { ScannerTrust } from './scanner-trust.ts';

/** A code of a reading, and the parcels that it stands for. */
export interface FoundCode {
  readonly code: string;
  readonly parcels: readonly Parcel[];
}

/** What was found out about a scan that could not be decided at first. */
export interface ScanChecks {
  /** Whether the label that the job sent carries the scanned code. */
  readonly label: { readonly jobId: number; readonly carriesCode: boolean } | null;
  /** The parcel's missing label was requested once more. */
  readonly labelRequested: boolean;
}

export interface ScanFacts {
  readonly reading: ScanReading;
  readonly mode: ScanMode;
  /** What a scan by a scanner may delete. */
  readonly trust: ScannerTrust;
  /** The reading's codes that stand for parcels, likeliest first. */
  readonly found: readonly FoundCode[];
  /** A job made at or after this time (ISO 8601) was made by the same press. */
  readonly samePressSince: string;
  readonly checks: ScanChecks;
}

/** What is done about a scan. */
export type ScanDecision = { readonly code: string; readonly parcelId: number | null } & (
  | { readonly act: 'record'; readonly kind: ScanOutcomeKind }
  /** Only the label shows whether the scan confirms that it was printed. */
  | { readonly act: 'check label'; readonly job: PrintJob }
  | { readonly act: 'confirm print'; readonly kind: ScanOutcomeKind; readonly job: PrintJob }
  | { readonly act: 'request label'; readonly parcelId: number; readonly label: LabelState }
  | { readonly act: 'print'; readonly parcel: Parcel }
  | { readonly act: 'delete'; readonly customCode: string }
);

const longestStoredText = 64;

/** Decides about a scan. The text of a scan never becomes a command or a path. */
export function decideScan(facts: ScanFacts): ScanDecision {
  const decision = decideCode(facts);
  const { code, parcelId } = decision;
  return mayDelete(decision, facts) ? decision : { code, parcelId, act: 'record', kind: 'unsafe scanner' };
}

/** A scanner that may read codes wrongly deletes nothing, and asks for no deletion. */
function mayDelete(decision: ScanDecision, { reading, trust }: ScanFacts): boolean {
  const isDeletion = decision.act === 'delete' || (decision.act === 'record' && decision.kind === 'ask to delete');
  if (!isDeletion || reading.by === 'typed' || trust === 'full') return true;
  return trust === 'known codes' && decision.parcelId !== null;
}

function decideCode(facts: ScanFacts): ScanDecision {
  const { reading, mode, found } = facts;
  const codes = codesOfReading(reading);
  const [first] = codes;
  if (first === undefined) return noCode(reading);
  const [known, other] = found;
  if (!known) return decideUnknown(first, mode, codes.length > 1);
  const { code } = known;
  const [parcel, ...others] = known.parcels;
  if (!parcel) throw new Error('A code without a parcel');
  const unnamed = { code, parcelId: null, act: 'record' } as const;
  // The two readings name different parcels: the label may carry either code.
  const isAmbiguous = other !== undefined && idsOf(known) !== idsOf(other);
  if (isAmbiguous && mode !== 'look up') return { ...unnamed, kind: 'ambiguous layout' };
  if (others.length > 0) return { ...unnamed, kind: 'choose parcel' };
  return decideKnown(code, parcel, facts);
}

const noCode = (reading: ScanReading): ScanDecision => ({
  code: reading.asTyped.trim().slice(0, longestStoredText),
  parcelId: null,
  act: 'record',
  kind: 'not a code',
});

const idsOf = ({ parcels }: FoundCode): string => parcels.map(({ id }) => id).join();

function decideUnknown(code: string, mode: ScanMode, isAmbiguous: boolean): ScanDecision {
  const unknown = { code, parcelId: null, act: 'record' } as const;
  if (mode !== 'delete' || !isCustomCode(code)) return { ...unknown, kind: 'unknown' };
  return isAmbiguous ? { ...unknown, kind: 'ambiguous layout' } : { ...unknown, act: 'delete', customCode: code };
}

function decideKnown(code: string, parcel: Parcel, facts: ScanFacts): ScanDecision {
  const { reading, mode, checks } = facts;
  const named = { code, parcelId: parcel.id } as const;
  if (reading.by === 'scanner' && mode !== 'delete') {
    const job = jobToConfirm(code, parcel);
    if (job && checks.label?.jobId !== job.id) return { ...named, act: 'check label', job };
    // Scan-back: nothing but the label carries that code.
    if (job && checks.label?.carriesCode)
      return { ...named, act: 'confirm print', kind: mode === 'look up' ? 'found' : 'confirmed', job };
  }
  switch (mode) {
    case 'look up':
      return { ...named, act: 'record', kind: lookUpKind(parcel) };
    case 'print':
      return decidePrint(code, parcel, facts);
    case 'delete':
      return decideDeletion(code, parcel);
    default:
      return assertNever(mode);
  }
}

/** The parcel's newest job, where a scan of its label would confirm it and this code may be on nothing but the label. */
function jobToConfirm(code: string, parcel: Parcel): PrintJob | null {
  const job = parcel.lastJob;
  if (!job || isDeletedOrDeleting(parcel) || !printJobCan('confirm', job.state)) return null;
  // The box may carry the code that started the job, and the shop's own code, which is often a sticker. For those the operator is
  // asked whether the label is there. Codes are also found regardless of case: typed in lower case, it is the same sticker.
  const started = job.startedByCode ?? parcel.customCode;
  return code.toLowerCase() === started?.toLowerCase() ? null : job;
}

function decidePrint(code: string, parcel: Parcel, { samePressSince, checks }: ScanFacts): ScanDecision {
  const named = { code, parcelId: parcel.id } as const;
  const recorded = (kind: ScanOutcomeKind): ScanDecision => ({ ...named, act: 'record', kind });
  const { label, lastJob } = parcel;
  if (isDeletedOrDeleting(parcel)) return recorded(lookUpKind(parcel));
  if (label && label.state !== 'stored' && !checks.labelRequested) return { ...named, act: 'request label', label };
  if (label?.state !== 'stored') return recorded('no label');
  // The copy found here was made by the same press a moment ago: no second one is made. A label printed automatically
  // when its order was created does not count as a press.
  if (parcel.copies > 0) {
    const isSamePress = lastJob !== null && lastJob.origin !== 'created' && lastJob.createdAt >= samePressSince;
    return recorded(isSamePress ? 'already counted' : 'ask for copy');
  }
  return parcel.deletionConflict === null ? { ...named, act: 'print', parcel } : recorded('no label');
}

function decideDeletion(code: string, parcel: Parcel): ScanDecision {
  const { id: parcelId, customCode, deletedAt } = parcel;
  const recorded = (kind: ScanOutcomeKind): ScanDecision => ({ code, parcelId, act: 'record', kind });
  if (deletedAt !== null) return recorded('deleted');
  if (customCode === null || !isCustomCode(customCode)) return recorded('cannot delete');
  // Confirmed by a button press only: a second scan may be accidental.
  if (isPickedUp(parcel) && !isDeletedOrDeleting(parcel)) return recorded('ask to delete');
  return { code, parcelId, act: 'delete', customCode };
}

function lookUpKind(parcel: Parcel): ScanOutcomeKind {
  if (parcel.deletedAt !== null) return 'deleted';
  return isDeletedOrDeleting(parcel) ? 'being deleted' : 'found';
}

/** What the journal says of a scan that has no effect but its answer. */
export const recordedScan = (mode: ScanMode, kind: ScanOutcomeKind): { what: ActivityKind; outcome: Message } => ({
  what: scanActivity[mode],
  outcome: message(scanOutcomes[kind]),
});

const scanActivity = {
  'look up': 'scan-look-up',
  print: 'scan-print',
  delete: 'scan-delete',
} as const satisfies Record<ScanMode, ActivityKind>;

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
  'needs lead': 'journal.scan.lead-needed',
  'cannot delete': 'journal.scan.cannot-delete',
  unknown: 'journal.scan.unknown',
  'not a code': 'journal.scan.not-a-code',
  'unsafe scanner': 'journal.scan.unsafe-scanner',
  'ambiguous layout': 'journal.scan.ambiguous-layout',
} as const satisfies Record<ScanOutcomeKind, MessageCode>;

/** A stored scan, and what it made or found. */
export interface ScanRow {
  readonly id: number;
  readonly at: string;
  /** The code looked up. */
  readonly code: string;
  readonly asTyped: string;
  readonly asUsKeyboard: string;
  readonly mode: ScanMode;
  readonly kind: ScanOutcomeKind;
  readonly parcelId: number | null;
  readonly jobId: number | null;
  readonly commandId: number | null;
}

/** Scans that named no single parcel: their code may stand for an order, or for a parcel that became known since. */
export const mayFindParcels = ({ parcelId, kind }: ScanRow): boolean =>
  parcelId === null && unnamedKinds.includes(kind);

const unnamedKinds: readonly ScanOutcomeKind[] = [
  'unknown',
  'choose parcel',
  'deleting unknown',
  'already counting',
  'cannot delete',
  'unsafe scanner',
  'needs lead',
];

/** The present facts behind a scan. */
export interface PresentFacts {
  /** Its parcel, or those that its code stands for by now. */
  readonly parcels: readonly Parcel[];
  job(id: number): PrintJob | null;
  labelsBefore(jobId: number): number | null;
  command(id: number): Command | null;
  /** The newest order with the scanned code. */
  readonly order: Command | null;
  /** The deletion of the scanned code, which no parcel has. */
  readonly deletionOfCode: Command | null;
}

/** The present state of what a scan found or started. The renderer shows it as text. */
export function scanAnswerOf(row: ScanRow, facts: PresentFacts): ScanAnswer {
  const choices = row.kind === 'choose parcel' || facts.parcels.length > 1 ? [...facts.parcels] : [];
  const parcel = row.parcelId === null && choices.length > 0 ? null : (facts.parcels[0] ?? null);
  const job = jobOf(row, parcel, facts);
  const { order } = facts;
  const isNewOrder = parcel === null || (parcel.deletedAt !== null && order && order.createdAt > parcel.deletedAt);
  return {
    scanId: row.id,
    at: row.at,
    code: row.code,
    mode: row.mode,
    kind: row.kind,
    parcel,
    choices,
    job,
    labelsBefore: job && printJobCan('send', job.state) ? facts.labelsBefore(job.id) : null,
    deletion: deletionOf(row, parcel, facts),
    order: isNewOrder ? order : null,
  };
}

/** The parcel's newest job if it was made since the scan, else the one that the scan made or found. */
function jobOf({ at, mode, jobId }: ScanRow, parcel: Parcel | null, facts: PresentFacts): PrintJob | null {
  const last = parcel?.lastJob ?? null;
  if (last && (last.createdAt >= at || last.id === jobId)) return last;
  if (jobId !== null) return facts.job(jobId);
  return mode === 'print' ? last : null;
}

/** The present deletion, else the one that the scan started, which was undone. */
function deletionOf(row: ScanRow, parcel: Parcel | null, facts: PresentFacts): ScanAnswer['deletion'] {
  const own = row.commandId === null ? null : facts.command(row.commandId);
  const presentId = parcel?.deletion?.commandId ?? null;
  const present = presentId === null ? (parcel === null ? facts.deletionOfCode : null) : facts.command(presentId);
  const deletion = present ?? own;
  if (deletion === null) return null;
  // A deletion that was rejected before this question was asked does not answer it.
  if (row.kind === 'ask to delete' && deletion.createdAt < row.at) return null;
  return {
    commandId: deletion.id,
    state: deletion.state,
    endsAt: deletion.notBefore,
    failure: deletion.failure,
    createdAt: deletion.createdAt,
    requestLeft: deletion.requestLeft,
    settledBy: deletion.settledBy,
  };
}
