import type { NewOrder } from '../order-facts.ts';
import type { FileFault, FileOrder } from './file-order.ts';

/** The orders of one file, each once, and what keeps the file from being imported. */
export interface OrdersOfFile {
  readonly orders: readonly FileOrder[];
  /** Orders told again in the same words. */
  readonly repeated: number;
  /** The first of them, in the order of the file. */
  readonly faults: readonly FileFault[];
  readonly moreFaults: number;
  add(order: FileOrder): void;
  refuse(fault: FileFault): void;
}

/** Most faults named; more are counted. */
export const mostFaultsNamed = 200;

/** Gathers a file's orders. One code in two orders that differ is a fault: nobody could tell which one is true. */
export function ordersOfFile(): OrdersOfFile {
  const orders: FileOrder[] = [];
  const faults: FileFault[] = [];
  const byCode = new Map<string, FileOrder>();
  let repeated = 0;
  let moreFaults = 0;

  const refuse = (fault: FileFault): void => {
    if (faults.length < mostFaultsNamed) faults.push(fault);
    else moreFaults += 1;
  };

  return {
    orders,
    faults,
    get repeated() {
      return repeated;
    },
    get moreFaults() {
      return moreFaults;
    },
    refuse,
    add(one) {
      const codes = codesOf(one.order);
      const met = codes.find(({ key }) => byCode.has(key));
      if (!met) {
        orders.push(one);
        for (const { key } of codes) byCode.set(key, one);
        return;
      }
      const before = byCode.get(met.key);
      if (before && sameFacts(before.order, one.order)) {
        repeated += 1;
        return;
      }
      refuse({ place: one.place, words: `${met.code} stands in another order too: ${before?.place ?? ''}.` });
    },
  };
}

function codesOf(order: NewOrder): { key: string; code: string }[] {
  const codes = [
    { kind: 'order', code: order.uniqueId },
    ...order.shipments.flatMap(({ trackingCode, parcels }) => [
      { kind: 'tracking code', code: trackingCode },
      ...parcels.flatMap(({ customCode, pickUpCode }) => [
        { kind: 'custom code', code: customCode },
        { kind: 'pick-up code', code: pickUpCode },
      ]),
    ]),
  ];
  return codes.flatMap(({ kind, code }) => (code === null ? [] : [{ key: `${kind} ${code}`, code }]));
}

const sameFacts = (one: NewOrder, other: NewOrder): boolean =>
  one.uniqueId === other.uniqueId && JSON.stringify(one.shipments) === JSON.stringify(other.shipments);
