import { capital, comma, isBlank, textOf, unitSeparator } from './label-bytes.ts';
import type { CommandToken } from './tokens.ts';

/** A command's parameters as text: in capitals, blanks and line breaks left out, one character a byte, so many at most. */
export function parameterText(bytes: Uint8Array, token: CommandToken, max = Number.POSITIVE_INFINITY): string {
  let text = '';
  const end = token.payload?.start ?? token.end;
  for (let at = token.parameters; at < end && text.length < max; at += 1) {
    const byte = bytes[at] as number;
    if (!isBlank(byte) || byte === unitSeparator) text += String.fromCharCode(capital(byte));
  }
  return text;
}

/** Where a parameter stands, blanks around it left out; null where the command names fewer. */
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

/** A parameter's number, as a printer begins to read it: "18.64", "0959", "5 " and "5;x" have one. Null where it names none. */
export function parameterNumber(bytes: Uint8Array, token: CommandToken, index: number): number | null {
  const span = parameterSpan(bytes, token, index);
  if (!span) return null;
  const text = textOf(bytes, span.start, Math.min(span.end, span.start + longestNumber));
  const number = /^[+-]?\d+(\.\d+)?/.exec(text.replace(/[\r\n]/g, ''));
  return number ? Number(number[0]) : null;
}

/** A parameter's first letter as a capital; empty where it has none. */
export function parameterLetter(bytes: Uint8Array, token: CommandToken, index: number): string {
  const span = parameterSpan(bytes, token, index);
  return span && span.end > span.start ? String.fromCharCode(capital(bytes[span.start] as number)) : '';
}
