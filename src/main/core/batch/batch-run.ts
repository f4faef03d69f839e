import { assertNever, type Failure, sentenceOf } from '../../../shared/contract/failure.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Orders } from '../orders/order-creation.ts';
import type { BatchFacts } from '../ports/batch-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records, WriteContext } from '../ports/records.ts';
import { createBatchBackoff } from './batch-backoff.ts';
import type { OpenBatch } from './open-batch.ts';

export interface BatchRunParts {
  records: Pick<Records, 'newestBatchOrder' | 'nextBatchOrder' | 'beginBatchOrder' | 'refuseBatchOrder'>;
  orders: Pick<Orders, 'create'>;
  clock: Clock;
  batch: () => OpenBatch | null;
  /** Changes the state of a running batch; false where a person was faster. */
  changeState(batch: OpenBatch, state: 'paused' | 'done', change: Partial<BatchFacts>, what: string): Promise<boolean>;
  /** Something of it changed that a screen may show. */
  onProgress: () => void;
  record(what: string, outcome: string): WriteContext;
  onBug: (error: unknown) => void;
}

/** Creates a batch's orders one at a time: the next begins when the service has answered the one before, or may never. */
export interface BatchRun {
  /** Something may have changed: a command, or the batch's state. */
  wake(): void;
  /** A person said that it goes on: what went wrong before is forgotten. */
  resetFailures(): void;
  /** What a running batch waits for; null where it goes on. */
  why(): Failure | null;
  pauseMs(): number;
  stop(): Promise<void>;
}

/** Orders in doubt one after the other that pause it: the service is in trouble. */
const maxUncertain = 2;

/** Milliseconds until it is tried again where too much waits for the service. */
const fullQueueRetryMs = 5_000;

/** The order before is still on its way, or the batch was stopped while its next order was made ready. */
class BatchNotRunningError extends Error {}

export function createBatchRun(parts: BatchRunParts): BatchRun {
  const { records, clock } = parts;
  const backoff = createBatchBackoff();
  let why: Failure | null = null;
  let uncertainInARow = 0;
  /** The order whose end was looked at last, and the attempt of one on its way that met a 429. */
  let evaluatedNumber: number | null = null;
  let rateLimitedAttempt = '';
  let isReset = false;
  let pausedUntil = 0;
  let cancelTimer: (() => void) | null = null;

  const setWhy = (failure: Failure | null): void => {
    if (why?.message === failure?.message) return;
    why = failure;
    parts.onProgress();
  };

  const wakeIn = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = clock.after(milliseconds, () => queue.wake());
  };

  const pauseAutomatically = async (batch: OpenBatch, failure: Failure): Promise<void> => {
    if (await parts.changeState(batch, 'paused', { why: failure }, 'batch paused by itself')) setWhy(null);
  };

  /** True while the order begun last has no answer that ends it. */
  const isPending = (command: Command): boolean => {
    switch (command.state) {
      case 'counting':
      case 'waiting':
      case 'asks':
      case 'sending':
      case 'blocked': {
        const attempt = `${command.id} ${command.attempts}`;
        if (command.failure?.code === 'too-many-requests' && rateLimitedAttempt !== attempt) {
          rateLimitedAttempt = attempt;
          backoff.tooManyRequests();
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

  const evaluateResult = (number: number, command: Command | null): void => {
    if (evaluatedNumber === number) return;
    evaluatedNumber = number;
    if (isReset) {
      isReset = false;
      return;
    }
    uncertainInARow = command?.state === 'uncertain' ? uncertainInARow + 1 : 0;
    if (command?.state === 'done') backoff.succeeded();
    pausedUntil = clock.now() + backoff.pauseMs();
    parts.onProgress();
  };

  /** True where the next may follow at once. */
  const begin = async (batch: OpenBatch): Promise<boolean> => {
    const next = await records.nextBatchOrder(batch.id);
    if (!next) {
      if (await parts.changeState(batch, 'done', {}, 'batch done')) setWhy(null);
      return false;
    }
    const place = { id: batch.id, number: next.number };
    const created = await parts.orders
      .create(next.request, { quotedPrice: next.quoted, evenIfDuplicate: true }, async (request, record, intent) => {
        const asked = intent ?? { quotedPrice: next.quoted, fingerprint: null };
        const command = await records.beginBatchOrder(place, request, record, asked);
        if (!command) throw new BatchNotRunningError();
        return command;
      })
      .catch((error: unknown) => {
        if (error instanceof BatchNotRunningError) return null;
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
      await records.refuseBatchOrder(
        place,
        failure,
        parts.record('batch order refused here', sentenceOf(failure.message)),
      );
      return true;
    }
    if (failure.code === 'not-allowed-now') {
      setWhy(failure);
      wakeIn(fullQueueRetryMs);
      return false;
    }
    await pauseAutomatically(batch, failure);
    return false;
  };

  const queue = createSerialQueue(async (stopping) => {
    cancelTimer?.();
    for (;;) {
      const batch = parts.batch();
      if (stopping() || batch?.state !== 'running') return;
      const newest = await records.newestBatchOrder(batch.id);
      if (newest?.command && isPending(newest.command)) return;
      if (newest) evaluateResult(newest.number, newest.command);
      isReset = false;
      if (uncertainInARow >= maxUncertain) return pauseAutomatically(batch, tooManyUncertain);
      const remainingPause = pausedUntil - clock.now();
      // A longer pause than any began under another clock.
      if (remainingPause > 0 && remainingPause <= backoff.pauseMs()) return wakeIn(remainingPause);
      if (stopping() || !(await begin(batch))) return;
    }
  }, parts.onBug);

  return {
    wake: () => queue.wake(),
    resetFailures() {
      [uncertainInARow, evaluatedNumber, isReset, pausedUntil, why] = [0, null, true, 0, null];
    },
    why: () => why,
    pauseMs: () => backoff.pauseMs(),
    async stop() {
      cancelTimer?.();
      await queue.stop();
      cancelTimer?.();
    },
  };
}

const tooManyUncertain: Failure = {
  code: 'service-trouble',
  message: 'Two orders in a row got no clear answer: the service is in trouble.',
  next: 'See what became of them under Print queue, Waiting to send, and go on when the service is well.',
};
