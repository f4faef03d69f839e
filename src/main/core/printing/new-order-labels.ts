import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import { hostUnreachableCodes } from './label-retry-pacing.ts';
import type { PrintQueue } from './print-queue.ts';

export interface NewOrderPrintingParts {
  records: Pick<Records, 'parcel' | 'order' | 'parcelsOfOrder'>;
  printQueue: Pick<PrintQueue, 'add'>;
  clock: Pick<Clock, 'now'>;
  /** The setting: labels of orders created here print automatically. */
  isEnabled: () => boolean;
}

/** Called for the labels of orders created here. */
export interface NewOrderPrinting {
  /** A label is on disk. `wasAbandoned`: it failed before, and an operator requested it again. */
  labelStored(parcelId: number, wasAbandoned: boolean): Promise<void>;
  /** A label is not retried any more, or failed and is retried later. */
  labelDelayed(parcelId: number): Promise<void>;
}

/**
 * Prints the labels of a new order in the order of the form, because the packer takes them off the printer one after another. A label
 * that is still downloading delays the ones after it. One that is abandoned does not, nor one that the label host has refused for a
 * minute.
 */
export function createNewOrderPrinting(parts: NewOrderPrintingParts): NewOrderPrinting {
  const { records, printQueue, clock, isEnabled } = parts;
  const print = async (parcel: Parcel): Promise<void> => {
    if (parcel.lastJob !== null) return;
    await printQueue.add({ parcel, origin: 'created', startedByCode: null, reprintReason: null });
  };

  const printInOrder = async (orderId: number): Promise<void> => {
    const parcels = await records.parcelsOfOrder(orderId);
    const request = (await records.order(orderId))?.request ?? null;
    for (const parcel of inOrderOfForm(parcels, request)) {
      if (isDeletedOrDeleting(parcel)) continue;
      if (parcel.label?.state === 'pending' && !isOverdue(parcel, clock.now())) return;
      if (parcel.label?.state === 'stored') await print(parcel);
    }
  };

  return {
    async labelStored(parcelId, wasAbandoned) {
      const parcel = isEnabled() ? await records.parcel(parcelId) : null;
      if (!parcel) return;
      // The other labels of its order are printed already.
      if (wasAbandoned) await print(parcel);
      else await printInOrder(parcel.orderId);
    },
    async labelDelayed(parcelId) {
      const parcel = isEnabled() ? await records.parcel(parcelId) : null;
      if (parcel) await printInOrder(parcel.orderId);
    },
  };
}

/** Milliseconds that a failing label delays the labels after it. */
const longestDelayMs = 60_000;

/** True where the label host answered, and has not given the label for so long. */
function isOverdue({ label, createdAt }: Parcel, now: number): boolean {
  if (!label?.failure || hostUnreachableCodes.includes(label.failure.code)) return false;
  return now - Date.parse(createdAt) >= longestDelayMs;
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
