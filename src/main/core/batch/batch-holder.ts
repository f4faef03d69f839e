import { type Batch, type BatchAction, type BatchState, batchActions, batchCan } from '../../../shared/batch.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import { alikeWithinMs } from '../../../shared/spending.ts';
import type { Announce } from '../announce.ts';
import type { BatchFacts } from '../ports/batch-records.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records, WriteContext } from '../ports/records.ts';
import { type BatchLife, batchView } from './batch-view.ts';
import { environmentLeft, noBatch, notNow } from './batch-words.ts';
import { checkTable } from './check-table.ts';
import type { OpenBatch } from './open-batch.ts';
import { createStandingBook } from './standing-book.ts';
import { createTelling } from './telling.ts';
import { BatchLeft, createTurns } from './turns.ts';

export interface BatchHolderParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  breathe: () => Promise<void>;
  /** What is true of the batch at this moment only. */
  life: (batch: OpenBatch) => BatchLife;
}

/** The batch in memory, one hand on it at a time, and its state on disk before it is here. */
export interface BatchHolder {
  now(): OpenBatch | null;
  hold(batch: OpenBatch | null): void;
  isLeft(): boolean;
  view(batch: OpenBatch): Promise<Batch>;
  /** Learns how the orders of a started batch stand now. */
  look(batch: OpenBatch): Promise<void>;
  /** Work that needs the batch to stay as it is. Fails where the environment is being left. */
  inTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** An action the state allows; the batch as it is afterwards. */
  act(action: BatchAction, work: (batch: OpenBatch) => Promise<Failure | null>): Promise<Result<Batch>>;
  /** False where the state on disk no longer allows it. Without `what` the journal is not told. Only in a turn. */
  move(
    batch: OpenBatch,
    from: readonly BatchState[],
    change: { state: BatchState; facts?: Partial<BatchFacts> },
    what: string | null,
  ): Promise<boolean>;
  /** The same, as what a person does. */
  moveBy(
    batch: OpenBatch,
    action: BatchAction,
    change: { state: BatchState; facts?: Partial<BatchFacts> },
    what: string,
  ): Promise<Failure | null>;
  /** Looks at all rows of a draft. Only in a turn. */
  check(batch: OpenBatch): Promise<void>;
  record(what: string, outcome: string): WriteContext;
  /** Lets everything else go on; throws where the environment is being left. */
  goOn(): Promise<void>;
  /** Something changed that a screen may show. */
  tell(): void;
  stop(): Promise<void>;
}

export function holdBatch(parts: BatchHolderParts): BatchHolder {
  const { records, clock } = parts;
  const turns = createTurns();
  const telling = createTelling(clock, () => parts.announce('batch'));
  let held: OpenBatch | null = null;
  let isLeft = false;

  const holder: BatchHolder = {
    now: () => held,
    hold(batch) {
      held = batch;
      telling.tell();
    },
    isLeft: () => isLeft,
    async look(batch) {
      if (batch.state === 'draft') return;
      batch.standings.learn(await records.batchStandings(batch.id, batch.standings.query()));
    },
    async view(batch) {
      await holder.look(batch);
      return batchView(batch, parts.life(batch));
    },
    async inTurn(work) {
      if (isLeft) return failed(environmentLeft);
      try {
        return await turns.take(work);
      } catch (error) {
        if (error instanceof BatchLeft) return failed(environmentLeft);
        throw error;
      }
    },
    act: (action, work) =>
      holder.inTurn(async () => {
        if (!held) return failed(noBatch);
        if (!batchCan(action, held.state)) return failed(notNow(action, held.state));
        const batch = held;
        const failure = await work(batch);
        return failure ? failed(failure) : success(await holder.view(batch));
      }),
    async move(batch, from, { state, facts: change }, what) {
      const facts = { ...batch.facts, ...change };
      const record = what === null ? null : holder.record(what, batch.name);
      const isMoved = await records.changeBatch(batch.id, from, { state, facts }, record);
      if (isMoved) Object.assign(batch, { state, facts });
      telling.tell();
      return isMoved;
    },
    async moveBy(batch, action, change, what) {
      const isMoved = await holder.move(batch, batchActions[action], change, what);
      return isMoved ? null : notNow(action, batch.state);
    },
    async check(batch) {
      const { rows, facts, memory } = batch;
      const checked = await checkTable(
        { rows, columns: facts.columns, combines: facts.combines, memory },
        {
          whatIsMet: (query) => records.whatIsMet(query),
          since: instant(clock.now() - alikeWithinMs),
          breathe: holder.goOn,
        },
      );
      const { problems, orders: planned, orderOfLine } = checked;
      const orderCount = planned.length;
      const standings = createStandingBook(orderCount);
      Object.assign(batch, { problems, planned, orderOfLine, orderCount, standings });
      telling.tell();
    },
    record: (what, outcome) => ({
      activity: { at: instant(clock.now()), who: 'operator', what, code: null, outcome },
    }),
    async goOn() {
      await parts.breathe();
      if (isLeft) throw new BatchLeft();
    },
    tell: () => telling.tell(),
    async stop() {
      isLeft = true;
      telling.stop();
      await turns.idle();
    },
  };
  return holder;
}
