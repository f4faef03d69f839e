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
import type { PrintAnswer } from '../../shared/print-evidence.ts';
import { type PrintJob, type PrintJobState, printJobStateWords } from '../../shared/print-job.ts';
import type { Tone } from '../ui/tone.ts';

/** The colour and the shape beside each state of a print job. */
export const printJobLooks: Record<PrintJobState, { readonly tone: Tone; readonly icon: LucideIcon }> = {
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
export function isSaidNotPrinted(job: Pick<PrintJob, 'state' | 'failure'>): boolean {
  if (job.state !== 'failed') return false;
  // Every other failure ends a job before its first byte.
  return job.failure === null || job.failure.code === 'not-allowed-now' || job.failure.code === 'printer-cut-off';
}

/** True where it was handed over and the printer said that it still has it: it prints it itself. */
export function isInPrinter({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  return (state === 'sending' || state === 'sent') && labelsLeft(evidence) > 0;
}

/** True where the printer answers, and may still prove by itself that it printed. */
export function mayProveItself({ state, evidence }: Pick<PrintJob, 'state' | 'evidence'>): boolean {
  const { told, formatsInPrinter, countBefore, countAfter } = evidence;
  const isCounterBehind = countBefore !== null && countAfter === null;
  return state === 'sent' && told === 'answered' && (formatsInPrinter === null || isCounterBehind);
}

/** Formats and labels the printer told it still has. */
export const labelsLeft = ({ formatsInPrinter, labelsInPrinter }: PrintJob['evidence']): number =>
  (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0);

/** The reason of a copy printed because the one before did not come out. */
export const didNotComeOut = 'It did not come out';

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
