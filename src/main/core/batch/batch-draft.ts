import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Batch, BatchField } from '../../../shared/orders/batch.ts';
import type { DraftAddress } from '../../../shared/orders/order-book.ts';
import { mainText } from '../../text/main-text.ts';
import { sanitizeText } from '../imports/file-text.ts';
import type { BatchFacts, BatchRecords, BatchRowsJson, BatchTableRow, StoredBatch } from '../ports/batch-records.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { ReadSpreadsheet } from '../ports/files.ts';
import type { WriteContext } from '../ports/write-context.ts';
import type { BatchSession } from './batch-session.ts';
import { anotherBatchOpen, columnNotFound, rowNotFound, truncatedCell, unreadableRow } from './batch-session.ts';
import { isTruncated } from './batch-view.ts';
import { matchColumns, matchManually, titlesDigest } from './column-matching.ts';
import { createOpenBatch, emptyCheckCache, type OpenBatch } from './open-batch.ts';
import { type ReadTableParts, readTable, readText, type Table } from './read-table.ts';

/** Changes to a batch before it is started. Every change checks all rows again. */
export interface BatchDraft {
  load(input: BatchInput): Promise<Result<Batch>>;
  /** Matches the column at that place to a field, or to none. */
  match(place: number, field: BatchField | null): Promise<Result<Batch>>;
  /** What is not given stays as it is. */
  change(change: { combines?: boolean; pickUpAddress?: DraftAddress | null }): Promise<Result<Batch>>;
  changeCell(line: number, place: number, text: string): Promise<Result<Batch>>;
  skipRow(line: number, isSkipped: boolean): Promise<Result<Batch>>;
}

export interface BatchDraftParts {
  records: BatchRecords;
  clock: Clock;
  readSpreadsheet: ReadSpreadsheet;
  session: BatchSession;
}

export function createBatchDraft({ records, clock, readSpreadsheet, session }: BatchDraftParts): BatchDraft {
  const recheckRows = async (batch: OpenBatch, facts: Partial<BatchFacts>): Promise<null> => {
    await session.changeState(batch, ['draft'], { state: 'draft', facts }, null);
    batch.checkCache = emptyCheckCache(batch);
    await session.check(batch);
    return null;
  };

  const changeRow = async (
    batch: OpenBatch,
    line: number,
    change: (row: BatchTableRow) => BatchTableRow | Failure,
  ): Promise<Failure | null> => {
    const place = batch.rows.findIndex((one) => one.line === line);
    const row = batch.rows[place];
    if (!row) return rowNotFound;
    const changed = change(row);
    if ('code' in changed) return changed;
    await records.changeBatchRow(batch.id, changed);
    batch.rows[place] = changed;
    await session.check(batch);
    return null;
  };

  return {
    load: (input) =>
      session.runExclusive(async () => {
        if (session.current()) return failed(anotherBatchOpen);
        const name = input.kind === 'file' ? input.name.slice(0, 200) : null;
        const record = session.record('open-batch', message('journal.batch', { name }));
        const at = instant(clock.now());
        const parts = { records, readSpreadsheet, yieldToEventLoop: session.checkpoint, at, record };
        const loaded = await loadInput(input, parts);
        if (!loaded.ok) return loaded;
        const draft = loaded.value;
        // The records' thread stores the rows while this one checks them.
        const id = await both(storeBatch(draft, parts), session.check(draft));
        if (id === null) return failed(anotherBatchOpen);
        const batch = { ...draft, id };
        session.setCurrent(batch);
        return success(await session.view(batch));
      }),
    match: (place, field) =>
      session.runAction('match', async (batch) => {
        if (place >= batch.facts.columns.length) return columnNotFound;
        const columns = matchManually(batch.facts.columns, place, field);
        await recheckRows(batch, { columns });
        const titles = titlesDigest(columns.map(({ title }) => title));
        const fields = columns.map((column) => column.field);
        await records.saveColumnMapping(titles, fields, instant(clock.now()));
        return null;
      }),
    change: (change) => session.runAction('match', (batch) => recheckRows(batch, change)),
    changeCell: (line, place, text) =>
      session.runAction('match', async (batch) => {
        if (place >= batch.facts.columns.length) return columnNotFound;
        return changeRow(batch, line, (row) => {
          if (row.fault !== null) return unreadableRow;
          // Only its beginning is shown: a change would replace more than the operator sees.
          if (isTruncated(row.cells[place] ?? '')) return truncatedCell;
          const cells = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? '');
          return { ...row, cells: cells.with(place, text) };
        });
      }),
    skipRow: (line, isSkipped) =>
      session.runAction('match', (batch) => changeRow(batch, line, (row) => ({ ...row, isSkipped }))),
  };
}

