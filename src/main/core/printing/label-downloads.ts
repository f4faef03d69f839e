import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { LabelState } from '../../../shared/shipments/parcel.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { inspectionToStore } from '../../zpl/guard.ts';
import { sha256Of } from '../fingerprint.ts';
import type { Announce } from '../notices.ts';
import { pauseBeforeRetry } from '../outbox/retry-pacing.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { LabelRecords, PendingLabel } from '../ports/label-records.ts';
import type { DeliveryService, LabelFile } from '../ports/service.ts';
import type { Activity } from '../ports/write-context.ts';
import { hostUnreachableCodes, nextLabelAttempt } from './label-retry-pacing.ts';

/** Labels read for one pass. */
const labelsPerPass = 200;

/** Most labels that wait for another attempt; beyond that, no label of an imported order is started. */
const maxRetrying = 1_000;

/** Milliseconds until the next attempt after the disk refused a read or a write. */
const pauseAfterErrorMs = 15_000;

/** Milliseconds that a scan waits for a label being downloaded, so that a new order prints at the first scan. */
const waitForLabelMs = 1_500;

export interface LabelDownloadsParts {
  records: LabelRecords;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  random: () => number;
  /** The label of an order created here is on disk. `wasAbandoned`: it failed before, and an operator requested it again. */
  onLabelStored: (parcelId: number, wasAbandoned: boolean) => Promise<void>;
  /** A label of which it is not known whose it is, is on disk. */
  onUnassignedLabelStored: () => void;
  /** The label of an order created here is not retried any more, or failed and is retried later. */
  onLabelDelayed: (parcelId: number) => Promise<void>;
  onBug: (error: unknown) => void;
}

export interface LabelDownloads {
  /** Downloads every label whose address is known and that is not on disk. */
  wake(): void;
  /** Downloads a failed or missing label again, and waits briefly for the outcome. */
  requestAgain(parcelId: number, label: LabelState): Promise<void>;
  /** Downloads a failed label again, of which it is not known whose it is. */
  retryUnassigned(labelId: number): Promise<void>;
  /** Downloads the service's PDF of a parcel's ZPL label. */
  fetchPdf(parcelId: number): Promise<Result<{ sha256: string; bytes: Uint8Array }>>;
  stop(): Promise<void>;
}

interface Retry {
  readonly label: PendingLabel;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  /** The label host was reached: the failure concerns only this label. */
  readonly isHostReached: boolean;
}

