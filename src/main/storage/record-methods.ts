import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { unfilteredBoard } from '../../shared/shipments/board-query.ts';
import type { ActingNow } from '../core/ports/write-context.ts';
import type { QuarantinedRow } from './quarantine.ts';
import { attentionRecords } from './queries/attention-methods.ts';
import { batchRecords } from './queries/batch-methods.ts';
import { eventRecords } from './queries/event-methods.ts';
import { orderImports } from './queries/import-methods.ts';
import { labelAssignmentRecords } from './queries/label-assignment-methods.ts';
import { orderRecords } from './queries/order-methods.ts';
import { spendingRecords } from './queries/order-spending.ts';
import { printAndDeleteRecords } from './queries/print-and-delete-methods.ts';
import { scanRecords } from './queries/scan-methods.ts';
import { uncertainOrderRecords } from './queries/uncertain-order-methods.ts';
import type { RecordsInThread } from './record-calls.ts';
import { siteRecords } from './site/site-methods.ts';
import { figureRecords } from './tables/figures-table.ts';
import { orderBookRecords } from './tables/order-book-table.ts';
import { printRunRecords } from './tables/print-runs-table.ts';
import { sandboxRecords } from './tables/shipments-table.ts';
import { type Tables, tablesIn } from './tables.ts';

/**
 * The records of one opened file, in this thread: each method is one transaction. Throws errors of SQLite unchanged.
 * @param report called once for each row that cannot be read
 * @param acting for whom the methods that are called write
 * @param onFacts called where a write has facts for the other benches of a site
 */
export function recordsIn(
  database: DatabaseSyncInstance,
  report: (row: QuarantinedRow) => void,
  acting: ActingNow = { person: null },
  onFacts: () => void = () => {},
): RecordsInThread {
  const tables = tablesIn(database, report, acting);
  return {
    ...readingRecords(tables),
    ...orderRecords(tables),
    ...orderImports(tables),
    ...labelAssignmentRecords(tables),
    ...printAndDeleteRecords(tables),
    ...scanRecords(tables),
    ...printRunRecords(tables),
    ...eventRecords(tables),
    ...uncertainOrderRecords(tables),
    ...orderBookRecords(tables),
    ...spendingRecords(tables),
    ...batchRecords(tables),
    ...sandboxRecords(tables),
    ...attentionRecords(tables),
    ...figureRecords(tables),
    ...siteRecords(database, tables, onFacts),
    recoverAfterRestart: recoverAfterRestart(tables),
    removeOld: (before, from) => tables.writing(() => tables.retention.removeOld(before, from)),
    rereadAnswers: (limit, at) => tables.writing(() => tables.rereadAnswers(limit, at)),
    eventsToReread: (limit) => tables.reading(() => tables.rereadEvents.next(atMost(limit))),
    rereadEvents: (events, at) => tables.writing(() => tables.rereadEvents.store(events, at)),
    mergeSearchIndex: () => tables.writing(() => tables.retention.mergeSearchIndex()),
  };
}

/** Most rows of any list, whatever limit is given. */
const maxRows = 1_000;

const atMost = (limit: number): number => Math.max(0, Math.min(limit, maxRows));

type ReadingMethod =
  | 'findByCode'
  | 'parcel'
  | 'parcelsPage'
  | 'parcelsChunk'
  | 'parcelsOfOrder'
  | 'order'
  | 'activity'
  | 'createRequest'
  | 'pendingLabels'
  | 'labelBytes'
  | 'printJob'
  | 'printJobs'
  | 'printJobsAskedAtSite'
  | 'printJobsInPrinter'
  | 'printJobsOfParcel'
  | 'printJobsOwned'
  | 'labelPdfAddress'
  | 'nextPrintJob'
  | 'command'
  | 'hasRejectedUsedCode'
  | 'commands'
  | 'countCommands'
  | 'dueCommands'
  | 'isOrdered'
  | 'answeredCreates'
  | 'countWaiting';

