import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import { maxCallsAtOnce, tooMany } from '../../shared/contract/call-limits.ts';
import { type Change, ofParcels, type Topic, topicOf } from '../../shared/contract/changes.ts';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import { callChannel, changedChannel } from '../../shared/contract/station-channels.ts';
import type { StationCall } from '../../shared/contract/station-contract.ts';
import { createThrottledNotifier, type NotifierClock } from '../concurrency/throttled-notifier.ts';
import type { Station } from '../station/station.ts';

/** What the window is served with, once the station is open. */
export interface ServedStation extends Pick<Station, 'onChanged'> {
  /** Answers any call with a Result, after checking it against the contract. */
  answer(name: unknown, input: unknown): Promise<Result<unknown>>;
}

export interface ServeStationParts {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  window: BrowserWindow;
  /** The window of a second display, which shows the verdict alone; null where there is none. */
  verdictWindow(): BrowserWindow | null;
  /** The page's own origin, as its frame reports it. */
  origin: string;
  /** Rejects where the station cannot be opened. */
  opening: Promise<ServedStation>;
  clock: NotifierClock;
}

/** The contract as served to one window. */
export interface StationServer {
  /** Resolves once the station is open and the page has called nothing for a moment; at the latest after `longestBusyMs`. */
  quiet: Promise<void>;
  end(): void;
}

/** Milliseconds without a call after which the page is taken to have what it shows first. */
const quietMs = 300;

/** Longest time after the station was opened in which calls of the page postpone other work, milliseconds. */
const longestBusyMs = 3_000;

/**
 * Serves the contract to one window, on one channel for calls and one for changed topics. The page is there before the station: its calls
 * wait until the station is open, and are then answered in their order; where it cannot be opened, each is answered with a failure.
 */
export function serveStation(parts: ServeStationParts): StationServer {
  const { ipcMain, window, verdictWindow, origin, opening, clock } = parts;
  const activity = createActivity(opening);
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown) => {
    const isVerdictPage = name === verdictCall && isOurPage(event, verdictWindow(), origin);
    if (!isVerdictPage && !isOurPage(event, window, origin)) return refused(foreignSender);
    if (activity.isFull()) return refused(tooMany);
    return activity.during(async () => {
      const station = await opening.catch(() => null);
      return station ? station.answer(name, input) : refused(notOpened);
    });
  });
  const notify = coalesceChanges(clock, (changes) => {
    announceTo(window, changes);
  });
  let stopListening = (): void => {};
  opening.then(
    (station) => {
      stopListening = station.onChanged((changes) => {
        notify(changes);
        if (changes.includes(verdictTopic)) announceTo(verdictWindow(), [verdictTopic]);
      });
    },
    () => {},
  );
  return {
    quiet: activity.quiet,
    end() {
      stopListening();
      ipcMain.removeHandler(callChannel);
    },
  };
}

/** Notes when calls are answered, to find the first moment without one. */
function createActivity(opening: Promise<unknown>) {
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let resolveQuiet = (): void => {};
  const quiet = new Promise<void>((resolve) => {
    resolveQuiet = resolve;
  });
  let isOpen = false;
  const changed = (): void => {
    clearTimeout(timer);
    if (isOpen && running === 0) timer = setTimeout(resolveQuiet, quietMs);
  };
  opening.then(
    () => {
      isOpen = true;
      changed();
      setTimeout(resolveQuiet, longestBusyMs);
    },
    () => {},
  );
  return {
    quiet,
    /** True where as many calls wait for the station as it would answer at once. */
    isFull: () => !isOpen && running >= maxCallsAtOnce,
    async during<T>(work: () => Promise<T>): Promise<T> {
      running += 1;
      changed();
      try {
        return await work();
      } finally {
        running -= 1;
        changed();
      }
    },
  };
}

/** All that the window of a second display may call, and all that it is notified of. */
const verdictCall = 'verdict.read' satisfies StationCall;
const verdictTopic = 'verdict' satisfies Topic;

function announceTo(window: BrowserWindow | null, changes: readonly Change[]): void {
  if (window && !window.isDestroyed()) window.webContents.send(changedChannel, { changes });
}

/** True for the top frame of that window of ours while it shows our page. */
function isOurPage({ senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | null, origin: string): boolean {
  if (!senderFrame || !window || window.isDestroyed()) return false;
  return senderFrame === window.webContents.mainFrame && senderFrame.origin === origin;
}

/** As `failed` makes it, whose file loads zod: this one is read before the window opens. */
const refused = (failure: Failure): Result<never> => ({ ok: false, failure });

/** A call that does not come from the page. */
const foreignSender: Failure = { code: 'invalid-input', message: { code: 'call.foreign-sender', params: {} } };

/** The reason is shown in a dialog of the system. */
const notOpened: Failure = { code: 'unexpected', message: { code: 'call.unexpected', params: {} } };

/** Milliseconds between two messages to the window: at most 60 a second, the rate of a screen. */
const intervalMs = 17;

/**
 * Collects changes: the first are sent immediately, later ones together at the end of the interval, each topic once with all its parcels.
 */
export function coalesceChanges(
  clock: NotifierClock,
  send: (changes: Change[]) => void,
): (changes: readonly Change[]) => void {
  /** The parcels of each changed topic; null: any. */
  const changed = new Map<Topic, readonly number[] | null>();
  const notifier = createThrottledNotifier(clock, intervalMs, () => {
    const changes = [...changed].flatMap(([topic, parcels]) => (parcels ? ofParcels(parcels, topic) : topic));
    changed.clear();
    send(changes);
  });
  return (changes) => {
    for (const change of changes) {
      const topic = topicOf(change);
      const earlier = changed.has(topic) ? changed.get(topic) : [];
      changed.set(topic, typeof change === 'string' || !earlier ? null : [...earlier, ...change.parcels]);
    }
    notifier.notify();
  };
}
