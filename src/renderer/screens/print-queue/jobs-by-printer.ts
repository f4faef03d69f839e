import { maybePrintedStates, type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { isInPrinter } from '../../presentation/print-job-text.ts';

/** A job with its context in the queue. */
export interface QueuedJob {
  readonly job: PrintJob;
  /** Its place in its printer's queue, from 1; null where it has none: a job that waits for the operator lets others pass. */
  readonly queuePosition: number | null;
  /** There is no newer job of the same parcel. */
  readonly isNewest: boolean;
  /** Jobs that may have printed a copy of the parcel's label. */
  readonly copies: number;
}

export interface PrinterJobs {
  readonly name: string;
  /** null: the printer was removed from this station. */
  readonly printer: PrinterState | null;
  /** Being sent or in the printer, waiting for an answer, or queued, in that order. */
  readonly pending: readonly QueuedJob[];
  /** Jobs the operator must settle. */
  readonly uncertain: readonly QueuedJob[];
  /** Finished jobs, newest first. */
  readonly finished: readonly QueuedJob[];
  /** Number of jobs that could move to another printer. */
  readonly waiting: number;
}

/** Rows of one kind on a page. */
const pageRows = { pending: 100, uncertain: 100, finished: 50 };

/** The rows of the first pages, and the number of jobs left. */
export function jobsOnPages(group: PrinterJobs, pages: number): { rows: QueuedJob[]; remaining: number } {
  const { pending, uncertain, finished } = group;
  const rows = [
    ...pending.slice(0, pages * pageRows.pending),
    ...uncertain.slice(0, pages * pageRows.uncertain),
    ...finished.slice(0, pages * pageRows.finished),
  ];
  return { rows, remaining: pending.length + uncertain.length + finished.length - rows.length };
}

/** The jobs by printer: held printers first, then the default one, then the others, then removed ones. */
export function jobsByPrinter(printers: readonly PrinterState[], jobs: readonly PrintJob[]): PrinterJobs[] {
  const byPrinter = groupedBy(jobs, (job) => job.printer);
  const byParcel = groupedBy(jobs, (job) => job.parcelId);
  const known = new Map(printers.map((printer) => [printer.name, printer]));
  const removed = [...byPrinter.keys()].filter((name) => !known.has(name)).sort();
  const contextOf = (job: PrintJob): Omit<QueuedJob, 'queuePosition'> => {
    const siblings = byParcel.get(job.parcelId) ?? [];
    return {
      job,
      isNewest: siblings.every((sibling) => sibling.id <= job.id),
      copies: siblings.filter((sibling) => maybePrintedStates.includes(sibling.state)).length,
    };
  };
  return [...known.keys(), ...removed]
    .map((name) => jobsOf(name, known.get(name) ?? null, byPrinter.get(name) ?? [], contextOf))
    .sort((one, other) => rankOf(one) - rankOf(other));
}

function jobsOf(
  name: string,
  printer: PrinterState | null,
  jobs: readonly PrintJob[],
  contextOf: (job: PrintJob) => Omit<QueuedJob, 'queuePosition'>,
): PrinterJobs {
  const waiting = jobs.filter((job) => printJobCan('send', job.state)).sort(byAge);
  const queue = waiting.filter((job) => job.question === null && !job.onHold);
  const placeOf = new Map(queue.map((job, index) => [job, index + 1]));
  const entry = (job: PrintJob): QueuedJob => ({ ...contextOf(job), queuePosition: placeOf.get(job) ?? null });
  const pending = [
    ...jobs.filter(isActive).sort(byAge),
    ...waiting.filter((job) => job.question !== null),
    ...waiting.filter((job) => job.question === null),
  ];
  const uncertain = jobs.filter((job) => job.state === 'uncertain').sort(byAge);
  const finished = jobs.filter(isFinished).sort((one, other) => byAge(other, one));
  return {
    name,
    printer,
    pending: pending.map(entry),
    uncertain: uncertain.map(entry),
    finished: finished.map(entry),
    waiting: waiting.length,
  };
}

/** Being sent, or sent and still in the printer. */
const isActive = (job: PrintJob): boolean => job.state === 'sending' || isInPrinter(job);

const isFinished = (job: PrintJob): boolean =>
  !isActive(job) && job.state !== 'uncertain' && !printJobCan('send', job.state);

const byAge = (one: PrintJob, other: PrintJob): number => one.id - other.id;

/** A removed printer with waiting jobs ranks like a held one. */
function rankOf({ printer, waiting }: PrinterJobs): number {
  if (printer === null) return waiting > 0 ? 1 : 4;
  if (printer.reasons.length > 0) return printer.isDefault ? 0 : 1;
  return printer.isDefault ? 2 : 3;
}

function groupedBy<Key>(jobs: readonly PrintJob[], keyOf: (job: PrintJob) => Key): Map<Key, PrintJob[]> {
  const groups = new Map<Key, PrintJob[]>();
  for (const job of jobs) {
    const key = keyOf(job);
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return groups;
}
