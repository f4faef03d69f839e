import {
  Check,
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Clock,
  type LucideIcon,
  Printer,
  TriangleAlert,
} from 'lucide-react';
import type { PrintAnswer, PrintJob, PrintJobState } from '../../shared/printing/print-job.ts';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { clockTimeWithSeconds } from '../text/dates.ts';
import { list, text } from '../text/text.ts';
import { type Tone, toneIcons } from '../ui/tone.tsx';
import { deletionText } from './deletion-text.ts';

/** The colour and the icon of each state of a print job. */
export const printJobStyles: Record<PrintJobState, { readonly tone: Tone; readonly icon: LucideIcon }> = {
  queued: { tone: 'information', icon: Clock },
  sending: { tone: 'information', icon: Printer },
  sent: { tone: 'success', icon: Check },
  printed: { tone: 'success', icon: CircleCheck },
  held: { tone: 'warning', icon: CirclePause },
  uncertain: { tone: 'warning', icon: TriangleAlert },
  failed: { tone: 'error', icon: CircleX },
  cancelled: { tone: 'quiet', icon: CircleSlash },
};

/** The job's state with its cause: "Held: Paper out". */
export function printJobStateText(
  job: Pick<PrintJob, 'state' | 'reasons'> & Partial<Pick<PrintJob, 'question'>>,
): string {
  const cause = job.state === 'held' ? heldCause(job) : null;
  return cause === null ? text(`print-job.state.${job.state}`) : text('print-job.held-because', { cause });
}

function heldCause({
  question,
  reasons,
}: Pick<PrintJob, 'reasons'> & Partial<Pick<PrintJob, 'question'>>): string | null {
  if (question) return text(`print-job.question.${question.kind}`);
  return reasons.length > 0 ? list(reasons.map((reason) => text(`printer.reason.${reason}`))) : null;
}

/** True where an operator marked the label as not printed: the next copy needs no other reason. */
export function isMarkedNotPrinted(job: Pick<PrintJob, 'state' | 'failure'>): boolean {
  if (job.state !== 'failed') return false;
  // Every other failure ends a job before its first byte.
  return job.failure === null || job.failure.code === 'not-allowed-now' || job.failure.code === 'printer-cut-off';
}

/** True where the label was sent and the printer reported that it still has it: the printer prints it itself. */
export function isInPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  return (state === 'sending' || state === 'sent') && labelsStillInPrinter(evidence) > 0;
}

/** True where the printer reports its state, and may still confirm the print. */
export function mayBeConfirmedByPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  const { statusReport, formatsInPrinter, countBefore, countAfter } = evidence;
  const isCounterBehind = countBefore !== null && countAfter === null;
  return state === 'sent' && statusReport === 'answered' && (formatsInPrinter === null || isCounterBehind);
}

/** Formats and labels the printer reported that it still has. */
export const labelsStillInPrinter = ({ formatsInPrinter, labelsInPrinter }: PrintJob['evidence']): number =>
  (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0);

/** The reason given for a copy where the previous one did not print. */
export const notPrintedReason = (): string => text('print-job.not-printed-reason');

/** How many copies of a label there are. */
export const copiesText = (copies: number): string => text('label.count', { copies });

/** "1 label to destroy" after a deletion; null where none was printed. */
export const copiesToDestroy = (copies: number): string | null =>
  copies === 0 ? null : text('label.copies-to-destroy', { copies });

/** The button of each answer to a question before printing. */
export const printAnswerText = (answer: PrintAnswer): string => text(`print-job.answer.${answer}`);

/** The state of a parcel's label. */
export interface LabelStatus {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly text: string;
}

type LabelSource = Pick<
  Parcel,
  'label' | 'lastJob' | 'copies' | 'deletedAt' | 'deletion' | 'missing' | 'needsLabelAssignment'
>;

/** A parcel's label in one line: void where the parcel is deleted, else its newest print job, else why there is none. */
export function labelStatus(parcel: LabelSource): LabelStatus {
  if (parcel.deletedAt !== null) return voidLabelStatus(parcel.copies);
  if (isDeletedOrDeleting(parcel)) return statusOf('error', deletionText(parcel.deletion?.state ?? 'counting'));
  if (parcel.lastJob) return { ...printJobStyles[parcel.lastJob.state], text: printJobStateText(parcel.lastJob) };
  if (parcel.needsLabelAssignment) return statusOf('warning', text('label.status.not-assigned'));
  if (isLabelAddressUnknown(parcel)) return statusOf('warning', text('label.status.address-unknown'));
  return storedLabelStatus(parcel.label);
}

/** When a label in trouble is tried again. */
export function nextLabelAttemptText({ state, nextAttemptAt }: NonNullable<Parcel['label']>, now = Date.now()): string {
  if (state === 'failed') return text('label.no-next-attempt');
  const isDue = nextAttemptAt === null || Date.parse(nextAttemptAt) <= now;
  return isDue
    ? text('label.next-attempt-now')
    : text('label.next-attempt', { time: clockTimeWithSeconds(nextAttemptAt) });
}

const statusOf = (tone: Tone, labelText: string): LabelStatus => ({ tone, icon: toneIcons[tone], text: labelText });

function voidLabelStatus(copies: number): LabelStatus {
  if (copies === 0) return statusOf('quiet', text('label.status.not-printed'));
  return statusOf('error', text('label.status.void', { copies }));
}

function storedLabelStatus(label: Parcel['label']): LabelStatus {
  if (!label) return statusOf('warning', text('label.status.none'));
  if (label.state === 'failed') return statusOf('error', text('label.status.failed'));
  if (label.state === 'pending') {
    return label.failure
      ? statusOf('warning', text('label.status.delayed'))
      : statusOf('information', text('label.status.pending'));
  }
  return statusOf('quiet', text('label.status.not-printed'));
}
