import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import {
  maxRunLabels,
  maxRunParcels,
  missingLabelRule,
  type PrintRun,
  type PrintRunSource,
} from '../../../shared/printing/print-run.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import type { Announce } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { PrintRecords } from '../ports/print-records.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import { activityAt } from '../ports/write-context.ts';
import type { LabelDownloads } from './label-downloads.ts';
import { leadNeeded, type PrintQueue } from './print-queue.ts';

/** Parcels settled in one transaction, so that a scan in between waits for a few milliseconds only. */
const parcelsPerTransaction = 500;

/** Runs of up to so many parcels request missing labels again and wait briefly for them: an order that was just created. */
const maxDownloadsRequested = 10;

/** Most unfinished runs that are listed. */
const maxOpenRuns = 20;

/** Most runs that are continued at once; the others follow when these have ended. */
const maxContinuedRuns = 50;

export interface PrintRunsParts {
  records: PrintRecords & ShipmentRecords;
  printQueue: Pick<PrintQueue, 'printerForNewJobs' | 'wake'>;
  labels: Pick<LabelDownloads, 'requestAgain' | 'wake'>;
  clock: Clock;
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** Prints many labels in order. Its jobs are ordinary jobs of the queue, so that a restart loses none and sends none twice. */
export interface PrintRuns {
  /**
   * Queues the labels of the source in order, and returns when the run is on disk. Never a second copy: a parcel whose label may be
   * printed or is queued already is left out, as is one that is deleted or has no label; the run counts them. A label that is still
   * downloading prints when it arrives, also after a restart, within the limits of `missingLabelRule`.
   */
  start(source: PrintRunSource): Promise<Result<PrintRun>>;
  /** Cancels the labels that are not sent; what a printer has already received may still come out. */
  stop(runId: number): Promise<Result<PrintRun>>;
  read(runId: number): Promise<Result<PrintRun>>;
  /** The newest runs with labels that are not sent. */
  open(): Promise<PrintRun[]>;
  /** A label may have arrived, or a parcel be deleted. */
  parcelsChanged(): void;
  /** Continues the runs of before a restart. */
  resume(): void;
  stopAll(): Promise<void>;
}

export function createPrintRuns(parts: PrintRunsParts): PrintRuns {
  const { records, printQueue, labels, clock, announce } = parts;

  const waitForDownloads = async (parcelIds: readonly number[]): Promise<void> => {
    if (parcelIds.length > maxDownloadsRequested) return;
    await Promise.all(
      parcelIds.map(async (parcelId) => {
        const label = (await records.parcel(parcelId))?.label;
        if (label && label.state !== 'stored') await labels.requestAgain(parcelId, label);
      }),
    );
  };

  /** Queues what can be queued now. */
  const proceed = async (run: Pick<PrintRun, 'id' | 'createdAt'>): Promise<void> => {
    const { rule } = missingLabelRule(clock.now() - Date.parse(run.createdAt));
    const step = { missingLabels: rule, parcels: parcelsPerTransaction, labels: maxRunLabels };
    while (true) {
      const jobs = { printer: printQueue.printerForNewJobs(), origin: 'button' } as const;
      if ((await records.addPrintRunJobs(run.id, { ...step, jobs }, instant(clock.now()))) === 0) return;
      announce('print jobs', 'parcels');
      printQueue.wake();
    }
  };

  /** False: no run waits for a label, so that a change of a parcel costs nothing. */
  let isWaiting = true;
  const continued = createTimedQueue(
    clock,
    async (stopping) => {
      // Read before: a rule that changes during the pass is applied by the next one.
      const now = clock.now();
      for (const run of await records.unfinishedPrintRuns(maxContinuedRuns)) {
        if (stopping()) return;
        await proceed(run);
      }
      const left = await records.unfinishedPrintRuns(maxContinuedRuns);
      isWaiting = left.length > 0;
      const changes = left.flatMap(({ createdAt }) => {
        const startedAt = Date.parse(createdAt);
        const { until } = missingLabelRule(now - startedAt);
        return until === null ? [] : [startedAt + until];
      });
      if (changes.length > 0) continued.wakeAfter(Math.max(0, Math.min(...changes) - clock.now()));
    },
    parts.onBug,
  );

  const found = (run: PrintRun | null): Result<PrintRun> => (run ? success(run) : failed(unknownRun));

  return {
    async start(source) {
      const parcelIds = await records.printRunParcels(source, maxRunParcels);
      if (parcelIds.length === 0) return failed(nothingToPrint);
      await waitForDownloads(parcelIds);
      const started = message('journal.print-run.started', { parcels: parcelIds.length });
      const activity = activityAt(clock.now(), 'operator', 'start-print-run', null, started);
      const id = await records.addPrintRun(parcelIds, { activity });
      if (id === null) return failed(leadNeeded);
      // Also those of other benches' parcels, which were not wanted here before.
      labels.wake();
      await proceed({ id, createdAt: activity.at });
      isWaiting = true;
      continued.wake();
      announce('print jobs');
      return found(await records.printRun(id));
    },
    async stop(runId) {
      const stopped = message('journal.print-run.stopped');
      const activity = activityAt(clock.now(), 'operator', 'stop-print-run', null, stopped);
      const run = await records.stopPrintRun(runId, { activity });
      announce('print jobs', 'parcels');
      return found(run);
    },
    read: async (runId) => found(await records.printRun(runId)),
    open: () => records.openPrintRuns(maxOpenRuns),
    parcelsChanged() {
      if (isWaiting) continued.wake();
    },
    resume: continued.wake,
    stopAll: continued.stop,
  };
}

const unknownRun: Failure = { code: 'not-found-locally', message: message('print-run.unknown') };

const nothingToPrint: Failure = { code: 'no-label', message: message('print-run.nothing') };
