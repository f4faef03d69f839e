import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import type { Records } from '../ports/records.ts';
import type { PrintQueue } from './print-queue.ts';

export interface NewOrderPrintingParts {
  records: Pick<Records, 'parcel' | 'order' | 'parcelsOfOrder'>;
  printQueue: Pick<PrintQueue, 'add'>;
  /** The setting: labels of orders created here print by themselves. */
  isEnabled: () => boolean;
}

/** What is told of the labels of orders created here. */
export interface NewOrderPrinting {
  /** One is on disk. `wasGivenUp`: it failed before, and somebody asked for it once more. */
  labelStored(parcelId: number, wasAbandoned: boolean): Promise<void>;
  /** One will not come by itself. */
  labelAbandoned(parcelId: number): Promise<void>;
}

/**
 * Prints the labels of a new order parcel by parcel, in the order of the form: whoever packs takes them off the printer one after
 * another. A label that is still to come holds back those behind it; one that was given up does not.
 */
export function createNewOrderPrinting({ records, printQueue, isEnabled }: NewOrderPrintingParts): NewOrderPrinting {
  const print = async (parcel: Parcel): Promise<void> => {
    if (parcel.lastJob !== null) return;
    await printQueue.add({ parcel, origin: 'created', startedByCode: null, reprintReason: null });
  };

  const printInOrder = async (orderId: number): Promise<void> => {
    const parcels = await records.parcelsOfOrder(orderId);
    const request = (await records.order(orderId))?.request ?? null;
    for (const parcel of inOrderOfForm(parcels, request)) {
      if (isDeletedOrDeleting(parcel)) continue;
      if (parcel.label?.state === 'wanted') return;
      if (parcel.label?.state === 'kept') await print(parcel);
    }
  };

  return {
    async labelStored(parcelId, wasAbandoned) {
      const parcel = isEnabled() ? await records.parcel(parcelId) : null;
      if (!parcel) return;
      // Its order went on without it long ago.
      if (wasAbandoned) await print(parcel);
      else await printInOrder(parcel.orderId);
    },
    async labelAbandoned(parcelId) {
      const parcel = isEnabled() ? await records.parcel(parcelId) : null;
      if (parcel) await printInOrder(parcel.orderId);
    },
  };
}

/** An answer may list the parcels in any order. */
function inOrderOfForm(parcels: readonly Parcel[], request: OrderRequest | null): Parcel[] {
  const codes = request?.drop_offs[0].parcels.map(({ custom_code }) => custom_code) ?? [];
  const place = ({ customCode }: Parcel): number => {
    const found = customCode === null ? -1 : codes.indexOf(customCode);
    return found === -1 ? codes.length : found;
  };
  return parcels.toSorted((one, other) => place(one) - place(other));
}
