import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import { createTimedQueue } from '../../concurrency/serial-queue.ts';
import type { Orders } from '../orders/order-creation.ts';
import type { BatchFacts } from '../ports/batch-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { WriteContext } from '../ports/write-context.ts';
import { createBatchBackoff } from './batch-quoting.ts';
import type { OpenBatch } from './open-batch.ts';

export interface BatchRunParts {
  records: Pick<Records, 'newestBatchOrder' | 'nextBatchOrder' | 'beginBatchOrder' | 'rejectBatchOrder'>;
  orders: Pick<Orders, 'create'>;
  clock: Clock;
  batch: () => OpenBatch | null;
  /** Changes the state of a running batch; false where the operator changed it first. */
  changeState(
    batch: OpenBatch,
    state: 'paused' | 'done',
    change: Partial<BatchFacts>,
    what: ActivityKind,
  ): Promise<boolean>;
  /** Something changed that a screen may show. */
  onProgress: () => void;
  record(what: ActivityKind, outcome: Message): WriteContext;
  onBug: (error: unknown) => void;
}

/** Creates a batch's orders one at a time: the next begins when the previous one has an answer or is uncertain. */
export interface BatchRun {
  /** Something may have changed: a command, or the batch's state. */
  wake(): void;
  /** The operator resumed the batch: earlier failures no longer count. */
  resetFailures(): void;
  /** What a running batch waits for; null where it waits for nothing. */
  why(): Failure | null;
  pauseMs(): number;
  stop(): Promise<void>;
}

/** Uncertain orders in a row that pause the batch: the service does not work. */
const maxUncertain = 2;

/** Milliseconds until the next attempt where too many commands wait for the service. */
const fullQueueRetryMs = 5_000;

/** The previous order is still being sent, or the batch was stopped while its next order was prepared. */
class BatchNotRunningError extends Error {}

export function createBatchRun(parts: BatchRunParts): BatchRun {
  const { records, clock } = parts;
  const backoff = createBatchBackoff();
  let why: Failure | null = null;
  let uncertainInARow = 0;
  /** The order whose result was evaluated last, and the attempt of the current one that got a 429. */
  let evaluatedNumber: number | null = null;
  let rateLimitedAttempt = '';
  let isReset = false;
  let pausedUntil = 0;

  const setWhy = (failure: Failure | null): void => {
    if (JSON.stringify(why) === JSON.stringify(failure)) return;
    why = failure;
    parts.onProgress();
  };

  const pauseAutomatically = async (batch: OpenBatch, failure: Failure): Promise<void> => {
    if (await parts.changeState(batch, 'paused', { why: failure }, 'pause-batch-automatically')) setWhy(null);
  };

  /** True while the latest order has no final answer. */
  const isPending = (command: Command): boolean => {
    switch (command.state) {
      case 'counting':
      case 'waiting':
      case 'needs confirmation':
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

  /** True where the next order may follow at once. */
  const begin = async (batch: OpenBatch): Promise<boolean> => {
    const next = await records.nextBatchOrder(batch.id);
    if (!next) {
      if (await parts.changeState(batch, 'done', {}, 'finish-batch')) setWhy(null);
      return false;
    }
    const place = { id: batch.id, number: next.number };
    const created = await parts.orders
      .create(
        next.request,
        { quotedPrice: next.quoted, evenIfDuplicate: true, print: false },
        async (request, record, intent) => {
          const orderIntent = intent ?? { quotedPrice: next.quoted, fingerprint: null };
          const command = await records.beginBatchOrder(place, request, record, orderIntent);
          if (!command) throw new BatchNotRunningError();
          return command;
        },
      )
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
      await records.rejectBatchOrder(place, failure, parts.record('reject-batch-order', failure.message));
      return true;
    }
    if (failure.code === 'not-allowed-now') {
      setWhy(failure);
      queue.wakeAfter(fullQueueRetryMs);
      return false;
    }
    await pauseAutomatically(batch, failure);
    return false;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    for (;;) {
      const batch = parts.batch();
      if (stopping() || batch?.state !== 'running') return;
      const newest = await records.newestBatchOrder(batch.id);
      if (newest?.command && isPending(newest.command)) return;
      if (newest) evaluateResult(newest.number, newest.command);
      isReset = false;
      if (uncertainInARow >= maxUncertain) return pauseAutomatically(batch, tooManyUncertain);
      const remainingPause = pausedUntil - clock.now();
      // A longer wait means that the clock was set back.
      if (remainingPause > 0 && remainingPause <= backoff.pauseMs()) return queue.wakeAfter(remainingPause);
      if (stopping() || !(await begin(batch))) return;
    }
  };

  const queue = createTimedQueue(clock, pass, parts.onBug);

  return {
    wake: () => queue.wake(),
    resetFailures() {
      [uncertainInARow, evaluatedNumber, isReset, pausedUntil, why] = [0, null, true, 0, null];
    },
    why: () => why,
    pauseMs: () => backoff.pauseMs(),
    stop: () => queue.stop(),
  };
}

const tooManyUncertain: Failure = { code: 'service-error', message: message('batch.uncertain-in-a-row') };
