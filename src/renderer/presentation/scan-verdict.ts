import {
  CopyCheck,
  type LucideIcon,
  PackageSearch,
  Printer,
  ScanBarcode,
  Search,
  SearchX,
  Split,
  Trash2,
  Truck,
} from 'lucide-react';
import { assertNever } from '../../shared/contract/failure.ts';
import type { SentenceValues } from '../../shared/messages/message-definition.ts';
import { isCustomCode } from '../../shared/orders/custom-code.ts';
import type { PrintJob } from '../../shared/printing/print-job.ts';
import type { PrinterState } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { ScanMode } from '../../shared/scanning/scan.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../shared/scanning/scan-answer.ts';
import { isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { pickedUpQuestion } from '../../shared/shipments/picked-up.ts';
import { failureParagraph, failureText, messageText, type TextKey, text } from '../text/text.ts';
import type { Sound } from '../ui/sounds.ts';
import { type Tone, toneIcons } from '../ui/tone.tsx';
import { countdownText, deletionText, deletionTones } from './deletion-text.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  labelsStillInPrinter,
  mayBeConfirmedByPrinter,
  nextLabelAttemptText,
  printJobStyles,
} from './print-job-text.ts';
import { shipmentStateStyles } from './shipment-status.ts';

/** The outcome of a scan as it is now: shown in full on Scan, as one line under Recent scans. */
export interface Verdict {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** A short phrase, without figures that change over time. */
  readonly heading: string;
  /** Shown in place of the heading while the seconds run. */
  readonly countdown: string | null;
  /** What happened, or what to do next. */
  readonly sentence: string;
  /** Technical facts, shown on request. */
  readonly details: readonly string[];
}

/** The facts of a printer that a verdict depends on. */
export type PrinterFacts = Pick<PrinterState, 'name' | 'reasons' | 'connection'>;

/** The verdict on a scan. What happened to the parcel since comes before how it was found. */
export function scanVerdict(answer: ScanAnswer, now: number, printers: readonly PrinterFacts[] = []): Verdict {
  const conflict = answer.parcel?.deletionConflict;
  if (conflict) return verdict('warning', 'deletion-conflict', { values: { state: conflict.state } });
  const deletion = deletionVerdict(answer, now);
  if (deletion) return deletion;
  const job = jobSince(answer) ?? (answer.kind === 'printing' ? answer.job : null);
  return job ? printJobVerdict(job, printers) : outcomeVerdict(answer, printers);
}

/** The sound for an answer at the moment it arrives. */
export function soundFor(answer: ScanAnswer): Sound {
  if (answer.kind === 'already counted' || answer.kind === 'already counting') return 'already counted';
  const { tone } = scanVerdict(answer, 0);
  // A countdown is shown in red, but its start is what the operator asked for.
  if (answer.kind === 'deleting' || tone === 'success' || tone === 'information' || tone === 'quiet') return 'success';
  return tone;
}

const modeIcons: Readonly<Record<ScanMode, LucideIcon>> = { 'look up': Search, print: Printer, delete: Trash2 };

/** The colour and the shape of a line under Recent scans: those of the mode, or of a fault. */
export function recentScanStyle({ mode }: ScanAnswer, { tone, countdown }: Verdict): { tone: Tone; icon: LucideIcon } {
  if (countdown !== null) return { tone: 'quiet', icon: modeIcons[mode] };
  return { tone, icon: tone === 'error' ? toneIcons.error : modeIcons[mode] };
}

/** The catalogue's entries that have a heading and a sentence. */
type VerdictName = {
  [K in TextKey]: K extends `scan-verdict.heading.${infer Name}`
    ? `scan-verdict.sentence.${Name}` extends TextKey
      ? Name
      : never
    : never;
}[TextKey];

interface VerdictOptions {
  readonly icon?: LucideIcon;
  readonly values?: SentenceValues;
  readonly details?: readonly string[];
}

const headed = (tone: Tone, heading: string, sentence: string, options: VerdictOptions = {}): Verdict => ({
  tone,
  icon: options.icon ?? toneIcons[tone],
  heading,
  countdown: null,
  sentence,
  details: options.details ?? [],
});

function verdict(tone: Tone, name: VerdictName, options: VerdictOptions = {}): Verdict {
  const { values } = options;
  return headed(
    tone,
    text(`scan-verdict.heading.${name}`, values),
    text(`scan-verdict.sentence.${name}`, values),
    options,
  );
}

