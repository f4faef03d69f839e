import type { ByteEdit } from '../../shared/printing/label-inspection.ts';
import { applyEdits, capital, comma, isBlank, textOf, unitSeparator } from './label-bytes.ts';
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

const longestPath = 64;

/**
 * True where printers could read different drives in the name of an object: a drive is one letter before the one colon, at the
 * beginning. The data of `~DG` may contain colons.
 */
export function isUncertainDrive(bytes: Uint8Array, token: CommandToken): boolean {
  const text = parameterText(bytes, token, longestPath + 1);
  const path = token.command === '~DG' ? (text.split(',', 1)[0] ?? '') : text;
  return path.length > longestPath || !/^(?:[^:.,]:)?[^:]*$/.test(path);
}

/** The drive and name of the object in the printer that a command names: R and LOGO for "R:LOGO.GRF". */
export function objectName(bytes: Uint8Array, token: CommandToken): { drive: string; name: string } {
  const [, drive = '', name = ''] = /^(?:([^:.,]*):)?([^:.,]*)/.exec(parameterText(bytes, token, longestPath)) ?? [];
  return { drive, name };
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

/**
 * The number of labels of `^PQq,p,r,o,e` (q): 1 where absent; values out of range are "set to the nearest limit". Where it cannot be
 * read with certainty, the highest number it could be.
 */
export function quantityOf(bytes: Uint8Array, token: CommandToken): number {
  const { digits } = quantityDigits(bytes, token);
  return digits === '' ? 1 : Math.min(highestQuantity, Math.max(1, Number(digits)));
}

/**
 * True where printers could read different numbers of labels: digits behind another character, which some end at and others skip, or
 * the control byte for the comma.
 */
export function isUncertainQuantity(bytes: Uint8Array, token: CommandToken): boolean {
  const { digits, first } = quantityDigits(bytes, token);
  return digits !== first || bytes.subarray(token.parameters, token.end).includes(unitSeparator);
}

/** All digits of the quantity, and those it begins with. Line breaks and blanks around it count for nothing. */
function quantityDigits(bytes: Uint8Array, token: CommandToken): { digits: string; first: string } {
  const span = parameterSpan(bytes, token, 0);
  const text = span ? textOf(bytes, span.start, span.end).replace(/[\r\n]/g, '') : '';
  return { digits: text.replace(/\D/g, ''), first: /^\d*/.exec(text)?.[0] ?? '' };
}

/**
 * The replacement for a `^PQ` with a count of 0, that pauses or cuts between labels (p), or with several replicates of each serial
 * number (r), which only count within the quantity; null for any other.
 */
export function plainQuantity(bytes: Uint8Array, token: CommandToken): string | null {
  const { digits } = quantityDigits(bytes, token);
  const textAt = (index: number): string => {
    const span = parameterSpan(bytes, token, index);
    return span ? textOf(bytes, span.start, span.end) : '';
  };
  const isPlain = !/^0+$/.test(digits) && !/[1-9]/.test(textAt(1)) && /^\D*0*[01]?\D*$/.test(textAt(2));
  return isPlain ? null : `^PQ${quantityOf(bytes, token)}`;
}

/** The label with every `^PQ` set to one; the same object where nothing changes. */
export function withOneCopy(bytes: Uint8Array): Uint8Array {
  const edits: ByteEdit[] = [];
  for (const token of tokensOf(bytes)) {
    if (token.kind !== 'command' || token.command !== '^PQ') continue;
    const isUncertain = isUncertainQuantity(bytes, token);
    if (!isUncertain && quantityOf(bytes, token) === 1) continue;
    const quantity = isUncertain ? { start: token.parameters, end: token.end } : parameterSpan(bytes, token, 0);
    if (quantity) edits.push({ ...quantity, replacement: '1' });
  }
  return applyEdits(bytes, edits);
}
