import { everyParcel } from '../../shared/board-query.ts';
import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** Most rows any list gives at once, whatever is asked for. */
const mostRows = 1_000;

const atMost = (limit: number): number => Math.max(0, Math.min(limit, mostRows));

type ReadingMethod =
  | 'findByCode'
  | 'parcel'
  | 'parcelsPage'
  | 'parcelsStretch'
  | 'parcelsOfOrder'
  | 'order'
  | 'scan'
  | 'recentScans'
  | 'countScansSince'
  | 'activity'
  | 'createRequest'
  | 'labelsWanted'
  | 'labelBytes'
  | 'printJob'
  | 'printJobs'
  | 'printJobsInPrinter'
  | 'printJobsOfParcel'
  | 'printJobsOwned'
  | 'labelPdfAddress'
  | 'nextPrintJob'
  | 'command'
  | 'commands'
  | 'countCommands'
  | 'dueCommands'
  | 'isOrdered'
  | 'answeredCreates'
  | 'whatWaits';

/** What the records tell. Changes nothing, but that a row that cannot be read is noted once. */
export function readingRecords(tables: Tables): Pick<RecordsInThread, ReadingMethod> {
  const { journal, scans, orders, parcels, labels, printJobs, commands, reading } = tables;
  return {
    findByCode: (code) =>
      reading(() => {
        const found = tables.findByCode(code);
        const matched = found ? parcels.byIds(found.parcelIds) : [];
        return found && matched.length > 0 ? { by: found.by, parcels: matched } : null;
      }),
    parcel: (id) => reading(() => parcels.byId(id)),
    parcelsPage: (query) =>
      reading(() => {
        const { offset, limit } = query;
        const page = { ...everyParcel, ...query, offset: Math.max(0, offset), limit: atMost(limit) };
        const { total, isMore, parcelIds } = tables.search.page(page);
        return { total, isMore, rows: parcels.byIds(parcelIds) };
      }),
    parcelsStretch: (filter, below) =>
      reading(() => {
        const { parcelIds, next } = tables.search.stretch(filter, below);
        return { rows: parcels.byIds(parcelIds), next };
      }),
    parcelsOfOrder: (orderId) => reading(() => parcels.ofOrder(orderId)),
    order: (orderId) => reading(() => orders.byId(orderId)),
    scan: (id) => reading(() => scans.byId(id)),
    recentScans: (limit) => reading(() => scans.newest(atMost(limit))),
    countScansSince: (at) => reading(() => scans.countSince(at)),
    activity: ({ beforeId, limit }) => reading(() => journal.page(beforeId, atMost(limit))),
    createRequest: (commandId) => reading(() => commands.request(commandId)),
    labelsWanted: (limit, choice) => reading(() => labels.wanted(atMost(limit), choice)),
    labelBytes: (sha256) => reading(() => labels.bytes(sha256)),
    printJob: (id) => reading(() => printJobs.byId(id)),
    printJobs: (limit) => reading(() => printJobs.list(atMost(limit))),
    nextPrintJob: (printer) => reading(() => printJobs.next(printer)),
    printJobsInPrinter: (printer, since) => reading(() => printJobs.inPrinter(printer, since)),
    printJobsOfParcel: (parcelId, limit) => reading(() => printJobs.ofParcel(parcelId, atMost(limit))),
    printJobsOwned: (printer) => reading(() => printJobs.owned(printer)),
    labelPdfAddress: (parcelId) => reading(() => labels.pdfAddress(parcelId)),
    command: (id) => reading(() => commands.byId(id)),
    commands: (states, limit) => reading(() => commands.inStates(states, atMost(limit))),
    countCommands: (states) => reading(() => commands.countIn(states)),
    dueCommands: (query) => reading(() => tables.findDue(query)),
    isOrdered: (customCode) => reading(() => tables.isOrdered(customCode)),
    answeredCreates: (limit) => reading(() => commands.answered(atMost(limit))),
    whatWaits: () => reading(() => tables.whatWaits()),
  };
}
