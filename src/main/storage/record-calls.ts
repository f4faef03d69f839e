import type { Failure } from '../../shared/contract/failure.ts';
import type { Records } from '../core/ports/records.ts';
import type { QuarantinedRow } from './quarantine.ts';

export type RecordsMethod = Exclude<keyof Records, 'close'>;
export type RecordsArgs<M extends RecordsMethod> = Parameters<Records[M]>;
export type RecordsValue<M extends RecordsMethod> = Awaited<ReturnType<Records[M]>>;

/** The records as they are on the worker: the same methods, each answering before it returns. */
export type RecordsInThread = { [M in RecordsMethod]: (...args: RecordsArgs<M>) => RecordsValue<M> };

/** One call of one opened file. */
export interface RecordsCall<M extends RecordsMethod = RecordsMethod> {
  method: M;
  args: RecordsArgs<M>;
}

/** What main asks of the worker. `file` numbers an opened file; `id` numbers the request. */
export type WorkerRequest =
  | { id: number; kind: 'open'; path: string }
  | { id: number; kind: 'call'; file: number; call: RecordsCall }
  | { id: number; kind: 'close'; file: number }
  | { id: number; kind: 'end' };

/** What the worker says: an answer to each request in order, and rows that could not be read. */
export type WorkerMessage =
  | { kind: 'answer'; id: number; ok: true; value: unknown }
  | { kind: 'answer'; id: number; ok: false; failure: Failure; stack: string | undefined }
  | { kind: 'quarantined'; path: string; row: QuarantinedRow };

/** Runs a call's method on records of this thread. */
export function runCall<M extends RecordsMethod>(records: RecordsInThread, call: RecordsCall<M>): RecordsValue<M> {
  return records[call.method](...call.args);
}

