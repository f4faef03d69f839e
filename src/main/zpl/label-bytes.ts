import type { ByteEdit } from '../../shared/printing/label-inspection.ts';

/** Bytes with a meaning in ZPL. */
export const caret = 0x5e;
export const tilde = 0x7e;
/** Alternatives for `^` and `~` (ZPL II Programming Guide volume 2, "Format and Control Commands"). */
export const recordSeparator = 0x1e;
const dataLinkEscape = 0x10;
/** Alternatives for `^XA` and `^XZ` (ZPL II Programming Guide, ^XA and ^XZ). */
export const startOfText = 0x02;
export const endOfText = 0x03;
/** Alternative for the comma (programming guide, Mirror, "Character Substitution"). */
export const unitSeparator = 0x1f;
export const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/** True for a byte that begins a command. */
export const beginsCommand = (byte: number): boolean =>
  byte === caret ||
  byte === tilde ||
  byte === recordSeparator ||
  byte === dataLinkEscape ||
  byte === startOfText ||
  byte === endOfText;

/** True for bytes that printers ignore between commands and inside a command's name: control bytes and the NUL of 16-bit text. */
export const isControl = (byte: number): boolean => byte < space && !beginsCommand(byte);

export const isBlank = (byte: number): boolean => byte === space || isControl(byte);

export const isLineBreak = (byte: number): boolean => byte === lineFeed || byte === carriageReturn;

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The upper-case byte of a letter; commands may be written in either case. */
export const capital = (byte: number): number => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte);

/** The bytes as text, one character per byte, whatever the label's encoding. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] as number);
  return text;
}

const longestShown = 40;

/** A part of a label for display: at most 40 bytes, unprintable ones as `<1E>`. */
export function shownBytes(bytes: Uint8Array, start: number, end: number): string {
  let until = Math.min(end, start + longestShown);
  if (until === end) while (until > start + 1 && isBlank(bytes[until - 1] as number)) until -= 1;
  let text = '';
  for (let at = start; at < until; at += 1) {
    const byte = bytes[at] as number;
    const isPlain = byte >= space && byte < 0x7f;
    text += isPlain ? String.fromCharCode(byte) : `<${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
  }
  return end - start > longestShown ? `${text}…` : text;
}

/** The bytes with every edit applied; the same object where there is none. Edits must not overlap. */
export function applyEdits(bytes: Uint8Array, edits: readonly ByteEdit[]): Uint8Array {
  if (edits.length === 0) return bytes;
  const inOrder = [...edits].sort((one, other) => one.start - other.start);
  const grown = inOrder.reduce((sum, { start, end, replacement }) => sum + replacement.length - (end - start), 0);
  const result = new Uint8Array(bytes.length + grown);
  let read = 0;
  let written = 0;
  for (const { start, end, replacement } of inOrder) {
    result.set(bytes.subarray(read, start), written);
    written += start - read;
    for (let at = 0; at < replacement.length; at += 1) result[written + at] = replacement.charCodeAt(at);
    written += replacement.length;
    read = end;
  }
  result.set(bytes.subarray(read), written);
  return result;
}
