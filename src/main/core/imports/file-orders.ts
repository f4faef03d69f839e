import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { NewOrder, NewParcel } from '../orders/answered-order.ts';
import { quoted } from './file-text.ts';

/** An order as a file tells it. */
export interface FileOrder {
  /** Where it stands: "Line 12", "Order 3 (line 40)". */
  place: string;
  order: NewOrder;
  /** The same, where it turns out to be what a create of ours asked for. */
  withRequest(request: OrderRequest): NewOrder;
}

/** Something that keeps a file from being imported. */
export interface FileFault {
  place: string;
  words: string;
}

/** Longest code of any kind; the document shows none of more than 20 characters. */
const longestCode = 100;

const longestAddress = 2_000;

/** Printable and on one line, with no space at its ends: what a scanner can read and a screen can show whole. */
export function isScannableCode(text: string): boolean {
  return text.length <= longestCode && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(text);
}

/** Why these facts may not be imported, or null. `labelOrigin` is the only place labels of this environment come from. */
export function orderFault(order: NewOrder, labelOrigin: string): string | null {
  const parcels = order.shipments.flatMap((shipment) => shipment.parcels);
  if (parcels.length === 0) return 'It names no parcel.';
  const codes = [
    order.uniqueId,
    ...order.shipments.map(({ trackingCode }) => trackingCode),
    ...parcels.flatMap(({ customCode, pickUpCode }) => [customCode, pickUpCode]),
  ].filter((code) => code !== null);
  const bad = codes.find((code) => !isScannableCode(code));
  if (bad !== undefined) return `${quoted(bad)} cannot be a code.`;
  const hasUnnamedParcel = order.shipments.some(
    ({ trackingCode, parcels: own }) =>
      trackingCode === null && own.some(({ customCode, pickUpCode }) => customCode === null && pickUpCode === null),
  );
  if (hasUnnamedParcel) return 'A parcel has no code at all: nothing could find it.';
  const duplicate = firstDuplicate(parcels.flatMap(({ customCode }) => customCode ?? []));
  if (duplicate !== null) return `The custom code ${duplicate} stands on two of its parcels.`;
  return parcels.map((parcel) => labelFault(parcel, labelOrigin)).find((words) => words !== null) ?? null;
}

function labelFault({ label }: NewParcel, labelOrigin: string): string | null {
  for (const address of [label?.url, label?.pdfUrl]) {
    if (address === undefined || address === null) continue;
    const words = addressFault(address, labelOrigin);
    if (words !== null) return words;
  }
  return null;
}

/** Why no label may be fetched from there, or null. Says the place alone: an address may carry a key. */
export function addressFault(address: string, labelOrigin: string): string | null {
  if (address.length > longestAddress || !URL.canParse(address)) return 'The label’s address cannot be read.';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'The label’s address carries a user name.';
  if (url.origin === labelOrigin) return null;
  return `The label is at ${quoted(url.host || url.protocol)}, and the labels of this environment come from ${labelOrigin} alone.`;
}

function firstDuplicate(codes: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const code of codes) {
    if (seen.has(code)) return code;
    seen.add(code);
  }
  return null;
}

/** The orders of one file, each once, and what keeps the file from being imported. */
export interface FileOrders {
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
export const maxFaultsListed = 200;

/** Gathers a file's orders. One code in two orders that differ is a fault: nobody could tell which one is true. */
export function collectFileOrders(): FileOrders {
  const orders: FileOrder[] = [];
  const faults: FileFault[] = [];
  const byCode = new Map<string, FileOrder>();
  let repeated = 0;
  let moreFaults = 0;

  const refuse = (fault: FileFault): void => {
    if (faults.length < maxFaultsListed) faults.push(fault);
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
      const duplicate = codes.find(({ key }) => byCode.has(key));
      if (!duplicate) {
        orders.push(one);
        for (const { key } of codes) byCode.set(key, one);
        return;
      }
      const before = byCode.get(duplicate.key);
      if (before && sameFacts(before.order, one.order)) {
        repeated += 1;
        return;
      }
      refuse({ place: one.place, words: `${duplicate.code} stands in another order too: ${before?.place ?? ''}.` });
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
