import type { Batch } from '../../shared/batch.ts';
import { success } from '../../shared/failure.ts';
import type { OrderBook } from '../../shared/order-book.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** The batch of the environment in use; null where there is none. Wrapped, since a mirror's own null says "not read yet". */
export interface ReadBatch {
  readonly batch: Batch | null;
}

/** A mirror of its own for each environment, so that no batch of another one is ever shown. */
export const createBatchMirror = (): Mirror<ReadBatch> =>
  createMirror<ReadBatch>({
    topics: ['batch'],
    read: async () => {
      const answer = await call('batch.read', null);
      return answer.ok ? success({ batch: answer.value }) : answer;
    },
  });

/** The pick-up addresses a batch can begin at. */
export const createBookMirror = (): Mirror<OrderBook> =>
  createMirror<OrderBook>({ topics: ['order book'], read: () => call('order-book.read', null) });
