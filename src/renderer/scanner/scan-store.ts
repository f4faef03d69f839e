import { createStore } from 'zustand/vanilla';
import type { Change, Topic } from '../../shared/contract/changes.ts';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import type { CallInput, CallOutput, StationCall } from '../../shared/contract/station-contract.ts';
import type { ScanMode, ScanReading } from '../../shared/scanning/scan.ts';
import { type ScanAnswer, scanShows } from '../../shared/scanning/scan-answer.ts';
import { afterTimeout, createQuery, type Later, type ReadableStore } from '../data/query.ts';
import { scanVerdict, soundOf } from '../presentation/verdict.ts';
import type { VerdictContext } from '../presentation/verdict-facts.ts';
import { failureText, text } from '../text/text.ts';
import type { Sound } from '../ui/sounds.ts';

/** What the region "Result" shows. */
export type ShownResult =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'pending'; readonly text: string; readonly mode: ScanMode; readonly since: number }
  | { readonly kind: 'answer'; readonly answer: ScanAnswer }
  | { readonly kind: 'failure'; readonly text: string; readonly failure: Failure };

/** The deletion that Ctrl Z undid, or why it undid none. `id`: a later one has a higher number. */
export type Undone = { readonly id: number } & (
  | { readonly kind: 'deletion'; readonly code: string }
  | { readonly kind: 'nothing'; readonly failure: Failure }
);

export interface ScanStoreState {
  readonly shown: ShownResult;
  /** Scans accepted and not yet answered. */
  readonly waiting: number;
  /** What the last Ctrl Z did; null before the first, and after it was dismissed. */
  readonly undone: Undone | null;
  /** The last scan that was not accepted because too many waited; null after the next accepted one. */
  readonly rejected: string | null;
}

export interface ScanStoreParts {
  readonly call: <C extends StationCall>(name: C, input: CallInput<C>) => Promise<Result<CallOutput<C>>>;
  readonly onChanged: (listener: (changes: readonly Change[]) => void) => () => void;
  readonly later?: Later;
  /** Plays the sound, and speaks the text where the settings say so. */
  readonly play: (sound: Sound, spoken: string) => void;
  readonly now: () => number;
  /** The environment that the window shows; undefined before it is known. */
  readonly environment: () => string | undefined;
  /** The answer to a scan is on the page; `lastKeyAt`: when its last key went down. */
  readonly onAnswered?: (lastKeyAt: number) => void;
  /** What verdicts depend on besides the answer. */
  readonly context: () => VerdictContext;
}

/** What a scan was made with. */
export interface ScanMoment {
  /** The environment that the window showed; left out, the one that it shows now. */
  readonly environment?: string | undefined;
  /** When its last key went down, where keys wrote it. */
  readonly lastKeyAt?: number;
}

export interface ScanStore extends ReadableStore<ScanStoreState> {
  /** Adds a scan to the queue to main, with the mode of the moment in which it was made. */
  submit(reading: ScanReading, mode: ScanMode, made?: ScanMoment): void;
  /** Undoes the newest pending deletion of the environment that was shown, after all earlier scans were answered. */
  undo(made?: Pick<ScanMoment, 'environment'>): void;
  /** The report of the last Ctrl Z was read. */
  dismissUndone(): void;
  clear(): void;
  /** Clears an answer, which belongs to an environment that is no longer open; a scan that the switch refused is still to be read. */
  leaveEnvironment(): void;
  /** Shows an earlier scan. */
  show(scanId: number): void;
  /** Plays the sound of the answer that is shown once more; false where none is. */
  repeat(): boolean;
}

interface ScanTask {
  readonly kind: 'scan';
  readonly reading: ScanReading;
  readonly mode: ScanMode;
  readonly since: number;
  readonly lastKeyAt: number | undefined;
}
type Task = ScanTask | { readonly kind: 'undo' };
/** With the environment that was shown when it was made: main refuses it in another. */
type QueuedTask = readonly [task: Task, environment: string | undefined];

const answerTopics: readonly Topic[] = ['parcels', 'print jobs', 'deletions', 'commands'];

/** Milliseconds whose changes are read together: an answer is painted before it is read again. */
const gatherMs = 50;

/**
 * Milliseconds after which a scan without an answer is shown as such. Main answers sooner, and drawing two screens for one scan would
 * delay both the verdict and the label.
 */
const pendingAfterMs = 100;

