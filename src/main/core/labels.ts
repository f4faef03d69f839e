import { createHash } from 'node:crypto';
import { type Failure, type FailureCode, failed, type Result, success } from '../../shared/failure.ts';
import type { LabelState } from '../../shared/parcel.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Activity, Records } from './ports/records.ts';
import type { DeliveryService, LabelFile } from './ports/service.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';
import { createLane } from './task-lane.ts';

/** Labels read for one pass. */
const labelsPerPass = 200;

/** How long a scan waits for a label that is on its way: an order just created prints at the first scan. Milliseconds. */
const patienceMs = 1_500;

/** What time and a working network mend; any other failure stands until somebody asks again. */
const mendedByWaiting: readonly FailureCode[] = [
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

export interface LabelsParts {
  records: Records;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  random: () => number;
  /** A label's bytes are on disk. Called in the order of the parcels. */
  onKept: (parcelId: number) => Promise<void>;
  onBug: (error: unknown) => void;
}

export interface Labels {
  /** Fetches every label whose address is known and whose bytes are not here. */
  kick(): void;
  /** Asks again for one that failed, or is not here yet, and waits a little for what comes of it. */
  askAgain(parcelId: number, label: LabelState): Promise<void>;
  /** The service's PDF of a parcel's ZPL label, fetched now. */
  fetchPdf(parcelId: number): Promise<Result<{ sha256: string; bytes: Uint8Array }>>;
  stop(): Promise<void>;
}

/** Fetches label bytes as soon as their address is known, and keeps them: a print never needs the network. */
export function createLabels(parts: LabelsParts): Labels {
  const { records, service, clock, announce } = parts;
  /** Addresses that gave nothing yet, and when to ask again. Holds at most as many as one pass reads. */
  let tried = new Map<number, { attempts: number; notBefore: number }>();
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

  const fetchOne = async (label: LabelState & { parcelId: number }): Promise<boolean> => {
    const answer = await service.downloadLabel(label.url);
    if (answer.kind === 'answered') {
      await keep(label, answer.value);
      return true;
    }
    const { failure } = answer;
    if (mendedByWaiting.includes(failure.code)) return false;
    tried.delete(label.id);
    await records.failLabel(label.id, failure, { activity: note('fetch label', failure.code) });
    announce('parcels');
    tellWaiting(label.parcelId);
    return true;
  };

  const keep = async (label: LabelState & { parcelId: number }, file: LabelFile): Promise<void> => {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    await records.keepLabel(label.id, { ...file, sha256 }, { activity: note('fetch label', `kept ${sha256}`) });
    announce('parcels');
    tried.delete(label.id);
    await parts.onKept(label.parcelId);
    tellWaiting(label.parcelId);
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
      const cancel = clock.after(patienceMs, done);
      waiting.add(waiter);
    });
  const tellWaiting = (parcelId: number): void => {
    for (const waiter of [...waiting]) if (waiter.parcelId === parcelId) waiter.done();
  };

  const postpone = (labelId: number): void => {
    const attempts = (tried.get(labelId)?.attempts ?? 0) + 1;
    tried.set(labelId, { attempts, notBefore: clock.now() + pauseBeforeRetry(attempts, parts.random()) });
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const wanted = await records.labelsWanted(labelsPerPass);
    tried = new Map([...tried].filter(([id]) => wanted.some((label) => label.id === id)));
    // Those never asked for first: an address that gives nothing must not keep a new order's label waiting.
    const fresh = wanted.filter((label) => !tried.has(label.id));
    const due = wanted.filter((label) => (tried.get(label.id)?.notBefore ?? Number.POSITIVE_INFINITY) <= clock.now());
    for (const label of fresh.length > 0 ? fresh : due) {
      if (stopping()) return;
      if (!(await fetchOne(label))) postpone(label.id);
    }
    if (stopping() || tried.size === 0) return;
    const soonest = Math.min(...[...tried.values()].map(({ notBefore }) => notBefore));
    cancelTimer = clock.after(Math.max(0, soonest - clock.now()), () => lane.kick());
  };

  const lane = createLane(pass, parts.onBug);

  return {
    kick: () => lane.kick(),
    async askAgain(parcelId, label) {
      if (label.state === 'failed') await records.wantLabel(label.id);
      tried.delete(label.id);
      lane.kick();
      await settled(parcelId);
    },
    async fetchPdf(parcelId) {
      const address = await records.labelPdfAddress(parcelId);
      if (address === null) return failed(noPdf);
      const answer = await service.downloadLabel(address);
      if (answer.kind !== 'answered') return failed(answer.failure);
      if (answer.value.format !== 'pdf') return failed(noPdf);
      const { bytes } = answer.value;
      return success({ sha256: createHash('sha256').update(bytes).digest('hex'), bytes });
    },
    async stop() {
      cancelTimer?.();
      await lane.stop();
      cancelTimer?.();
    },
  };
}

const noPdf: Failure = {
  code: 'no-label',
  message: 'The service offers no PDF of this label.',
  next: 'Print it on a printer of its own resolution.',
};
