import { type Result, success } from '../../../shared/contract/failure.ts';
import type { CallInput } from '../../../shared/contract/station-contract.ts';
import type { Batch, BatchRow, batchRowChoices } from '../../../shared/orders/batch.ts';
import type { OrderBook } from '../../../shared/orders/order-book.ts';
import { createPagedQuery, type Page, type PagedQuery, type PagedState } from '../../data/paged-query.ts';
import { type ChangeSource, createQuery, type Later, type Query } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';

/** The batch of the environment in use; null where there is none. Wrapped, because a query's own null means "not read yet". */
export interface ReadBatch {
  readonly batch: Batch | null;
}

/** Each environment has its own query, so that the batch of another one is never shown. */
export const createBatchQuery = (): Query<ReadBatch> =>
  createQuery<ReadBatch>({
    topics: ['batch'],
    read: async () => {
      const answer = await call('batch.read', null);
      return answer.ok ? success({ batch: answer.value }) : answer;
    },
  });

/** The saved pick-up addresses. */
export const createBookQuery = (): Query<OrderBook> =>
  createQuery<OrderBook>({ topics: ['order book'], read: () => call('order-book.read', null) });

export type BatchRowChoice = (typeof batchRowChoices)[number];

/** Rows read from main at once. */
export const batchRowsPerPage = 100;

export type BatchRows = PagedQuery<BatchRow, BatchRowChoice>;
export type BatchRowsState = PagedState<BatchRow, BatchRowChoice>;

interface BatchRowsParts extends Pick<ChangeSource, 'onChanged'> {
  readonly readPage: (query: CallInput<'batch.rows'>) => Promise<Result<Page<BatchRow>>>;
  readonly later?: Later;
}

/** The chosen rows of a batch. A running batch changes with every order, so its rows are not read again after each. */
export function createBatchRows({ readPage, ...parts }: BatchRowsParts): BatchRows {
  return createPagedQuery<BatchRow, BatchRowChoice>({
    ...parts,
    topics: ['batch'],
    initialCriteria: 'all',
    rowsPerPage: batchRowsPerPage,
    maxPages: 6,
    throttleMs: 250,
    readPage: (only, { offset, limit }) => readPage({ from: offset, limit, only }),
  });
}
