import { applyEdits, type ByteEdit, capital, comma, isBlank, textOf, unitSeparator } from './label-bytes.ts';
import { type CommandToken, tokensOf } from './tokens.ts';

/** A command's parameters as text: upper case, without spaces and line breaks, one character per byte, at most `max`. */
export function parameterText(bytes: Uint8Array, token: CommandToken, max = Number.POSITIVE_INFINITY): string {
  let text = '';
  const end = token.payload?.start ?? token.end;
  for (let at = token.parameters; at < end && text.length < max; at += 1) {
    const byte = bytes[at] as number;
    if (!isBlank(byte) || byte === unitSeparator) text += String.fromCharCode(capital(byte));
  }
  return text;
}

/** The range of a parameter without surrounding spaces; null where the command has fewer parameters. */
export function parameterSpan(
  bytes: Uint8Array,
  token: CommandToken,
  index: number,
): { start: number; end: number } | null {
  let start = token.parameters;
  let passed = 0;
  let at = start;
  for (; at < token.end; at += 1) {
    const byte = bytes[at] as number;
    if (byte !== comma && byte !== unitSeparator) continue;
    if (passed === index) break;
    passed += 1;
    start = at + 1;
  }
  return passed < index ? null : trimmed(bytes, start, at);
}

function trimmed(bytes: Uint8Array, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  while (start < end && isBlank(bytes[start] as number)) start += 1;
  while (end > start && isBlank(bytes[end - 1] as number)) end -= 1;
  return { start, end };
}

const longestNumber = 16;

/** The number at the beginning of a parameter, as a printer reads it: "18.64", "0959", "5 ", "5;x". Null where there is none. */
export function parameterNumber(bytes: Uint8Array, token: CommandToken, index: number): number | null {
  const span = parameterSpan(bytes, token, index);
  if (!span) return null;
  const text = textOf(bytes, span.start, Math.min(span.end, span.start + longestNumber));
  const number = /^[+-]?\d+(\.\d+)?/.exec(text.replace(/[\r\n]/g, ''));
  return number ? Number(number[0]) : null;
}

/** The first character of a parameter in upper case; empty where there is none. */
export function parameterLetter(bytes: Uint8Array, token: CommandToken, index: number): string {
  const span = parameterSpan(bytes, token, index);
  return span && span.end > span.start ? String.fromCharCode(capital(bytes[span.start] as number)) : '';
}

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
