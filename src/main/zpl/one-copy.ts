import { type ByteEdit, withEdits } from './byte-edits.ts';
import { parameterSpan } from './parameters.ts';
import { quantityOf } from './print-quantity.ts';
import { tokensOf } from './tokens.ts';

/** The label with every `^PQ` asking for one; all other bytes as they are, and the very same object where none asks for more. */
export function withOneCopy(bytes: Uint8Array): Uint8Array {
  const edits: ByteEdit[] = [];
  for (const token of tokensOf(bytes)) {
    if (token.kind !== 'command' || token.command !== '^PQ' || quantityOf(bytes, token) === 1) continue;
    const quantity = parameterSpan(bytes, token, 0);
    if (quantity) edits.push({ ...quantity, instead: '1' });
  }
  return withEdits(bytes, edits);
}
