import type { Batch, BatchProblem, BatchRow } from '../../../shared/batch.ts';
import { failed, type Result, success } from '../../../shared/failure.ts';
import type { Announce } from '../announce.ts';
import type { Notices } from '../notices.ts';
import type { Orders } from '../orders.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { OpenExportFile } from '../ports/export-file.ts';
import type { OpenFileBeside } from '../ports/file-beside.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService } from '../ports/service.ts';
import type { ReadSpreadsheet } from '../ports/spreadsheet.ts';
import { type BatchDrafting, createBatchDrafting } from './batch-drafting.ts';
import { holdBatch } from './batch-holder.ts';
import { createBatchQuoting } from './batch-quoting.ts';
import { type BatchResults, createBatchResults } from './batch-results.ts';
import { createBatchRun } from './batch-run.ts';
import { chosenRows, quoteTotals, type RowChoice, rowView } from './batch-view.ts';
import { endWords, environmentLeft, noBatch, nothingToOrder, notNow, orderedMeanwhile } from './batch-words.ts';
import { batchSlice, findBatch, type OpenBatch } from './open-batch.ts';

/** What a batch needs of the world beyond what orders need. */
export interface BatchEdges {
  readSpreadsheet: ReadSpreadsheet;
  openFileBeside: OpenFileBeside;
  /** Lets everything else go on, now and then. */
  breathe: () => Promise<void>;
}

export interface BatchesParts extends BatchEdges {
  records: Records;
  orders: Pick<Orders, 'create'>;
  service: Pick<DeliveryService, 'preview'>;
  openExportFile: OpenExportFile;
  clock: Clock;
  announce: Announce;
  notices: Pick<Notices, 'say'>;
  onBug: (error: unknown) => void;
}

/** Orders out of a table of rows: looked at, priced, then created one at a time. One batch at most. */
export interface Batches {
  read(): Promise<Result<Batch | null>>;
  rows(query: { from: number; limit: number; only: RowChoice }): Promise<Result<{ total: number; rows: BatchRow[] }>>;
  draft: BatchDrafting;
  quote(): Promise<Result<Batch>>;
  stopQuote(): Promise<Result<Batch>>;
  /** From now on orders are created; near-duplicates were told, so that this is the person's word for them. */
  start(): Promise<Result<Batch>>;
  pause(): Promise<Result<Batch>>;
  resume(): Promise<Result<Batch>>;
  /** What is left of it is never created. */
  end(): Promise<Result<Batch>>;
  results: Pick<BatchResults, 'nameToChoose' | 'write'>;
  /** Its rows go, its orders stay. */
  putAway(): Promise<Result<null>>;
  /** A command changed: the order it creates may have ended. */
  commandsChanged(): void;
  /** Finds what an earlier run of the station left, and goes on with it. */
  open(): void;
  /** What runs goes on at the next `open`. */
  stop(): Promise<void>;
}

