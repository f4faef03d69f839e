import type { Environment } from '../../shared/environment.ts';
import type { Printer } from '../../shared/printer.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ServiceHealth } from '../../shared/station-view.ts';
import type { Waiting } from '../../shared/waiting.ts';
import type { Announce } from './announce.ts';
import { type BatchEdges, type Batches, createBatches } from './batch/batches.ts';
import { sayWhatAsks, sayWhatWasCutOff } from './bench-notices.ts';
import { type CommandActs, createCommandActs } from './command-acts.ts';
import { createDeletions, type Deletions } from './deletions.ts';
import { createDoubt, type Doubt } from './doubt/doubt.ts';
import { createEvents, type Events } from './events.ts';
import { createExports, type Exports } from './exporting/exports.ts';
import { createLabels, type Labels } from './labels.ts';
import type { Notices } from './notices.ts';
import { createOrderBook, type OrderBookDesk } from './order-book.ts';
import { createOrders, type Orders } from './orders.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { OpenExportFile } from './ports/export-file.ts';
import type { LabelPictures, OpenTransport } from './ports/printing.ts';
import type { Records } from './ports/records.ts';
import type { DeliveryService } from './ports/service.ts';
import { printNewOrders } from './printing/new-order-labels.ts';
import { createPrintQueue, type PrintQueue } from './printing/print-queue.ts';
import { createRetention } from './retention.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { createScans, type Scans } from './scans.ts';
import { observeService } from './service-health.ts';
import { createSpendGuard, type SpendGuard } from './spend-guard.ts';

export interface BenchParts {
  environment: Environment;
  settings: () => Settings;
  records: Records;
  service: DeliveryService;
  openTransport: OpenTransport;
  openExportFile: OpenExportFile;
  batchEdges: BatchEdges;
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
export interface Bench {
  environment: Environment;
  records: Records;
  service: DeliveryService;
  health(): ServiceHealth;
  labels: Labels;
  printQueue: PrintQueue;
  outbox: Outbox;
  deletions: Deletions;
  commandActs: CommandActs;
  doubt: Doubt;
  events: Events;
  orders: Orders;
  orderBook: OrderBookDesk;
  guard: SpendGuard;
  scans: Scans;
  exports: Exports;
  sandbox: Sandbox;
  batches: Batches;
  /** Settles what the last run left, then lets everything that waits go on. */
  start(): Promise<void>;
  /** The computer woke up, or its network changed: what waits is tried at once. */
  hurry(): void;
  /** Stops in an order in which nothing new begins behind what has ended; under four seconds. Gives what is left waiting. */
  stop(): Promise<Waiting>;
}

const hourMs = 3_600_000;

/** Longest wait for a label that is on the wire when the station closes, milliseconds. */
const printGraceMs = 3_000;

export function createBench(parts: BenchParts): Bench {
  const { environment, settings, records, clock, random, onBug } = parts;
  const announce: Announce = (...topics) => {
    retention.busy();
    parts.announce(...topics);
    if (topics.includes('commands')) batches.commandsChanged();
  };
  const retention = createRetention({ records, keepDays: () => settings().retention.days, clock, onBug });
  const undoSeconds = (): number => settings().bench.deleteUndoSeconds;
  const observed = observeService(parts.service, {
    clock,
    announce,
    onBack: () => goOn(),
    onTokenTaken: () => void outbox.tokenRenewed().catch(onBug),
  });
  const service = observed.service;
  const common = { records, service, clock, announce, random, onBug };

  const printQueue = createPrintQueue({
    ...common,
    openTransport: parts.openTransport,
    environment: environment.kind,
    pictures: parts.pictures,
    printing: () => settings().printing,
    keepKnown: (name, known) => parts.changePrinter(name, { known }),
    fetchPdf: (parcelId) => labels.fetchPdf(parcelId),
  });
  const newOrders = printNewOrders({ records, printQueue, isWanted: () => settings().bench.printOnCreate });
  const labels = createLabels({ ...common, onKept: newOrders.kept, onGivenUp: newOrders.givenUp });
  const onDeleteRejected = (): void => printQueue.kick();
  const onOrderStored = (): void => {
    labels.kick();
    // Its deletion may have been told before it was known.
    events.tellDeletions();
  };
  const outbox = createOutbox({
    ...common,
    onOrderStored,
    onDeleteRejected,
    onDeleted: () => doubt.codesWatched(),
    onDoubt: () => doubt.orderNamed(),
    shiftMs: () => settings().bench.shiftHours * hourMs,
    onAsks: (count) => sayWhatAsks(parts.notices, count),
  });
  const { notices, randomBytes } = parts;
  const currency = environment.currency ?? null;
  const guard = createSpendGuard({ ...common, capPerHour: () => settings().spending.capPerHour, currency });
  const doubt = createDoubt({ ...common, notices, randomBytes, guard, onOrderStored, onIntent: () => outbox.kick() });
  const events = createEvents({
    ...{ ...common, notices },
    onOrderNamed: doubt.orderNamed,
    onAlarm: doubt.codesWatched,
  });
  const deletions = createDeletions({ ...common, undoSeconds, onDue: () => outbox.kick() });
  const commandActs = createCommandActs({
    ...common,
    deletions,
    onWanted: () => outbox.tryNow(),
    onOrderStored,
    onTakenBack() {
      printQueue.kick();
      outbox.kick();
    },
  });
  const orders = createOrders({
    ...common,
    guard,
    currency,
    randomBytes: parts.randomBytes,
    onIntent: () => outbox.kick(),
    isHeldUp: outbox.isHeldUp,
  });
  // What one tells of itself keeps nothing waiting, and nothing of it.
  const batches = createBatches({
    ...{ ...common, ...parts.batchEdges, announce: parts.announce, notices, orders },
    openExportFile: parts.openExportFile,
  });
  const orderBook = createOrderBook(common);
  const scans = createScans({ ...common, printQueue, deletions, labels });

  // An export runs on while nobody does anything: it keeps nothing waiting.
  const exports = createExports({ ...common, announce: parts.announce, openFile: parts.openExportFile });

  /** The service answers again, or may: what waited for it goes. */
  const goOn = (): void => {
    outbox.kick(true);
    labels.kick();
  };

  let stopped: Promise<Waiting> | null = null;
  const stop = async (): Promise<Waiting> => {
    deletions.stop();
    await Promise.all([retention.stop(), exports.stop()]);
    const told = Promise.all([batches.stop(), outbox.stop(), events.stop()]);
    await Promise.all([service.close(), printQueue.stop(printGraceMs), told, labels.stop(), doubt.stop()]);
    const left = await records.whatWaits();
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
    commandActs,
    doubt,
    events,
    orders,
    orderBook,
    guard,
    scans,
    exports,
    sandbox: createSandbox({ ...common, environment: environment.kind }),
    batches,
    hurry: goOn,
    async start() {
      const now = clock.now();
      const found = await records.recoverAfterRestart(now + undoSeconds() * 1000, instant(now), followed(settings()));
      sayWhatWasCutOff(parts.notices, found);
      await deletions.resume();
      printQueue.setPrinters(settings().printers);
      events.tellDeletions();
      doubt.orderNamed();
      doubt.codesWatched();
      goOn();
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
const followed = ({ printers }: Settings): string[] =>
  printers.filter(({ connection }) => ['cups', 'windows'].includes(connection.kind)).map(({ name }) => name);
