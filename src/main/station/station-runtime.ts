import type { ServiceHealth } from '../../shared/contract/station-view.ts';
import type { Waiting } from '../../shared/orders/waiting.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { type Batches, type BatchPorts, createBatches } from '../core/batch/batch-workflow.ts';
import type { Announce, Notices } from '../core/common/notices.ts';
import { createRetention } from '../core/common/record-cleanup.ts';
import { createEvents, type Events } from '../core/events/event-intake.ts';
import { createExports, type Exports } from '../core/exports/exports.ts';
import { createOrders, type Orders } from '../core/orders/order-creation.ts';
import { createOrderBook, type OrderBookController } from '../core/orders/order-form-data.ts';
import { createSpendGuard, type SpendGuard } from '../core/orders/spend-guard.ts';
import { createOutbox, type Outbox } from '../core/outbox/outbox.ts';
import { createOutboxActions, type OutboxActions } from '../core/outbox/outbox-actions.ts';
import { createDeletions, type Deletions } from '../core/outbox/pending-deletions.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { OpenExportFile } from '../core/ports/files.ts';
import type { LabelPictures, OpenTransport } from '../core/ports/printing.ts';
import type { Records } from '../core/ports/records.ts';
import type { DeliveryService } from '../core/ports/service.ts';
import { createLabelDownloads, type LabelDownloads } from '../core/printing/label-downloads.ts';
import { createNewOrderPrinting } from '../core/printing/new-order-labels.ts';
import { createPrintQueue, type PrintQueue } from '../core/printing/print-queue.ts';
import { createScans, type Scans } from '../core/scans/scan-handling.ts';
import { createSandbox, type Sandbox } from '../core/service/sandbox-scenarios.ts';
import { observeService } from '../core/service/service-health.ts';
import { createUncertainOrders, type UncertainOrders } from '../core/uncertain-orders/uncertain-orders.ts';

export interface StationRuntimeParts {
  environment: Environment;
  settings: () => Settings;
  records: Records;
  service: DeliveryService;
  openTransport: OpenTransport;
  openExportFile: OpenExportFile;
  batchPorts: BatchPorts;
  pictures: Pick<LabelPictures, 'zplOfPdf'>;
  /** Changes one printer's settings, on disk. */
  changePrinter(name: string, change: Partial<Printer>): void;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  random: () => number;
  randomBytes: (size: number) => Uint8Array;
  onBug: (error: unknown) => void;
}

/** Everything that runs for one environment, over its own records and its own service. */
export interface StationRuntime {
  environment: Environment;
  records: Records;
  service: DeliveryService;
  health(): ServiceHealth;
  labels: LabelDownloads;
  printQueue: PrintQueue;
  outbox: Outbox;
  deletions: Deletions;
  outboxActions: OutboxActions;
  uncertainOrders: UncertainOrders;
  events: Events;
  orders: Orders;
  orderBook: OrderBookController;
  guard: SpendGuard;
  scans: Scans;
  exports: Exports;
  sandbox: Sandbox;
  batches: Batches;
  /** Settles what the last run left, then lets everything that waits go on. */
  start(): Promise<void>;
  /** The computer woke up, or its network changed: what waits is tried at once. */
  retryNow(): void;
  /** Stops in an order in which nothing new begins behind what has ended; under four seconds. Gives what is left waiting. */
  stop(): Promise<Waiting>;
}

const hourMs = 3_600_000;

/** Longest wait for a label that is on the wire when the station closes, milliseconds. */
const printGraceMs = 3_000;

