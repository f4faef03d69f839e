import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure, Result } from '../../shared/failure.ts';
import type { ScanMode, ScanReading } from '../../shared/scan.ts';
import type { ScanAnswer } from '../../shared/scan-answer.ts';
import type { CallInput, CallOutput, StationCall, Topic } from '../../shared/station-contract.ts';
import type { Sound } from '../sound/tones.ts';
import { createMirror } from '../stores/mirror.ts';
import { soundOf, verdictOf } from '../words/verdicts.ts';
import { createScanQueue } from './scan-queue.ts';

/** What the region "Result" shows. */
export type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'pending'; readonly text: string; readonly mode: ScanMode; readonly since: number }
  | { readonly kind: 'answer'; readonly answer: ScanAnswer }
  | { readonly kind: 'failure'; readonly text: string; readonly failure: Failure };

export interface ScanDeskState {
  readonly shown: Shown;
  /** Scans taken and not yet answered. */
  readonly waiting: number;
  /** The last scan that could not be taken, because too many waited; null once a scan was taken again. */
  readonly refused: string | null;
}

export interface ScanDeskParts {
  readonly call: <C extends StationCall>(name: C, input: CallInput<C>) => Promise<Result<CallOutput<C>>>;
  readonly onChanged: (listener: (topics: readonly Topic[]) => void) => () => void;
  readonly play: (sound: Sound) => void;
  readonly now: () => number;
}

export interface ScanDesk extends Pick<StoreApi<ScanDeskState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Takes a scan into the line to main, with the mode of this moment. */
  take(reading: ScanReading, mode: ScanMode): void;
  /** Takes back the newest countdown, after all scans before it were answered. */
  undo(): void;
  /** Forgets what is shown: it belongs to an environment that is no longer open. */
  clear(): void;
  /** Shows a scan of before. */
  show(scanId: number): void;
}

type Task = { readonly kind: 'scan'; reading: ScanReading; mode: ScanMode; since: number } | { readonly kind: 'undo' };

const answerTopics: readonly Topic[] = ['scans', 'parcels', 'print jobs', 'deletions', 'commands'];

/** Brings scans to main one after another, in their order, and keeps the newest answer true while it is shown. */
export function createScanDesk({ call, onChanged, play, now }: ScanDeskParts): ScanDesk {
  const store = createStore<ScanDeskState>(() => ({ shown: { kind: 'nothing' }, waiting: 0, refused: null }));
  let stopWatching = (): void => undefined;

  const show = (shown: Shown): void => {
    stopWatching();
    stopWatching = () => undefined;
    store.setState({ shown });
  };

  /** Shows an answer, and reads it again whenever something changes. A turn for the worse is heard as well. */
  const showAnswer = (scanId: number, first: ScanAnswer | null): void => {
    if (first) show({ kind: 'answer', answer: first });
    else stopWatching();
    const mirror = createMirror({ topics: answerTopics, read: () => call('scan.answer', { scanId }), onChanged });
    let before = first && verdictOf(first, 0).tone;
    stopWatching = mirror.subscribe(({ value, failure }) => {
      if (value) {
        const { tone } = verdictOf(value, 0);
        if (before !== null && tone !== before && (tone === 'warning' || tone === 'error')) play(tone);
        before = tone;
        store.setState({ shown: { kind: 'answer', answer: value } });
      } else if (failure) {
        store.setState({ shown: { kind: 'failure', text: '', failure } });
      }
    });
  };

  const scan = async ({ reading, mode, since }: Extract<Task, { kind: 'scan' }>): Promise<void> => {
    show({ kind: 'pending', text: reading.asTyped, mode, since });
    const result = await call('scan.take', { reading, mode });
    if (result.ok) {
      showAnswer(result.value.scanId, result.value);
      play(soundOf(result.value));
    } else {
      show({ kind: 'failure', text: reading.asTyped, failure: result.failure });
      play('error');
    }
  };

  const undo = async (): Promise<void> => {
    const result = await call('deletion.undo', { commandId: null });
    play(result.ok ? 'success' : 'warning');
  };

  const queue = createScanQueue<Task>(async (task) => {
    await (task.kind === 'scan' ? scan(task) : undo());
    store.setState({ waiting: queue.length - 1 });
  });

  const add = (task: Task): void => {
    const text = task.kind === 'scan' ? task.reading.asTyped : 'Undo';
    const isTaken = queue.add(task);
    store.setState({ waiting: queue.length, refused: isTaken ? null : text });
    if (!isTaken) play('error');
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    take: (reading, mode) => add({ kind: 'scan', reading, mode, since: now() }),
    undo: () => add({ kind: 'undo' }),
    clear: () => show({ kind: 'nothing' }),
    show: (scanId) => showAnswer(scanId, null),
  };
}
