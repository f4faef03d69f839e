import { ofParcels, topicOf } from '../../shared/contract/changes.ts';
import type { ServiceHealth } from '../../shared/contract/station-view.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Waiting } from '../../shared/orders/waiting-work.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import { readingTrust } from '../../shared/scanning/serial-scanner.ts';
import { type Environment, utcOffsetOf } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { type AttentionMonitor, createAttentionMonitor } from '../core/attention.ts';
import { type Batches, type BatchPorts, createBatches } from '../core/batch/batch-workflow.ts';
import { createAwakeWatch } from '../core/computer/awake-watch.ts';
import { createEvents, type Events } from '../core/events/event-intake.ts';
import { readStoredEvent } from '../core/events/event-reader.ts';
import { createExports, type Exports } from '../core/exports.ts';
import { createFigures, type Figures } from '../core/figures.ts';
import { observeService } from '../core/health.ts';
import { type Announce, countedNotice, type Notices } from '../core/notices.ts';
import { createLabelAssignments, type LabelAssignments } from '../core/orders/assign-labels.ts';
import { createOrders, type Orders } from '../core/orders/order-creation.ts';
import { createOrderBook, type OrderBookController } from '../core/orders/order-form-data.ts';
import { createSpendGuard, type SpendGuard } from '../core/orders/spend-guard.ts';
import { createUncertainOrders, type UncertainOrders } from '../core/orders/uncertain-orders.ts';
import { createOutbox, type Outbox } from '../core/outbox/outbox.ts';
import { createOutboxActions, type OutboxActions } from '../core/outbox/outbox-actions.ts';
import { createDeletions, type Deletions } from '../core/outbox/pending-deletions.ts';
import { createUsedCodes, type UsedCodes } from '../core/outbox/used-codes.ts';
import { type Clock, instant, type RetentionTime } from '../core/ports/clock.ts';
import type { KeepAwake, StationLog } from '../core/ports/desktop.ts';
import type { OpenExportFile } from '../core/ports/files.ts';
import type { ParcelHolding } from '../core/ports/parcel-holding.ts';
import type { LabelPictures, OpenTransport, SharedPrinters } from '../core/ports/printing.ts';
import type { Records } from '../core/ports/records.ts';
import type { HubQuestions } from '../core/ports/scan-records.ts';
import type { DeliveryService } from '../core/ports/service.ts';
import type { AppliedFacts, PausedBench } from '../core/ports/site-records.ts';
import { createLabelDownloads, type LabelDownloads } from '../core/printing/label-downloads.ts';
import { createNewOrderPrinting } from '../core/printing/new-order-labels.ts';
import { createPrintQueue, type PrintQueue } from '../core/printing/print-queue.ts';
import { createPrintRuns, type PrintRuns } from '../core/printing/print-runs.ts';
import { createPrintersInUse } from '../core/printing/printers-in-use.ts';
import { createRetention } from '../core/record-maintenance.ts';
import { createRehearsals, type RehearsalStore, type Rehearsals } from '../core/rehearsals.ts';
import { createRuntimeEvents, type PublishEvent } from '../core/runtime-events.ts';
import { createSandbox, type Sandbox } from '../core/sandbox-scenarios.ts';
import { createScans, type Scans } from '../core/scans/scan-handling.ts';

export interface StationRuntimeParts {
  environment: Environment;
  settings: () => Settings;
  records: Records;
  service: DeliveryService;
  openTransport: OpenTransport;
  openExportFile: OpenExportFile;
  batchPorts: BatchPorts;
  rehearsalStore: RehearsalStore;
  /** The practice service sends the events that a fault withheld. */
  sendWithheldEvents(): void;
  pictures: Pick<LabelPictures, 'zplOfPdf' | 'barCodes' | 'picture'>;
  /** Changes one printer's settings, on disk. */
  changePrinter(name: string, change: Partial<Printer>): void;
  /** The service accepted or rejected the environment's token. */
  noteToken(environment: string, isAccepted: boolean): void;
  /** The last scan of that serial scanner ended by a pause. */
  endsByPause(scanner: string): boolean;
  retentionTime: RetentionTime;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  keepAwake: KeepAwake;
  log?: StationLog | undefined;
  random: () => number;
  randomBytes: (size: number) => Uint8Array;
  /** Absent where the environment is not shared with other benches. */
  holding?: ParcelHolding | undefined;
  sharedPrinters?: SharedPrinters | undefined;
  hub?: HubQuestions | undefined;
  pausedBenches?: (() => readonly PausedBench[]) | undefined;
  onBug: (error: unknown) => void;
}

