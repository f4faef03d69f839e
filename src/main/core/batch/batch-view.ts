import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Batch, BatchRow, BatchRowState, batchRowChoices } from '../../../shared/orders/batch.ts';
import { sumOf } from '../../../shared/values/money.ts';
import { cleanCell } from '../imports/file-text.ts';
import type { BatchOrderResult, BatchQuote, BatchTableRow } from '../ports/batch-records.ts';
import { digestOf, type PlannedOrder } from './check-table.ts';
import type { OpenBatch } from './open-batch.ts';

/** What is true of a batch at this moment and not stored. */
export interface BatchLiveStatus {
  why: Failure | null;
  pauseMs: number;
  isQuoting: boolean;
}

/** Longest text of a cell that the window gets. */
const longestShown = 200;

export type RowChoice = (typeof batchRowChoices)[number];

/** The batch as the window shows it. */
export function batchView(batch: OpenBatch, liveStatus: BatchLiveStatus): Batch {
  const { facts, rows, orderStates } = batch;
  return {
    id: batch.id,
    name: batch.name,
    hasFolder: batch.folder !== null,
    state: batch.state,
    why: liveStatus.why ?? facts.why,
    columns: facts.columns.map((column, place) => ({
      ...column,
      place,
      sample: displayedCell(rows[0]?.cells[place] ?? ''),
    })),
    pickUpAddress: facts.pickUpAddress,
    combines: facts.combines,
    counts: {
      ...rowCounts(batch),
      orders: batch.orderCount,
      parcels: batch.orderOfLine.size,
      open: orderStates.count('open'),
      onTheWay: orderStates.count('on the way'),
      created: orderStates.count('created'),
      rejected: orderStates.count('rejected'),
      uncertain: orderStates.count('uncertain'),
    },
    quote: quoteView(batch, liveStatus.isQuoting),
    charged: orderStates.charged(),
    pauseMs: liveStatus.pauseMs,
    createdAt: facts.createdAt,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    resultFile: facts.resultFile,
  };
}

function rowCounts({ rows, problems }: OpenBatch): Pick<Batch['counts'], 'rows' | 'faulty' | 'warned' | 'skipped'> {
  const counts = { rows: rows.length, faulty: 0, warned: 0, skipped: 0 };
  for (const { line, isSkipped } of rows) {
    const own = problems.get(line);
    if (isSkipped) counts.skipped += 1;
    else if (own?.some(({ severity }) => severity === 'error')) counts.faulty += 1;
    else if (own) counts.warned += 1;
  }
  return counts;
}

function quoteView({ prices, planned, facts }: OpenBatch, isRunning: boolean): Batch['quote'] {
  if (facts.startedAt !== null) return facts.quote;
  if (prices.size === 0 && !isRunning) return null;
  return { isRunning, ...quoteTotals(planned, prices) };
}

/** Sums the prices of the orders that have one. */
export function quoteTotals(
  planned: readonly PlannedOrder[],
  prices: ReadonlyMap<string, BatchQuote>,
): { total: number; quoted: number; failed: number } {
  const quotes = planned.flatMap((order) => prices.get(digestOf(order)) ?? []);
  const known = quotes.flatMap(({ price }) => price ?? []);
  return { total: sumOf(known), quoted: known.length, failed: quotes.length - known.length };
}

/** The rows that a choice shows, in order. */
export function filteredRows(batch: OpenBatch, choice: RowChoice): readonly BatchTableRow[] {
  const isCreated = (line: number): boolean =>
    batch.orderStates.of(batch.orderOfLine.get(line)?.number ?? 0) === 'created';
  switch (choice) {
    case 'all':
      return batch.rows;
    case 'with problems':
      return batch.rows.filter(({ line, isSkipped }) => !isSkipped && batch.problems.has(line));
    case 'not created':
      return batch.rows.filter(({ line }) => !isCreated(line));
  }
}

/** @param result of the row's order, once the batch is started */
export function rowView(batch: OpenBatch, row: BatchTableRow, result: BatchOrderResult | undefined): BatchRow {
  const order = batch.orderOfLine.get(row.line);
  const problems = batch.problems.get(row.line) ?? [];
  const parcel = result?.parcels[order?.lines.indexOf(row.line) ?? -1];
  const codePlace = batch.facts.columns.findIndex(({ field }) => field === 'parcel.custom_code');
  const planned = order && batch.planned[order.number - 1];
  const quote = planned && batch.prices.size > 0 ? batch.prices.get(digestOf(planned)) : undefined;
  return {
    line: row.line,
    order: order?.number ?? null,
    cells: batch.facts.columns.map((_, place) => displayedCell(row.cells[place] ?? '')),
    cutCells: batch.facts.columns.flatMap((_, place) => (isTruncated(row.cells[place] ?? '') ? [place] : [])),
    problems,
    state: rowState(row, problems, result),
    message: result ? resultMessage(result) : (quote?.message ?? null),
    serviceText: result?.failure?.serviceText ?? null,
    customCode: parcel ? parcel.customCode : displayedCell(cleanCell(row.cells[codePlace] ?? '')) || null,
    trackingCode: parcel?.trackingCode ?? null,
    quoted: result ? result.quoted : (quote?.price ?? null),
    charged: result?.charged ?? null,
  };
}

function rowState(
  row: BatchTableRow,
  problems: BatchRow['problems'],
  result: BatchOrderResult | undefined,
): BatchRowState {
  if (result) return result.orderState === 'open' ? 'not begun' : result.orderState;
  if (row.isSkipped) return 'skipped';
  return problems.some(({ severity }) => severity === 'error') ? 'faulty' : 'ready';
}

/** Why an order was not created, or what is unusual about it; null where there is nothing to report. */
function resultMessage({ failure, orderState, quoted, charged }: BatchOrderResult): BatchRow['message'] {
  if (failure) return failure.message;
  if (orderState !== 'created' || quoted === null || charged === null || quoted === charged) return null;
  return message('batch.charged-differently');
}

/** True where the window gets only the beginning of a cell. */
export const isTruncated = (text: string): boolean => text.length > longestShown;

/** A cell as the window gets it. */
const displayedCell = (text: string): string =>
  !isTruncated(text) ? text : `${text.slice(0, longestShown - 1).replace(/[\ud800-\udbff]$/, '')}…`;
