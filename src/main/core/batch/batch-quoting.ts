import type { Failure } from '../../../shared/failure.ts';
import type { Quote } from '../../../shared/quote.ts';
import type { BatchQuote } from '../ports/batch-records.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService, ServiceAnswer } from '../ports/service.ts';
import { createBatchPace } from './batch-pace.ts';
import type { PlannedOrder } from './check-table.ts';
import type { OpenBatch } from './open-batch.ts';

export interface BatchQuotingParts {
  records: Pick<Records, 'keepBatchQuote'>;
  service: Pick<DeliveryService, 'preview'>;
  clock: Clock;
  /** The draft as it stands; null once there is none. */
  draft: () => OpenBatch | null;
  onProgress: () => void;
  onBug: (error: unknown) => void;
}

/** Asks the price of each order of a draft, one after the other. */
export interface BatchQuoting {
  isRunning(): boolean;
  /** Why it ended before every order had been asked about; null where it did not. */
  why(): Failure | null;
  pauseMs(): number;
  start(): void;
  /** Resolves when nothing of it is on the way any more. */
  stop(): Promise<void>;
}

/** Exchanges without a word about the order that end it: the service is in trouble, or cannot be reached. */
const mostTroubles = 2;

export function createBatchQuoting(parts: BatchQuotingParts): BatchQuoting {
  const { clock } = parts;
  let running: { ended: Promise<void>; cancel: AbortController } | null = null;
  let pace = createBatchPace();
  let why: Failure | null = null;

  const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (milliseconds === 0 || signal.aborted) return resolve();
      const onAbort = (): void => {
        takeBack();
        resolve();
      };
      const takeBack = clock.after(milliseconds, () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
      signal.addEventListener('abort', onAbort, { once: true });
    });

  const ask = async (draft: OpenBatch, order: PlannedOrder, signal: AbortSignal): Promise<'told' | Failure> => {
    for (;;) {
      const answer = await parts.service.preview(order.request, signal);
      if (signal.aborted) return 'told';
      if (answer.kind === 'refused' && answer.httpStatus === 429) {
        pace.tooMany();
        why = answer.failure;
        parts.onProgress();
        await pause(Math.max(answer.retryAfterMs ?? 0, pace.pauseMs()), signal);
        if (signal.aborted) return 'told';
        continue;
      }
      why = null;
      const isTrouble =
        answer.kind === 'unanswered' || (answer.kind === 'refused' && saysNothingOfTheOrder(answer.httpStatus));
      if (isTrouble) return answer.failure;
      const quote = { digest: order.digest, ...priceOf(answer) };
      pace.wentWell();
      draft.prices.set(order.digest, quote);
      await parts.records.keepBatchQuote(draft.id, quote);
      return 'told';
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let troubles = 0;
    /** Orders that got no answer are left out, or it would never end. */
    const skipped = new Set<string>();
    let planned: readonly PlannedOrder[] = [];
    let at = 0;
    for (let draft = parts.draft(); draft && !signal.aborted; draft = parts.draft()) {
      // The orders may have changed meanwhile.
      if (draft.planned !== planned) [planned, at] = [draft.planned, 0];
      const isAsked = ({ digest }: PlannedOrder): boolean => draft?.prices.has(digest) || skipped.has(digest);
      while (at < planned.length && isAsked(planned[at] as PlannedOrder)) at += 1;
      const next = planned[at];
      if (!next) return;
      const told = await ask(draft, next, signal);
      troubles = told === 'told' ? 0 : troubles + 1;
      if (told !== 'told') skipped.add(next.digest);
      if (told !== 'told' && (troubles >= mostTroubles || told.code === 'token-refused')) {
        why = told;
        return;
      }
      parts.onProgress();
      await pause(pace.pauseMs(), signal);
    }
  };

  return {
    isRunning: () => running !== null,
    why: () => why,
    pauseMs: () => pace.pauseMs(),
    start() {
      if (running) return;
      const cancel = new AbortController();
      [why, pace] = [null, createBatchPace()];
      const ended = run(cancel.signal)
        .catch(parts.onBug)
        .finally(() => {
          if (cancel.signal.aborted) why = null;
          running = null;
          pace = createBatchPace();
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

function priceOf(answer: ServiceAnswer<Quote>): Pick<BatchQuote, 'price' | 'words'> {
  if (answer.kind !== 'answered') return { price: null, words: answer.failure.message };
  const { price_with_tax: price = null } = answer.value;
  return { price, words: price === null ? 'The service told no price.' : null };
}

/** 401, 403, 408 and 5xx are no word about this order. */
const saysNothingOfTheOrder = (status: number): boolean =>
  status === 401 || status === 403 || status === 408 || status >= 500;