/** The records' methods over anything that carries a call and brings its answer. */
export function recordsOver(
  call: <M extends RecordsMethod>(method: M, ...args: RecordsArgs<M>) => Promise<RecordsValue<M>>,
): Omit<Records, 'close'> {
  return {
    findByCode: (code) => call('findByCode', code),
    parcel: (id) => call('parcel', id),
    parcelsPage: (query) => call('parcelsPage', query),
    parcelsChunk: (filter, below) => call('parcelsChunk', filter, below),
    parcelsOfOrder: (orderId) => call('parcelsOfOrder', orderId),
    order: (orderId) => call('order', orderId),
    scan: (id) => call('scan', id),
    recentScans: (limit) => call('recentScans', limit),
    countScansSince: (at) => call('countScansSince', at),
    activity: (query) => call('activity', query),
    recordScan: (record) => call('recordScan', record),
    note: (activity) => call('note', activity),
    beginCreate: (request, record, intent) => call('beginCreate', request, record, intent),
    createRequest: (commandId) => call('createRequest', commandId),
    saveRawAnswer: (commandId, rawBody) => call('saveRawAnswer', commandId, rawBody),
    completeCreate: (commandId, order, record) => call('completeCreate', commandId, order, record),
    previewImport: (orders) => call('previewImport', orders),
    importOrders: (orders, record) => call('importOrders', orders, record),
    pendingLabels: (limit, choice) => call('pendingLabels', limit, choice),
    saveLabel: (labelId, file, record) => call('saveLabel', labelId, file, record),
    failLabel: (labelId, failure, record) => call('failLabel', labelId, failure, record),
    retryLabel: (labelId) => call('retryLabel', labelId),
    labelBytes: (sha256) => call('labelBytes', sha256),
    labelPdfAddress: (parcelId) => call('labelPdfAddress', parcelId),
    addPrintJob: (job, record) => call('addPrintJob', job, record),
    printJob: (id) => call('printJob', id),
    printJobs: (limit) => call('printJobs', limit),
    nextPrintJob: (printer) => call('nextPrintJob', printer),
    printJobsInPrinter: (printer, since) => call('printJobsInPrinter', printer, since),
    printJobsOfParcel: (parcelId, limit) => call('printJobsOfParcel', parcelId, limit),
    printJobsOwned: (printer) => call('printJobsOwned', printer),
    confirmByScan: (id, from, change, record) => call('confirmByScan', id, from, change, record),
    mergePrintEvidence: (id, evidence) => call('mergePrintEvidence', id, evidence),
    movePrintJobs: (from, to, record) => call('movePrintJobs', from, to, record),
    resetPrintQuestions: (printer, record) => call('resetPrintQuestions', printer, record),
    movePrintJob: (id, from, change, record) => call('movePrintJob', id, from, change, record),
    beginDelete: (deletion, record) => call('beginDelete', deletion, record),
    undo: (commandId, record) => call('undo', commandId, record),
    completeDelete: (commandId, record, wasThere) => call('completeDelete', commandId, record, wasThere),
    command: (id) => call('command', id),
    commands: (states, limit) => call('commands', states, limit),
    countCommands: (states) => call('countCommands', states),
    dueCommands: (query) => call('dueCommands', query),
    isOrdered: (customCode) => call('isOrdered', customCode),
    answeredCreates: (limit) => call('answeredCreates', limit),
    countWaiting: () => call('countWaiting'),
    moveCommand: (id, from, change, record) => call('moveCommand', id, from, change, record),
    dismissCommand: (id, record) => call('dismissCommand', id, record),
    storeEvents: (events) => call('storeEvents', events),
    unmatchedEvents: (query) => call('unmatchedEvents', query),
    parcelTimeline: (parcelId, limit) => call('parcelTimeline', parcelId, limit),
    unrequestedDeletions: (limit) => call('unrequestedDeletions', limit),
    markDeletionsReported: (eventIds, at) => call('markDeletionsReported', eventIds, at),
    namedCreate: (commandId) => call('namedCreate', commandId),
    duplicateCreate: (fingerprint, since) => call('duplicateCreate', fingerprint, since),
    spentSince: (since) => call('spentSince', since),
    whenSpent: (since, amount) => call('whenSpent', since, amount),
    addBatch: (batch) => call('addBatch', batch),
    addBatchRows: (batchId, rows) => call('addBatchRows', batchId, rows),
    showBatch: (batchId, record) => call('showBatch', batchId, record),
    shownBatch: () => call('shownBatch'),
    batchRows: (batchId, afterLine, limit) => call('batchRows', batchId, afterLine, limit),
    changeBatch: (batchId, from, change, record) => call('changeBatch', batchId, from, change, record),
    changeBatchRow: (batchId, row) => call('changeBatchRow', batchId, row),
    hideBatch: (batchId, from, record) => call('hideBatch', batchId, from, record),
    removeHiddenBatches: () => call('removeHiddenBatches'),
    savedColumnMapping: (titlesDigest) => call('savedColumnMapping', titlesDigest),
    saveColumnMapping: (titlesDigest, fields, at) => call('saveColumnMapping', titlesDigest, fields, at),
    saveBatchQuote: (batchId, quote) => call('saveBatchQuote', batchId, quote),
    batchQuotes: (batchId) => call('batchQuotes', batchId),
    findKnown: (query) => call('findKnown', query),
    addBatchOrders: (batchId, orders, problems) => call('addBatchOrders', batchId, orders, problems),
    startBatch: (batchId, orders, facts, record) => call('startBatch', batchId, orders, facts, record),
    batchOrders: (batchId, afterNumber, limit) => call('batchOrders', batchId, afterNumber, limit),
    nextBatchOrder: (batchId) => call('nextBatchOrder', batchId),
    newestBatchOrder: (batchId) => call('newestBatchOrder', batchId),
    beginBatchOrder: (batch, request, record, intent) => call('beginBatchOrder', batch, request, record, intent),
    refuseBatchOrder: (batch, failure, record) => call('refuseBatchOrder', batch, failure, record),
    batchStandings: (batchId, query) => call('batchStandings', batchId, query),
    batchOrderResults: (batchId, numbers) => call('batchOrderResults', batchId, numbers),
    orderBook: () => call('orderBook'),
    savePickUpAddress: (address, most, record) => call('savePickUpAddress', address, most, record),
    saveTemplate: (template, most, record) => call('saveTemplate', template, most, record),
    removeFromBook: (list, id, record) => call('removeFromBook', list, id, record),
    recordBookUse: (list, id, at) => call('recordBookUse', list, id, at),
    namedCreates: (limit) => call('namedCreates', limit),
    settleAsExisting: (commandId, settlement, order, record) =>
      call('settleAsExisting', commandId, settlement, order, record),
    replaceCreate: (commandId, replacement, record) => call('replaceCreate', commandId, replacement, record),
    replacedBy: (commandId) => call('replacedBy', commandId),
    deleteReplacedCodesAgain: (before, at) => call('deleteReplacedCodesAgain', before, at),
    orderAlarms: (limit) => call('orderAlarms', limit),
    unreportedAlarms: (limit) => call('unreportedAlarms', limit),
    markAlarmsReported: (alarmIds, at) => call('markAlarmsReported', alarmIds, at),
    dismissAlarm: (alarmId, record) => call('dismissAlarm', alarmId, record),
    scenarioShipments: (selection) => call('scenarioShipments', selection),
    removeOld: (before, from) => call('removeOld', before, from),
    mergeSearchIndex: () => call('mergeSearchIndex'),
    recoverAfterRestart: (countdownsEndAt, at, followed) => call('recoverAfterRestart', countdownsEndAt, at, followed),
  };
}
