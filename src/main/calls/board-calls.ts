import { type Failure, failed, success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import { parcelDetail } from '../core/parcel-detail.ts';
import type { Handlers } from './handlers.ts';

type BoardCall = 'shipments.page' | 'parcel.detail';

/** The calls of the shipment board. */
export function boardCalls(bench: () => Bench): Handlers<BoardCall> {
  return {
    'shipments.page': async (query) => success(await bench().records.parcelsPage(query)),
    async 'parcel.detail'({ parcelId }) {
      const detail = await parcelDetail(bench().records, parcelId);
      return detail ? success(detail) : failed(unknownParcel);
    },
  };
}

const unknownParcel: Failure = { code: 'not-found-here', message: 'This station does not know that parcel.' };
