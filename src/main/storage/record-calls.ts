import type { Message } from '../../shared/messages/message.ts';
import type { PersonData } from '../../shared/settings/erasure.ts';
import type { Records, RetentionLimits, StoppedWork } from '../core/ports/records.ts';
import type { ActingNow, ActingPerson } from '../core/ports/write-context.ts';
import type { QuarantinedRow } from './quarantine.ts';

export type RecordsMethod = Exclude<keyof Records, 'close'>;
export type RecordsArgs<M extends RecordsMethod> = Parameters<Records[M]>;
export type RecordsValue<M extends RecordsMethod> = Awaited<ReturnType<Records[M]>>;

/** The records on the worker thread: the same methods, synchronous. */
export type RecordsInThread = { [M in RecordsMethod]: (...args: RecordsArgs<M>) => RecordsValue<M> };

/** One call of one opened file. */
export interface RecordsCall<M extends RecordsMethod = RecordsMethod> {
  method: M;
  args: RecordsArgs<M>;
  /** For whom it writes; absent where the station works for itself. */
  person?: ActingPerson;
}

/** A request to run a method. */
export type WorkerCall = { id: number; kind: 'call'; file: number; call: RecordsCall };

/**
 * A request from main to the worker. `file` numbers an opened file; `id` numbers the request; `backup` names the one that was made of a
 * file of an earlier version, which is migrated then.
 */
export type WorkerRequest =
  | { id: number; kind: 'open'; path: string; backup: string | null }
  | WorkerCall
  | { id: number; kind: 'close'; file: number }
  | { id: number; kind: 'end' };

/** The one request from main to a process that works on the file at that path, or its backups, beside the records. */
export type BackupRequest =
  | { kind: 'back-up'; path: string; at: number }
  | { kind: 'list-backups'; path: string }
  | { kind: 'lost-work'; path: string; name: string }
  | { kind: 'prepare-restore'; path: string; name: string; by: ActingPerson | null }
  | { kind: 'prepare-empty'; path: string }
  | { kind: 'remove-old'; path: string; limits: RetentionLimits }
  | { kind: 'find-people'; path: string; text: string }
  | { kind: 'erase-people'; path: string; people: readonly PersonData[]; isPreview: boolean; at: string };

/** A message from that process: `ready` once, then its answer. */
export type BackupMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; ok: true; value: unknown }
  | { kind: 'answer'; ok: false; message: Message; stack: string | undefined };

/** The answer to `open`: the file, with what was stopped because it is a copy; or it is to be backed up before it is migrated. */
export type OpenedRecords = { kind: 'opened'; file: number; stopped: StoppedWork | null } | { kind: 'needs backup' };

/** A message from the worker: an answer to each request in order, rows that could not be read, and that there are facts to send. */
export type WorkerMessage =
  | { kind: 'answer'; id: number; ok: true; value: unknown }
  | { kind: 'answer'; id: number; ok: false; message: Message; stack: string | undefined }
  | { kind: 'quarantined'; path: string; row: QuarantinedRow }
  | { kind: 'facts'; file: number };

/** Runs a call's method on records of this thread. `acting` is what their journal reads. */
export function runCall<M extends RecordsMethod>(
  records: RecordsInThread,
  call: RecordsCall<M>,
  acting: ActingNow = { person: null },
): RecordsValue<M> {
  acting.person = call.person ?? null;
  return records[call.method](...call.args);
}

