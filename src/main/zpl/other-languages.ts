import type { FindingReason } from '../../shared/printing/label-inspection.ts';
import { capital, isBlank, isDigit, isLineBreak, textOf } from './label-bytes.ts';

/** The place of a command in another language, and why it is refused. */
export interface OtherLanguage {
  readonly at: number;
  readonly reason: Extract<
    FindingReason,
    'zpl.finding.other-language' | 'zpl.finding.json' | 'zpl.finding.outside-label'
  >;
}

const exclamationMark = 0x21;
const openingBrace = 0x7b;
const otherLanguage = 'zpl.finding.other-language';
const json = 'zpl.finding.json';

/** The first command of another language in a part of a label. Printers know several languages and switch automatically. */
export function otherLanguageIn(bytes: Uint8Array, start: number, end: number): OtherLanguage | null {
  for (let at = start; at < end; at += 1) {
    const found = otherLanguageAt(bytes, at, end);
    if (found) return found;
  }
  return null;
}

/** Recognizes `! U1 setvar …` (SGD), `! UTILITIES` and `! 0 200 200 …` (CPCL), `! CISDFCRC16` (a file), `{}{…` (JSON). */
function otherLanguageAt(bytes: Uint8Array, at: number, end: number): OtherLanguage | null {
  if (bytes[at] === exclamationMark) {
    const isCommand = [isUtility, isSession, isFile].some((is) => is(bytes, at + 1, end));
    return isCommand ? { at, reason: otherLanguage } : null;
  }
  if (bytes[at] !== openingBrace) return null;
  const closing = afterBlanks(bytes, at + 1, end);
  const isJson = bytes[closing] === 0x7d && bytes[afterBlanks(bytes, closing + 1, end)] === openingBrace;
  return isJson ? { at, reason: json } : null;
}

/** True for `U` with an optional number, or the beginning of `UTILITIES`. */
function isUtility(bytes: Uint8Array, from: number, end: number): boolean {
  const at = afterBlanks(bytes, from, end);
  if (at >= end || capital(bytes[at] as number) !== 0x55) return false;
  const behind = afterDigits(bytes, at + 1, end);
  return behind < end && (isBlank(bytes[behind] as number) || capital(bytes[behind] as number) === 0x54);
}

/** True for three numbers, each followed by spaces: an offset and two resolutions. */
function isSession(bytes: Uint8Array, from: number, end: number): boolean {
  let at = afterBlanks(bytes, from, end);
  for (let number = 0; number < 3; number += 1) {
    const behind = afterDigits(bytes, at, end);
    const next = afterBlanks(bytes, behind, end);
    if (behind === at || next === behind) return false;
    at = next;
  }
  return true;
}

/** True for the beginning of `CISDFCRC16`, which writes a file to permanent memory (programming guide, "CISDFCRC16 Download Files"). */
function isFile(bytes: Uint8Array, from: number, end: number): boolean {
  const at = afterBlanks(bytes, from, end);
  return textOf(bytes, at, Math.min(at + fileCommand.length, end)).toUpperCase() === fileCommand;
}

const fileCommand = 'CISDF';

/** Most consecutive spaces or digits that are skipped. */
const longestRun = 32;

function afterBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < Math.min(end, from + longestRun) && isBlank(bytes[at] as number)) at += 1;
  return at;
}

function afterDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < Math.min(end, from + longestRun) && isDigit(bytes[at] as number)) at += 1;
  return at;
}

const escapeCharacter = 0x1b;
const exit = '%-12345X';

/** The Universal Exit Language of PJL, an escape character and `%-12345X`, which printers look for everywhere, also in data. */
export function exitIn(bytes: Uint8Array, start: number, end: number): OtherLanguage | null {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== 0x25 || bytes[at - 1] !== escapeCharacter) continue;
    if (textOf(bytes, at, Math.min(at + exit.length, end)).toUpperCase() === exit) return { at, reason: otherLanguage };
  }
  return null;
}

/**
 * The first `!` at the start of a line, where every language of the printers begins a command with it; in the data of a graphic, where
 * it fills a row, only one with a blank behind it.
 */
export function markAtLineStart(
  bytes: Uint8Array,
  start: number,
  end: number,
  isGraphic: boolean,
): OtherLanguage | null {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== exclamationMark || !isLineStart(bytes, at)) continue;
    const next = bytes[at + 1];
    if (!isGraphic || (next !== undefined && isBlank(next) && !isLineBreak(next))) return { at, reason: otherLanguage };
  }
  return null;
}

function isLineStart(bytes: Uint8Array, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && isBlank(bytes[at] as number) && !isLineBreak(bytes[at] as number)) at -= 1;
  return at < 0 || isLineBreak(bytes[at] as number);
}

/** The first byte outside formats that is not blank, a byte order mark, or an escaped line break (`\r\n` as text). */
export function textOutsideFormats(bytes: Uint8Array, start: number, end: number): OtherLanguage | null {
  let at = startsWithMark(bytes, start) ? start + 3 : start;
  for (; at < end; at += 1) {
    if (isBlank(bytes[at] as number)) continue;
    if (!isSpelledLineBreak(bytes, at, end)) break;
    at += 1;
  }
  if (at >= end) return null;
  const reason = 'zpl.finding.outside-label';
  return otherLanguageAt(bytes, at, end) ?? { at, reason };
}

const startsWithMark = (bytes: Uint8Array, start: number): boolean =>
  start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** True for `\r`, `\n` and `\t` as two characters, from a JSON text that was not fully decoded. */
function isSpelledLineBreak(bytes: Uint8Array, at: number, end: number): boolean {
  const next = bytes[at + 1];
  return bytes[at] === 0x5c && at + 1 < end && (next === 0x72 || next === 0x6e || next === 0x74);
}
