import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import type { StationCall } from '../../shared/contract/station-contract.ts';
import type { Waiting } from '../../shared/orders/waiting.ts';
import type { Handlers } from './calls/handlers.ts';
import type { OpenEnvironment } from './open-environment.ts';

/** The environment in use, and the way to another one. */
export interface ActiveEnvironment {
  now(): OpenEnvironment;
  /** Null while one is left and the other not open yet. */
  ifOpen(): OpenEnvironment | null;
  /** Opens the active environment anew: another one, or with another address or token. */
  reopen(): Promise<void>;
  /** Answers a call once no switch is under way. */
  answer(handlers: Handlers, name: StationCall, input: unknown): Promise<Result<unknown>>;
  close(): Promise<void>;
}

/** An environment that is no longer in use. */
export interface PreviousEnvironment {
  readonly name: string;
  readonly waiting: Waiting;
}

export interface ActiveEnvironmentParts {
  open(): Promise<OpenEnvironment>;
  /** Another environment is shown from now on; what waits in the one left, where that is known. */
  onSwitched(previous: PreviousEnvironment | null): void;
  onBug: (error: unknown) => void;
}

/** Opens the active environment, and keeps calls from acting on one that is no longer shown. */
export async function createActiveEnvironment({
  open,
  onSwitched,
  onBug,
}: ActiveEnvironmentParts): Promise<ActiveEnvironment> {
  let environment: OpenEnvironment | null = await open();
  let reopening: Promise<void> = Promise.resolve();
  /** Counts switches: a call that was made while another environment was on the screen is refused. */
  let epoch = 0;
  let switching = 0;

  const switchOver = async (): Promise<void> => {
    const name = environment?.environment.name;
    const waiting = await environment?.close().catch(onBug);
    environment = null;
    environment = await open().finally(() => {
      switching -= 1;
    });
    // Opened anew with another address or token, it is the same one: nothing is left behind.
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
      const done = reopening.then(switchOver);
      reopening = done.catch(onBug);
      return done;
    },
    async answer(handlers, name, input) {
      const requestedEpoch = epoch;
      const duringSwitch = switching > 0;
      await reopening;
      if (environmentScopedCalls.includes(name) && (duringSwitch || requestedEpoch !== epoch))
        return failed(switchedMeanwhile);
      const handle = handlers[name] as (parsed: unknown) => Promise<Result<unknown>>;
      return handle(input);
    },
    async close() {
      await reopening;
      await environment?.close();
    },
  };
}

/** Calls that act on, or name by number, what the window shows: numbers begin at 1 in each environment's file. */
const environmentScopedCalls: readonly StationCall[] = [
  'scan.submit',
  'scan.answer',
  'parcel.print',
  'parcel.delete',
  'parcel.timeline',
  'deletion.undo',
  'label.picture',
  'parcel.detail',
  'print-job.cancel',
  'print-job.settle',
  'print-job.hold',
  'print-job.release',
  'print-job.move',
  'print-job.answer',
  'printer.move-jobs',
  'command.undo',
  'command.confirm',
  'command.retry',
  'command.delete-again',
  'command.settle',
  'command.dismiss',
  'order.quote',
  'order.create',
  'order.progress',
  'order.send-again',
  'order.replace',
  'order.dismiss-alarm',
  'order.check-code',
  'parcel.order-draft',
  'order-book.save-address',
  'order-book.remove-address',
  'order-book.save-template',
  'order-book.remove-template',
  'batch.choose-file',
  'batch.open-file',
  'batch.paste-rows',
  'batch.match',
  'batch.change',
  'batch.change-cell',
  'batch.skip-row',
  'batch.quote',
  'batch.stop-quote',
  'batch.start',
  'batch.pause',
  'batch.resume',
  'batch.stop',
  'batch.export',
  'batch.dismiss',
  'sandbox.preview',
  'sandbox.run',
  'import.file',
  'import.choose-files',
  'import.cancel',
  'import.choose-folder',
];

const switchedMeanwhile: Failure = {
  code: 'not-allowed-now',
  message: 'The environment was changed meanwhile; nothing was done.',
  next: 'Do it again if it is still wanted.',
};
