import { createHash } from 'node:crypto';
import type { FailureCode } from '../../shared/failure.ts';
import type { LabelState } from '../../shared/parcel.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Activity, Records } from './ports/records.ts';
import type { DeliveryService, LabelFile } from './ports/service.ts';
import { pauseBeforeRetry } from './retry-schedule.ts';
import { createLane } from './task-lane.ts';

const labelsPerPass = 50;

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
  /** Asks again for one that failed. */
  askAgain(label: LabelState): Promise<void>;
  stop(): Promise<void>;
}

/** Fetches label bytes as soon as their address is known, and keeps them: a print never needs the network. */
export function createLabels(parts: LabelsParts): Labels {
  const { records, service, clock, announce } = parts;
  let failedPasses = 0;
  let cancelTimer: (() => void) | null = null;

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
    await records.failLabel(label.id, failure, { activity: note('fetch label', failure.code) });
    announce('parcels');
    return true;
  };

  const keep = async (label: LabelState & { parcelId: number }, file: LabelFile): Promise<void> => {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    await records.keepLabel(label.id, { ...file, sha256 }, { activity: note('fetch label', `kept ${sha256}`) });
    announce('parcels');
    await parts.onKept(label.parcelId);
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const wanted = await records.labelsWanted(labelsPerPass);
    let waiting = 0;
    for (const label of wanted) {
      if (stopping()) return;
      if (!(await fetchOne(label))) waiting += 1;
    }
    failedPasses = waiting > 0 ? failedPasses + 1 : 0;
    if (waiting > 0) cancelTimer = clock.after(pauseBeforeRetry(failedPasses, parts.random()), () => lane.kick());
    else if (wanted.length === labelsPerPass) lane.kick();
  };

  const lane = createLane(pass, parts.onBug);

  return {
    kick: () => lane.kick(),
    async askAgain(label) {
      if (label.state === 'failed') await records.wantLabel(label.id);
      lane.kick();
    },
    async stop() {
      cancelTimer?.();
      await lane.stop();
      cancelTimer?.();
    },
  };
}
