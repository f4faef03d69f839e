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
import {
  type PrintAnswer,
  type PrintJob,
  type PrintJobState,
  printJobStateWords,
} from '../../shared/printing/print-job.ts';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { type Tone, toneIcons } from '../ui/tone.ts';
import { deletionWords } from './deletion-text.ts';

/** The colour and the shape beside each state of a print job. */
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

/** The job's state with its reasons: "Held: paper out". */
export function printJobWords(job: Pick<PrintJob, 'state' | 'reasons'> & Partial<Pick<PrintJob, 'asked'>>): string {
  const word = printJobStateWords[job.state];
  if (job.state !== 'held') return word;
  if (job.asked) return `${word}: ${job.asked.question}`;
  return job.reasons.length > 0 ? `${word}: ${job.reasons.join(', ')}` : word;
}

/** True where a person looked and no label had come out: the next copy needs no other reason. */
export function isMarkedNotPrinted(job: Pick<PrintJob, 'state' | 'failure'>): boolean {
  if (job.state !== 'failed') return false;
  // Every other failure ends a job before its first byte.
  return job.failure === null || job.failure.code === 'not-allowed-now' || job.failure.code === 'printer-cut-off';
}

/** True where it was handed over and the printer said that it still has it: it prints it itself. */
export function isInPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  return (state === 'sending' || state === 'sent') && labelsStillInPrinter(evidence) > 0;
}

/** True where the printer answers, and may still prove by itself that it printed. */
export function mayBeConfirmedByPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  const { told, formatsInPrinter, countBefore, countAfter } = evidence;
  const isCounterBehind = countBefore !== null && countAfter === null;
  return state === 'sent' && told === 'answered' && (formatsInPrinter === null || isCounterBehind);
}

/** Formats and labels the printer told it still has. */
export const labelsStillInPrinter = ({ formatsInPrinter, labelsInPrinter }: PrintJob['evidence']): number =>
  (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0);

/** The reason of a copy printed because the one before did not come out. */
export const notPrintedReason = 'It did not come out';

/** How many copies of a label may be on paper, in words. */
export const copiesOnPaper = (copies: number): string =>
  copies === 0 ? 'Not on paper' : copies === 1 ? '1 copy on paper' : `${copies} copies on paper`;

/** What a deletion leaves to do with paper: "1 label to destroy"; empty where there is none. */
export const copiesToDestroy = (copies: number): string =>
  copies === 0 ? '' : copies === 1 ? '1 label to destroy' : `${copies} labels to destroy`;

/** What stands on the button of each answer to a question before printing. */
export const printAnswerWords: Record<PrintAnswer, string> = {
  'print anyway': 'Print anyway',
  'print one': 'Print one',
  'print pdf': 'Print the PDF',
};

/** Where a parcel's label stands, in a few words. */
export interface LabelStatus {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly words: string;
}

type LabelSource = Pick<Parcel, 'label' | 'lastJob' | 'copies' | 'deletedAt' | 'deletion' | 'missing'>;

/** What a line says of a parcel's label: void where the parcel goes, else its newest print job, else why there is none. */
export function labelStatus(parcel: LabelSource): LabelStatus {
  if (parcel.deletedAt !== null) return voidLabelStatus(parcel.copies);
  if (isDeletedOrDeleting(parcel)) return statusOf('error', leavingWords(parcel.deletion));
  if (parcel.lastJob) return { ...printJobStyles[parcel.lastJob.state], words: printJobWords(parcel.lastJob) };
  if (isLabelAddressUnknown(parcel)) return statusOf('warning', 'Import its label');
  return storedLabelStatus(parcel.label);
}

const statusOf = (tone: Tone, words: string): LabelStatus => ({ tone, icon: toneIcons[tone], words });

function voidLabelStatus(copies: number): LabelStatus {
  if (copies === 0) return statusOf('quiet', 'Not on paper');
  return statusOf('error', copies === 1 ? 'Tear up 1 label' : `Tear up ${copies} labels`);
}

/** Without the seconds, which a line does not follow. */
function leavingWords(deletion: Parcel['deletion']): string {
  if (!deletion || deletion.state === 'counting') return 'Being deleted';
  return deletionWords(deletion.state, 0, 0).words;
}

function storedLabelStatus(label: Parcel['label']): LabelStatus {
  if (!label) return statusOf('warning', 'No 4x6 label');
  if (label.state === 'failed') return statusOf('error', 'Label not fetched');
  if (label.state === 'wanted') return statusOf('information', 'Label on its way');
  return statusOf('quiet', 'Not printed');
}