/** Everything that runs for one environment, with its own records and service. */
export interface StationRuntime {
  environment: Environment;
  records: Records;
  service: DeliveryService;
  publish: PublishEvent;
  health(): ServiceHealth;
  attention: AttentionMonitor;
  labels: LabelDownloads;
  labelAssignments: LabelAssignments;
  printQueue: PrintQueue;
  printRuns: PrintRuns;
  outbox: Outbox;
  usedCodes: UsedCodes;
  deletions: Deletions;
  outboxActions: OutboxActions;
  uncertainOrders: UncertainOrders;
  events: Events;
  orders: Orders;
  orderBook: OrderBookController;
  guard: SpendGuard;
  scans: Scans;
  figures: Figures;
  exports: Exports;
  sandbox: Sandbox;
  batches: Batches;
  rehearsals: Rehearsals;
  /** Orders and events of other benches are on disk. */
  siteApplied(applied: AppliedFacts): void;
  /** Other printers are shared with other benches than before. */
  sharedPrintersChanged(): void;
  /** The list of printers in the settings changed. */
  setPrinters(printers: readonly Printer[]): void;
  /** Settles work left over from the previous run, and lets labels print. Scans can be answered after it. */
  start(): Promise<void>;
  /** Resumes everything else that waits. */
  begin(): void;
  /** The network changed: everything that waits is retried now. */
  retryNow(): void;
  /** The computer woke up: that too, the printers are asked anew, and the screens read again. */
  wakeUp(): void;
  /** Takes no new label and no new request; resolves when those on their way are done. What waits is on disk, for the next start. */
  finishWork(): Promise<void>;
  /** Stops the parts in an order in which a stopped part gets no new work; takes under four seconds. Returns what still waits. */
  stop(): Promise<Waiting>;
}

const hourMs = 3_600_000;

/** Longest wait for a label that is being sent when the station closes, milliseconds. */
const printGraceMs = 3_000;

