import { maybeOnPaper, type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { isInPrinter } from '../../presentation/print-job-text.ts';

/** A job with what stands around it. */
export interface QueuedJob {
  readonly job: PrintJob;
  /** Its place in its printer's line, from 1; null where it does not stand in line: what waits for a person lets others pass. */
  readonly queuePosition: number | null;
  /** No newer job of the same parcel is known. */
  readonly isNewest: boolean;
  /** Jobs known here by which a copy of the parcel's label may be on paper. */
  readonly copies: number;
}

export interface PrinterJobs {
  readonly name: string;
  /** null: the printer was removed from this station. */
  readonly printer: PrinterState | null;
  /** On the wire or in the printer, waiting for a person's answer, or in line: what is still to come, in that order. */
  readonly pending: readonly QueuedJob[];
  /** What a person must settle. */
  readonly uncertain: readonly QueuedJob[];
  /** What is over, newest first. */
  readonly finished: readonly QueuedJob[];
  /** Jobs that could go to another printer. */
  readonly waiting: number;
}

/** Rows of one kind on a page: enough for any working day, few enough to be drawn at once. */
const pageRows = { pending: 100, uncertain: 100, finished: 50 };

/** The rows of the first so many pages, and how many jobs are not among them. */
export function jobsOnPages(group: PrinterJobs, pages: number): { rows: QueuedJob[]; remaining: number } {
  const { pending, uncertain, finished } = group;
  const rows = [
    ...pending.slice(0, pages * pageRows.pending),
    ...uncertain.slice(0, pages * pageRows.uncertain),
    ...finished.slice(0, pages * pageRows.finished),
  ];
  return { rows, remaining: pending.length + uncertain.length + finished.length - rows.length };
}

/** The jobs under their printers: those in trouble first, then the default one, then the others, then those removed here. */
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
      copies: siblings.filter((sibling) => maybeOnPaper.includes(sibling.state)).length,
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
  const queue = waiting.filter((job) => job.asked === null && !job.onHold);
  const placeOf = new Map(queue.map((job, index) => [job, index + 1]));
  const entry = (job: PrintJob): QueuedJob => ({ ...contextOf(job), queuePosition: placeOf.get(job) ?? null });
  const pending = [
    ...jobs.filter(isActive).sort(byAge),
    ...waiting.filter((job) => job.asked !== null),
    ...waiting.filter((job) => job.asked === null),
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

/** On the wire, or handed over and still in the printer. */
const isActive = (job: PrintJob): boolean => job.state === 'sending' || isInPrinter(job);

const isFinished = (job: PrintJob): boolean =>
  !isActive(job) && job.state !== 'uncertain' && !printJobCan('send', job.state);

const byAge = (one: PrintJob, other: PrintJob): number => one.id - other.id;

/** A printer that left with work in its line is in trouble too. */
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
