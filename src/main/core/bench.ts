import type { Environment } from '../../shared/environment.ts';
import type { Printer } from '../../shared/printer.ts';
import type { Settings } from '../../shared/settings.ts';
import type { ServiceHealth } from '../../shared/station-view.ts';
import type { Announce } from './announce.ts';
import { createDeletions, type Deletions } from './deletions.ts';
import { createLabels, type Labels } from './labels.ts';
import type { Notices } from './notices.ts';
import { createOrders, type Orders } from './orders.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { LabelPictures, OpenTransport } from './ports/printing.ts';
import type { Records } from './ports/records.ts';
import type { DeliveryService } from './ports/service.ts';
import { createPrintQueue, type PrintQueue } from './printing/print-queue.ts';
import { createScans, type Scans } from './scans.ts';
import { observeService } from './service-health.ts';

export interface BenchParts {
  environment: Environment;
  settings: () => Settings;
  records: Records;
  service: DeliveryService;
  openTransport: OpenTransport;
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
  orders: Orders;
  scans: Scans;
  /** Settles what the last run left, then lets everything that waits go on. */
  start(): Promise<void>;
  /** Stops in an order in which nothing new begins behind what has ended; under four seconds. */
  stop(): Promise<void>;
}

/** Longest wait for a label that is on the wire when the station closes, milliseconds. */
const printGraceMs = 3_000;

export function createBench(parts: BenchParts): Bench {
  const { environment, settings, records, clock, announce, random, onBug } = parts;
  const undoSeconds = (): number => settings().bench.deleteUndoSeconds;
  const observed = observeService(parts.service, clock, announce, () => goOn());
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
  const printNewOrder = async (parcelId: number): Promise<void> => {
    const parcel = settings().bench.printOnCreate ? await records.parcel(parcelId) : null;
    if (parcel && parcel.lastJob === null) {
      await printQueue.add({ parcel, origin: 'created', startedByCode: null, reprintReason: null });
    }
  };
  const labels = createLabels({ ...common, onKept: printNewOrder });
  const onDeleteRejected = (): void => printQueue.kick();
  const outbox = createOutbox({ ...common, onOrderStored: () => labels.kick(), onDeleteRejected });
  const deletions = createDeletions({
    ...common,
    undoSeconds,
    onDue: () => outbox.kick(),
    onUndone: () => printQueue.kick(),
  });
  const orders = createOrders({ ...common, randomBytes: parts.randomBytes, onIntent: () => outbox.kick() });
  const scans = createScans({ ...common, printQueue, deletions, labels });

  /** The service answers again: what waited for it goes. */
  const goOn = (): void => {
    outbox.kick(true);
    labels.kick();
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
    orders,
    scans,
    async start() {
      const now = clock.now();
      const found = await records.recoverAfterRestart(now + undoSeconds() * 1000, instant(now), followed(settings()));
      sayWhatWasCutOff(parts.notices, found);
      await deletions.resume();
      printQueue.setPrinters(settings().printers);
      goOn();
    },
    async stop() {
      deletions.stop();
      await Promise.all([service.close(), printQueue.stop(printGraceMs), outbox.stop(), labels.stop()]);
      await records.close();
    },
  };
}

/** Printers behind a queue of this computer: what that took before the station stopped is followed on. */
const followed = ({ printers }: Settings): string[] =>
  printers.filter(({ connection }) => ['cups', 'windows'].includes(connection.kind)).map(({ name }) => name);

function sayWhatWasCutOff(notices: Notices, found: { jobs: number; commands: number }): void {
  if (found.jobs > 0) {
    notices.say({
      tone: 'warning',
      text: `${found.jobs === 1 ? 'A label was' : `${found.jobs} labels were`} being sent when the station stopped.`,
      next: 'Look under Print queue: is the label in your hand?',
    });
  }
  if (found.commands > 0) {
    notices.say({
      tone: 'warning',
      text: 'Something was being sent to the service when the station stopped.',
      next: 'Look at Waiting to send.',
    });
  }
}
