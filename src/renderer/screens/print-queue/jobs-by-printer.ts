import {
  type ListedPrintJob,
  maybePrintedStates,
  noPrinterName,
  type PrintJob,
  printJobCan,
  waitsForSite,
} from '../../../shared/printing/print-job.ts';
import type { PrinterState } from '../../../shared/printing/printer.ts';
import { isInPrinter } from '../../presentation/print-job-text.ts';

/** A job with its context in the queue. */
export interface QueuedJob {
  readonly job: ListedPrintJob;
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

/** Waiting labels of one printer on a page. */
const rowsOnPage = 100;

/** Finished jobs shown, of all printers. */
const finishedShown = 50;

/** A part of the queue: a head, and the jobs under it. */
export type QueueSection =
  /** Labels held because no printer was set up: one question for all of them. */
  | { readonly kind: 'without printer'; readonly jobs: readonly QueuedJob[] }
  /**
   * A printer that is held, or was removed with labels, or has labels to print. `remaining`: on the next pages. `questions`: labels that need
   * an answer; null where others wait, for other benches.
   */
  | {
      readonly kind: 'printer';
      readonly group: PrinterJobs;
      readonly jobs: readonly QueuedJob[];
      readonly remaining: number;
      readonly questions: number | null;
    }
  /** Labels that need an operator, whatever their printer does. */
  | { readonly kind: 'questions'; readonly jobs: readonly QueuedJob[] }
  /** Labels that other benches hold up: there is nothing to answer. */
  | { readonly kind: 'waiting for site'; readonly jobs: readonly QueuedJob[] }
  | { readonly kind: 'idle printers'; readonly groups: readonly PrinterJobs[] }
  | { readonly kind: 'finished'; readonly jobs: readonly QueuedJob[] };

/**
 * The queue from what needs a person to what is done: labels without a printer, held printers, labels with a question or an uncertain
 * outcome, those that wait for other benches, printers at work, idle printers, and the newest finished labels of all printers.
 * @param pages pages shown of a printer's waiting labels, by its name; one where absent.
 */
export function queueSections(
  printers: readonly PrinterState[],
  jobs: readonly ListedPrintJob[],
  pages: Readonly<Record<string, number>> = {},
): QueueSection[] {
  const groups = jobsByPrinter(printers, jobs);
  const own = groups.filter(({ name }) => name !== noPrinterName);
  const withoutPrinter = groups.find(({ name }) => name === noPrinterName)?.pending ?? [];
  const isStuck = (group: PrinterJobs): boolean => rankOf(group) < 2;
  const atWork = (group: PrinterJobs): boolean => !isStuck(group) && group.pending.some(({ job }) => !job.question);
  const printerSection = (group: PrinterJobs): QueueSection => {
    const all = group.pending.filter(({ job }) => !job.question);
    const shown = all.slice(0, (pages[group.name] ?? 1) * rowsOnPage);
    const asked = group.pending.filter(({ job }) => needsAnswer(job)).length;
    const questions = asked === 0 && group.waiting > 0 ? null : asked;
    return { kind: 'printer', group, jobs: shown, remaining: all.length - shown.length, questions };
  };
  const questions = own.flatMap(({ pending, uncertain }) => [
    ...pending.filter(({ job }) => needsAnswer(job)),
    ...uncertain,
  ]);
  const waiting = own.flatMap(({ pending }) => pending.filter(({ job }) => waitsForSite(job.question)));
  const idle = own.filter((group) => group.printer !== null && !isStuck(group) && !atWork(group));
  const finished = groups.flatMap((group) => group.finished).sort((one, other) => byAge(other.job, one.job));
  const sections: QueueSection[] = [
    { kind: 'without printer', jobs: withoutPrinter },
    ...own.filter(isStuck).map(printerSection),
    { kind: 'questions', jobs: questions },
    { kind: 'waiting for site', jobs: waiting },
    ...own.filter(atWork).map(printerSection),
    { kind: 'idle printers', groups: idle },
    { kind: 'finished', jobs: finished.slice(0, finishedShown) },
  ];
  return sections.filter((section) => section.kind === 'printer' || !isEmpty(section));
}

const isEmpty = (section: Exclude<QueueSection, { kind: 'printer' }>): boolean =>
  (section.kind === 'idle printers' ? section.groups : section.jobs).length === 0;

const needsAnswer = ({ question }: PrintJob): boolean => question !== null && !waitsForSite(question);

/** The jobs by printer: held printers first, then the default one, then the others, then removed ones. */
export function jobsByPrinter(printers: readonly PrinterState[], jobs: readonly ListedPrintJob[]): PrinterJobs[] {
  const byPrinter = groupedBy(jobs, (job) => job.printer);
  const byParcel = groupedBy(jobs, (job) => job.parcelId);
  const known = new Map(printers.map((printer) => [printer.name, printer]));
  const removed = [...byPrinter.keys()].filter((name) => !known.has(name)).sort();
  const contextOf = (job: ListedPrintJob): Omit<QueuedJob, 'queuePosition'> => {
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
  jobs: readonly ListedPrintJob[],
  contextOf: (job: ListedPrintJob) => Omit<QueuedJob, 'queuePosition'>,
): PrinterJobs {
  const waiting = jobs.filter((job) => printJobCan('send', job.state)).sort(byAge);
  const hasQueue = name !== noPrinterName;
  const queue = waiting.filter((job) => hasQueue && job.question === null && !job.onHold);
  const placeOf = new Map(queue.map((job, index) => [job, index + 1]));
  const entry = (job: ListedPrintJob): QueuedJob => ({ ...contextOf(job), queuePosition: placeOf.get(job) ?? null });
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

function groupedBy<Key>(jobs: readonly ListedPrintJob[], keyOf: (job: PrintJob) => Key): Map<Key, ListedPrintJob[]> {
  const groups = new Map<Key, ListedPrintJob[]>();
  for (const job of jobs) {
    const key = keyOf(job);
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return groups;
}
