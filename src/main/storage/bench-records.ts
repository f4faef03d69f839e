import { commandActions } from '../../shared/command.ts';
import { lateDeletion } from '../../shared/order-alarm.ts';
import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

type BenchMethod =
  | 'recordScan'
  | 'note'
  | 'addPrintJob'
  | 'movePrintJob'
  | 'movePrintJobs'
  | 'askPrintJobsAnew'
  | 'proveByScan'
  | 'notePrintEvidence'
  | 'beginDelete'
  | 'takeBack'
  | 'completeDelete'
  | 'moveCommand'
  | 'putAwayCommand';

/** What happens at the bench: scans, and the jobs and deletions they cause. */
export function benchRecords(tables: Tables): Pick<RecordsInThread, BenchMethod> {
  const { journal, scans, parcels, labels, printJobs, commands, replaced, alarms, writing, write } = tables;
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
        const label = labels.keptBy(job.parcelId);
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
    proveByScan: (id, from, change, record) =>
      writing(() => {
        const proved = printJobs.move(id, from, change, record.activity.at);
        return proved && write(record, { parcelId: proved.parcelId, jobId: id });
      }),
    notePrintEvidence: (id, evidence) => writing(() => printJobs.note(id, evidence)),
    movePrintJobs: (from, to, record) =>
      writing(() => {
        const moved = printJobs.moveAll(from, to, record.activity.at);
        if (moved > 0) write(record, {});
        return moved;
      }),
    askPrintJobsAnew: (printer, record) =>
      writing(() => {
        const asked = printJobs.askAnew(printer, record.activity.at);
        if (asked > 0) write(record, {});
        return asked;
      }),
    beginDelete: (deletion, record) =>
      writing(() => {
        const { customCode, parcelId } = deletion;
        const met = commands.deletionMet(customCode, parcelId);
        if (met) return { begun: false, command: met, cancelledJobs: 0, scan: null };
        const { at } = record.activity;
        const command = commands.addDelete(deletion, at);
        const cancelledJobs = parcelId === null ? 0 : printJobs.cancelUnsent(parcelId, command.id, at);
        return { begun: true, command, cancelledJobs, scan: write(record, { parcelId, commandId: command.id }) };
      }),
    takeBack: (commandId, record) =>
      writing(() => {
        const { at } = record.activity;
        if (commands.byId(commandId)?.requestLeft) return null;
        const undone = commands.move(commandId, commandActions.takeBack, { state: 'undone', failure: null }, at);
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
        if (wasThere) for (const code of done.codes) replaced.noteFound(commandId, code);
        const foundLate = wasThere ? replaced.foundLate(commandId) : null;
        if (foundLate !== null) alarms.raise(foundLate, lateDeletion, at);
        if (done.parcelId !== null) {
          parcels.markDeleted(done.parcelId, at);
          // One that was on the wire when the countdown began may have come back to the queue since.
          printJobs.cancelUnsent(done.parcelId, commandId, at);
        }
        write(record, { parcelId: done.parcelId, commandId });
        return done;
      }),
    moveCommand: (id, from, change, record) =>
      writing(() => {
        const moved = commands.move(id, from, change, record.activity.at);
        if (moved) write(record, { parcelId: moved.parcelId, commandId: id });
        return moved;
      }),
    putAwayCommand: (id, record) =>
      writing(() => {
        const hidden = commands.putAway(id, ['rejected', 'uncertain'], record.activity.at);
        if (hidden) write(record, { parcelId: hidden.parcelId, commandId: id });
        return hidden;
      }),
  };
}
