import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Topic } from '../../shared/contract/station-contract.ts';
import type { StationView } from '../../shared/contract/station-view.ts';
import { message } from '../../shared/messages/message.ts';
import { createSerialQueue } from '../concurrency/serial-queue.ts';
import { waitAtMost } from '../concurrency/waiting.ts';
import type { Announce, Notices } from './notices.ts';
import type { Clock } from './ports/clock.ts';
import type { InstalledProgram, KeepAwake, ProgramFiles, StartSidecar } from './ports/desktop.ts';
import type { Records } from './ports/records.ts';

export interface AwakeWatchParts {
  records: Pick<Records, 'countWaiting'>;
  clock: Clock;
  keepAwake: KeepAwake;
  onBug: (error: unknown) => void;
}

/** Keeps the computer awake while labels, deletions or orders of one environment wait. */
export interface AwakeWatch {
  /** Counts what waits, at the start. */
  start(): void;
  /** Counts again after changes that can matter. */
  topicsChanged(topics: readonly Topic[]): void;
  /** Lets the computer sleep: nothing of this environment is sent any more. */
  stop(): void;
}

/** A change of any other topic makes no difference. */
const watchedTopics: readonly Topic[] = ['commands', 'deletions', 'print jobs'];

/** Milliseconds from a change to the counting: no computer falls asleep sooner, and a label that prints must not wait for it. */
const countAfterMs = 1_000;

/** What needs a decision does not count: it may wait overnight, and no sleep of the computer delays it. */
export function createAwakeWatch({ records, clock, keepAwake, onBug }: AwakeWatchParts): AwakeWatch {
  let isAwake = false;
  let isStopped = false;
  let stopWaiting: (() => void) | undefined;
  const keep = (isNeeded: boolean): void => {
    if (isNeeded === isAwake) return;
    isAwake = isNeeded;
    keepAwake(isNeeded);
  };
  const counting = createSerialQueue(async () => {
    if (isStopped) return;
    const { labels, deletions, orders } = await records.countWaiting();
    if (!isStopped) keep(labels + deletions + orders > 0);
  }, onBug);
  return {
    start: counting.wake,
    topicsChanged(topics) {
      if (isStopped || !topics.some((topic) => watchedTopics.includes(topic))) return;
      stopWaiting ??= clock.after(countAfterMs, () => {
        stopWaiting = undefined;
        counting.wake();
      });
    },
    stop() {
      isStopped = true;
      stopWaiting?.();
      keep(false);
    },
  };
}

/** A clock that was set this little back says nothing: computers correct theirs all the time. */
const toleranceMs = 60_000;

/** Reports after a sleep that the computer's clock went back: what happens from now on would seem older than what is stored. */
export interface ClockCheck {
  /** Something happened now. */
  note(): void;
  check(): void;
}

export function createClockCheck(clock: Clock, notices: Notices): ClockCheck {
  let latest = clock.now();
  return {
    note() {
      latest = Math.max(latest, clock.now());
    },
    check() {
      const now = clock.now();
      if (now < latest - toleranceMs) notices.notify({ tone: 'warning', message: message('station.clock-went-back') });
      latest = now;
    },
  };
}

/** What the installed program is to the one that runs. `gone`: no program is installed any more, so that none could be started. */
export type InstalledState = 'same' | 'replaced' | 'gone';

/** Compares the files that the running program was started from with those that are installed now. */
export function installedState(started: ProgramFiles, now: ProgramFiles): InstalledState {
  if (now.executable === null || now.archive === null) return 'gone';
  const isSame = now.executable === started.executable && now.archive === started.archive && !now.isOwnDeleted;
  return isSame ? 'same' : 'replaced';
}

/** Between two looks at the installed files, milliseconds. */
const lookMs = 60_000;

/** Longest wait for labels and requests on their way before the station restarts, milliseconds. Longer than any request may take. */
export const longestFinishMs = 90_000;

export interface ProgramUpdateParts {
  /** Absent where no package of the system installs the program. */
  program?: InstalledProgram | undefined;
  /** Takes no new label and no new request; resolves when those on their way are done. */
  finishWork(): Promise<void>;
  /** Ends the program and starts the installed one. */
  restart(): void;
  clock: Clock;
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** Notices that another version of the program was installed, starts no process of it, and restarts the station for it. */
export interface ProgramUpdate {
  /** Another version is installed; null where the system does not install the program. */
  isWaiting(): boolean | null;
  /** What the screens say; absent where there is nothing to say. */
  view(): Pick<StationView, 'update'>;
  /** The same start, which starts nothing while another version is installed: it would be that of the new one. */
  onlyOfThisVersion(start: StartSidecar): StartSidecar;
  /** Restarts the station once labels and requests on their way are done; refused where no other version is installed. */
  finish(): Result<null>;
  stop(): void;
}

/** Looks at the installed files at each start of a process, when the window gets the focus, and every minute. */
export function createProgramUpdate(parts: ProgramUpdateParts): ProgramUpdate {
  const { program, clock, announce } = parts;
  const started = program?.read() ?? null;
  let known: InstalledState = 'same';
  let isRestarting = false;

  const look = (): InstalledState => {
    if (!program || started === null) return 'same';
    const found = installedState(started, program.read());
    if (found !== known) {
      known = found;
      announce('station', 'health');
    }
    return found;
  };
  let stopTimer = (): void => {};
  const lookAgain = (): void => {
    look();
    stopTimer = clock.after(lookMs, lookAgain);
  };
  if (program) stopTimer = clock.after(lookMs, lookAgain);
  const stopListening = program?.onFocus(look);

  const finishAndRestart = async (): Promise<void> => {
    await waitAtMost(parts.finishWork(), longestFinishMs, clock);
    parts.restart();
  };

  return {
    isWaiting: () => (program ? look() === 'replaced' : null),
    view() {
      if (isRestarting) return { update: 'restarting' };
      return known === 'replaced' ? { update: 'waiting' } : {};
    },
    onlyOfThisVersion: (start) => (priority) => (look() === 'same' ? start(priority) : null),
    finish() {
      if (isRestarting) return success(null);
      if (look() !== 'replaced') return failed(noUpdate);
      isRestarting = true;
      announce('station');
      finishAndRestart().catch(parts.onBug);
      return success(null);
    },
    stop() {
      stopTimer();
      stopListening?.();
    },
  };
}

const noUpdate: Failure = { code: 'not-allowed-now', message: message('station.no-update') };
