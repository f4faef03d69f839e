import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { Notice } from '../../../shared/contract/station-view.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Batch, type BatchAction, type BatchState, batchActions, batchCan } from '../../../shared/orders/batch.ts';
import { duplicateWithinMs } from '../../../shared/orders/spending.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import { createThrottledNotifier } from '../../concurrency/throttled-notifier.ts';
import type { Announce } from '../notices.ts';
import type { BatchFacts, BatchRecords } from '../ports/batch-records.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { WriteContext } from '../ports/write-context.ts';
import { type BatchLiveStatus, batchView } from './batch-view.ts';
import { checkTable } from './check-table.ts';
import { createOrderStateTracker, type OpenBatch } from './open-batch.ts';

export interface BatchSessionParts {
  records: BatchRecords;
  clock: Clock;
  announce: Announce;
  yieldToEventLoop: () => Promise<void>;
  /** What is true of the batch at this moment and not stored. */
  liveStatus: (batch: OpenBatch) => BatchLiveStatus;
}

/** The open batch in memory, changed by one action at a time. Each change of state is stored before it takes effect. */
export interface BatchSession {
  current(): OpenBatch | null;
  setCurrent(batch: OpenBatch | null): void;
  isClosed(): boolean;
  view(batch: OpenBatch): Promise<Batch>;
  /** Reads the current state of a started batch's orders. */
  refreshOrderStates(batch: OpenBatch): Promise<void>;
  /** Runs work during which nothing else changes the batch. Fails while the environment is being closed. */
  runExclusive<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** Runs an action if the state allows it; returns the batch as it is afterwards. */
  runAction(action: BatchAction, work: (batch: OpenBatch) => Promise<Failure | null>): Promise<Result<Batch>>;
  /** False where the stored state no longer allows it. Without `what`, the journal gets no entry. Call it in `runExclusive` only. */
  changeState(
    batch: OpenBatch,
    from: readonly BatchState[],
    change: { state: BatchState; facts?: Partial<BatchFacts> },
    what: ActivityKind | null,
  ): Promise<boolean>;
  /** The same, for an action of the operator. */
  changeStateFor(
    batch: OpenBatch,
    action: BatchAction,
    change: { state: BatchState; facts?: Partial<BatchFacts> },
    what: ActivityKind,
  ): Promise<Failure | null>;
  /** Checks all rows of a draft. Call it in `runExclusive` only. */
  check(batch: OpenBatch): Promise<void>;
  record(what: ActivityKind, outcome: Message): WriteContext;
  /** Yields when work has lasted too long; throws while the environment is being closed. */
  checkpoint(): Promise<void>;
  /** Something changed that a screen may show. */
  notify(): void;
  stop(): Promise<void>;
}

/** Changes are announced at most once in so many milliseconds. */
const notifyIntervalMs = 250;

