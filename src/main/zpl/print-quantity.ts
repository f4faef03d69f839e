import { applyEdits, type ByteEdit } from './label-bytes.ts';
import { parameterNumber, parameterSpan } from './parameters.ts';
import { type CommandToken, tokensOf } from './tokens.ts';

const highestQuantity = 99_999_999;

/** The number of labels of `^PQq,p,r,o,e` (q): 1 where absent; values out of range are "set to the nearest limit". */
export function quantityOf(bytes: Uint8Array, token: CommandToken): number {
  const quantity = Math.trunc(parameterNumber(bytes, token, 0) ?? 1);
  return Math.min(highestQuantity, Math.max(1, quantity));
}

/** The replacement for a `^PQ` with a count of 0, or that pauses or cuts between labels (p); null for any other. */
export function plainQuantity(bytes: Uint8Array, token: CommandToken): string | null {
  const isZero = parameterNumber(bytes, token, 0) === 0;
  const pauses = (parameterNumber(bytes, token, 1) ?? 0) !== 0;
  return isZero || pauses ? `^PQ${quantityOf(bytes, token)}` : null;
}

/** The label with every `^PQ` set to one; the same object where nothing changes. */
export function withOneCopy(bytes: Uint8Array): Uint8Array {
  const edits: ByteEdit[] = [];
  for (const token of tokensOf(bytes)) {
    if (token.kind !== 'command' || token.command !== '^PQ' || quantityOf(bytes, token) === 1) continue;
    const quantity = parameterSpan(bytes, token, 0);
    if (quantity) edits.push({ ...quantity, replacement: '1' });
  }
  return applyEdits(bytes, edits);
}
