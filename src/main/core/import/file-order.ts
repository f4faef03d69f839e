import type { OrderRequest } from '../../../shared/order-request.ts';
import type { NewOrder, NewParcel } from '../order-facts.ts';
import { quoted } from './tidy-text.ts';

/** An order as a file tells it. */
export interface FileOrder {
  /** Where it stands: "Line 12", "Order 3 (line 40)". */
  place: string;
  order: NewOrder;
  /** The same, where it turns out to be what a create of ours asked for. */
  asAskedFor(request: OrderRequest): NewOrder;
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
export function isCode(text: string): boolean {
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
  const bad = codes.find((code) => !isCode(code));
  if (bad !== undefined) return `${quoted(bad)} cannot be a code.`;
  const nameless = order.shipments.some(
    ({ trackingCode, parcels: own }) =>
      trackingCode === null && own.some(({ customCode, pickUpCode }) => customCode === null && pickUpCode === null),
  );
  if (nameless) return 'A parcel has no code at all: nothing could find it.';
  const twice = repeated(parcels.flatMap(({ customCode }) => customCode ?? []));
  if (twice !== null) return `The custom code ${twice} stands on two of its parcels.`;
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

function repeated(codes: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const code of codes) {
    if (seen.has(code)) return code;
    seen.add(code);
  }
  return null;
}
