import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { callChannel, changedChannel } from '../../shared/contract/station-channels.ts';
import { type StationCall, stationCalls, type Topic } from '../../shared/contract/station-contract.ts';
import { faultsOf, faultText } from '../../shared/contract/validation-issues.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Station } from '../station/station.ts';

export interface ServeStationParts {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  window: BrowserWindow;
  /** The page's own origin, as the frame tells it. */
  origin: string;
  station: Pick<Station, 'call' | 'onChanged'>;
  clock: Pick<Clock, 'after'>;
  onBug(error: unknown): void;
}

/** Serves the contract to one window, on two channels: calls in, changed topics out. The returned function ends both. */
export function serveStation({ ipcMain, window, origin, station, clock, onBug }: ServeStationParts): () => void {
  const answer = answerCalls({ call: station.call, onBug });
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown) =>
    isOurPage(event, window, origin) ? answer(name, input) : failed(foreignSender),
  );
  const notify = coalesceTopics(clock, (topics) => {
    if (!window.isDestroyed()) window.webContents.send(changedChannel, { topics });
  });
  const stopListening = station.onChanged(notify);
  return () => {
    stopListening();
    ipcMain.removeHandler(callChannel);
  };
}

/** True for the top frame of our window while it shows our page; a frame that is gone has no answer coming. */
function isOurPage({ senderFrame }: IpcMainInvokeEvent, window: BrowserWindow, origin: string): boolean {
  if (!senderFrame || window.isDestroyed()) return false;
  return senderFrame === window.webContents.mainFrame && senderFrame.origin === origin;
}

/** Calls of the window answered at the same time; the page itself has no more than a dozen. Those above are refused. */
export const maxCallsAtOnce = 64;

/** Faults of an input named to the page; the rest would say the same. */
const maxFaultsNamed = 5;

export interface AnswerCallsParts {
  /** Given an input that the contract parsed. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  /** Told of what only a bug can cause; the page is told nothing of it. */
  onBug(error: unknown): void;
}

/**
 * Answers one call of the window: name, input and output are held to the contract, and the answer is always a plain Result;
 * nothing is thrown across the border. The sender has been checked.
 */
export function answerCalls({
  call,
  onBug,
}: AnswerCallsParts): (name: unknown, input: unknown) => Promise<Result<unknown>> {
  let running = 0;
  return async (name, input) => {
    if (!isStationCall(name)) return failed(unknownCall);
    const contract = stationCalls[name];
    const parsed = contract.input.safeParse(input);
    if (!parsed.success) return failed(invalidInput(parsed.error));
    if (running >= maxCallsAtOnce) return failed(tooMany);
    running += 1;
    try {
      const result = await call(name, parsed.data);
      if (!result.ok) return failed(result.failure);
      const value = contract.output.safeParse(result.value);
      if (value.success) return success(value.data);
      throw new Error(`"${name}" answered against the contract: ${faultsOf(value.error).map(faultText).join('; ')}`);
    } catch (error) {
      onBug(error);
      return failed(unexpected);
    } finally {
      running -= 1;
    }
  };
}

const isStationCall = (name: unknown): name is StationCall =>
  typeof name === 'string' && Object.hasOwn(stationCalls, name);

const again = 'Do it again. If it comes back, close Packbench and open it again.';

const unknownCall: Failure = { code: 'invalid-input', message: 'The station does not know this call.', next: again };

const tooMany: Failure = {
  code: 'not-allowed-now',
  message: 'The station is answering too many calls at once; this one was not taken.',
  next: 'Wait a moment and do it again.',
};

const unexpected: Failure = { code: 'unexpected', message: 'Something went wrong inside the station.', next: again };

/** Also for a call that came from another place than the station's own page. */
const foreignSender: Failure = { code: 'invalid-input', message: 'The station answers its own window only.' };

/** Names places and rules, never the values. */
function invalidInput(error: z.ZodError): Failure {
  const faults = faultsOf(error).slice(0, maxFaultsNamed).map(faultText);
  return { code: 'invalid-input', message: `Not accepted: ${faults.join('; ')}.` };
}

/** Milliseconds between two messages to the window: at most 60 a second, as often as a screen is drawn. */
const pauseMs = 17;

/**
 * Gathers changed topics: the first is told at once, those that follow within the pause together at its end. Never holds more
 * than one of each topic.
 */
export function coalesceTopics(
  clock: Pick<Clock, 'after'>,
  send: (topics: Topic[]) => void,
): (topics: Topic[]) => void {
  const gathered = new Set<Topic>();
  let pausing = false;
  const sendAll = (): void => {
    pausing = gathered.size > 0;
    if (!pausing) return;
    const topics = [...gathered];
    gathered.clear();
    clock.after(pauseMs, sendAll);
    send(topics);
  };
  return (topics) => {
    for (const topic of topics) gathered.add(topic);
    if (!pausing) sendAll();
  };
}
