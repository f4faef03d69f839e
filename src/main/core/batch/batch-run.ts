import type { Command } from '../../../shared/command.ts';
import { assertNever, type Failure } from '../../../shared/failure.ts';
import type { Orders } from '../orders.ts';
import type { BatchFacts } from '../ports/batch-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records, WriteContext } from '../ports/records.ts';
import { createLane } from '../task-lane.ts';
import { createBatchPace } from './batch-pace.ts';
import type { OpenBatch } from './open-batch.ts';

export interface BatchRunParts {
  records: Pick<Records, 'newestBatchOrder' | 'nextBatchOrder' | 'beginBatchOrder' | 'refuseBatchOrder'>;
  orders: Pick<Orders, 'create'>;
  clock: Clock;
  batch: () => OpenBatch | null;
  /** Changes the state of a running batch; false where a person was faster. */
  move(batch: OpenBatch, state: 'paused' | 'done', change: Partial<BatchFacts>, what: string): Promise<boolean>;
  /** Something of it changed that a screen may show. */
  onProgress: () => void;
  record(what: string, outcome: string): WriteContext;
  onBug: (error: unknown) => void;
}

/** Creates a batch's orders one at a time: the next begins when the service has answered the one before, or may never. */
export interface BatchRun {
  /** Something may have changed: a command, or the batch's state. */
  kick(): void;
  /** A person said that it goes on: what went wrong before is forgotten. */
  forgive(): void;
  /** What a running batch waits for; null where it goes on. */
  why(): Failure | null;
  pauseMs(): number;
  stop(): Promise<void>;
}

/** Orders in doubt one after the other that pause it: the service is in trouble. */
const mostDoubts = 2;

/** Milliseconds until it is tried again where too much waits for the service. */
const fullPauseMs = 5_000;

/** The order before is still on its way, or the batch was stopped while its next order was made ready. */
class MovedOn extends Error {}

export function createBatchRun(parts: BatchRunParts): BatchRun {
  const { records, clock } = parts;
  const pace = createBatchPace();
  let why: Failure | null = null;
  let doubts = 0;
  /** The order whose end was looked at last, and the attempt of one on its way that met a 429. */
  let judged: number | null = null;
  let refusedAttempt = '';
  let isForgiven = false;
  let quietUntil = 0;
  let cancelTimer: (() => void) | null = null;

  const setWhy = (failure: Failure | null): void => {
    if (why?.message === failure?.message) return;
    why = failure;
    parts.onProgress();
  };

  const wakeIn = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => lane.kick());
  };

  const pauseByItself = async (batch: OpenBatch, failure: Failure): Promise<void> => {
    if (await parts.move(batch, 'paused', { why: failure }, 'batch paused by itself')) setWhy(null);
  };

  /** True while the order begun last has no answer that ends it. */
  const waitsFor = (command: Command): boolean => {
    switch (command.state) {
      case 'counting':
      case 'waiting':
      case 'asks':
      case 'sending':
      case 'blocked': {
        const attempt = `${command.id} ${command.attempts}`;
        if (command.failure?.code === 'too-many-requests' && refusedAttempt !== attempt) {
          refusedAttempt = attempt;
          pace.tooMany();
        }
        setWhy(command.failure);
        return true;
      }
      case 'done':
      case 'uncertain':
      case 'rejected':
      case 'undone':
        return false;
      default:
        return assertNever(command.state);
    }
  };

  const judge = (number: number, command: Command | null): void => {
    if (judged === number) return;
    judged = number;
    if (isForgiven) {
      isForgiven = false;
      return;
    }
    doubts = command?.state === 'uncertain' ? doubts + 1 : 0;
    if (command?.state === 'done') pace.wentWell();
    quietUntil = clock.now() + pace.pauseMs();
    parts.onProgress();
  };

  /** True where the next may follow at once. */
  const begin = async (batch: OpenBatch): Promise<boolean> => {
    const next = await records.nextBatchOrder(batch.id);
    if (!next) {
      if (await parts.move(batch, 'done', {}, 'batch done')) setWhy(null);
      return false;
    }
    const place = { id: batch.id, number: next.number };
    const created = await parts.orders
      .create(next.request, { quotedPrice: next.quoted, evenIfAlike: true }, async (request, record, intent) => {
        const asked = intent ?? { quotedPrice: next.quoted, likeness: null };
        const command = await records.beginBatchOrder(place, request, record, asked);
        if (!command) throw new MovedOn();
        return command;
      })
      .catch((error: unknown) => {
        if (error instanceof MovedOn) return null;
        throw error;
      });
    parts.onProgress();
    if (created === null) return false;
    if (created.ok) {
      setWhy(null);
      return true;
    }
    const { failure } = created;
    if (failure.code === 'conflict' || failure.code === 'invalid-input') {
      await records.refuseBatchOrder(place, failure, parts.record('batch order refused here', failure.message));
      return true;
    }
    if (failure.code === 'not-allowed-now') {
      setWhy(failure);
      wakeIn(fullPauseMs);
      return false;
    }
    await pauseByItself(batch, failure);
    return false;
  };

  const lane = createLane(async (stopping) => {
    cancelTimer?.();
    for (;;) {
      const batch = parts.batch();
      if (stopping() || batch?.state !== 'running') return;
      const newest = await records.newestBatchOrder(batch.id);
      if (newest?.command && waitsFor(newest.command)) return;
      if (newest) judge(newest.number, newest.command);
      isForgiven = false;
      if (doubts >= mostDoubts) return pauseByItself(batch, inDoubt);
      const quiet = quietUntil - clock.now();
      // A longer pause than any began under another clock.
      if (quiet > 0 && quiet <= pace.pauseMs()) return wakeIn(quiet);
      if (stopping() || !(await begin(batch))) return;
    }
  }, parts.onBug);

  return {
    kick: () => lane.kick(),
    forgive() {
      [doubts, judged, isForgiven, quietUntil, why] = [0, null, true, 0, null];
    },
    why: () => why,
    pauseMs: () => pace.pauseMs(),
    async stop() {
      cancelTimer?.();
      await lane.stop();
      cancelTimer?.();
    },
  };
}

const inDoubt: Failure = {
  code: 'service-trouble',
  message: 'Two orders in a row got no clear answer: the service is in trouble.',
  next: 'See what became of them under Print queue, Waiting to send, and go on when the service is well.',
};
