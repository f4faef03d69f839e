import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Quote } from '../../../shared/orders/quote.ts';
import { pause } from '../../concurrency/waiting.ts';
import type { BatchQuote } from '../ports/batch-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService, ServiceAnswer } from '../ports/service.ts';
import { digestOf, type PlannedOrder, requestOf } from './check-table.ts';
import type { OpenBatch } from './open-batch.ts';

export interface BatchQuotingParts {
  records: Pick<Records, 'saveBatchQuote'>;
  service: Pick<DeliveryService, 'preview'>;
  clock: Clock;
  /** The draft as it is now; null once there is none. */
  draft: () => OpenBatch | null;
  onProgress: () => void;
  onBug: (error: unknown) => void;
}

/** Requests the price of each order of a draft, one after another. */
export interface BatchQuoting {
  isRunning(): boolean;
  /** Why it ended before every order had an answer; null where it did not. */
  why(): Failure | null;
  pauseMs(): number;
  start(): void;
  /** Resolves when its last request has ended. */
  stop(): Promise<void>;
}

/** Requests in a row without an answer about their order that end it: the service does not work or cannot be reached. */
const maxFailures = 2;

export function createBatchQuoting(parts: BatchQuotingParts): BatchQuoting {
  const { clock } = parts;
  let running: { ended: Promise<void>; cancel: AbortController } | null = null;
  let backoff = createBatchBackoff();
  let why: Failure | null = null;

  const pauseFor = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    if (milliseconds > 0) await pause(milliseconds, signal, { timers: clock });
  };

  const requestQuote = async (
    draft: OpenBatch,
    order: PlannedOrder,
    signal: AbortSignal,
  ): Promise<'answered' | Failure> => {
    for (;;) {
      const answer = await parts.service.preview(requestOf(order), signal);
      if (signal.aborted) return 'answered';
      if (answer.kind === 'rejected' && answer.httpStatus === 429) {
        backoff.tooManyRequests();
        why = answer.failure;
        parts.onProgress();
        await pauseFor(Math.max(answer.retryAfterMs ?? 0, backoff.pauseMs()), signal);
        if (signal.aborted) return 'answered';
        continue;
      }
      why = null;
      if (answer.kind !== 'answered' && !isAboutOrder(answer)) return answer.failure;
      const quote = { digest: digestOf(order), ...priceOf(answer) };
      backoff.succeeded();
      draft.prices.set(quote.digest, quote);
      await parts.records.saveBatchQuote(draft.id, quote);
      return 'answered';
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    /** Orders without an answer are skipped; otherwise the loop would not end. */
    const skipped = new Set<string>();
    let planned: readonly PlannedOrder[] = [];
    let at = 0;
    for (let draft = parts.draft(); draft && !signal.aborted; draft = parts.draft()) {
      // The orders may have changed in the meantime.
      if (draft.planned !== planned) [planned, at] = [draft.planned, 0];
      const isDone = (order: PlannedOrder): boolean =>
        draft?.prices.has(digestOf(order)) || skipped.has(digestOf(order));
      while (at < planned.length && isDone(planned[at] as PlannedOrder)) at += 1;
      const next = planned[at];
      if (!next) return;
      const outcome = await requestQuote(draft, next, signal);
      failures = outcome === 'answered' ? 0 : failures + 1;
      if (outcome !== 'answered') skipped.add(digestOf(next));
      if (outcome !== 'answered' && (failures >= maxFailures || outcome.code === 'token-rejected')) {
        why = outcome;
        return;
      }
      parts.onProgress();
      await pauseFor(backoff.pauseMs(), signal);
    }
  };

  return {
    isRunning: () => running !== null,
    why: () => why,
    pauseMs: () => backoff.pauseMs(),
    start() {
      if (running) return;
      const cancel = new AbortController();
      [why, backoff] = [null, createBatchBackoff()];
      const ended = run(cancel.signal)
        .catch(parts.onBug)
        .finally(() => {
          if (cancel.signal.aborted) why = null;
          running = null;
          backoff = createBatchBackoff();
          parts.onProgress();
        });
      running = { ended, cancel };
    },
    async stop() {
      running?.cancel.abort();
      why = null;
      await running?.ended;
    },
  };
}

function priceOf(answer: ServiceAnswer<Quote>): Pick<BatchQuote, 'price' | 'message'> {
  if (answer.kind !== 'answered') return { price: null, message: answer.failure.message };
  const { price_with_tax: price = null } = answer.value;
  return { price, message: price === null ? message('batch.no-price') : null };
}

/**
 * False where the order has no answer: 401, 403, 408 and 5xx say nothing about it, and a redirect or an unreadable 2xx may come from a
 * network's sign-in page. The service's own "not success" is its answer, as some services reject every order.
 */
function isAboutOrder(answer: Exclude<ServiceAnswer<Quote>, { kind: 'answered' }>): boolean {
  if (answer.kind !== 'rejected') return answer.kind === 'not success';
  const { httpStatus: status } = answer;
  return status >= 400 && status < 500 && ![401, 403, 408].includes(status);
}

/** The first pause after the service answered 429, and the longest, milliseconds. */
const firstMs = 1_000;
const longestMs = 60_000;

/** A shorter pause becomes none, milliseconds. */
const shortestMs = 500;

/** How long a batch waits between two requests of its own. */
export interface BatchBackoff {
  /** Milliseconds; 0 as long as the service never answered 429. */
  pauseMs(): number;
  tooManyRequests(): void;
  succeeded(): void;
}

/** Doubles at each 429, and shrinks by a fifth with each request that succeeds. */
export function createBatchBackoff(): BatchBackoff {
  let pauseMs = 0;
  return {
    pauseMs: () => pauseMs,
    tooManyRequests() {
      pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2));
    },
    succeeded() {
      const shorter = Math.round(pauseMs * 0.8);
      pauseMs = shorter < shortestMs ? 0 : shorter;
    },
  };
}
