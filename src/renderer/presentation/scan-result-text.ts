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
import {
  type PrintJob,
  type PrintJobState,
  printJobBeforeWords,
  printJobStateWords,
} from '../../shared/printing/print-job.ts';
import { mendingWords, type PrinterState } from '../../shared/printing/printer.ts';
import type { ScanMode } from '../../shared/scanning/scan.ts';
import type { RecentScan, ScanAnswer, ScanOutcomeKind } from '../../shared/scanning/scan-answer.ts';
import { shipmentStateWords } from '../../shared/shipments/shipment-state.ts';
import { failureText } from '../text/text.ts';
import type { Sound } from '../ui/sounds.ts';
import { type Tone, toneIcons } from '../ui/tone.ts';
import { deletionWords, isCommandState } from './deletion-text.ts';
import { isInPrinter, printJobStyles } from './print-job-text.ts';
import { shipmentStateStyles } from './shipment-status.ts';

/** The one answer that fills the eye. */
export interface ResultBannerContent {
  readonly tone: Tone;
  /** Two to four words. */
  readonly words: string;
  readonly sentence: string;
  readonly icon?: LucideIcon;
}

/** What of a printer a verdict may speak of. */
export type PrinterFaultInfo = Pick<PrinterState, 'name' | 'reasons'>;

/** What is true of a scan now, in words, colour and shape: what happened to the parcel since comes before how it was found. */
export function resultBannerOf(
  answer: ScanAnswer,
  now: number,
  printers: readonly PrinterFaultInfo[] = [],
): ResultBannerContent {
  const deletion = deletionVerdict(answer, now);
  if (deletion) return deletion;
  const job = newerJob(answer);
  const stuck = stuckInPrinter(job ?? (answer.kind === 'printing' ? answer.job : null), printers);
  if (stuck) return stuck;
  if (job) return { ...jobStyle(job.state), sentence: newerJobSentence(job) };
  return { ...outcomeStyle(answer), sentence: answer.sentence };
}

/** The sound of the moment an answer comes. */
export function soundFor(answer: ScanAnswer): Sound {
  if (answer.kind === 'already counted' || answer.kind === 'already counting') return 'already counted';
  const { tone } = resultBannerOf(answer, 0);
  // A countdown is red for the eye; that it began is what was wanted.
  if (answer.kind === 'deleting' || tone === 'success' || tone === 'information' || tone === 'quiet') return 'success';
  return tone;
}

const deletionKinds: readonly ScanOutcomeKind[] = ['deleting', 'deleting unknown', 'being deleted', 'ask to delete'];

function deletionVerdict(answer: ScanAnswer, now: number): ResultBannerContent | null {
  const { deletion, kind, sentence } = answer;
  if (!deletion || !isCommandState(deletion.state) || kind === 'deleted') return null;
  const isOwn = deletionKinds.includes(kind);
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
function stuckInPrinter(job: PrintJob | null, printers: readonly PrinterFaultInfo[]): ResultBannerContent | null {
  if (!job || !isInPrinter(job)) return null;
  const reasons = printers.find(({ name }) => name === job.printer)?.reasons.filter((reason) => reason !== 'on hold');
  const [first] = reasons ?? [];
  if (!reasons || !first) return null;
  const sentence = `In ${job.printer}: ${reasons.join(', ')}. ${mendingWords[first]}`;
  return { tone: 'warning', words: printJobStateWords[job.state], sentence };
}

function newerJobSentence(job: PrintJob): string {
  if (job.asked) return job.asked.words;
  if (job.failure) return failureText(job.failure);
  if (job.state === 'sent') return `All bytes handed over to ${job.printer}. It does not say whether it printed.`;
  return job.reprintReason ? `On ${job.printer}, again: ${job.reprintReason}` : `On ${job.printer}.`;
}

type ResultStyle = Omit<ResultBannerContent, 'sentence'>;

const jobStyle = (state: PrintJobState): ResultStyle => ({
  ...printJobStyles[state],
  words: printJobStateWords[state],
});

function outcomeStyle({ kind, parcel, job, choices }: ScanAnswer): ResultStyle {
  switch (kind) {
    case 'found': {
      const state = parcel?.status?.state;
      if (!state) return { tone: 'information', words: 'Found', icon: PackageSearch };
      return { ...shipmentStateStyles[state], words: shipmentStateWords[state] };
    }
    case 'already counted':
      return { tone: 'information', words: 'Already counted', icon: CopyCheck };
    case 'printing':
      return jobStyle(job?.state ?? 'queued');
    case 'ask for copy':
      return { tone: 'warning', words: job ? printJobBeforeWords[job.state] : 'On paper already?' };
    case 'proved':
      return { ...jobStyle('printed'), words: 'Printed: label scanned' };
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

const modeIcons: Readonly<Record<ScanMode, LucideIcon>> = { 'look up': Search, print: Printer, delete: Trash2 };

const kindTones: Readonly<Record<ScanOutcomeKind, Tone>> = {
  found: 'information',
  'already counted': 'quiet',
  printing: 'success',
  'ask for copy': 'warning',
  proved: 'success',
  'no label': 'warning',
  'no printer': 'error',
  'choose parcel': 'warning',
  deleted: 'error',
  'being deleted': 'quiet',
  deleting: 'quiet',
  'deleting unknown': 'quiet',
  'ask to delete': 'warning',
  'already counting': 'quiet',
  'cannot delete': 'error',
  unknown: 'error',
  'not a code': 'error',
  'layout doubt': 'error',
};

/** The colour and the shape of a line: what was done where it was, the fault's own where it was not. */
export function recentScanStyle({ kind, mode, outcome }: RecentScan): { tone: Tone; icon: LucideIcon } {
  const tone = toneOf(kind, outcome);
  return { tone, icon: tone === 'error' ? toneIcons.error : modeIcons[mode] };
}

/** What became of it since it was scanned counts for more than what it was then. */
function toneOf(kind: ScanOutcomeKind, outcome: string): Tone {
  if (kind === 'printing' && /^(Held|Uncertain|Failed)/.test(outcome)) return 'warning';
  if (/^Not deleted/.test(outcome)) return 'error';
  return /^Deletion waiting/.test(outcome) ? 'warning' : kindTones[kind];
}