export function createBatches(parts: BatchesParts): Batches {
  const { records, clock, onBug } = parts;
  const holder = holdBatch({
    ...parts,
    life({ state }) {
      const isRunning = state === 'running';
      return {
        why: isRunning ? run.why() : state === 'draft' ? quoting.why() : null,
        pauseMs: isRunning ? run.pauseMs() : quoting.pauseMs(),
        isQuoting: quoting.isRunning(),
      };
    },
  });
  const draft = createBatchDrafting({ ...parts, holder });
  const results = createBatchResults({ ...parts, holder });
  const quoting = createBatchQuoting({
    ...parts,
    draft() {
      const batch = holder.now();
      return batch?.state === 'draft' ? batch : null;
    },
    onProgress: holder.tell,
  });
  const run = createBatchRun({
    ...parts,
    record: holder.record,
    batch: holder.now,
    async move(batch, state, facts, what) {
      const endedAt = state === 'done' ? instant(clock.now()) : null;
      const change = { state, facts: { ...facts, endedAt } };
      const moved = await holder.inTurn(async () => success(await holder.move(batch, ['running'], change, what)));
      if (!moved.ok || !moved.value) return false;
      parts.notices.say(endWords(batch.name, state, batch.facts.why, (await holder.view(batch)).counts));
      writeAtEnd();
      return true;
    },
    onProgress: holder.tell,
  });

  const writeAtEnd = (): void => void results.writeAtEnd().catch(onBug);

  /** Rows of batches that were put away, or never taken whole, go some at a time. */
  const removeHidden = async (): Promise<void> => {
    await holder.inTurn(async () => {
      while (await records.removeHiddenBatches()) await holder.goOn();
      return success(null);
    });
  };

  const reading = async <T>(read: () => Promise<Result<T>>): Promise<Result<T>> =>
    holder.isLeft() ? failed(environmentLeft) : read();

  return {
    read: () =>
      reading(async () => {
        const batch = holder.now();
        return success(batch && (await holder.view(batch)));
      }),
    rows: (query) =>
      reading(async () => {
        const batch = holder.now();
        if (!batch) return success({ total: 0, rows: [] });
        await holder.look(batch);
        const chosen = chosenRows(batch, query.only);
        const page = chosen.slice(query.from, query.from + query.limit);
        const numberOf = (line: number): number => batch.orderOfLine.get(line)?.number ?? 0;
        const numbers = [...new Set(page.map(({ line }) => numberOf(line)))];
        const fates = batch.state === 'draft' ? [] : await records.batchFates(batch.id, numbers);
        const byNumber = new Map(fates.map((fate) => [fate.number, fate]));
        const rows = page.map((row) => rowView(batch, row, byNumber.get(numberOf(row.line))));
        return success({ total: chosen.length, rows });
      }),
    draft,
    quote: () =>
      holder.act('quote', async ({ orderCount }) => {
        if (orderCount === 0) return nothingToOrder;
        quoting.start();
        holder.tell();
        return null;
      }),
    async stopQuote() {
      await quoting.stop();
      const batch = holder.now();
      return batch ? success(await holder.view(batch)) : failed(noBatch);
    },
    async start() {
      await quoting.stop();
      return holder.act('start', async (batch) => {
        if (batch.orderCount === 0) return nothingToOrder;
        const unseen = await warnedSince(batch, holder.check);
        if (unseen > 0) return orderedMeanwhile(unseen);
        await keepOrders(batch, parts, holder.goOn);
        const { planned, prices, orderCount } = batch;
        const quote = prices.size === 0 ? null : ({ isRunning: false, ...quoteTotals(planned, prices) } as const);
        const facts = { ...batch.facts, startedAt: instant(clock.now()), quote };
        const record = holder.record('batch started', `${batch.name}: ${orderCount} orders`);
        if (!(await records.startBatch(batch.id, orderCount, facts, record))) return notNow('start', batch.state);
        Object.assign(batch, { state: 'running', facts, planned: [] });
        run.forgive();
        run.kick();
        holder.tell();
        return null;
      });
    },
    pause: () => holder.act('pause', (batch) => holder.moveBy(batch, 'pause', { state: 'paused' }, 'batch paused')),
    resume: () =>
      holder.act('resume', async (batch) => {
        run.forgive();
        const change = { state: 'running', facts: { why: null, resultFile: null } } as const;
        const failure = await holder.moveBy(batch, 'resume', change, 'batch resumed');
        run.kick();
        return failure;
      }),
    async end() {
      const facts = { why: null, endedAt: instant(clock.now()) };
      const ended = await holder.act('stop', (batch) =>
        holder.moveBy(batch, 'stop', { state: 'stopped', facts }, 'batch stopped'),
      );
      writeAtEnd();
      return ended;
    },
    results,
    async putAway() {
      await quoting.stop();
      const hidden = await holder.act('putAway', async (batch) => {
        const record = holder.record('batch put away', batch.name);
        const isHidden = await records.hideBatch(batch.id, [batch.state], record);
        if (isHidden) holder.hold(null);
        return isHidden ? null : notNow('putAway', batch.state);
      });
      void removeHidden().catch(onBug);
      return hidden.ok ? success(null) : hidden;
    },
    commandsChanged() {
      const batch = holder.now();
      if (!batch || batch.state === 'draft') return;
      holder.tell();
      if (batch.state === 'running') run.kick();
      else if (batch.state !== 'paused') writeAtEnd();
    },
    open() {
      const found = holder.inTurn(async () => {
        const batch = await findBatch(records, holder.goOn);
        if (batch?.state === 'draft') await holder.check(batch);
        if (batch) holder.hold(batch);
        return success(null);
      });
      const goOn = async (): Promise<void> => {
        await found;
        run.kick();
        writeAtEnd();
        await removeHidden();
      };
      void goOn().catch(onBug);
    },
    async stop() {
      await Promise.all([holder.stop(), quoting.stop(), run.stop()]);
    },
  };
}

/** Looks again for orders like those of the batch; gives how many rows have a warning that nobody has seen yet. */
async function warnedSince(batch: OpenBatch, check: (batch: OpenBatch) => Promise<void>): Promise<number> {
  const { problems: seen } = batch;
  batch.memory = { ...batch.memory, likenesses: new Map() };
  await check(batch);
  const isUnseen = ([line, own]: [number, BatchProblem[]]): boolean =>
    own.some(({ words }) => !seen.get(line)?.some((problem) => problem.words === words));
  return [...batch.problems].filter(isUnseen).length;
}

/** Writes down what is to be ordered, and what is wrong with the rest, some at a time. */
async function keepOrders(
  { id, rows, planned, prices, problems }: OpenBatch,
  { records }: Pick<BatchesParts, 'records'>,
  goOn: () => Promise<void>,
): Promise<void> {
  // Of every row: what an earlier attempt to start kept of one may not be true any more.
  const told = rows.map(({ line }) => ({ line, problems: problems.get(line) ?? [] }));
  for (let at = 0; at < Math.max(planned.length, told.length); at += batchSlice) {
    await goOn();
    const orders = planned.slice(at, at + batchSlice).map(({ number, lines, request, digest }) => {
      return { number, lines, request, quoted: prices.get(digest)?.price ?? null };
    });
    await records.addBatchOrders(id, orders, told.slice(at, at + batchSlice));
  }
}