/** A job made by a button after the scan was answered. */
function jobSince({ parcel, job, at }: ScanAnswer): PrintJob | null {
  const last = parcel?.lastJob;
  return last && last.id !== job?.id && last.createdAt >= at ? last : null;
}

/** Scans that ended with a label: an earlier deletion that was rejected says nothing about it. */
const printScans: readonly ScanOutcomeKind[] = ['printing', 'already counted', 'ask for copy', 'confirmed'];

const deletionScans: readonly ScanOutcomeKind[] = ['deleting', 'deleting unknown', 'being deleted', 'ask to delete'];

function deletionVerdict({ deletion, kind, parcel }: ScanAnswer, now: number): Verdict | null {
  if (!deletion || kind === 'deleted') return null;
  const { state, endsAt, failure } = deletion;
  if (state === 'undone' && !deletionScans.includes(kind)) return null;
  if (state === 'rejected' && printScans.includes(kind)) return null;
  if (kind === 'already counting' && state === 'counting') {
    return verdict('warning', 'already-counting', { icon: CopyCheck, values: { state } });
  }
  const cause = failure && state !== 'waiting' ? failureParagraph(failure) : null;
  const status =
    cause ?? text(`scan-verdict.deletion.${state}`, { copies: parcel?.copies ?? 0, hasFailed: failure !== null });
  const isUnknownCode = kind === 'deleting unknown' && state !== 'undone';
  return {
    ...headed(
      deletionTones[state],
      deletionText(state),
      isUnknownCode ? text('scan-verdict.unknown-code', { status }) : status,
      {
        ...(state === 'counting' && { icon: Trash2 }),
        details: failure && cause === null ? [failureText(failure)] : [],
      },
    ),
    countdown: state === 'counting' ? countdownText(endsAt, now) : null,
  };
}

/** The state of a label on its way to paper. */
function printJobVerdict(job: PrintJob, printers: readonly PrinterFacts[]): Verdict {
  const { state, printer, failure } = job;
  const style = printJobStyles[state];
  const shown = { icon: style.icon, values: { printer } };
  switch (state) {
    case 'queued':
    case 'cancelled':
      return verdict(style.tone, state, shown);
    case 'sending':
    case 'sent':
      return sentVerdict(job, printers);
    case 'printed':
      return verdict(style.tone, 'printed', {
        icon: style.icon,
        values: { printer, by: job.evidence.confirmedBy },
      });
    case 'held':
      return heldVerdict(job);
    case 'uncertain': {
      const failures = failure ? [failureText(failure)] : [];
      return verdict(style.tone, 'uncertain', { ...shown, details: [...failures, bytesText(job)] });
    }
    case 'failed':
      if (isMarkedNotPrinted(job)) return verdict(style.tone, 'marked-not-printed', shown);
      return failure
        ? headed(style.tone, text('scan-verdict.heading.failed'), failureParagraph(failure), shown)
        : verdict(style.tone, 'failed', shown);
    default:
      return assertNever(state);
  }
}

/** A job sent, or being sent. Where the printer stopped before the label was out, the cause comes first. */
function sentVerdict(job: PrintJob, printers: readonly PrinterFacts[]): Verdict {
  const { state, printer, evidence } = job;
  const facts = printers.find(({ name }) => name === printer);
  const reason = isInPrinter(job) ? facts?.reasons.find((one) => one !== 'on hold') : undefined;
  if (reason) return headed('warning', text(`printer.reason.${reason}`), text(`printer.recovery.${reason}`));
  const style = printJobStyles[state];
  if (state === 'sending') return verdict(style.tone, 'sending', { icon: style.icon, values: { printer } });
  const isVirtual = facts ? transportCapabilities(facts.connection).isVirtual : false;
  const confirmation = isInPrinter(job)
    ? 'printing'
    : isVirtual
      ? 'virtual'
      : mayBeConfirmedByPrinter(job)
        ? 'pending'
        : 'none';
  return verdict(style.tone, 'sent', {
    icon: style.icon,
    values: { printer, confirmation, labels: labelsStillInPrinter(evidence) },
  });
}

function heldVerdict({ question, onHold, failure, reasons, printer }: PrintJob): Verdict {
  const { tone, icon } = printJobStyles.held;
  if (question) return headed(tone, text('scan-verdict.heading.question'), messageText(question.message), { icon });
  if (onHold) return verdict(tone, 'paused', { icon });
  const [reason] = reasons;
  if (!reason) {
    const sentence = failure ? failureParagraph(failure) : text('scan-verdict.sentence.held', { printer });
    return headed(tone, text('scan-verdict.heading.held'), sentence, { icon });
  }
  const details = failure ? [failureText(failure)] : [];
  return headed(tone, text(`printer.reason.${reason}`), text(`printer.recovery.${reason}`), { icon, details });
}

