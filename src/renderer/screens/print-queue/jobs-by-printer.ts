import { type PrintJob, type PrintJobState, printJobCan } from '../../../shared/print-job.ts';
import type { PrinterState } from '../../../shared/printer.ts';

/** A job with its place in its printer's line, from 1; null where it no longer stands in line. */
export interface JobInLine {
  readonly job: PrintJob;
  readonly place: number | null;
  /** No newer job of the same parcel is known. */
  readonly isNewest: boolean;
}

export interface PrinterJobs {
  readonly name: string;
  /** null: the printer was removed from this station. */
  readonly printer: PrinterState | null;
  readonly jobs: readonly JobInLine[];
}

/**
 * The jobs under their printers, the default printer first. Within one: what is on the wire, the line in its order,
 * what a person must settle, then what is over, newest first.
 */
export function jobsByPrinter(printers: readonly PrinterState[], jobs: readonly PrintJob[]): PrinterJobs[] {
  const known = [...printers].sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const removed = new Set(
    jobs.map((job) => job.printer).filter((name) => !known.some((printer) => printer.name === name)),
  );
  const newest = newestOfEachParcel(jobs);
  const jobsOf = (name: string): JobInLine[] => {
    const own = jobs.filter((job) => job.printer === name).sort(inOrderOfWork);
    const line = own.filter((job) => printJobCan('send', job.state));
    return own.map((job) => ({ job, place: placeIn(line, job), isNewest: newest.get(job.parcelId) === job.id }));
  };
  return [
    ...known.map((printer) => ({ name: printer.name, printer, jobs: jobsOf(printer.name) })),
    ...[...removed].sort().map((name) => ({ name, printer: null, jobs: jobsOf(name) })),
  ];
}

const placeIn = (line: readonly PrintJob[], job: PrintJob): number | null => {
  const index = line.indexOf(job);
  return index < 0 ? null : index + 1;
};

const ranks: Record<PrintJobState, number> = {
  sending: 0,
  held: 1,
  queued: 1,
  uncertain: 2,
  sent: 3,
  printed: 3,
  failed: 3,
  cancelled: 3,
};

function inOrderOfWork(one: PrintJob, other: PrintJob): number {
  const rank = ranks[one.state] - ranks[other.state];
  if (rank !== 0) return rank;
  return ranks[one.state] <= 1 ? one.id - other.id : other.id - one.id;
}

function newestOfEachParcel(jobs: readonly PrintJob[]): Map<number, number> {
  const newest = new Map<number, number>();
  for (const job of jobs) newest.set(job.parcelId, Math.max(job.id, newest.get(job.parcelId) ?? 0));
  return newest;
}
