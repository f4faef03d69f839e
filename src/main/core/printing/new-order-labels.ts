import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { isDeletedOrDeleting, type Parcel } from '../../../shared/shipments/parcel.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import { activityAt } from '../ports/write-context.ts';
import { hostUnreachableCodes } from './label-retry-pacing.ts';
import type { PrintQueue } from './print-queue.ts';

export interface NewOrderPrintingParts {
  records: Pick<Records, 'parcel' | 'order' | 'parcelsOfOrder' | 'printsLabels' | 'ordersToPrint' | 'requestPrinting'>;
  printQueue: Pick<PrintQueue, 'add'>;
  clock: Pick<Clock, 'now'>;
}

/** Prints the labels of orders created here: those of an order that prints on creation, and those that an operator requests. */
export interface NewOrderPrinting {
  /** A label is on disk. `wasAbandoned`: it failed before, and an operator requested it again. */
  labelStored(parcelId: number, wasAbandoned: boolean): Promise<void>;
  /** A label is not retried any more, or failed and is retried later. */
  labelDelayed(parcelId: number): Promise<void>;
  /** The parcel is not deleted after all: its label prints now if it arrived meanwhile. null: none that is known here. */
  deletionEnded(parcelId: number | null): Promise<void>;
  /** Prints the labels that the previous run stored and did not queue any more. */
  resume(): Promise<void>;
  /**
   * An operator wants the labels of a created order: each one that was never sent to a printer prints now, or as soon as it is here.
   * Returns how many were queued; fails where none is left to print.
   */
  printOrder(command: Command): Promise<Result<{ queued: number; awaited: number }>>;
}

/**
 * Prints the labels of a new order in the order of the form, because the packer takes them off the printer one after another. A label
 * that is still downloading delays the ones after it. One that is abandoned does not, nor one that the label host has refused for a
 * minute.
 */
export function createNewOrderPrinting(parts: NewOrderPrintingParts): NewOrderPrinting {
  const { records, printQueue, clock } = parts;
  const add = (parcel: Parcel, origin: 'created' | 'button') =>
    printQueue.add({ parcel, origin, startedByCode: null, reprintReason: null });
  const print = async (parcel: Parcel): Promise<void> => {
    if (parcel.lastJob === null) await add(parcel, 'created');
  };
  const parcelToPrint = async (parcelId: number): Promise<Parcel | null> => {
    const parcel = await records.parcel(parcelId);
    return parcel && (await records.printsLabels(parcel.orderId)) ? parcel : null;
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
      const parcel = await parcelToPrint(parcelId);
      if (!parcel) return;
      // The other labels of its order are printed already.
      if (wasAbandoned) await print(parcel);
      else await printInOrder(parcel.orderId);
    },
    async labelDelayed(parcelId) {
      const parcel = await parcelToPrint(parcelId);
      if (parcel) await printInOrder(parcel.orderId);
    },
    async deletionEnded(parcelId) {
      const parcel = parcelId === null ? null : await parcelToPrint(parcelId);
      if (parcel && clock.now() - Date.parse(parcel.createdAt) <= resumeWithinMs) await printInOrder(parcel.orderId);
    },
    async resume() {
      const since = instant(clock.now() - resumeWithinMs);
      for (const orderId of await records.ordersToPrint(since)) await printInOrder(orderId);
    },
    async printOrder({ id, orderId, codes }) {
      if (orderId === null) return failed(notCreated);
      const requested = message('journal.print.requested');
      const activity = activityAt(clock.now(), 'operator', 'print', codes[0] ?? null, requested);
      if (!(await records.requestPrinting(id, { activity }))) return failed(notCreated);
      const request = (await records.order(orderId))?.request ?? null;
      const parcels = inOrderOfForm(await records.parcelsOfOrder(orderId), request);
      const toPrint = parcels.filter((parcel) => parcel.copies === 0 && !isDeletedOrDeleting(parcel));
      let failure: Failure | null = null;
      let queued = 0;
      for (const parcel of toPrint.filter(({ label }) => label?.state === 'stored')) {
        const added = await add(parcel, 'button');
        if (added.ok) queued += 1;
        else failure ??= added.failure;
      }
      const awaited = toPrint.filter(({ label }) => label?.state === 'pending').length;
      if (queued + awaited > 0) return success({ queued, awaited });
      return failed(failure ?? nothingToPrint);
    },
  };
}

const notCreated: Failure = { code: 'not-allowed-now', message: message('order.not-created') };

const nothingToPrint: Failure = { code: 'not-allowed-now', message: message('order.nothing-to-print') };

/**
 * Labels of orders sent longer ago, milliseconds, do not print by themselves after a restart or a deletion that was undone: long enough for
 * a weekend.
 */
const resumeWithinMs = 72 * 3_600_000;

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