export function createStationRuntime(parts: StationRuntimeParts): StationRuntime {
  const { environment, settings, records, clock, random, onBug } = parts;
  const announce: Announce = (...topics) => {
    retention.noteActivity();
    parts.announce(...topics);
    if (topics.includes('commands')) batches.commandsChanged();
  };
  const retention = createRetention({ records, keepDays: () => settings().retention.days, clock, onBug });
  const undoSeconds = (): number => settings().bench.deleteUndoSeconds;
  const observed = observeService(parts.service, {
    clock,
    announce,
    onServiceRecovered: () => resumeSending(),
    onTokenAccepted: () => void outbox.tokenRenewed().catch(onBug),
  });
  const service = observed.service;
  const common = { records, service, clock, announce, random, onBug };

  const printQueue = createPrintQueue({
    ...common,
    openTransport: parts.openTransport,
    environment: environment.kind,
    pictures: parts.pictures,
    printing: () => settings().printing,
    saveIdentity: (name, known) => parts.changePrinter(name, { known }),
    fetchPdf: (parcelId) => labels.fetchPdf(parcelId),
  });
  const newOrders = createNewOrderPrinting({ records, printQueue, isEnabled: () => settings().bench.printOnCreate });
  const labels = createLabelDownloads({
    ...common,
    onLabelStored: newOrders.labelStored,
    onLabelAbandoned: newOrders.labelAbandoned,
  });
  const onDeleteRejected = (): void => printQueue.wake();
  const onOrderStored = (): void => {
    labels.wake();
    // Its deletion may have been told before it was known.
    events.notifyDeletions();
  };
  const outbox = createOutbox({
    ...common,
    onOrderStored,
    onDeleteRejected,
    onDeleted: () => uncertainOrders.checkReplacedCodes(),
    onUncertain: () => uncertainOrders.settleNamedOrders(),
    shiftMs: () => settings().bench.shiftHours * hourMs,
    onConfirmationNeeded: (count) => notifyConfirmationsNeeded(parts.notices, count),
  });
  const { notices, randomBytes } = parts;
  const currency = environment.currency ?? null;
  const guard = createSpendGuard({ ...common, capPerHour: () => settings().spending.capPerHour, currency });
  const uncertainOrders = createUncertainOrders({
    ...common,
    notices,
    randomBytes,
    guard,
    onOrderStored,
    onCommandStored: () => outbox.wake(),
  });
  const events = createEvents({
    ...{ ...common, notices },
    onOrderNamed: uncertainOrders.settleNamedOrders,
    onAlarm: uncertainOrders.checkReplacedCodes,
  });
  const deletions = createDeletions({ ...common, undoSeconds, onDue: () => outbox.wake() });
  const outboxActions = createOutboxActions({
    ...common,
    deletions,
    onSendRequested: () => outbox.retryWithToken(),
    onOrderStored,
    onUndone() {
      printQueue.wake();
      outbox.wake();
    },
  });
  const orders = createOrders({
    ...common,
    guard,
    currency,
    randomBytes: parts.randomBytes,
    onCommandStored: () => outbox.wake(),
    isSendingPaused: outbox.isSendingPaused,
  });
  // What one tells of itself keeps nothing waiting, and nothing of it.
  const batches = createBatches({
    ...{ ...common, ...parts.batchPorts, announce: parts.announce, notices, orders },
    openExportFile: parts.openExportFile,
  });
  const orderBook = createOrderBook(common);
  const scans = createScans({ ...common, printQueue, deletions, labels });

  // An export runs on while nobody does anything: it keeps nothing waiting.
  const exports = createExports({ ...common, announce: parts.announce, openFile: parts.openExportFile });

  /** The service answers again, or may: what waited for it goes. */
  const resumeSending = (): void => {
    outbox.wake(true);
    labels.wake();
  };

  let stopped: Promise<Waiting> | null = null;
  const stop = async (): Promise<Waiting> => {
    deletions.stop();
    await Promise.all([retention.stop(), exports.stop()]);
    const outboundStopped = Promise.all([batches.stop(), outbox.stop(), events.stop()]);
    await Promise.all([
      service.close(),
      printQueue.stop(printGraceMs),
      outboundStopped,
      labels.stop(),
      uncertainOrders.stop(),
    ]);
    const left = await records.countWaiting();
    await records.close();
    return left;
  };

  return {
    environment,
    records,
    service,
    health: observed.health,
    labels,
    printQueue,
    outbox,
    deletions,
    outboxActions,
    uncertainOrders,
    events,
    orders,
    orderBook,
    guard,
    scans,
    exports,
    sandbox: createSandbox({ ...common, environment: environment.kind }),
    batches,
    retryNow: resumeSending,
    async start() {
      const now = clock.now();
      const found = await records.recoverAfterRestart(
        now + undoSeconds() * 1000,
        instant(now),
        queuePrinterNames(settings()),
      );
      notifyInterruptedWork(parts.notices, found);
      await deletions.resume();
      printQueue.setPrinters(settings().printers);
      events.notifyDeletions();
      uncertainOrders.settleNamedOrders();
      uncertainOrders.checkReplacedCodes();
      resumeSending();
      batches.open();
      retention.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Printers behind a queue of this computer: what that took before the station stopped is followed on. */
const queuePrinterNames = ({ printers }: Settings): string[] =>
  printers.filter(({ connection }) => ['cups', 'windows'].includes(connection.kind)).map(({ name }) => name);

/** So many commands were to leave, and ask a person instead. */
function notifyConfirmationsNeeded(notices: Notices, count: number): void {
  notices.notify({
    tone: 'warning',
    message:
      count === 1
        ? 'Something that waited asks before it is sent.'
        : `${count} things that waited ask before they are sent.`,
    next: 'Look under Print queue, Waiting to send.',
  });
}

/** What was on the wire when the station stopped, and is in doubt now. */
function notifyInterruptedWork(notices: Notices, found: { jobs: number; commands: number }): void {
  if (found.jobs > 0) {
    notices.notify({
      tone: 'warning',
      message: `${found.jobs === 1 ? 'A label was' : `${found.jobs} labels were`} being sent when the station stopped.`,
      next: 'Look under Print queue: is the label in your hand?',
    });
  }
  if (found.commands > 0) {
    notices.notify({
      tone: 'warning',
      message: 'Something was being sent to the service when the station stopped.',
      next: 'Look at Waiting to send.',
    });
  }
}
