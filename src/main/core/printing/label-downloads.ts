import { type Failure, type FailureCode, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { LabelState } from '../../../shared/shipments/parcel.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import { sha256Of } from '../common/fingerprint.ts';
import type { Announce } from '../common/notices.ts';
import { pauseBeforeRetry } from '../outbox/retry-pacing.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Activity, PendingLabel, Records } from '../ports/records.ts';
import type { DeliveryService, LabelFile } from '../ports/service.ts';

/** Labels read for one pass. */
const labelsPerPass = 200;

/** Labels that wait for another attempt at the same time; beyond them, none of imported orders is begun. */
const maxRetrying = 1_000;

/** The label host itself cannot be reached: asking it for other labels would say the same. */
const hostUnreachableCodes: readonly FailureCode[] = ['no-route', 'address-not-found', 'tls'];

/** How long a scan waits for a label that is on its way: an order just created prints at the first scan. Milliseconds. */
const waitForLabelMs = 1_500;

/** What time and a working network mend; any other failure stands until somebody asks again. */
const retryableCodes: readonly FailureCode[] = [
  'no-route',
  'address-not-found',
  'tls',
  'time-out',
  'cut-off',
  'redirected', // what a guest network's log-in page answers, as is an answer that is no label
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
  /** The label of an order created here is on disk. `wasGivenUp`: it failed before, and somebody asked for it once more. */
  onLabelStored: (parcelId: number, wasAbandoned: boolean) => Promise<void>;
  /** The label of an order created here will not come by itself. */
  onLabelAbandoned: (parcelId: number) => Promise<void>;
  onBug: (error: unknown) => void;
}

export interface LabelDownloads {
  /** Fetches every label whose address is known and whose bytes are not here. */
  wake(): void;
  /** Asks again for one that failed, or is not here yet, and waits a little for what comes of it. */
  requestAgain(parcelId: number, label: LabelState): Promise<void>;
  /** The service's PDF of a parcel's ZPL label, fetched now. */
  fetchPdf(parcelId: number): Promise<Result<{ sha256: string; bytes: Uint8Array }>>;
  stop(): Promise<void>;
}

/** Fetches label bytes as soon as their address is known, and keeps them: a print never needs the network. */
export function createLabelDownloads(parts: LabelDownloadsParts): LabelDownloads {
  const { records, service, clock, announce } = parts;
  /** Labels that gave nothing yet, and when to ask again. */
  const retrying = new Map<number, { label: PendingLabel; attempts: number; notBefore: number }>();
  /** Labels that a scan waits for, by number: before all others. */
  let requested: number[] = [];
  /** Labels that failed and were asked for once more; as many as somebody asks for at once. */
  const retriedOnRequest = new Set<number>();
  /** Somebody asked since the labels to fetch were read. */
  let hasNewWork = false;
  /** Attempts in a row that did not reach the host. */
  let hostFailures = 0;
  let cancelTimer: (() => void) | null = null;
  /** Scans that wait for a label; bounded by the window's calls in flight. */
  const waiting = new Set<{ parcelId: number; done: () => void }>();

  const note = (what: string, outcome: string): Activity => ({
    at: instant(clock.now()),
    who: 'station',
    what,
    code: null,
    outcome,
  });

  /** False where the host was not reached. */
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
    await records.failLabel(label.id, failure, { activity: note('fetch label', failure.code) });
    announce('parcels');
    if (!retriedOnRequest.delete(label.id) && !label.canWait) await parts.onLabelAbandoned(label.parcelId);
    notifyWaiting(label.parcelId);
    return true;
  };

  const store = async (label: PendingLabel, file: LabelFile): Promise<void> => {
    const sha256 = sha256Of(file.bytes);
    await records.saveLabel(label.id, { ...file, sha256 }, { activity: note('fetch label', `kept ${sha256}`) });
    announce('parcels');
    retrying.delete(label.id);
    const wasAbandoned = retriedOnRequest.delete(label.id);
    if (!label.canWait) await parts.onLabelStored(label.parcelId, wasAbandoned);
    notifyWaiting(label.parcelId);
  };

  /** Resolves when the parcel's label is here, is known not to come, or after a little while. */
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

  /** What to fetch next: what a scan waits for, else what was never asked for, else what is due again. */
  const nextLabels = async (): Promise<PendingLabel[]> => {
    if (requested.length > 0) {
      const only = requested;
      requested = [];
      const urgent = await records.pendingLabels(labelsPerPass, { only });
      if (urgent.length > 0) return urgent;
    }
    // An address that gives nothing must not keep a new order's label waiting.
    const fresh = await records.pendingLabels(labelsPerPass, { except: [...retrying.keys()] });
    const due = retrying.size < maxRetrying ? fresh : fresh.filter(({ canWait }) => !canWait);
    if (due.length > 0) return due;
    return [...retrying.values()].filter(({ notBefore }) => notBefore <= clock.now()).map(({ label }) => label);
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
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
    cancelTimer = clock.after(Math.max(pause, soonest - clock.now()), () => serialQueue.wake());
  };

  const serialQueue = createSerialQueue(pass, parts.onBug);

  const wake = (): void => {
    hasNewWork = true;
    serialQueue.wake();
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
    async stop() {
      cancelTimer?.();
      await serialQueue.stop();
      cancelTimer?.();
    },
  };
}

const pdfNotAvailable: Failure = {
  code: 'no-label',
  message: message('label.no-pdf'),
};
