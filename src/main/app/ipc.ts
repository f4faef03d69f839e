import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { createCallLimit, tooMany } from '../../shared/contract/call-limits.ts';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { callChannel, changedChannel } from '../../shared/contract/station-channels.ts';
import { type StationCall, stationCalls, type Topic } from '../../shared/contract/station-contract.ts';
import { issueSummary, validationIssues } from '../../shared/contract/validation-issues.ts';
import { message } from '../../shared/messages/message.ts';
import { createThrottledNotifier, type NotifierClock } from '../concurrency/throttled-notifier.ts';
import type { Station } from '../station/station.ts';

export interface ServeStationParts {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  window: BrowserWindow;
  /** The page's own origin, as its frame reports it. */
  origin: string;
  station: Pick<Station, 'call' | 'onChanged'>;
  clock: NotifierClock;
  onBug(error: unknown): void;
}

/** Serves the contract to one window, on one channel for calls and one for changed topics. The returned function ends both. */
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

/** True for the top frame of our window while it shows our page. */
function isOurPage({ senderFrame }: IpcMainInvokeEvent, window: BrowserWindow, origin: string): boolean {
  if (!senderFrame || window.isDestroyed()) return false;
  return senderFrame === window.webContents.mainFrame && senderFrame.origin === origin;
}

/** Most concurrent calls of the window, which makes a dozen at most. Further ones are refused. */
export const maxCallsAtOnce = 64;

/** Most issues of an input that are named to the page. */
const maxIssuesNamed = 5;

export interface AnswerCallsParts {
  /** Handles a call whose input was parsed by the contract. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  /** Called with errors that only a bug can cause; the page gets no details of them. */
  onBug(error: unknown): void;
  /** Milliseconds on a clock that only goes forward; the process's own by default. */
  now?(): number;
}

/**
 * Answers calls of the window: name, input and output are checked against the contract, and the answer is always a plain Result,
 * never an exception. The sender must have been checked.
 */
export function answerCalls({
  call,
  onBug,
  now = () => performance.now(),
}: AnswerCallsParts): (name: unknown, input: unknown) => Promise<Result<unknown>> {
  const limit = createCallLimit(now);
  let running = 0;
  return async (name, input) => {
    const refusal = limit.refusal(name, input);
    if (refusal) return failed(refusal);
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
      throw new Error(`"${name}" answered against the contract: ${issueSummary(value.error)}`);
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

const unknownCall: Failure = { code: 'invalid-input', message: message('call.unknown') };

const unexpected: Failure = { code: 'unexpected', message: message('call.unexpected') };

/** A call that does not come from the page. */
const foreignSender: Failure = { code: 'invalid-input', message: message('call.foreign-sender') };

/** Contains paths and messages, never values. */
function invalidInput(error: z.ZodError): Failure {
  const issues = validationIssues(error)
    .slice(0, maxIssuesNamed)
    .map(({ path, message: problem }) => message('validation.at', { path, problem }));
  return { code: 'invalid-input', message: message('call.invalid-input', { issues }) };
}

/** Milliseconds between two messages to the window: at most 60 a second, the rate of a screen. */
const intervalMs = 17;

/**
 * Collects changed topics: the first are sent immediately, later ones together at the end of the interval.
 */
export function coalesceTopics(clock: NotifierClock, send: (topics: Topic[]) => void): (topics: Topic[]) => void {
  const changed = new Set<Topic>();
  const notifier = createThrottledNotifier(clock, intervalMs, () => {
    const topics = [...changed];
    changed.clear();
    send(topics);
  });
  return (topics) => {
    for (const topic of topics) changed.add(topic);
    notifier.notify();
  };
}
