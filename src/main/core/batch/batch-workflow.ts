import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Batch, BatchProblem, BatchRow } from '../../../shared/orders/batch.ts';
import type { Announce, Notices } from '../notices.ts';
import type { Orders } from '../orders/order-creation.ts';
import type { BatchRecords } from '../ports/batch-records.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { OpenExportFile, OpenFileBeside, ReadSpreadsheet } from '../ports/files.ts';
import type { DeliveryService } from '../ports/service.ts';
import { type BatchDraft, createBatchDraft } from './batch-draft.ts';
import { createBatchQuoting } from './batch-quoting.ts';
import { type BatchResults, createBatchResults } from './batch-result-file.ts';
import { createBatchRun } from './batch-run.ts';
import {
  actionNotAllowed,
  batchNotice,
  createBatchSession,
  environmentChanged,
  noBatch,
  nothingToOrder,
  orderedSinceCheck,
} from './batch-session.ts';
import { filteredRows, quoteTotals, type RowChoice, rowView } from './batch-view.ts';
import { digestOf, requestOf } from './check-table.ts';
import { batchChunkSize, loadOpenBatch, type OpenBatch } from './open-batch.ts';

/** The ports that batches need in addition to those of orders. */
export interface BatchPorts {
  readSpreadsheet: ReadSpreadsheet;
  openFileBeside: OpenFileBeside;
  /** Called often; yields when work has lasted too long. */
  yieldToEventLoop: () => Promise<void>;
}

export interface BatchesParts extends BatchPorts {
  records: BatchRecords;
  orders: Pick<Orders, 'create'>;
  service: Pick<DeliveryService, 'preview'>;
  openExportFile: OpenExportFile;
  clock: Clock;
  announce: Announce;
  notices: Pick<Notices, 'notify'>;
  onBug: (error: unknown) => void;
}

/** Orders from a table of rows: checked, priced, then created one at a time. At most one batch is open. */
export interface Batches {
  read(): Promise<Result<Batch | null>>;
  rows(query: { from: number; limit: number; only: RowChoice }): Promise<Result<{ total: number; rows: BatchRow[] }>>;
  draft: BatchDraft;
  quote(): Promise<Result<Batch>>;
  stopQuote(): Promise<Result<Batch>>;
  /** Creates the orders. Possible duplicates were shown as warnings, so starting confirms them. */
  start(): Promise<Result<Batch>>;
  pause(): Promise<Result<Batch>>;
  resume(): Promise<Result<Batch>>;
  /** The orders that are left are never created. */
  end(): Promise<Result<Batch>>;
  results: Pick<BatchResults, 'nameToChoose' | 'write'>;
  /** Removes its rows; its orders stay. */
  dismiss(): Promise<Result<null>>;
  /** A command changed: the order it creates may have a result. */
  commandsChanged(): void;
  /** Loads the batch of the previous run and continues it. */
  open(): void;
  /** A running batch continues at the next `open`. */
  stop(): Promise<void>;
}