const bytesText = ({ bytesSent, bytesTotal, printer }: PrintJob): string =>
  text('scan-verdict.bytes', { sent: bytesSent, total: bytesTotal, printer });

/** How the parcel was found, where nothing has happened to it since. */
function outcomeVerdict(answer: ScanAnswer, printers: readonly PrinterFacts[]): Verdict {
  const { kind, code, mode, parcel, job, choices, deletion } = answer;
  switch (kind) {
    case 'found':
      return foundVerdict(parcel);
    case 'already counted': {
      const isWaiting = job?.state === 'queued' || job?.state === 'held';
      const status = job && isWaiting ? printJobVerdict(job, printers).sentence : null;
      return verdict('information', 'already-requested', {
        icon: CopyCheck,
        values: { status, isWaiting },
      });
    }
    case 'printing': {
      const { tone, icon } = printJobStyles.queued;
      return headed(tone, text('scan-verdict.heading.queued'), text('scan-verdict.sentence.queued-unknown-printer'), {
        icon,
      });
    }
    case 'ask for copy':
      return job?.state === 'failed'
        ? verdict('warning', 'marked-not-printed')
        : verdict('warning', 'printed-before', { values: { state: job?.state ?? null } });
    case 'confirmed':
      return verdict('success', 'printed', {
        icon: printJobStyles.printed.icon,
        values: { printer: job?.printer ?? null, by: 'scan' },
      });
    case 'no label':
      return noLabelVerdict(parcel);
    case 'no printer':
      return verdict('error', 'no-printer');
    case 'choose parcel':
      return verdict('warning', 'choose-parcel', { icon: Split, values: { count: choices.length } });
    case 'deleted':
      return verdict('error', 'deleted', { icon: Trash2, values: { copies: parcel?.copies ?? 0 } });
    case 'being deleted':
    case 'deleting':
    case 'deleting unknown':
      return verdict('error', 'being-deleted', { icon: Trash2 });
    case 'ask to delete': {
      const question = parcel && pickedUpQuestion(parcel);
      const sentence = question ? messageText(question) : text('scan-verdict.sentence.picked-up');
      return headed('warning', text('scan-verdict.heading.picked-up'), sentence, { icon: Truck });
    }
    case 'already counting':
      return verdict('warning', 'already-counting', {
        icon: CopyCheck,
        values: { state: deletion?.state ?? null },
      });
    case 'cannot delete': {
      const isDeletable = isCustomCode(parcel ? (parcel.customCode ?? '') : code);
      return verdict('error', 'cannot-delete', { values: { isDeletable } });
    }
    case 'unknown':
      return verdict('error', 'unknown', { icon: SearchX, values: { mode } });
    case 'not a code':
      return verdict('error', 'not-a-code', { icon: ScanBarcode });
    case 'ambiguous layout':
      return verdict('error', 'unclear');
    default:
      return assertNever(kind);
  }
}

function foundVerdict(parcel: Parcel | null): Verdict {
  const label = !parcel || parcel.copies === 0 ? 'none' : parcel.lastJob?.state === 'printed' ? 'printed' : 'sent';
  const state = parcel?.status?.state;
  const style = state ? shipmentStateStyles[state] : { tone: 'information' as const, icon: PackageSearch };
  return verdict(style.tone, 'found', {
    icon: style.icon,
    values: { hasStatus: state !== undefined, status: state ? text(`shipment.state.${state}`) : null, label },
  });
}

function noLabelVerdict(parcel: Parcel | null): Verdict {
  const label = parcel?.label;
  const why = noLabelReason(parcel);
  return verdict('warning', 'no-label', {
    values: { why },
    details: label?.failure ? [failureText(label.failure), nextLabelAttemptText(label)] : [],
  });
}

function noLabelReason(parcel: Parcel | null): 'unassigned' | 'unknown' | 'none' | 'failed' | 'delayed' | 'pending' {
  if (parcel?.needsLabelAssignment) return 'unassigned';
  if (parcel && isLabelAddressUnknown(parcel)) return 'unknown';
  return parcel?.label ? missingLabelState(parcel.label) : 'none';
}

function missingLabelState({ state, failure }: NonNullable<Parcel['label']>): 'failed' | 'delayed' | 'pending' {
  if (state === 'failed') return 'failed';
  return failure ? 'delayed' : 'pending';
}
