import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { type StationCall, stationCalls } from '../../shared/contract/station-contract.ts';
import { message } from '../../shared/messages/message.ts';
import { type Waiting, waitingCount, waitingItems } from '../../shared/orders/waiting-work.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { Notices } from '../core/notices.ts';
import type { OpenEnvironment } from './open-environment.ts';

/** The active environment, and switching to another one. */
export interface ActiveEnvironment {
  /** Throws during a switch. */
  now(): OpenEnvironment;
  /** Null during a switch. */
  ifOpen(): OpenEnvironment | null;
  /** Opens the active environment again: another one, or the same with another address or token. */
  reopen(): Promise<void>;
  /** Answers a call once no switch is in progress. */
  answer(handlers: Handlers, name: StationCall, input: unknown): Promise<Result<unknown>>;
  close(): Promise<void>;
}

/** The environment before a switch. */
export interface PreviousEnvironment {
  readonly name: string;
  readonly waiting: Waiting;
}

export interface ActiveEnvironmentParts {
  /** Opens one that has not started. */
  open(): Promise<OpenEnvironment>;
  /** Begins one that has started, or has it begin later. */
  begin(opened: OpenEnvironment): Promise<void>;
  /** Called after a switch with the previous environment; null where the same one was reopened. */
  onSwitched(previous: PreviousEnvironment | null): void;
  onBug: (error: unknown) => void;
}

/** Opens the active environment, and refuses calls that were meant for the previous one. */
export async function createActiveEnvironment({
  open,
  begin,
  onSwitched,
  onBug,
}: ActiveEnvironmentParts): Promise<ActiveEnvironment> {
  const openWithFacts = async (): Promise<OpenEnvironment> => {
    const opened = await open();
    try {
      await opened.start();
      await begin(opened);
    } catch (error) {
      // Its print queue would go on sending labels, beside that of the environment that is opened in its place.
      await opened.close().catch(onBug);
      throw error;
    }
    // The notification of those that were written meanwhile had no receiver.
    opened.sendFacts();
    return opened;
  };
  let environment: OpenEnvironment | null = await openWithFacts();
  const reopening = createMutex();
  /** Counts switches, to refuse calls made while another environment was shown. */
  let epoch = 0;
  let switching = 0;

  const switchOver = async (): Promise<void> => {
    const name = environment?.environment.name;
    const waiting = await environment?.close().catch(onBug);
    environment = null;
    environment = await openWithFacts().finally(() => {
      switching -= 1;
    });
    // The same environment with another address or token is not a switch.
    const hasChanged = name !== undefined && name !== environment.environment.name;
    onSwitched(hasChanged && waiting ? { name, waiting } : null);
  };

  return {
    now() {
      if (!environment) throw new Error('No environment is open');
      return environment;
    },
    ifOpen: () => environment,
    reopen() {
      epoch += 1;
      switching += 1;
      const done = reopening.runExclusive(switchOver);
      done.catch(onBug);
      return done;
    },
    async answer(handlers, name, input) {
      const requestedEpoch = epoch;
      const duringSwitch = switching > 0;
      await reopening.idle();
      const isSwitched = duringSwitch || requestedEpoch !== epoch || !isMeantFor(input, environment);
      if (stationCalls[name].scope === 'environment' && isSwitched) return failed(environmentChanged);
      const handle = handlers[name] as (parsed: unknown) => Promise<Result<unknown>>;
      return handle(input);
    },
    async close() {
      await reopening.idle();
      await environment?.close();
    },
  };
}

/** Reports work left in the previous environment, which waits until that environment is active again. */
export function notifyWorkLeftWaiting(notices: Notices, { name, waiting }: PreviousEnvironment): void {
  const items = waitingItems(waiting);
  if (items.length === 0) return;
  const workLeft = message('environment.work-left', { environment: name, items, count: waitingCount(waiting) });
  notices.notify({ tone: 'information', message: workLeft });
}

/** False where the call names another environment. */
function isMeantFor(input: unknown, opened: OpenEnvironment | null): boolean {
  const { environment } = Object(input) as { environment?: unknown };
  return environment === undefined || environment === opened?.environment.name;
}

const environmentChanged: Failure = { code: 'not-allowed-now', message: message('call.environment-changed') };
