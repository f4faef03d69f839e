import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { message } from '../../../shared/messages/message.ts';
import { waitAtMost } from '../../concurrency/waiting.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstalledProgram, ProgramFiles, StartSidecar } from '../ports/desktop.ts';

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