/** Rows in one transaction. Two are on their way at most: ten milliseconds of the records' thread, in which a scan waits. */
const rowsStoredAtOnce = 1_000;

/** The source of the rows. */
export type BatchInput =
  | { kind: 'file'; name: string; folder: string | null; bytes: Uint8Array }
  | { kind: 'text'; text: string };

export interface LoadInputParts extends ReadTableParts {
  records: BatchRecords;
  /** ISO 8601, UTC. */
  at: string;
  record: WriteContext;
}

/** What the first gives, once both have ended. */
async function both<T>(first: Promise<T>, second: Promise<void>): Promise<T> {
  await Promise.allSettled([first, second]);
  await second;
  return first;
}

/** Reads the rows and matches their columns. Nothing is stored yet. */
async function loadInput(input: BatchInput, parts: LoadInputParts): Promise<Result<OpenBatch>> {
  const read = input.kind === 'file' ? await readTable(input.bytes, parts) : await readText(input.text, parts);
  if (!read.ok) return read;
  const name = input.kind === 'file' ? sanitizeText(input.name, 200) : mainText('batch-result.pasted-rows');
  const folder = input.kind === 'file' ? input.folder : null;
  return success(await newDraft(read.value, { name, folder }, parts));
}

/** It has no id before it is stored. */
const notStored = 0;

async function newDraft(
  { titles, rows }: Table,
  from: Pick<StoredBatch, 'name' | 'folder'>,
  { records, at }: LoadInputParts,
): Promise<OpenBatch> {
  const savedFields = await records.savedColumnMapping(titlesDigest(titles));
  const facts: BatchFacts = {
    columns: matchColumns(
      titles.map((title) => sanitizeText(title, 100)),
      savedFields,
    ),
    pickUpAddress: null,
    combines: false,
    why: null,
    createdAt: at,
    startedAt: null,
    endedAt: null,
    quote: null,
    resultFile: null,
    isResultTried: false,
    resultUncertain: 0,
  };
  return createOpenBatch({ ...from, id: notStored, state: 'draft', facts }, rows);
}

/**
 * Stores the batch and its rows, and shows it with the last of them; returns its id, null where another one is shown. The first rows are on
 * their way when this returns.
 */
async function storeBatch(
  { name, folder, facts, rows }: OpenBatch,
  { records, record, yieldToEventLoop }: LoadInputParts,
): Promise<number | null> {
  const rowsAt = (from: number): BatchRowsJson => batchRowsJson(rows.slice(from, from + rowsStoredAtOnce));
  const id = await records.addBatch({ name, folder, facts }, rowsAt(0));
  let [earlier, latest] = [Promise.resolve(), Promise.resolve()];
  let from = rowsStoredAtOnce;
  for (; from + rowsStoredAtOnce < rows.length; from += rowsStoredAtOnce) {
    await earlier;
    await yieldToEventLoop();
    earlier = latest;
    latest = records.addBatchRows(id, rowsAt(from));
    // Reported below, unless the one before it fails too.
    latest.catch(() => {});
  }
  await earlier;
  await yieldToEventLoop();
  const last = rowsAt(from);
  await latest;
  return (await records.showBatch(id, last, record)) ? id : null;
}

/** Rows that were not skipped yet, as they are stored. */
export function batchRowsJson(rows: readonly BatchTableRow[]): BatchRowsJson {
  const [cells, faults]: [Record<number, string[]>, Record<number, Message>] = [{}, {}];
  for (const row of rows) {
    cells[row.line] = row.cells;
    if (row.fault !== null) faults[row.line] = row.fault;
  }
  return { cells: JSON.stringify(cells), faults: JSON.stringify(faults) };
}
