import { CopyCheck, type LucideIcon, PackageSearch, ScanBarcode, SearchX, Split, Trash2, Truck } from 'lucide-react';
import { assertNever } from '../../shared/failure.ts';
import { type PrintJob, type PrintJobState, printJobBeforeWords, printJobStateWords } from '../../shared/print-job.ts';
import { mendingWords, type PrinterState } from '../../shared/printer.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../shared/scan-answer.ts';
import { shipmentStateWords } from '../../shared/shipment-state.ts';
import type { Sound } from '../sound/tones.ts';
import type { Tone } from '../ui/tone.ts';
import { deletionWords, isCommandState } from './deletions.ts';
import { isInPrinter, printJobLooks } from './print-jobs.ts';
import { shipmentStateLooks } from './shipment-states.ts';

/** The one answer that fills the eye. */
export interface VerdictLook {
  readonly tone: Tone;
  /** Two to four words. */
  readonly words: string;
  readonly sentence: string;
  readonly icon?: LucideIcon;
}

/** What of a printer a verdict may speak of. */
export type PrinterAtWork = Pick<PrinterState, 'name' | 'reasons'>;

/** What is true of a scan now, in words, colour and shape: what happened to the parcel since comes before how it was found. */
export function verdictOf(answer: ScanAnswer, now: number, printers: readonly PrinterAtWork[] = []): VerdictLook {
  const deletion = deletionVerdict(answer, now);
  if (deletion) return deletion;
  const job = newerJob(answer);
  const stuck = stuckInPrinter(job ?? (answer.kind === 'printing' ? answer.job : null), printers);
  if (stuck) return stuck;
  if (job) return { ...jobLook(job.state), sentence: newerJobSentence(job) };
  return { ...kindLook(answer), sentence: answer.sentence };
}

/** The sound of the moment an answer comes. */
export function soundOf(answer: ScanAnswer): Sound {
  if (answer.kind === 'already counted' || answer.kind === 'already counting') return 'already counted';
  const { tone } = verdictOf(answer, 0);
  // A countdown is red for the eye; that it began is what was wanted.
  if (answer.kind === 'deleting' || tone === 'success' || tone === 'information' || tone === 'quiet') return 'success';
  return tone;
}

const saysOfItsDeletion: readonly ScanOutcomeKind[] = [
  'deleting',
  'deleting unknown',
  'being deleted',
  'ask to delete',
];

function deletionVerdict(answer: ScanAnswer, now: number): VerdictLook | null {
  const { deletion, kind, sentence } = answer;
  if (!deletion || !isCommandState(deletion.state) || kind === 'deleted') return null;
  const isOwn = saysOfItsDeletion.includes(kind);
  if (deletion.state === 'undone' && !isOwn) return null;
  const look = deletionWords(deletion.state, deletion.endsAt, now);
  if (kind === 'already counting' && deletion.state === 'counting') {
    return { ...look, words: look.words.replace('Deleting', 'Already deleting'), icon: CopyCheck, sentence };
  }
  const shown = deletion.state === 'counting' ? { ...look, icon: Trash2 } : look;
  if (isOwn) return { ...shown, sentence };
  return { ...shown, sentence: deletion.failureWords ?? newerDeletionSentence(deletion.state) };
}

function newerDeletionSentence(state: string): string {
  if (state === 'counting') return 'Press Ctrl Z or Undo to take it back.';
  if (state === 'done') return 'The service deleted it. Its label is void: tear it up.';
  return 'It goes to the service by itself.';
}

/** A job made by a button after the scan was answered. */
function newerJob({ parcel, job, at }: ScanAnswer): PrintJob | null {
  const last = parcel?.lastJob;
  return last && last.id !== job?.id && last.createdAt >= at ? last : null;
}

/** Handed over, but the printer stopped before it was out: nothing to be green about until a hand has mended it. */
function stuckInPrinter(job: PrintJob | null, printers: readonly PrinterAtWork[]): VerdictLook | null {
  if (!job || !isInPrinter(job)) return null;
  const reasons = printers.find(({ name }) => name === job.printer)?.reasons.filter((reason) => reason !== 'on hold');
  const [first] = reasons ?? [];
  if (!reasons || !first) return null;
  const sentence = `In ${job.printer}: ${reasons.join(', ')}. ${mendingWords[first]}`;
  return { tone: 'warning', words: printJobStateWords[job.state], sentence };
}

function newerJobSentence(job: PrintJob): string {
  if (job.asked) return job.asked.words;
  if (job.failure) return job.failure.message;
  if (job.state === 'sent') return `All bytes handed over to ${job.printer}. It does not say whether it printed.`;
  return job.reprintReason ? `On ${job.printer}, again: ${job.reprintReason}` : `On ${job.printer}.`;
}

type Look = Omit<VerdictLook, 'sentence'>;

const jobLook = (state: PrintJobState): Look => ({ ...printJobLooks[state], words: printJobStateWords[state] });

function kindLook({ kind, parcel, job, choices }: ScanAnswer): Look {
  switch (kind) {
    case 'found': {
      const state = parcel?.status?.state;
      if (!state) return { tone: 'information', words: 'Found', icon: PackageSearch };
      return { ...shipmentStateLooks[state], words: shipmentStateWords[state] };
    }
    case 'already counted':
      return { tone: 'information', words: 'Already counted', icon: CopyCheck };
    case 'printing':
      return jobLook(job?.state ?? 'queued');
    case 'ask for copy':
      return { tone: 'warning', words: job ? printJobBeforeWords[job.state] : 'On paper already?' };
    case 'proved':
      return { ...jobLook('printed'), words: 'Printed: label scanned' };
    case 'no label':
      return { tone: 'warning', words: 'No label yet' };
    case 'no printer':
      return { tone: 'error', words: 'No printer' };
    case 'choose parcel':
      return { tone: 'warning', words: `Which of ${choices.length}?`, icon: Split };
    case 'deleted':
      return { tone: 'error', words: 'Deleted: void label', icon: Trash2 };
    case 'being deleted':
    case 'deleting':
    case 'deleting unknown':
      return { tone: 'error', words: 'Being deleted', icon: Trash2 };
    case 'ask to delete':
      return { tone: 'warning', words: 'Picked up already', icon: Truck };
    case 'already counting':
      return { tone: 'warning', words: 'Already being deleted', icon: CopyCheck };
    case 'cannot delete':
      return { tone: 'error', words: 'Cannot be deleted' };
    case 'unknown':
      return { tone: 'error', words: 'Not known here', icon: SearchX };
    case 'not a code':
      return { tone: 'error', words: 'Not a parcel code', icon: ScanBarcode };
    case 'layout doubt':
      return { tone: 'error', words: 'Doubtful reading' };
    default:
      return assertNever(kind);
  }
}