export function createBatches(parts: BatchesParts): Batches {
  const { records, clock, onBug } = parts;
  const session = createBatchSession({
    ...parts,
    liveStatus({ state }) {
      const isRunning = state === 'running';
      return {
        why: isRunning ? run.why() : state === 'draft' ? quoting.why() : null,
        pauseMs: isRunning ? run.pauseMs() : quoting.pauseMs(),
        isQuoting: quoting.isRunning(),
      };
    },
  });
  const draft = createBatchDraft({ ...parts, session });
  const results = createBatchResults({ ...parts, session });
  const quoting = createBatchQuoting({
    ...parts,
    draft() {
      const batch = session.current();
      return batch?.state === 'draft' ? batch : null;
    },
    onProgress: session.notify,
  });
  const run = createBatchRun({
    ...parts,
    record: session.record,
    batch: session.current,
    async changeState(batch, state, facts, what) {
      const endedAt = state === 'done' ? instant(clock.now()) : null;
      const change = { state, facts: { ...facts, endedAt } };
      const moved = await session.runExclusive(async () =>
        success(await session.changeState(batch, ['running'], change, what)),
      );
      if (!moved.ok || !moved.value) return false;
      parts.notices.notify(batchNotice(batch.name, state, batch.facts.why, (await session.view(batch)).counts));
      writeAtEnd();
      return true;
    },
    onProgress: session.notify,
  });

  const writeAtEnd = (): void => void results.writeAtEnd().catch(onBug);

  /** Removes the rows of dismissed or incompletely loaded batches, some at a time. */
  const removeHidden = async (): Promise<void> => {
    await session.runExclusive(async () => {
      while (await records.removeHiddenBatches()) await session.checkpoint();
      return success(null);
    });
  };

  const reading = async <T>(read: () => Promise<Result<T>>): Promise<Result<T>> =>
    session.isClosed() ? failed(environmentChanged) : read();

  return {
    read: () =>
      reading(async () => {
        const batch = session.current();
        return success(batch && (await session.view(batch)));
      }),
    rows: (query) =>
      reading(async () => {
        const batch = session.current();
        if (!batch) return success({ total: 0, rows: [] });
        await session.refreshOrderStates(batch);
        const chosen = filteredRows(batch, query.only);
        const page = chosen.slice(query.from, query.from + query.limit);
        const numberOf = (line: number): number => batch.orderOfLine.get(line)?.number ?? 0;
        const numbers = [...new Set(page.map(({ line }) => numberOf(line)))];
        const results = batch.state === 'draft' ? [] : await records.batchOrderResults(batch.id, numbers);
        const byNumber = new Map(results.map((result) => [result.number, result]));
        const rows = page.map((row) => rowView(batch, row, byNumber.get(numberOf(row.line))));
        return success({ total: chosen.length, rows });
      }),
    draft,
    quote: () =>
      session.runAction('quote', async ({ orderCount }) => {
        if (orderCount === 0) return nothingToOrder;
        quoting.start();
        session.notify();
        return null;
      }),
    async stopQuote() {
      await quoting.stop();
      const batch = session.current();
      return batch ? success(await session.view(batch)) : failed(noBatch);
    },
    async start() {
      await quoting.stop();
      return session.runAction('start', async (batch) => {
        if (batch.orderCount === 0) return nothingToOrder;
        const newWarnings = await countNewWarnings(batch, session.check);
        if (newWarnings > 0) return orderedSinceCheck(newWarnings);
        await storeOrders(batch, parts, session.checkpoint);
        const { planned, prices, orderCount } = batch;
        const quote = prices.size === 0 ? null : ({ isRunning: false, ...quoteTotals(planned, prices) } as const);
        const facts = { ...batch.facts, startedAt: instant(clock.now()), quote };
        const started = message('journal.batch-started', { name: batch.name, orders: orderCount });
        const record = session.record('start-batch', started);
        if (!(await records.startBatch(batch.id, orderCount, facts, record)))
          return actionNotAllowed('start', batch.state);
        Object.assign(batch, { state: 'running', facts, planned: [] });
        run.resetFailures();
        run.wake();
        session.notify();
        return null;
      });
    },
    pause: () =>
      session.runAction('pause', (batch) => session.changeStateFor(batch, 'pause', { state: 'paused' }, 'pause-batch')),
    resume: () =>
      session.runAction('resume', async (batch) => {
        run.resetFailures();
        const change = { state: 'running', facts: { why: null, resultFile: null } } as const;
        const failure = await session.changeStateFor(batch, 'resume', change, 'resume-batch');
        run.wake();
        return failure;
      }),
    async end() {
      const facts = { why: null, endedAt: instant(clock.now()) };
      const ended = await session.runAction('stop', (batch) =>
        session.changeStateFor(batch, 'stop', { state: 'stopped', facts }, 'stop-batch'),
      );
      writeAtEnd();
      return ended;
    },
    results,
    async dismiss() {
      await quoting.stop();
      const hidden = await session.runAction('dismiss', async (batch) => {
        const record = session.record('dismiss-batch', message('journal.batch', { name: batch.name }));
        const isHidden = await records.hideBatch(batch.id, [batch.state], record);
        if (isHidden) session.setCurrent(null);
        return isHidden ? null : actionNotAllowed('dismiss', batch.state);
      });
      void removeHidden().catch(onBug);
      return hidden.ok ? success(null) : hidden;
    },
    commandsChanged() {
      const batch = session.current();
      if (!batch || batch.state === 'draft') return;
      session.notify();
      if (batch.state === 'running') run.wake();
      else if (batch.state !== 'paused') writeAtEnd();
    },
    open() {
      const loading = session.runExclusive(async () => {
        const batch = await loadOpenBatch(records, session.checkpoint);
        if (batch?.state === 'draft') await session.check(batch);
        if (batch) session.setCurrent(batch);
        return success(null);
      });
      const resumeStored = async (): Promise<void> => {
        await loading;
        run.wake();
        writeAtEnd();
        await removeHidden();
      };
      void resumeStored().catch(onBug);
    },
    async stop() {
      await Promise.all([session.stop(), quoting.stop(), run.stop()]);
    },
  };
}

/** Searches again for duplicates of the batch's orders; counts the rows with a warning that was not shown yet. */
async function countNewWarnings(batch: OpenBatch, check: (batch: OpenBatch) => Promise<void>): Promise<number> {
  const { problems: seen } = batch;
  await check(batch);
  const isNew = ([line, own]: [number, BatchProblem[]]): boolean =>
    own.some(({ message: { code } }) => !seen.get(line)?.some((problem) => problem.message.code === code));
  return [...batch.problems].filter(isNew).length;
}

/** Stores the orders, and the problems of all rows, some at a time. */
async function storeOrders(
  { id, rows, planned, prices, problems }: OpenBatch,
  { records }: Pick<BatchesParts, 'records'>,
  checkpoint: () => Promise<void>,
): Promise<void> {
  // Of every row: problems stored by an earlier attempt to start may be out of date.
  const rowProblems = rows.map(({ line }) => ({ line, problems: problems.get(line) ?? [] }));
  for (let at = 0; at < Math.max(planned.length, rowProblems.length); at += batchChunkSize) {
    await checkpoint();
    const orders = planned.slice(at, at + batchChunkSize).map((order) => {
      const { number, lines } = order;
      return { number, lines, request: requestOf(order), quoted: prices.get(digestOf(order))?.price ?? null };
    });
    await records.addBatchOrders(id, orders, rowProblems.slice(at, at + batchChunkSize));
  }
}
