import { parameterNumber } from './parameters.ts';
import type { CommandToken } from './tokens.ts';

const highestQuantity = 99_999_999;

/** `^PQq,p,r,o,e`: how many labels (q). One where it names none; 0 is out of range, "set to the nearest limit". */
export function quantityOf(bytes: Uint8Array, token: CommandToken): number {
  const quantity = Math.trunc(parameterNumber(bytes, token, 0) ?? 1);
  return Math.min(highestQuantity, Math.max(1, quantity));
}

/** What the plain count says instead, where a `^PQ` says 0 or makes the printer pause or cut between labels (p); else null. */
export function plainQuantity(bytes: Uint8Array, token: CommandToken): string | null {
  const isZero = parameterNumber(bytes, token, 0) === 0;
  const pauses = (parameterNumber(bytes, token, 1) ?? 0) !== 0;
  return isZero || pauses ? `^PQ${quantityOf(bytes, token)}` : null;
}
