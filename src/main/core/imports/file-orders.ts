import { type Message, message } from '../../../shared/messages/message.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { parseUrl } from '../../../shared/values/url.ts';
import type { NewOrder, NewParcel } from '../ports/order-records.ts';
import { shortText } from './file-text.ts';

/** An order as a file has it. */
export interface FileOrder {
  /** Its place in the file: "Line 12", "Order 3 (line 40)". */
  place: Message;
  order: NewOrder;
  /** The same order, where it is the answer to a request of this station. */
  withRequest(request: OrderRequest): NewOrder;
}

/** An error that prevents the import of a file. */
export interface FileFault {
  place: Message;
  message: Message;
}

/** Longest code of any kind; the document shows none of more than 20 characters. */
const longestCode = 100;

const longestAddress = 2_000;

/** Printable and on one line, without spaces at its ends: a scanner can read it, and a screen can show all of it. */
export function isScannableCode(text: string): boolean {
  return text.length <= longestCode && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(text);
}

/** Why this order cannot be imported, or null. `labelOrigin` is the only place labels of this environment come from. */
export function orderFault(order: NewOrder, labelOrigin: string): Message | null {
  const parcels = order.shipments.flatMap((shipment) => shipment.parcels);
  if (parcels.length === 0) return message('import.no-parcel');
  const codes = [
    order.uniqueId,
    ...order.shipments.map(({ trackingCode }) => trackingCode),
    ...parcels.flatMap(({ customCode, pickUpCode }) => [customCode, pickUpCode]),
  ].filter((code) => code !== null);
  const bad = codes.find((code) => !isScannableCode(code));
  if (bad !== undefined) return message('import.code-invalid', { code: shortText(bad) });
  const hasUnnamedParcel = order.shipments.some(
    ({ trackingCode, parcels: own }) =>
      trackingCode === null && own.some(({ customCode, pickUpCode }) => customCode === null && pickUpCode === null),
  );
  if (hasUnnamedParcel) return message('import.parcel-without-code');
  const duplicate = firstDuplicate(parcels.flatMap(({ customCode }) => customCode ?? []));
  if (duplicate !== null) return message('import.code-on-two-parcels', { code: duplicate });
  return parcels.map((parcel) => labelFault(parcel, labelOrigin)).find((fault) => fault !== null) ?? null;
}

function labelFault({ label }: NewParcel, labelOrigin: string): Message | null {
  for (const address of [label?.url, label?.pdfUrl]) {
    if (address === undefined || address === null) continue;
    const fault = addressFault(address, labelOrigin);
    if (fault !== null) return fault;
  }
  return null;
}

/** Why no label may be fetched from that address, or null. Names its host only: an address may contain a key. */
export function addressFault(address: string, labelOrigin: string): Message | null {
  const url = address.length > longestAddress ? null : parseUrl(address);
  if (!url) return message('import.label-address-unreadable');
  if (url.username !== '' || url.password !== '') return message('import.label-address-with-user');
  if (url.origin === labelOrigin) return null;
  return message('import.label-elsewhere', { host: shortText(url.host || url.protocol), expected: labelOrigin });
}

function firstDuplicate(codes: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const code of codes) {
    if (seen.has(code)) return code;
    seen.add(code);
  }
  return null;
}

/** The orders of one file, each once, and the errors that prevent its import. */
export interface FileOrders {
  readonly orders: readonly FileOrder[];
  /** Orders that are in the file again, unchanged. */
  readonly repeated: number;
  /** The first of them, in the order of the file. */
  readonly faults: readonly FileFault[];
  readonly moreFaults: number;
  add(order: FileOrder): void;
  reject(fault: FileFault): void;
}

/** Most errors listed; more are counted. */
export const maxFaultsListed = 200;

/** Collects the orders of a file. One code in two different orders is an error. */
export function collectFileOrders(): FileOrders {
  const orders: FileOrder[] = [];
  const faults: FileFault[] = [];
  const byCode = new Map<string, FileOrder>();
  let repeated = 0;
  let moreFaults = 0;

  const reject = (fault: FileFault): void => {
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
    reject,
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
      const other = before?.place ?? null;
      reject({ place: one.place, message: message('import.code-in-two-orders', { code: duplicate.code, other }) });
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
