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
  const weights = parcels.map(weightOf);
  if (weights.length > 1) weights.sort((one, other) => one - other);
  const compared = [folded(address.person_name), folded(address.person_phone), folded(address.text), weights];
  return sha256Of(JSON.stringify(compared)).slice(0, 16);
}

const weightOf = ({ values }: RequestParcel): number => values;

/** The SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hexadecimal digits: the name under which bytes are kept. */
export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex');