/** Every method that main may call on the worker. Fails to compile if one is missing or unknown. */
const recordsMethods = Object.keys({
  findByCode: true,
  parcel: true,
  parcelsPage: true,
  parcelsChunk: true,
  parcelsOfOrder: true,
  order: true,
  takeScan: true,
  scanAnswer: true,
  recentScans: true,
  activity: true,
  note: true,
  isCapReached: true,
  beginCreate: true,
  beginCorrection: true,
  canBeCorrected: true,
  printsLabels: true,
  ordersToPrint: true,
  requestPrinting: true,
  createRequest: true,
  saveRawAnswer: true,
  completeCreate: true,
  previewImport: true,
  importOrders: true,
  pendingLabels: true,
  saveLabel: true,
  failLabel: true,
  delayLabels: true,
  retryLabel: true,
  labelBytes: true,
  labelPdfAddress: true,
  ordersToAssign: true,
  unassignedLabels: true,
  unassignedLabel: true,
  assignLabels: true,
  addPrintJob: true,
  printJob: true,
  printJobs: true,
  printJobsAskedAtSite: true,
  sharedQuestions: true,
  nextPrintJob: true,
  nextLabel: true,
  advancePrinting: true,
  printJobsInPrinter: true,
  printJobsOfParcel: true,
  printJobsOwned: true,
  mergePrintEvidence: true,
  movePrintJobs: true,
  countJobsWithoutPrinter: true,
  settleJobsWithoutPrinter: true,
  resetPrintQuestions: true,
  movePrintJob: true,
  confirmFurtherCopy: true,
  addPrintRun: true,
  addPrintRunJobs: true,
  printRun: true,
  openPrintRuns: true,
  unfinishedPrintRuns: true,
  printRunParcels: true,
  stopPrintRun: true,
  mayBeginDelete: true,
  beginDelete: true,
  undo: true,
  completeDelete: true,
  confirmDelete: true,
  hasRejectedUsedCode: true,
  noteUsedCodeRejection: true,
  command: true,
  commands: true,
  countCommands: true,
  dueCommands: true,
  isOrdered: true,
  answeredCreates: true,
  countWaiting: true,
  moveCommand: true,
  dismissCommand: true,
  storeEvents: true,
  assumeUtcOffset: true,
  unmatchedEvents: true,
  parcelTimeline: true,
  unrequestedDeletions: true,
  markDeletionsReported: true,
  openDeletionConflicts: true,
  resolveDeletionConflict: true,
  orderFacts: true,
  spentSince: true,
  whenSpent: true,
  addBatch: true,
  addBatchRows: true,
  showBatch: true,
  shownBatch: true,
  batchRows: true,
  changeBatch: true,
  changeBatchRow: true,
  hideBatch: true,
  removeHiddenBatches: true,
  savedColumnMapping: true,
  saveColumnMapping: true,
  saveBatchQuote: true,
  batchQuotes: true,
  findKnownCodes: true,
  recentOrders: true,
  addBatchOrders: true,
  startBatch: true,
  batchOrders: true,
  nextBatchOrder: true,
  newestBatchOrder: true,
  beginBatchOrder: true,
  rejectBatchOrder: true,
  batchOrderStates: true,
  batchOrderResults: true,
  orderBook: true,
  savePickUpAddress: true,
  saveTemplate: true,
  removeFromBook: true,
  recordBookUse: true,
  namedCreates: true,
  settleAsExisting: true,
  replaceCreate: true,
  replacedBy: true,
  deleteReplacedCodesAgain: true,
  orderAlarms: true,
  unreportedAlarms: true,
  markAlarmsReported: true,
  dismissAlarm: true,
  scenarioShipments: true,
  markScenarioRun: true,
  removeOld: true,
  rereadAnswers: true,
  eventsToReread: true,
  rereadEvents: true,
  mergeSearchIndex: true,
  attention: true,
  addFigures: true,
  figures: true,
  sumOldFigures: true,
  joinSite: true,
  ownSiteIds: true,
  outgoingFacts: true,
  countOutgoing: true,
  hasSent: true,
  sitePosition: true,
  pausedBenches: true,
  readOn: true,
  beginReading: true,
  applySite: true,
  applySiteRest: true,
  parcelAtSite: true,
  benchKeys: true,
  publishKey: true,
  siteBenches: true,
  sendLookUp: true,
  answerLookUp: true,
  countUnapplied: true,
  heldParcels: true,
  publishHeartbeat: true,
  shareParcel: true,
  shareEarlierOrders: true,
  sendWish: true,
  storeAct: true,
  noteRefusal: true,
  beginRelease: true,
  endRelease: true,
  holdingOf: true,
  openReleases: true,
  releaseAgain: true,
  recoverAfterRestart: true,
} satisfies Record<RecordsMethod, true>) as RecordsMethod[];

/** The record methods, each forwarded to `call`. */
export function recordsOver(
  call: <M extends RecordsMethod>(method: M, ...args: RecordsArgs<M>) => Promise<RecordsValue<M>>,
): Omit<Records, 'close'> {
  const forward =
    <M extends RecordsMethod>(method: M) =>
    (...args: RecordsArgs<M>) =>
      call(method, ...args);
  return Object.fromEntries(recordsMethods.map((method) => [method, forward(method)])) as Omit<Records, 'close'>;
}
