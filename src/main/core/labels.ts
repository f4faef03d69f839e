import { type Failure, type FailureCode, failed, type Result, success } from '../../shared/failure.ts';
import type { LabelState } from '../../shared/parcel.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Activity, LabelWish, Records } from './ports/records.ts';
import type { DeliveryService, LabelFile } from './ports/service.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';
import { sha256Of } from './sha256.ts';
import { createLane } from './task-lane.ts';

/** Labels read for one pass. */
const labelsPerPass = 200;

/** Labels that wait for another attempt at the same time; beyond them, none of imported orders is begun. */
const mostTried = 1_000;

/** The label host itself cannot be reached: asking it for other labels would say the same. */
const ofTheHost: readonly FailureCode[] = ['no-route', 'address-not-found', 'tls'];

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
  /** The label of an order created here is on disk. `wasGivenUp`: it failed before, and somebody asked for it once more. */
  onKept: (parcelId: number, wasGivenUp: boolean) => Promise<void>;
  /** The label of an order created here will not come by itself. */
  onGivenUp: (parcelId: number) => Promise<void>;
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
  /** Labels that gave nothing yet, and when to ask again. */
  const tried = new Map<number, { label: LabelWish; attempts: number; notBefore: number }>();
  /** Labels that a scan waits for, by number: before all others. */
  let asked: number[] = [];
  /** Labels that failed and were asked for once more; as many as somebody asks for at once. */
  const askedOnceMore = new Set<number>();
  /** Somebody asked since the labels to fetch were read. */
  let hasNews = false;
  /** Attempts in a row that did not reach the host. */
  let unreached = 0;
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
  const fetchOne = async (label: LabelWish): Promise<boolean> => {
    const answer = await service.downloadLabel(label.url);
    if (answer.kind === 'answered') {
      await keep(label, answer.value);
      return true;
    }
    const { failure } = answer;
    if (mendedByWaiting.includes(failure.code)) {
      postpone(label);
      return !ofTheHost.includes(failure.code);
    }
    tried.delete(label.id);
    await records.failLabel(label.id, failure, { activity: note('fetch label', failure.code) });
    announce('parcels');
    if (!askedOnceMore.delete(label.id) && !label.canWait) await parts.onGivenUp(label.parcelId);
    tellWaiting(label.parcelId);
    return true;
  };

  const keep = async (label: LabelWish, file: LabelFile): Promise<void> => {
    const sha256 = sha256Of(file.bytes);
    await records.keepLabel(label.id, { ...file, sha256 }, { activity: note('fetch label', `kept ${sha256}`) });
    announce('parcels');
    tried.delete(label.id);
    const wasGivenUp = askedOnceMore.delete(label.id);
    if (!label.canWait) await parts.onKept(label.parcelId, wasGivenUp);
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

  const postpone = (label: LabelWish): void => {
    const attempts = (tried.get(label.id)?.attempts ?? 0) + 1;
    tried.set(label.id, { label, attempts, notBefore: clock.now() + pauseBeforeRetry(attempts, parts.random()) });
  };

  /** What to fetch next: what a scan waits for, else what was never asked for, else what is due again. */
  const nextLabels = async (): Promise<LabelWish[]> => {
    if (asked.length > 0) {
      const only = asked;
      asked = [];
      const urgent = await records.labelsWanted(labelsPerPass, { only });
      if (urgent.length > 0) return urgent;
    }
    // An address that gives nothing must not keep a new order's label waiting.
    const fresh = await records.labelsWanted(labelsPerPass, { except: [...tried.keys()] });
    const begun = tried.size < mostTried ? fresh : fresh.filter(({ canWait }) => !canWait);
    if (begun.length > 0) return begun;
    return [...tried.values()].filter(({ notBefore }) => notBefore <= clock.now()).map(({ label }) => label);
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    while (true) {
      hasNews = false;
      const labels = await nextLabels();
      if (labels.length === 0 || stopping()) break;
      for (const label of labels) {
        unreached = (await fetchOne(label)) ? 0 : unreached + 1;
        if (stopping()) return;
        if (unreached > 0 || hasNews) break;
      }
      if (unreached > 0 && !hasNews) break;
    }
    if (stopping() || tried.size === 0) return;
    const soonest = Math.min(...[...tried.values()].map(({ notBefore }) => notBefore));
    const pause = unreached > 0 ? pauseBeforeRetry(unreached, parts.random()) : 0;
    cancelTimer = clock.after(Math.max(pause, soonest - clock.now()), () => lane.kick());
  };

  const lane = createLane(pass, parts.onBug);

  const kick = (): void => {
    hasNews = true;
    lane.kick();
  };

  return {
    kick,
    async askAgain(parcelId, label) {
      if (label.state === 'failed') {
        askedOnceMore.add(label.id);
        await records.wantLabel(label.id);
      }
      tried.delete(label.id);
      asked = [...asked.filter((id) => id !== label.id), label.id].slice(-labelsPerPass);
      kick();
      await settled(parcelId);
    },
    async fetchPdf(parcelId) {
      const address = await records.labelPdfAddress(parcelId);
      if (address === null) return failed(noPdf);
      const answer = await service.downloadLabel(address);
      if (answer.kind !== 'answered') return failed(answer.failure);
      if (answer.value.format !== 'pdf') return failed(noPdf);
      const { bytes } = answer.value;
      return success({ sha256: sha256Of(bytes), bytes });
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