export function createStationRuntime(parts: StationRuntimeParts): StationRuntime {
  const { environment, settings, records, clock, random, onBug } = parts;
  const announce: Announce = (...changes) => {
    const topics = changes.map(topicOf);
    retention.noteActivity();
    parts.announce(...changes);
    attention.topicsChanged(topics);
    awake.topicsChanged(topics);
    rehearsals.topicsChanged(topics);
    if (topics.includes('commands')) batches.commandsChanged();
    if (topics.includes('parcels')) {
      labelAssignments.parcelsChanged();
      printRuns.parcelsChanged();
    }
  };
  const awake = createAwakeWatch({ records, clock, onBug, keepAwake: parts.keepAwake });
  const retention = createRetention({
    ...{ records, clock, onBug, retentionTime: parts.retentionTime },
    keepDays: () => settings().retention.days,
    readStoredEvent: (event) => readStoredEvent(event, utcOffsetOf(environment)),
    onReread: () => {
      announce('parcels', 'deletions', 'commands', 'print jobs', 'station');
      events.notifyDeletions();
    },
  });
  const undoSeconds = (): number => settings().bench.deleteUndoSeconds;
  const { publish, subscribe } = createRuntimeEvents(onBug);
  const observed = observeService(parts.service, { clock, announce, publish, log: parts.log });
  const service = observed.service;
  const common = { records, service, clock, announce, publish, random, onBug };

  const printQueue = createPrintQueue({
    ...{ ...common, holding: parts.holding },
    openTransport: parts.openTransport,
    environment: environment.kind,
    pictures: parts.pictures,
    printing: () => settings().printing,
    saveIdentity: (name, known) => parts.changePrinter(name, { known }),
    fetchPdf: (parcelId) => labels.fetchPdf(parcelId),
  });
  const attention = createAttentionMonitor({
    ...{ records, clock, onBug, printers: printQueue.states, pausedBenches: parts.pausedBenches },
    // A change announced here must not postpone record cleanup.
    announce: parts.announce,
  });
  const newOrders = createNewOrderPrinting({ ...common, printQueue });
  const labels = createLabelDownloads({
    ...common,
    onLabelStored: newOrders.labelStored,
    onUnassignedLabelStored: () => labelAssignments.wake(),
    onLabelDelayed: newOrders.labelDelayed,
  });
  const printRuns = createPrintRuns({ ...common, printQueue, labels });
  const labelAssignments = createLabelAssignments({
    ...common,
    pictures: parts.pictures,
    onLabelAssigned: (parcelId) => newOrders.labelStored(parcelId, false),
  });
  const usedCodes = createUsedCodes({
    environment,
    practiceUsedCodes: () => settings().practice.usedCodes,
    records,
    clock,
  });
  const outbox = createOutbox({
    ...common,
    ...{ holding: parts.holding, usedCodes, previousStatus: observed.previousStatus },
    shiftMs: () => settings().bench.shiftHours * hourMs,
  });
  const { notices, randomBytes } = parts;
  const currency = environment.currency ?? null;
  const guard = createSpendGuard({ ...common, capPerHour: () => settings().spending.capPerHour, currency });
  const uncertainOrders = createUncertainOrders({
    ...common,
    notices,
    randomBytes,
    guard,
  });
  const events = createEvents({ ...common, notices, utcOffset: () => utcOffsetOf(environment) });
  const deletions = createDeletions({ ...common, undoSeconds });
  const outboxActions = createOutboxActions({ ...common, deletions });
  const orders = createOrders({
    ...common,
    guard,
    currency,
    randomBytes: parts.randomBytes,
    isSendingPaused: outbox.isSendingPaused,
    printOnCreate: () => settings().bench.printOnCreate,
    printOrder: newOrders.printOrder,
  });
  // Changes announced by a batch must not postpone record cleanup or wake the batch again.
  const batches = createBatches({
    ...{ ...common, ...parts.batchPorts, announce: parts.announce, notices, orders },
    openExportFile: parts.openExportFile,
  });
  const orderBook = createOrderBook(common);
  const rehearsals = createRehearsals({
    ...{ environment: environment.kind, records, orders, printQueue, clock, onBug },
    // Changes announced by a rehearsal must not postpone record cleanup.
    announce: parts.announce,
    store: parts.rehearsalStore,
    onPrintersChanged: () => setPrinters(settings().printers),
    onFaultChanged(ended) {
      printQueue.wake();
      resumeSending();
      if (ended === 'token rejected') void outbox.tokenRenewed().catch(onBug);
      if (ended === 'answer lost') parts.sendWithheldEvents();
    },
  });
  const printersInUse = createPrintersInUse(
    (printers) => printQueue.setPrinters(rehearsals.printersOf(printers)),
    parts.sharedPrinters,
  );
  const setPrinters = printersInUse.set;
  const scans = createScans({
    ...{ ...common, printQueue, deletions, labels, hub: parts.hub },
    trust: (reading) => readingTrust(reading, settings().scanner, parts.endsByPause),
  });

  // Changes announced by an export must not postpone record cleanup.
  const figures = createFigures(common);
  const exports = createExports({ ...common, figures, announce: parts.announce, openFile: parts.openExportFile });

  /** Sends everything that waits, because the service may answer again. */
  const resumeSending = (): void => {
    outbox.wake(true);
    labels.wake();
  };

  subscribe('order stored', labels.wake);
  subscribe('order stored', labelAssignments.wake);
  // The service may have reported its deletion before the order was known.
  for (const type of ['order stored', 'labels assigned', 'deletion confirmed', 'deletion conflict resolved'] as const)
    subscribe(type, events.notifyDeletions);
  subscribe('command stored', () => outbox.wake());
  subscribe('deletion due', () => outbox.wake());
  // Labels that the deletion cancelled print again, also those that came meanwhile, and later commands for its code may be sent.
  for (const type of ['command undone', 'deletion rejected'] as const) {
    subscribe(type, printQueue.wake);
    subscribe(type, ({ parcelId }) => void newOrders.deletionEnded(parcelId).catch(onBug));
  }
  subscribe('command undone', () => outbox.wake());
  // It may be the second deletion of a replaced code.
  subscribe('deletion confirmed', uncertainOrders.checkReplacedCodes);
  subscribe('replaced order named', uncertainOrders.checkReplacedCodes);
  subscribe('order uncertain', uncertainOrders.settleNamedOrders);
  subscribe('order named', uncertainOrders.settleNamedOrders);
  subscribe('send requested', outbox.retryWithToken);
  const noteUnconfirmed = countedNotice(notices, (commands) => ({
    ...{ tone: 'warning', message: message('station.confirmation-needed', { commands }) },
  }));
  subscribe('confirmation needed', ({ commands }) => noteUnconfirmed(commands));
  subscribe('deletion uncertain', ({ code }) =>
    notices.notify({ tone: 'warning', message: message('station.deletion-uncertain', { code }), code }),
  );
  subscribe('service recovered', resumeSending);
  subscribe('token accepted', () => void outbox.tokenRenewed().catch(onBug));
  subscribe('token accepted', () => parts.noteToken(environment.name, true));
  subscribe('token rejected', () => parts.noteToken(environment.name, false));

  let stopped: Promise<Waiting> | null = null;
  const stop = async (): Promise<Waiting> => {
    awake.stop();
    deletions.stop();
    await Promise.all([retention.stop(), exports.stop(), rehearsals.idle()]);
    const outboundStopped = Promise.all([batches.stop(), outbox.stop(), events.stop()]);
    await Promise.all([
      service.close(),
      printQueue.stop(printGraceMs),
      outboundStopped,
      labels.stop(),
      printRuns.stopAll(),
      labelAssignments.stop(),
      uncertainOrders.stop(),
    ]);
    await attention.stop();
    return records.countWaiting().finally(records.close);
  };

  return {
    environment,
    records,
    service,
    publish,
    health: observed.health,
    attention,
    labels,
    labelAssignments,
    printQueue,
    printRuns,
    outbox,
    usedCodes,
    deletions,
    outboxActions,
    uncertainOrders,
    events,
    orders,
    orderBook,
    guard,
    scans,
    figures,
    exports,
    sandbox: createSandbox({ ...common, environment: environment.kind }),
    batches,
    rehearsals,
    siteApplied({ parcels, events: outcomes, hasOrders }) {
      if (parcels.length > 0) announce(...ofParcels(parcels, 'parcels', 'print jobs'), 'deletions');
      events.announceOutcomes(outcomes);
      if (hasOrders) publish({ type: 'order stored' });
    },
    sharedPrintersChanged: printersInUse.sharedChanged,
    setPrinters,
    retryNow: resumeSending,
    wakeUp() {
      resumeSending();
      printQueue.wake();
      announce('station', 'commands', 'deletions', 'print jobs', 'parcels');
    },
    async start() {
      const now = clock.now();
      const found = await records.recoverAfterRestart(
        now + undoSeconds() * 1000,
        instant(now),
        queuePrinterNames(settings()),
      );
      notifyInterruptedWork(parts.notices, found);
      await records.assumeUtcOffset(utcOffsetOf(environment));
      await deletions.resume();
      setPrinters(settings().printers);
    },
    begin() {
      events.notifyDeletions();
      uncertainOrders.settleNamedOrders();
      uncertainOrders.checkReplacedCodes();
      resumeSending();
      void newOrders.resume().catch(onBug);
      labelAssignments.wake();
      printRuns.resume();
      awake.start();
      batches.open();
      void rehearsals.resume().catch(onBug);
      retention.start();
    },
    async finishWork() {
      await Promise.all([printQueue.stop(Number.POSITIVE_INFINITY), outbox.stop()]);
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Printers with a print queue of this computer: jobs accepted by the queue are followed again after a restart. */
const queuePrinterNames = ({ printers }: Settings): string[] =>
  printers.filter(({ connection }) => transportCapabilities(connection).hasQueue).map(({ name }) => name);

/** Reports jobs and commands that were being sent when the station stopped. */
function notifyInterruptedWork(notices: Notices, found: { jobs: number; commands: number }): void {
  const { jobs: labels, commands } = found;
  const notify = (interrupted: Message): void => {
    notices.notify({ tone: 'warning', message: interrupted });
  };
  if (labels > 0) notify(message('station.labels-interrupted', { labels }));
  if (commands > 0) notify(message('station.requests-interrupted', { commands }));
}
