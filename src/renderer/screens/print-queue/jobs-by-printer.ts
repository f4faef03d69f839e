import { maybeOnPaper, type PrintJob, printJobCan } from '../../../shared/print-job.ts';
import type { PrinterState } from '../../../shared/printer.ts';
import { isInPrinter } from '../../words/print-jobs.ts';

/** A job with what stands around it. */
export interface JobInLine {
  readonly job: PrintJob;
  /** Its place in its printer's line, from 1; null where it does not stand in line: what waits for a person lets others pass. */
  readonly place: number | null;
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
  readonly coming: readonly JobInLine[];
  /** What a person must settle. */
  readonly unsettled: readonly JobInLine[];
  /** What is over, newest first. */
  readonly over: readonly JobInLine[];
  /** Jobs that could go to another printer. */
  readonly waiting: number;
}

/** Rows of one kind on a page: enough for any working day, few enough to be drawn at once. */
const pageRows = { coming: 100, unsettled: 100, over: 50 };

/** The rows of the first so many pages, and how many jobs are not among them. */
export function jobsOnPages(group: PrinterJobs, pages: number): { rows: JobInLine[]; left: number } {
  const { coming, unsettled, over } = group;
  const rows = [
    ...coming.slice(0, pages * pageRows.coming),
    ...unsettled.slice(0, pages * pageRows.unsettled),
    ...over.slice(0, pages * pageRows.over),
  ];
  return { rows, left: coming.length + unsettled.length + over.length - rows.length };
}

/** The jobs under their printers: those in trouble first, then the default one, then the others, then those removed here. */
export function jobsByPrinter(printers: readonly PrinterState[], jobs: readonly PrintJob[]): PrinterJobs[] {
  const byPrinter = groupedBy(jobs, (job) => job.printer);
  const byParcel = groupedBy(jobs, (job) => job.parcelId);
  const known = new Map(printers.map((printer) => [printer.name, printer]));
  const removed = [...byPrinter.keys()].filter((name) => !known.has(name)).sort();
  const around = (job: PrintJob): Omit<JobInLine, 'place'> => {
    const siblings = byParcel.get(job.parcelId) ?? [];
    return {
      job,
      isNewest: siblings.every((sibling) => sibling.id <= job.id),
      copies: siblings.filter((sibling) => maybeOnPaper.includes(sibling.state)).length,
    };
  };
  return [...known.keys(), ...removed]
    .map((name) => jobsOf(name, known.get(name) ?? null, byPrinter.get(name) ?? [], around))
    .sort((one, other) => rankOf(one) - rankOf(other));
}

function jobsOf(
  name: string,
  printer: PrinterState | null,
  jobs: readonly PrintJob[],
  around: (job: PrintJob) => Omit<JobInLine, 'place'>,
): PrinterJobs {
  const waiting = jobs.filter((job) => printJobCan('send', job.state)).sort(byAge);
  const line = waiting.filter((job) => job.asked === null && !job.onHold);
  const placeOf = new Map(line.map((job, index) => [job, index + 1]));
  const entry = (job: PrintJob): JobInLine => ({ ...around(job), place: placeOf.get(job) ?? null });
  const coming = [
    ...jobs.filter(isUnderWay).sort(byAge),
    ...waiting.filter((job) => job.asked !== null),
    ...waiting.filter((job) => job.asked === null),
  ];
  const unsettled = jobs.filter((job) => job.state === 'uncertain').sort(byAge);
  const over = jobs.filter(isOver).sort((one, other) => byAge(other, one));
  return {
    name,
    printer,
    coming: coming.map(entry),
    unsettled: unsettled.map(entry),
    over: over.map(entry),
    waiting: waiting.length,
  };
}

/** On the wire, or handed over and still in the printer. */
const isUnderWay = (job: PrintJob): boolean => job.state === 'sending' || isInPrinter(job);

const isOver = (job: PrintJob): boolean =>
  !isUnderWay(job) && job.state !== 'uncertain' && !printJobCan('send', job.state);

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
