import { hash } from 'node:crypto';
import type { OrderRequest, RequestParcel } from '../../shared/orders/order-request.ts';
import { isPlainLine } from './imports/file-text.ts';

/** Ignores case, kinds of white space and the composition of letters. */
const folded = (text = ''): string =>
  isPlainLine(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * The same for two orders that look like one order made twice: same receiver's name and phone, same drop-off address, same weights
 * in any order. 16 hexadecimal digits.
 */
export function orderFingerprint(request: OrderRequest): string {
  const [{ address, parcels }] = request.drop_offs;
  const compared = [folded(address.person_name), folded(address.person_phone), folded(address.text), sorted(parcels)];
  return sha256Of(JSON.stringify(compared)).slice(0, 16);
}

/** A text that is the same for two orders with the same fingerprint, and for no others; made in a fraction of the time. */
export function comparedText(request: OrderRequest): string {
  const [{ address, parcels }] = request.drop_offs;
  return comparedTextOf(address.person_name, address.person_phone, address.text, sorted(parcels).join());
}

/** The same for an order whose request is not made yet. */
export const comparedTextOf = (
  name: string | undefined,
  phone: string | undefined,
  text: string,
  weights: string | number,
  // A folded text has no line ends.
): string => `${folded(name)}\n${folded(phone)}\n${folded(text)}\n${weights}`;

const sorted = (parcels: readonly RequestParcel[]): number[] => parcels.map(weightOf).sort((one, other) => one - other);

const weightOf = ({ values }: RequestParcel): number => values;

/** The SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hexadecimal digits: the name under which bytes are kept. */
export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex');
