import { type Failure, type FailureCode, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { LabelState } from '../../../shared/shipments/parcel.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import { sha256Of } from '../fingerprint.ts';
import type { Announce } from '../notices.ts';
import { pauseBeforeRetry } from '../outbox/retry-pacing.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { PendingLabel, Records } from '../ports/records.ts';
import type { DeliveryService, LabelFile } from '../ports/service.ts';
import type { Activity } from '../ports/write-context.ts';

/** Labels read for one pass. */
const labelsPerPass = 200;

/** Most labels that wait for another attempt; beyond that, no label of an imported order is started. */
const maxRetrying = 1_000;

/** The label host itself cannot be reached: other labels would fail in the same way. */
const hostUnreachableCodes: readonly FailureCode[] = ['no-route', 'address-not-found', 'tls'];

/** Milliseconds that a scan waits for a label being downloaded, so that a new order prints at the first scan. */
const waitForLabelMs = 1_500;

/** Failures that are retried automatically; any other stays until an operator asks again. */
const retryableCodes: readonly FailureCode[] = [
  'no-route',
  'address-not-found',
  'tls',
  'time-out',
  'cut-off',
  'redirected', // as a guest network's log-in page answers, or an answer that is no label
  'unreadable',
  'service-trouble',
  'too-many-requests',
  'token-missing',
  'token-refused',
];

export interface LabelDownloadsParts {
  records: Records;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  random: () => number;
  /** The label of an order created here is on disk. `wasAbandoned`: it failed before, and an operator requested it again. */
  onLabelStored: (parcelId: number, wasAbandoned: boolean) => Promise<void>;
  /** The label of an order created here is not retried any more. */
  onLabelAbandoned: (parcelId: number) => Promise<void>;
  onBug: (error: unknown) => void;
}

export interface LabelDownloads {
  /** Downloads every label whose address is known and that is not on disk. */
  wake(): void;
  /** Downloads a failed or missing label again, and waits briefly for the outcome. */
  requestAgain(parcelId: number, label: LabelState): Promise<void>;
  /** Downloads the service's PDF of a parcel's ZPL label. */
  fetchPdf(parcelId: number): Promise<Result<{ sha256: string; bytes: Uint8Array }>>;
  stop(): Promise<void>;
}

/** Downloads labels as soon as their address is known and stores them, so that printing needs no network. */
export function createLabelDownloads(parts: LabelDownloadsParts): LabelDownloads {
  const { records, service, clock, announce } = parts;
  /** Labels whose download failed, and when to try again. */
  const retrying = new Map<number, { label: PendingLabel; attempts: number; notBefore: number }>();
  /** Labels that a scan waits for, by id: downloaded first. */
  let requested: number[] = [];
  /** Failed labels that an operator requested again. */
  const retriedOnRequest = new Set<number>();
  /** New work was requested since the pending labels were read. */
  let hasNewWork = false;
  /** Consecutive attempts that did not reach the host. */
  let hostFailures = 0;
  /** Scans that wait for a label; bounded by the window's concurrent calls. */
  const waiting = new Set<{ parcelId: number; done: () => void }>();

  const note = (outcome: Message): Activity => ({
    at: instant(clock.now()),
    who: 'station',
    what: 'download-label',
    code: null,
    outcome,
  });

  /** False where the host could not be reached. */
  const fetchOne = async (label: PendingLabel): Promise<boolean> => {
    const answer = await service.downloadLabel(label.url);
    if (answer.kind === 'answered') {
      await store(label, answer.value);
      return true;
    }
    const { failure } = answer;
    if (retryableCodes.includes(failure.code)) {
      postpone(label);
      return !hostUnreachableCodes.includes(failure.code);
    }
    retrying.delete(label.id);
    await records.failLabel(label.id, failure, { activity: note(failure.message) });
    announce('parcels');
    if (!retriedOnRequest.delete(label.id) && !label.canWait) await parts.onLabelAbandoned(label.parcelId);
    notifyWaiting(label.parcelId);
    return true;
  };

  const store = async (label: PendingLabel, file: LabelFile): Promise<void> => {
    const sha256 = sha256Of(file.bytes);
    const stored = message('journal.label-stored', { sha256 });
    await records.saveLabel(label.id, { ...file, sha256 }, { activity: note(stored) });
    announce('parcels');
    retrying.delete(label.id);
    const wasAbandoned = retriedOnRequest.delete(label.id);
    if (!label.canWait) await parts.onLabelStored(label.parcelId, wasAbandoned);
    notifyWaiting(label.parcelId);
  };

  /** Resolves when the parcel's label is stored or abandoned, or after a short time. */
  const settled = (parcelId: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel();
        waiting.delete(waiter);
        resolve();
      };
      const waiter = { parcelId, done };
      const cancel = clock.after(waitForLabelMs, done);
      waiting.add(waiter);
    });
  const notifyWaiting = (parcelId: number): void => {
    for (const waiter of [...waiting]) if (waiter.parcelId === parcelId) waiter.done();
  };

  const postpone = (label: PendingLabel): void => {
    const attempts = (retrying.get(label.id)?.attempts ?? 0) + 1;
    retrying.set(label.id, { label, attempts, notBefore: clock.now() + pauseBeforeRetry(attempts, parts.random()) });
  };

  /** Next labels: those a scan waits for, else those never tried, else those due for a retry. */
  const nextLabels = async (): Promise<PendingLabel[]> => {
    if (requested.length > 0) {
      const only = requested;
      requested = [];
      const urgent = await records.pendingLabels(labelsPerPass, { only });
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
    queue.wakeAfter(Math.max(pause, soonest - clock.now()));
  };

  const queue = createTimedQueue(clock, pass, parts.onBug);

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