/** The methods that only read, except that unreadable rows are quarantined. */
function readingRecords(tables: Tables): Pick<RecordsInThread, ReadingMethod> {
  const { journal, orders, parcels, labels, printJobs, commands, reading } = tables;
  return {
    findByCode: (code) =>
      reading(() => {
        const found = tables.findByCodes([code]).get(code);
        const matched = found ? parcels.byIds(found.parcelIds) : [];
        return found && matched.length > 0 ? { by: found.by, parcels: matched } : null;
      }),
    parcel: (id) => reading(() => parcels.byId(id)),
    parcelsPage: (query) =>
      reading(() => {
        const { offset, limit } = query;
        const page = { ...unfilteredBoard, ...query, offset: Math.max(0, offset), limit: atMost(limit) };
        const { total, isMore, parcelIds } = tables.search.page(page);
        return { total, isMore, rows: parcels.byIds(parcelIds) };
      }),
    parcelsChunk: (filter, below) =>
      reading(() => {
        const { parcelIds, next } = tables.search.chunk(filter, below);
        return { rows: parcels.byIds(parcelIds), next };
      }),
    parcelsOfOrder: (orderId) => reading(() => parcels.ofOrder(orderId)),
    order: (orderId) => reading(() => orders.byId(orderId)),
    activity: ({ beforeId, limit }) => reading(() => journal.page(beforeId, atMost(limit))),
    createRequest: (commandId) => reading(() => commands.request(commandId)),
    pendingLabels: (limit, choice) => reading(() => labels.pending(atMost(limit), choice)),
    labelBytes: (sha256) => reading(() => labels.bytes(sha256)),
    printJob: (id) => reading(() => printJobs.byId(id)),
    printJobsAskedAtSite: (limit) => reading(() => printJobs.askedAtSite(atMost(limit))),
    printJobs: (limit, settledAtLeast = 0) => reading(() => printJobs.list(atMost(limit), atMost(settledAtLeast))),
    nextPrintJob: (printer) => reading(() => printJobs.next(printer)),
    printJobsInPrinter: (printer, since) => reading(() => printJobs.inPrinter(printer, since)),
    printJobsOfParcel: (parcelId, limit) => reading(() => printJobs.ofParcel(parcelId, atMost(limit))),
    printJobsOwned: (printer) => reading(() => printJobs.owned(printer)),
    labelPdfAddress: (parcelId) => reading(() => labels.pdfAddress(parcelId)),
    command: (id) => reading(() => commands.byId(id)),
    hasRejectedUsedCode: (service) => reading(() => commands.hasRejectedUsedCode(service)),
    commands: (states, limit) => reading(() => commands.inStates(states, atMost(limit))),
    countCommands: (states) => reading(() => commands.countIn(states)),
    dueCommands: (query) =>
      reading(() => {
        const found = tables.findDue(query);
        const due = found.due.map((command) => ({
          ...command,
          parcel: command.parcelId === null ? null : parcels.byId(command.parcelId),
          request: command.kind === 'create' ? commands.request(command.id) : null,
          replaced: command.kind === 'create' ? tables.replaced.of(command.id) : [],
        }));
        return { ...found, due };
      }),
    isOrdered: (customCode) => reading(() => tables.isOrdered(customCode)),
    answeredCreates: (limit) => reading(() => commands.answered(atMost(limit))),
    countWaiting: () => reading(() => tables.countWaiting()),
  };
}

/** Marks work that the previous run left unfinished as uncertain. */
function recoverAfterRestart(tables: Tables): RecordsInThread['recoverAfterRestart'] {
  const { journal, printJobs, commands, writing } = tables;
  return (countdownsEndAt, at, followed) =>
    writing(() => {
      const note = (what: ActivityKind, code: string | null, outcome: Message): void =>
        journal.add({ at, who: 'station', what, code, outcome });
      const jobs = printJobs.markSendingUncertain(cutOffLabel, at, followed);
      for (const job of jobs) note('recover-print', job.code, cutOffLabel.message);
      const sent = commands.recoverSending(cutOffCommand, at);
      for (const { kind, codes } of sent)
        note(kind === 'delete' ? 'recover-deletion' : 'recover-order', codes[0] ?? null, cutOffCommand.message);
      const countdowns = commands.restartCountdowns(countdownsEndAt, at);
      for (const command of countdowns) note('recover-deletion', command.codes[0] ?? null, countdownRestarted);
      return { jobs: jobs.length, commands: sent.length, countdowns: countdowns.length };
    });
}

const countdownRestarted = message('journal.command.countdown-restarted');

const cutOffLabel: Failure = {
  code: 'printer-cut-off',
  message: message('storage.label-interrupted'),
};

const cutOffCommand: Failure = {
  code: 'cut-off',
  message: message('storage.answer-interrupted'),
};