/** Downloads labels as soon as their address is known and stores them, so that printing needs no network. */
export function createLabelDownloads(parts: LabelDownloadsParts): LabelDownloads {
  const { records, service, clock, announce } = parts;
  /** Labels whose download failed, and when to try again. */
  const retrying = new Map<number, Retry>();
  /** Labels that a scan waits for, by id: downloaded first. */
  let requested: number[] = [];
  /** Failed labels that an operator requested again. */
  const retriedOnRequest = new Set<number>();
  /** What is not reported yet of a parcel's label; repeated where it failed, because the label would not print. */
  const unreported = new Map<number, () => Promise<void>>();
  /** New work was requested since the pending labels were read. */
  let hasNewWork = false;
  /** Consecutive attempts that did not reach the host. */
  let hostFailures = 0;
  /** Why the host was not reached; shown for every label that waits for it. */
  let hostFailure: Failure | null = null;
  /** Labels show that the host cannot be reached; they may still do so from the previous run. */
  let showsHostFailure = true;
  /** Scans that wait for a label; bounded by the window's concurrent calls. */
  const waiting = new Set<{ parcelId: number; attemptsBefore: number; done: () => void }>();
  /** A failed attempt answers only those who waited when it started: the others asked for a new one. */
  let attemptsStarted = 0;

  const note = (outcome: Message): Activity => ({
    at: instant(clock.now()),
    who: 'station',
    what: 'download-label',
    code: null,
    outcome,
  });

  const report = async (parcelId: number, outcome: () => Promise<void>): Promise<void> => {
    unreported.set(parcelId, outcome);
    await outcome();
    unreported.delete(parcelId);
  };

  /** False where the host could not be reached. */
  const fetchOne = async (label: PendingLabel): Promise<boolean> => {
    attemptsStarted += 1;
    requested = requested.filter((id) => id !== label.id);
    const answer = await service.downloadLabel(label.url);
    if (answer.kind === 'answered') {
      await store(label, answer.value);
      await withdrawHostFailure();
      return true;
    }
    const { failure } = answer;
    const [now, attempts] = [clock.now(), (retrying.get(label.id)?.attempts ?? 0) + 1];
    const createdAt = Date.parse(label.createdAt);
    const notBefore = nextLabelAttempt({ answer, attempts, createdAt, now, random: parts.random() });
    const isHostReached = !hostUnreachableCodes.includes(failure.code);
    if (notBefore === null) {
      retrying.delete(label.id);
      await records.failLabel(label.id, failure, { activity: note(failure.message) });
    } else {
      retrying.set(label.id, { label, attempts, notBefore, isHostReached });
      const delay = { failure, nextAttemptAt: instant(notBefore) };
      if (isHostReached) await records.delayLabels({ only: [label.id] }, delay);
      else hostFailure = failure;
    }
    if (isHostReached) {
      await withdrawHostFailure();
      announce('parcels');
      const isAbandonedAgain = notBefore === null && retriedOnRequest.delete(label.id);
      const { parcelId } = label;
      if (parcelId === null) return true;
      if (!isAbandonedAgain && !label.canWait) await report(parcelId, () => parts.onLabelDelayed(parcelId));
      notifyOfFailure(parcelId);
    }
    return isHostReached;
  };

  /** Labels whose delay has a reason of its own. */
  const labelsWithOwnFailure = (): number[] =>
    [...retrying].flatMap(([id, { isHostReached }]) => (isHostReached ? [id] : []));

  /** Every label that waits shows why the host cannot be reached and when it is tried again. */
  const showHostFailure = async (failure: Failure, nextAttemptAt: number): Promise<void> => {
    const delay = { failure, nextAttemptAt: instant(nextAttemptAt) };
    await records.delayLabels({ except: labelsWithOwnFailure() }, delay);
    // Also those of other benches' parcels that were wanted here.
    const tried = [...retrying].flatMap(([id, { isHostReached }]) => (isHostReached ? [] : [id]));
    if (tried.length > 0) await records.delayLabels({ only: tried }, delay);
    showsHostFailure = true;
    announce('parcels');
    notifyOfFailure(null);
  };

  const withdrawHostFailure = async (): Promise<void> => {
    hostFailure = null;
    if (!showsHostFailure) return;
    showsHostFailure = false;
    await records.delayLabels({ except: labelsWithOwnFailure() }, null);
    announce('parcels');
  };

  const store = async (label: PendingLabel, file: LabelFile): Promise<void> => {
    const sha256 = sha256Of(file.bytes);
    const stored = message('journal.label-stored', { sha256 });
    const inspection = file.format === 'pdf' ? null : inspectionToStore(file.bytes);
    await records.saveLabel(label.id, { ...file, sha256, inspection }, { activity: note(stored) });
    announce('parcels');
    retrying.delete(label.id);
    const wasAbandoned = retriedOnRequest.delete(label.id);
    const { parcelId } = label;
    if (parcelId === null) return parts.onUnassignedLabelStored();
    if (!label.canWait) await report(parcelId, () => parts.onLabelStored(parcelId, wasAbandoned));
    notifyWaiting(parcelId);
  };

  /** Resolves when the parcel's label is stored or abandoned, or after a short time. */
  const settled = (parcelId: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel();
        waiting.delete(waiter);
        resolve();
      };
      const waiter = { parcelId, attemptsBefore: attemptsStarted, done };
      const cancel = clock.after(waitForLabelMs, done);
      waiting.add(waiter);
    });
  const notifyWaiting = (parcelId: number): void => {
    for (const waiter of [...waiting]) if (waiter.parcelId === parcelId) waiter.done();
  };
  /** @param parcelId null: the host failed, and with it every label. */
  const notifyOfFailure = (parcelId: number | null): void => {
    for (const waiter of [...waiting]) {
      if (waiter.attemptsBefore < attemptsStarted && (parcelId ?? waiter.parcelId) === waiter.parcelId) waiter.done();
    }
  };

  /** Next labels: those a scan waits for, else those never tried, else those due for a retry. */
  const nextLabels = async (): Promise<PendingLabel[]> => {
    if (requested.length > 0) {
      const only = requested;
      const urgent = await records.pendingLabels(labelsPerPass, { only });
      // Those that are here by now are not asked for again; the others are, until each was tried: nothing else downloads them.
      requested = requested.filter((id) => !only.includes(id) || urgent.some((label) => label.id === id));
      if (urgent.length > 0) return urgent;
    }
    // A failing address must not delay the label of a new order.
    const fresh = await records.pendingLabels(labelsPerPass, { except: [...retrying.keys()] });
    const due = retrying.size < maxRetrying ? fresh : fresh.filter(({ canWait }) => !canWait);
    if (due.length > 0) return due;
    return [...retrying.values()].filter(({ notBefore }) => notBefore <= clock.now()).map(({ label }) => label);
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    while (true) {
      hasNewWork = false;
      const labels = await nextLabels();
      if (labels.length === 0 || stopping()) break;
      for (const label of labels) {
        hostFailures = (await fetchOne(label)) ? 0 : hostFailures + 1;
        if (stopping()) return;
        if (hostFailures > 0 || hasNewWork) break;
      }
      if (hostFailures > 0 && !hasNewWork) break;
    }
    if (stopping() || retrying.size === 0) return;
    const soonest = Math.min(...[...retrying.values()].map(({ notBefore }) => notBefore));
    const pause = hostFailures > 0 ? pauseBeforeRetry(hostFailures, parts.random()) : 0;
    const wait = Math.max(pause, soonest - clock.now());
    if (hostFailure !== null) await showHostFailure(hostFailure, clock.now() + wait);
    queue.wakeAfter(wait);
  };

  /** Reports what failed before; one that fails again holds up no other. */
  const reportAgain = async (stopping: () => boolean): Promise<void> => {
    const errors: unknown[] = [];
    for (const [parcelId, outcome] of unreported)
      if (!stopping()) await report(parcelId, outcome).catch((error) => errors.push(error));
    for (const error of errors) throw error;
  };

  const passAndReport = async (stopping: () => boolean): Promise<void> => {
    await pass(stopping);
    await reportAgain(stopping);
  };

  const queue = createTimedQueue(clock, passAndReport, parts.onBug, pauseAfterErrorMs);

  const wake = (): void => {
    hasNewWork = true;
    queue.wake();
  };

  return {
    wake,
    async requestAgain(parcelId, label) {
      if (label.state === 'failed') {
        retriedOnRequest.add(label.id);
        await records.retryLabel(label.id);
      }
      retrying.delete(label.id);
      requested = [...requested.filter((id) => id !== label.id), label.id].slice(-labelsPerPass);
      wake();
      await settled(parcelId);
    },
    async retryUnassigned(labelId) {
      await records.retryLabel(labelId);
      retrying.delete(labelId);
      wake();
    },
    async fetchPdf(parcelId) {
      const address = await records.labelPdfAddress(parcelId);
      if (address === null) return failed(pdfNotAvailable);
      const answer = await service.downloadLabel(address);
      if (answer.kind !== 'answered') return failed(answer.failure);
      if (answer.value.format !== 'pdf') return failed(pdfNotAvailable);
      const { bytes } = answer.value;
      return success({ sha256: sha256Of(bytes), bytes });
    },
    stop: () => queue.stop(),
  };
}

const pdfNotAvailable: Failure = {
  code: 'no-label',
  message: message('label.no-pdf'),
};