export function createBatchSession(parts: BatchSessionParts): BatchSession {
  const { records, clock } = parts;
  const mutex = createMutex();
  const notifier = createThrottledNotifier(clock, notifyIntervalMs, () => parts.announce('batch'));
  let currentBatch: OpenBatch | null = null;
  let isClosed = false;

  const session: BatchSession = {
    current: () => currentBatch,
    setCurrent(batch) {
      currentBatch = batch;
      notifier.notify();
    },
    isClosed: () => isClosed,
    async refreshOrderStates(batch) {
      if (batch.state === 'draft') return;
      batch.orderStates.update(await records.batchOrderStates(batch.id, batch.orderStates.query()));
    },
    async view(batch) {
      await session.refreshOrderStates(batch);
      return batchView(batch, parts.liveStatus(batch));
    },
    async runExclusive(work) {
      if (isClosed) return failed(environmentChanged);
      try {
        return await mutex.runExclusive(work);
      } catch (error) {
        if (error instanceof EnvironmentChangedError) return failed(environmentChanged);
        throw error;
      }
    },
    runAction: (action, work) =>
      session.runExclusive(async () => {
        if (!currentBatch) return failed(noBatch);
        if (!batchCan(action, currentBatch.state)) return failed(actionNotAllowed(action, currentBatch.state));
        const batch = currentBatch;
        const failure = await work(batch);
        return failure ? failed(failure) : success(await session.view(batch));
      }),
    async changeState(batch, from, { state, facts: change }, what) {
      const facts = { ...batch.facts, ...change };
      const record = what === null ? null : session.record(what, message('journal.batch', { name: batch.name }));
      const isStateChanged = await records.changeBatch(batch.id, from, { state, facts }, record);
      if (isStateChanged) Object.assign(batch, { state, facts });
      notifier.notify();
      return isStateChanged;
    },
    async changeStateFor(batch, action, change, what) {
      const isStateChanged = await session.changeState(batch, batchActions[action], change, what);
      return isStateChanged ? null : actionNotAllowed(action, batch.state);
    },
    async check(batch) {
      const { rows, facts, checkCache } = batch;
      const checked = await checkTable(
        { rows, columns: facts.columns, combines: facts.combines, checkCache },
        {
          findKnownCodes: (codes) => records.findKnownCodes(codes),
          recentOrders: () => records.recentOrders(instant(clock.now() - duplicateWithinMs)),
          yieldToEventLoop: session.checkpoint,
        },
      );
      const { problems, orders: planned, orderOfLine } = checked;
      const orderCount = planned.length;
      const orderStates = createOrderStateTracker(orderCount);
      Object.assign(batch, { problems, planned, orderOfLine, orderCount, orderStates });
      notifier.notify();
    },
    record: (what, outcome) => ({
      activity: { at: instant(clock.now()), who: 'operator', what, code: null, outcome },
    }),
    async checkpoint() {
      await parts.yieldToEventLoop();
      if (isClosed) throw new EnvironmentChangedError();
    },
    notify: () => notifier.notify(),
    async stop() {
      isClosed = true;
      notifier.stop();
      await mutex.idle();
    },
  };
  return session;
}

/** The environment is being closed: work on its batch ends here. */
export class EnvironmentChangedError extends Error {}

const notAllowed = (reason: Message): Failure => ({ code: 'not-allowed-now', message: reason });

export const noBatch = notAllowed(message('batch.none'));
export const anotherBatchOpen = notAllowed(message('batch.already-open'));
export const environmentChanged = notAllowed(message('call.environment-changed'));
export const unreadableRow = notAllowed(message('batch.row-unreadable'));
export const truncatedCell = notAllowed(message('batch.cell-truncated'));
export const unknownFolder = notAllowed(message('batch.folder-unknown'));
export const orderedSinceCheck = (rows: number): Failure => notAllowed(message('batch.new-duplicates', { rows }));
export const actionNotAllowed = (action: BatchAction, state: BatchState): Failure =>
  notAllowed(message('batch.action-not-allowed', { action, state }));

export const nothingToOrder: Failure = { code: 'invalid-input', message: message('batch.nothing-to-order') };
export const rowNotFound: Failure = { code: 'not-found-locally', message: message('batch.row-unknown') };
export const columnNotFound: Failure = { code: 'not-found-locally', message: message('batch.column-unknown') };

export const resultNotSaved = (name: string, failure: Failure): Pick<Notice, 'tone' | 'message'> => ({
  tone: 'warning',
  message: message('batch.result-not-saved', { name, reason: failure.message }),
});

/** For a batch that ended, or paused automatically, while its screen may not be shown. */
export function batchNotice(
  name: string,
  state: 'paused' | 'done',
  why: Failure | null,
  { created, rejected, uncertain }: Batch['counts'],
): Pick<Notice, 'tone' | 'message'> {
  if (state === 'paused') {
    const reason = why?.message ?? null;
    return { tone: 'warning', message: message('batch.paused-automatically', { name, reason }) };
  }
  const done = message('batch.done', { name, created, rejected, uncertain });
  return { tone: rejected + uncertain > 0 ? 'warning' : 'success', message: done };
}