/** Sends scans to main one after another, in order, and keeps the newest answer current while it is shown. */
export function createScanStore({
  call,
  onChanged,
  later = afterTimeout,
  play,
  now,
  environment,
  onAnswered,
  context,
}: ScanStoreParts): ScanStore {
  const store = createStore<ScanStoreState>(() => ({
    shown: { kind: 'nothing' },
    waiting: 0,
    undone: null,
    rejected: null,
  }));
  let stopWatching = (): void => undefined;

  const playVerdict = (answer: ScanAnswer): void => {
    const verdict = scanVerdict(answer, context());
    play(soundOf(verdict), verdict.heading);
  };
  const playFailure = (): void => play('refused', text('scan.failed'));

  /** What is shown is not read again. */
  const leaveAnswer = (): void => {
    stopWatching();
    stopWatching = () => undefined;
  };

  const show = (shown: ShownResult): void => {
    leaveAnswer();
    store.setState({ shown });
  };

  /**
   * Shows how the scan in progress ended; it waits no longer. Both together, so that they are drawn once. What was undone of its code is
   * no news beside what is true of it now.
   */
  const end = (shown: ShownResult): void => {
    leaveAnswer();
    const { undone } = store.getState();
    const isAboutUndone =
      shown.kind === 'answer' && undone?.kind === 'deletion' && codeOf(shown.answer) === undone.code;
    store.setState({ shown, waiting: queue.length - 1, undone: isAboutUndone ? null : undone });
  };

  /**
   * Shows an answer, and reads it again whenever something of it changes. A change to a warning or an error makes a sound. `changes`:
   * since the first answer was requested.
   */
  const showAnswer = (scanId: number, first: ScanAnswer | null, changes: readonly Change[] = []): void => {
    if (first) end({ kind: 'answer', answer: first });
    else leaveAnswer();
    const query = createQuery({
      ...{ topics: answerTopics, onChanged, gatherMs, later },
      ...(first && { initial: { value: first, changes } }),
      // The number of labels before its own changes with every other label.
      concerns: (answer, parcelId, topic) =>
        scanShows(answer, parcelId) || (topic === 'print jobs' && answer.labelsBefore !== null),
      read: () => call('scan.answer', { scanId }),
    });
    let lastTone = first && scanVerdict(first, context()).tone;
    stopWatching = query.subscribe(({ value, failure }) => {
      if (value) {
        const { tone } = scanVerdict(value, context());
        if (lastTone !== null && tone !== lastTone && (tone === 'warning' || tone === 'error')) playVerdict(value);
        lastTone = tone;
        store.setState({ shown: { kind: 'answer', answer: value } });
      } else if (failure) {
        store.setState({ shown: { kind: 'failure', text: '', failure } });
      }
    });
  };

  const scan = async ({ reading, mode, since, lastKeyAt }: ScanTask, environment?: string): Promise<void> => {
    // An earlier answer that is read again must not replace this scan.
    leaveAnswer();
    const stopWaiting = later(pendingAfterMs, () => show({ kind: 'pending', text: reading.asTyped, mode, since }));
    const changes: Change[] = [];
    const stopListening = onChanged((changed) => void changes.push(...changed));
    const result = await call('scan.submit', { reading, mode, environment });
    stopListening();
    stopWaiting();
    if (result.ok) {
      showAnswer(result.value.scanId, result.value, changes);
      if (lastKeyAt !== undefined) onAnswered?.(lastKeyAt);
      playVerdict(result.value);
    } else {
      end({ kind: 'failure', text: reading.asTyped, failure: result.failure });
      playFailure();
    }
  };

  const undo = async (environment?: string): Promise<void> => {
    const result = await call('deletion.undo', { commandId: null, environment });
    const id = (store.getState().undone?.id ?? 0) + 1;
    store.setState({
      undone: result.ok
        ? { id, kind: 'deletion', code: result.value.codes[0] ?? '' }
        : { id, kind: 'nothing', failure: result.failure },
      waiting: queue.length - 1,
    });
    if (result.ok) play('done', text('deletion.state.undone'));
    else play('warning', failureText(result.failure));
  };

  const queue = createScanQueue<QueuedTask>(([task, meant]) =>
    task.kind === 'scan' ? scan(task, meant) : undo(meant),
  );

  const add = (task: Task, meant = environment()): void => {
    const rejected = task.kind === 'scan' ? task.reading.asTyped : text('scan.undo-task');
    const isAccepted = queue.add([task, meant]);
    store.setState({ waiting: queue.length, rejected: isAccepted ? null : rejected });
    if (!isAccepted) play('refused', text('scan.not-accepted'));
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    submit: (reading, mode, made) =>
      add({ kind: 'scan', reading, mode, since: now(), lastKeyAt: made?.lastKeyAt }, made?.environment),
    undo: (made) => add({ kind: 'undo' }, made?.environment),
    dismissUndone: () => store.setState({ undone: null }),
    clear: () => show({ kind: 'nothing' }),
    leaveEnvironment() {
      const { shown } = store.getState();
      // Without a text it is that of an answer which could not be read again.
      if (shown.kind !== 'failure' || shown.text === '') show({ kind: 'nothing' });
    },
    show: (scanId) => showAnswer(scanId, null),
    repeat() {
      const { shown } = store.getState();
      if (shown.kind === 'answer') playVerdict(shown.answer);
      else if (shown.kind === 'failure') playFailure();
      return shown.kind === 'answer' || shown.kind === 'failure';
    },
  };
}

const codeOf = ({ parcel, code }: ScanAnswer): string | null => parcel?.customCode ?? code;

/** Work done strictly one after another, in the order it arrives. */
export interface ScanQueue<T> {
  /** False where too many wait already: this one was not accepted. */
  add(item: T): boolean;
  /** Those that wait, and the one in progress. */
  readonly length: number;
}

/** Scans that may wait for the station: more than a minute of the fastest scanning. */
export const maxWaitingScans = 50;

/** Makes a queue. `work` never rejects. */
export function createScanQueue<T>(work: (item: T) => Promise<void>, capacity: number = maxWaitingScans): ScanQueue<T> {
  const items: T[] = [];
  let working = false;

  async function run(): Promise<void> {
    working = true;
    for (let item = items[0]; item !== undefined; item = items[0]) {
      await work(item);
      items.shift();
    }
    working = false;
  }

  return {
    add(item) {
      if (items.length >= capacity) return false;
      items.push(item);
      if (!working) void run();
      return true;
    },
    get length() {
      return items.length;
    },
  };
}
