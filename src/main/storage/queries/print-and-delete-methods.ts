import { type Command, commandActions } from '../../../shared/orders/command.ts';
import { lateDeletion } from '../../../shared/orders/order-progress.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';

type PrintOrDeleteMethod =
  | 'recordScan'
  | 'note'
  | 'addPrintJob'
  | 'movePrintJob'
  | 'movePrintJobs'
  | 'countJobsWithoutPrinter'
  | 'settleJobsWithoutPrinter'
  | 'resetPrintQuestions'
  | 'confirmByScan'
  | 'mergePrintEvidence'
  | 'beginDelete'
  | 'undo'
  | 'completeDelete'
  | 'confirmDelete'
  | 'noteUsedCodeRejection'
  | 'moveCommand'
  | 'dismissCommand';

/** The record methods for scans, print jobs and deletions. */
export function printAndDeleteRecords(tables: Tables): Pick<RecordsInThread, PrintOrDeleteMethod> {
  const {
    journal,
    scans,
    parcels,
    labels,
    printJobs,
    commands,
    replaced,
    alarms,
    eventEffects,
    reading,
    writing,
    write,
  } = tables;

  /** The parcel of a deletion that is done, where it is known here. */
  const markDeleted = ({ id, parcelId }: Command, at: string): void => {
    if (parcelId === null) return;
    parcels.markDeleted(parcelId, at);
    // A job that was being sent when the countdown began may be queued again.
    printJobs.cancelUnsent(parcelId, id, at);
    eventEffects.deletionAnswered(parcelId);
  };

  return {
    recordScan: (record) =>
      writing(() => {
        journal.add(record.activity);
        return scans.add(record.scan, {});
      }),
    note: (activity) => writing(() => journal.add(activity)),
    addPrintJob: (job, record) =>
      writing(() => {
        const code = parcels.codeToPrint(job.parcelId);
        const label = labels.storedFor(job.parcelId);
        if (code === null || label === null) return null;
        const older = printJobs.unsentOrMadeSince(job.parcelId, job.notSince);
        if (older) return { made: false, job: older, scan: null };
        const added = printJobs.add(job, label, code, record.activity.at);
        return { made: true, job: added, scan: write(record, { parcelId: job.parcelId, jobId: added.id }) };
      }),
    movePrintJob: (id, from, change, record) =>
      writing(() => {
        for (const file of [change.label, change.sent]) if (file) labels.keepFile(file);
        const moved = printJobs.move(id, from, change, record.activity.at);
        if (moved) write(record, { parcelId: moved.parcelId, jobId: id });
        return moved;
      }),
    confirmByScan: (id, from, change, record) =>
      writing(() => {
        const confirmed = printJobs.move(id, from, change, record.activity.at);
        return confirmed && write(record, { parcelId: confirmed.parcelId, jobId: id });
      }),
    mergePrintEvidence: (id, evidence) => writing(() => printJobs.note(id, evidence)),
    movePrintJobs: (from, to, record) =>
      writing(() => {
        const moved = printJobs.moveAll(from, to, record.activity.at);
        if (moved > 0) write(record, {});
        return moved;
      }),
    countJobsWithoutPrinter: () => reading(() => printJobs.countWithoutPrinter()),
    settleJobsWithoutPrinter: ({ labels, printer }, record) =>
      writing(() => {
        if (printJobs.countWithoutPrinter() !== labels) return false;
        printJobs.settleWithoutPrinter(printer, record.activity.at);
        write(record, {});
        return true;
      }),
    resetPrintQuestions: (printer, record) =>
      writing(() => {
        const asked = printJobs.resetQuestions(printer, record.activity.at);
        if (asked > 0) write(record, {});
        return asked;
      }),
    beginDelete: (deletion, record) =>
      writing(() => {
        const { customCode, parcelId } = deletion;
        const conflicting = commands.conflictingDeletion(customCode, parcelId);
        if (conflicting) return { begun: false, command: conflicting, cancelledJobs: 0, scan: null };
        const { at } = record.activity;
        const command = commands.addDelete(deletion, at);
        const cancelledJobs = parcelId === null ? 0 : printJobs.cancelUnsent(parcelId, command.id, at);
        return { begun: true, command, cancelledJobs, scan: write(record, { parcelId, commandId: command.id }) };
      }),
    undo: (commandId, record) =>
      writing(() => {
        const { at } = record.activity;
        if (commands.byId(commandId)?.requestLeft) return null;
        const undone = commands.move(commandId, commandActions.undo, { state: 'undone', failure: null }, at);
        if (!undone) return null;
        printJobs.restore(commandId, at);
        write(record, { parcelId: undone.parcelId, commandId });
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
        write(record, { parcelId: done.parcelId, commandId });
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
        write(record, { parcelId: done.parcelId, commandId });
        return done;
      }),
    noteUsedCodeRejection: (service, at) => writing(() => commands.noteUsedCodeRejection(service, at)),
    moveCommand: (id, from, change, record) =>
      writing(() => {
        const moved = commands.move(id, from, change, record.activity.at);
        if (moved) write(record, { parcelId: moved.parcelId, commandId: id });
        return moved;
      }),
    dismissCommand: (id, record) =>
      writing(() => {
        const dismissed = commands.dismiss(id, ['rejected', 'uncertain'], record.activity.at);
        if (dismissed) write(record, { parcelId: dismissed.parcelId, commandId: id });
        return dismissed;
      }),
  };
}
