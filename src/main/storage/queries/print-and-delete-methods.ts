import { message } from '../../../shared/messages/message.ts';
import { type Command, commandActions, unansweredStates } from '../../../shared/orders/command.ts';
import { lateDeletion } from '../../../shared/orders/order-progress.ts';
import { type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import type { CommandLimits, NewDeletion } from '../../core/ports/command-records.ts';
import type { NewPrintJob, NextLabel, PrintMove, PrintStep } from '../../core/ports/print-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';

type PrintOrDeleteMethod =
  | 'note'
  | 'isCapReached'
  | 'addPrintJob'
  | 'movePrintJob'
  | 'confirmFurtherCopy'
  | 'nextLabel'
  | 'advancePrinting'
  | 'movePrintJobs'
  | 'countJobsWithoutPrinter'
  | 'settleJobsWithoutPrinter'
  | 'resetPrintQuestions'
  | 'mergePrintEvidence'
  | 'mayBeginDelete'
  | 'beginDelete'
  | 'undo'
  | 'completeDelete'
  | 'confirmDelete'
  | 'noteUsedCodeRejection'
  | 'moveCommand'
  | 'dismissCommand';

/** The record methods for print jobs and deletions. */
export function printAndDeleteRecords(tables: Tables): Pick<RecordsInThread, PrintOrDeleteMethod> {
  const { journal, parcels, labels, printJobs, commands, replaced, alarms, eventEffects, reading, writing, write } =
    tables;

  /** The parcel of a deletion that is done, where it is known here. */
  const markDeleted = ({ id, parcelId }: Command, at: string): void => {
    if (parcelId === null) return;
    parcels.markDeleted(parcelId, at);
    // A job that was being sent when the countdown began may be queued again.
    printJobs.cancelUnsent(parcelId, id, at);
    eventEffects.deletionAnswered(parcelId);
  };

  const nextLabel = (printer: string, except: readonly number[] = []): NextLabel | null => {
    const job = printJobs.next(printer, except);
    return job && { job, ...labels.ofJob(job) };
  };

  const moveBy = <T>(how: (...step: Parameters<typeof printJobs.move>) => T, step: PrintMove): T | null => {
    const { id, from, change, activity } = step;
    // Another bench may have asked for the parcel since its label was prepared.
    if (change.state === 'sending' && tables.site.capture && !mayBegin(tables, id)) return null;
    const files = [change.label, change.sent].flatMap((file) => file ?? []);
    const replaced = printJobs.filesReplacedBy(id, change);
    for (const file of files) labels.keepFile(file);
    const moved = how(id, from, change, activity.at);
    labels.removeUnused(moved ? replaced : files.map(({ sha256 }) => sha256));
    if (moved) journal.add(activity);
    // An event, or another bench, may have deleted its parcel while it was being sent: nothing else would end it.
    if (moved && from.includes('sending') && change.state === 'held') printJobs.cancelOfDeleted(id, activity.at);
    return moved;
  };
  const move = (step: PrintMove): PrintJob | null => moveBy(printJobs.move, step);
  const note = ({ id, evidence }: Exclude<PrintStep, PrintMove>): null => {
    printJobs.note(id, evidence);
    return null;
  };

  return {
    note: (activity) => writing(() => journal.add(activity)),
    isCapReached: (what, at) => reading(() => journal.isCapReached(what, at)),
    addPrintJob: (job, record) =>
      writing(() => {
        const queued = queueLabel(tables, job, record.activity.at);
        if (queued === null || queued === 'needs lead') return queued;
        const { what, ...added } = queued;
        if (added.made) write({ activity: { ...record.activity, what } });
        return added;
      }),
    nextLabel: (printer, except) => reading(() => nextLabel(printer, except)),
    advancePrinting: (steps, printer, except) =>
      writing(() => {
        let last: PrintJob | null = null;
        for (const step of steps) {
          if ('evidence' in step) last = note(step);
          else if (step === steps.at(-1)) last = move(step);
          // Only the last job is returned, so only its row is read.
          else moveBy(printJobs.tryMove, step);
        }
        return { last, next: nextLabel(printer, except) };
      }),
    movePrintJob: (id, from, change, { activity }) => writing(() => move({ id, from, change, activity })),
    confirmFurtherCopy: (id, change, { activity }) =>
      writing(() => {
        const job = printJobs.byId(id);
        const isCounted = job !== null && isFurtherCopy(tables, job);
        if (!isCounted && journal.isCapReached('reprint', activity.at)) return 'needs lead';
        const what = isCounted ? activity.what : 'print-again';
        return move({ id, from: printJobActions.answer, change, activity: { ...activity, what } });
      }),
    mergePrintEvidence: (id, evidence) => writing(() => printJobs.note(id, evidence)),
    movePrintJobs: (from, to, record) =>
      writing(() => {
        const moved = printJobs.moveAll(from, to, record.activity.at);
        if (moved > 0) write(record);
        return moved;
      }),
    countJobsWithoutPrinter: () => reading(() => printJobs.countWithoutPrinter()),
    settleJobsWithoutPrinter: ({ labels, printer }, record) =>
      writing(() => {
        if (printJobs.countWithoutPrinter() !== labels) return false;
        printJobs.settleWithoutPrinter(printer, record.activity.at);
        write(record);
        return true;
      }),
    resetPrintQuestions: (printer, record) =>
      writing(() => {
        const asked = printJobs.resetQuestions(printer, record.activity.at);
        if (asked > 0) write(record);
        return asked;
      }),
    mayBeginDelete: (limits) => reading(() => mayStartDeletion(tables, limits)),
    beginDelete: (deletion, record) =>
      writing(() => {
        const begun = startDeletion(tables, deletion, record.activity.at);
        if (begun.begun) write(record);
        return begun;
      }),
    undo: (commandId, record) =>
      writing(() => {
        const { at } = record.activity;
        if (commands.byId(commandId)?.requestLeft) return null;
        const undone = commands.move(commandId, commandActions.undo, { state: 'undone', failure: null }, at);
        if (!undone) return null;
        printJobs.restore(commandId, at);
        write(record);
        return undone;
      }),
    completeDelete: (commandId, record, wasThere = false) =>
      writing(() => {
        const { at } = record.activity;
        const done = commands.move(commandId, ['sending'], { state: 'done', failure: null }, at);
        if (!done) return null;
        if (wasThere) for (const code of done.codes) replaced.markFound(commandId, code);
        const foundLate = wasThere ? replaced.foundLate(commandId) : null;
        if (foundLate !== null) alarms.raise(foundLate, lateDeletion, at);
        markDeleted(done, at);
        write(record);
        return done;
      }),
    confirmDelete: (commandId, record) =>
      writing(() => {
        const { at } = record.activity;
        if (commands.byId(commandId)?.kind !== 'delete') return null;
        const change = { state: 'done', failure: null, settledBy: 'operator' } as const;
        const done = commands.move(commandId, commandActions.settleDeletion, change, at);
        if (!done) return null;
        markDeleted(done, at);
        write(record);
        return done;
      }),
    noteUsedCodeRejection: (service, at) => writing(() => commands.noteUsedCodeRejection(service, at)),
    moveCommand: (id, from, change, record) =>
      writing(() => {
        if (change.state === 'sending' && tables.site.capture && !mayDelete(tables, id)) return null;
        const moved = commands.move(id, from, change, record.activity.at);
        if (moved) write(record);
        return moved;
      }),
    dismissCommand: (id, record) =>
      writing(() => {
        const dismissed = commands.dismiss(id, ['rejected', 'uncertain'], record.activity.at);
        if (dismissed) write(record);
        return dismissed;
      }),
  };
}

/** A label in the queue, and the kind of the journal entry about it. */
type QueuedLabel = { made: boolean; job: PrintJob; next: NextLabel | null; what: 'print' | 'print-again' };

/**
 * Queues the parcel's stored label. An older job that is not sent, or was made by the same press, is returned instead, and without a
 * reason for another copy also one that may have printed; null where the parcel may not be printed. A copy of a label that was sent is a further one, also where someone marked that label as not printed:
 * otherwise the mark would lift the cap.
 */
export function queueLabel(tables: Tables, job: NewPrintJob, at: string): QueuedLabel | 'needs lead' | null {
  const { parcels, labels, printJobs, journal } = tables;
  const code = parcels.codeToPrint(job.parcelId);
  const label = labels.storedFor(job.parcelId);
  if (code === null || label === null) return null;
  // A further copy needs a reason, also where the parcel was read before its label was sent.
  const since = job.reprintReason === null ? anyTime : job.notSince;
  const older = printJobs.unsentOrMadeSince(job.parcelId, since);
  if (!older) {
    const isFurther = isFurtherCopy(tables, job);
    if (isFurther && journal.isCapReached('reprint', at)) return 'needs lead';
    const added = printJobs.add(job, label, code, at);
    const isNext = printJobs.nextId(job.printer) === added.id;
    const next = isNext ? { job: added, ...labels.ofJob(added) } : null;
    return { made: true, job: added, next, what: isFurther ? 'print-again' : 'print' };
  }
  // Its printer was removed, or it had none: no byte of it was sent, and it would wait for ever.
  const isStranded = job.knownPrinters && ![...job.knownPrinters, job.printer].includes(older.printer);
  if (!isStranded || !printJobs.move(older.id, printJobActions.cancel, { state: 'cancelled' }, at))
    return { made: false, job: older, next: null, what: 'print' };
  const outcome = message('journal.print.printer-removed', { printer: older.printer });
  journal.add({ at, who: 'station', what: 'cancel-print', code: older.code, outcome });
  return queueLabel(tables, job, at);
}

const isFurtherCopy = (
  { printJobs }: Tables,
  { reprintReason, parcelId }: Pick<PrintJob, 'reprintReason' | 'parcelId'>,
): boolean => reprintReason !== null || printJobs.markedNotPrinted([parcelId]).length > 0;

/** Before every time that is stored. */
const anyTime = '';

/** True where this bench may begin a copy: it holds the parcel among the benches of its site. */
const mayBegin = ({ printJobs, site }: Tables, jobId: number): boolean => {
  const job = printJobs.byId(jobId);
  return job !== null && site.capture?.isHeld(job.parcelId) === true;
};

/** The same for a deletion; one of a code that is not known here has no parcel to hold. */
const mayDelete = ({ commands, site }: Tables, commandId: number): boolean => {
  const command = commands.byId(commandId);
  const parcelId = command?.kind === 'delete' ? command.parcelId : null;
  return parcelId === null || site.capture?.isHeld(parcelId) === true;
};

/** False where as many deletions count down, or commands are unanswered, as there may be. */
export const mayStartDeletion = ({ commands }: Tables, { countdowns, unanswered }: CommandLimits): boolean =>
  commands.countIn(['counting']) < countdowns && commands.countIn(unansweredStates) < unanswered;

/** Starts a deletion's countdown and cancels the parcel's unsent jobs; where one is unsettled or done, nothing changes. */
export function startDeletion(
  { commands, printJobs }: Tables,
  deletion: NewDeletion,
  at: string,
): { begun: boolean; command: Command; cancelledJobs: number } {
  const { customCode, parcelId } = deletion;
  const conflicting = commands.conflictingDeletion(customCode, parcelId);
  if (conflicting) return { begun: false, command: conflicting, cancelledJobs: 0 };
  const command = commands.addDelete(deletion, at);
  const cancelledJobs = parcelId === null ? 0 : printJobs.cancelUnsent(parcelId, command.id, at);
  return { begun: true, command, cancelledJobs };
}
