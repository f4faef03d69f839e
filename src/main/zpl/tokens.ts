import { zebraPreamble } from '../../shared/printing/label-format.ts';
import type { FindingReason } from '../../shared/printing/label-inspection.ts';
import {
  beginsCommand,
  capital,
  caret,
  comma,
  endOfText,
  isBlank,
  isControl,
  isDigit,
  recordSeparator,
  startOfText,
  textOf,
  tilde,
} from './label-bytes.ts';

/** A command with its parameters and data, up to the next command. */
export interface CommandToken {
  readonly kind: 'command';
  /** Prefix and name in upper case: "^FO", "~JR"; "^A" with any font. Shorter where the name is incomplete: "^", "~J". */
  readonly command: string;
  readonly start: number;
  /** Offset of its parameters or field data. */
  readonly parameters: number;
  readonly end: number;
  /** Binary data in the parameters that the printer reads by count. */
  readonly payload: BinaryPayload | null;
  /** True where a control byte replaces the prefix, or `^XA` and `^XZ`. */
  readonly aliased: boolean;
  /** True where it contains `!`, `{` or `%`, with which commands of other languages begin. */
  readonly holdsMark: boolean;
  /** Why the printer would read what follows as its rest: the label ends in its name, or its data is shorter than it says. */
  readonly fault: FindingReason | null;
}

/** Bytes outside commands: before the first one, or after one without parameters. */
export interface TextToken {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
}

export type Token = CommandToken | TextToken;

const ordinary = 0;
const beginning = 1;
const mark = 2;

const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  beginsCommand(byte) ? beginning : [0x21, 0x7b, 0x25].includes(byte) ? mark : ordinary,
);

/** Commands without parameters: the bytes after them are text. */
const takesNoParameters = new Set(['^XA', '^XZ', '^FS']);

/** Commands whose parameter may be any byte, also a prefix (programming guide, ^CC, ^CD, ^CT). */
const takesAnyByte = new Set(['^CC', '~CC', '^CD', '~CD', '^CT', '~CT']);

/** Graphics as hexadecimal text, which end at their size. */
const takesHexadecimal = new Set(['^GF', '~DG']);

/**
 * The label's tokens in order, covering every byte once. Accepts any bytes; generates one token at a time.
 *
 * Field data and comments end at the next prefix, as the printer reads them: `^FD` takes "any printable character except those used
 * as command prefixes", `^FX` runs "up to the next caret or tilde", and a `~` command is executed on receipt anywhere. A prefix in
 * data is written as a `^FH` escape. Graphics in hexadecimal text (`^GFA`, `~DG`) end at a prefix too: "any caret or tilde character
 * prematurely aborts the download". They also end at their size: "any numbers sent after count is satisfied are ignored", so that
 * what follows is text. Only binary graphics are skipped by their count.
 */
export function* tokensOf(bytes: Uint8Array): Generator<Token, void, void> {
  const spell = speller();
  let at = 0;
  while (at < bytes.length) {
    const token = readToken(bytes, at, spell);
    yield token;
    at = token.end;
  }
}

/** Builds a command's name; 0 for a missing letter. */
type Spell = (prefix: '^' | '~', one: number, two: number) => string;

/** Caches the names of commands, because building the same text repeatedly is slow. */
function speller(): Spell {
  const spelled = new Map<number, string>();
  return (prefix, one, two) => {
    const key = ((prefix === '^' ? 0 : 1) * 256 + one) * 256 + two;
    let command = spelled.get(key);
    if (command === undefined) {
      const letters = [one, two].filter((letter) => letter > 0).map((letter) => String.fromCharCode(capital(letter)));
      command = prefix + letters.join('');
      spelled.set(key, command);
    }
    return command;
  };
}

function readToken(bytes: Uint8Array, start: number, spell: Spell): Token {
  const first = bytes[start] as number;
  if (byteClasses[first] !== beginning) return { kind: 'text', start, end: endOfLoneText(bytes, start) };
  const aliased = first !== caret && first !== tilde;
  const name = readName(bytes, start, first, spell);
  const { command } = name;
  const parameters = name.end;
  if (takesNoParameters.has(command)) {
    const end = endOfBlanks(bytes, parameters);
    const unmarked = { payload: null, holdsMark: false, fault: null };
    return { kind: 'command', command, start, parameters, end, aliased, ...unmarked };
  }
  const payload = readBinaryPayload(bytes, command, parameters);
  const graphic = !payload && takesHexadecimal.has(command) ? readHexadecimalGraphic(bytes, command, parameters) : null;
  const until = graphic?.end ?? bytes.length;
  let at = payload?.end ?? (takesAnyByte.has(command) ? Math.min(parameters + 1, bytes.length) : parameters);
  let seen = ordinary;
  for (; at < until; at += 1) {
    const kind = byteClasses[bytes[at] as number] as number;
    if (kind === beginning) break;
    seen |= kind;
  }
  const fault =
    graphic?.fault ??
    (at === bytes.length && isUnfinished(command, parameters, at) ? 'zpl.finding.ends-inside-command' : null);
  return { kind: 'command', command, start, parameters, end: at, payload, aliased, holdsMark: seen === mark, fault };
}

/** True for a command without its whole name: a letter is missing, or the font of `^A`. */
const isUnfinished = (command: string, parameters: number, end: number): boolean =>
  command === '^A' ? parameters === end : command.length < 3;

function readName(bytes: Uint8Array, start: number, first: number, spell: Spell): { command: string; end: number } {
  if (first === startOfText) return { command: '^XA', end: start + 1 };
  if (first === endOfText) return { command: '^XZ', end: start + 1 };
  const prefix = first === caret || first === recordSeparator ? '^' : '~';
  const at = skipControls(bytes, start + 1);
  const one = bytes[at];
  if (one === undefined || beginsCommand(one)) return { command: prefix, end: start + 1 };
  if (prefix === '^' && capital(one) === 0x41) return { command: '^A', end: at + 1 };
  const second = skipControls(bytes, at + 1);
  const two = bytes[second];
  if (two === undefined || beginsCommand(two)) return { command: spell(prefix, one, 0), end: at + 1 };
  return { command: spell(prefix, one, two), end: second + 1 };
}

/** Skips control bytes: a line break may split a name ("ZPL II ignores the end of a text line"). */
function skipControls(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isControl(bytes[at] as number)) at += 1;
  return at;
}

function endOfBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  return at;
}

/**
 * The end of text outside commands. The rest of a preamble of Zebra's designer or driver (label-format.ts) without its first byte,
 * 0x10 for `~`, is text including its tilde.
 */
function endOfLoneText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && byteClasses[bytes[at] as number] !== beginning) at += 1;
  return isCutPreamble(bytes, start, at) ? at + 1 : at;
}

const cutPreamble = [...zebraPreamble].map((character) => character.charCodeAt(0));

function isCutPreamble(bytes: Uint8Array, start: number, at: number): boolean {
  return at >= start + 2 && cutPreamble.every((byte, index) => bytes[at - 2 + index] === byte);
}

/** Binary data that a printer reads by count, without interpreting it. */
export interface BinaryPayload {
  readonly start: number;
  readonly end: number;
  /** Why the end of the data is uncertain, so that data and commands cannot be distinguished; null where the count fits. */
  readonly fault: FindingReason | null;
}

/** Accepted values of `^GF`'s counts; "out-of-range values are set to the nearest limit" (programming guide, ^GF). */
const highestCount = 99_999;

/** Reads the data of `^GFB`, `^GFC` and binary `~DY`; null for every other command. `parameters`: the offset of the parameters. */
export function readBinaryPayload(bytes: Uint8Array, command: string, parameters: number): BinaryPayload | null {
  switch (command) {
    case '^GF':
      return graphicField(bytes, parameters);
    case '~DY':
      return downloadedObject(bytes, parameters);
    default:
      return null;
  }
}

/**
 * `^GFa,b,c,d,data`: a is B or C, b the bytes that follow, c the bytes of the picture, d the bytes of a row. "All control prefixes
 * are ignored until the total number of bytes needed for the graphic format is sent": where b and c of uncompressed data differ,
 * the guide does not say which of them ends it.
 */
function graphicField(bytes: Uint8Array, parameters: number): BinaryPayload | null {
  let at = parameters;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  const kind = String.fromCharCode(capital(bytes[at] ?? 0));
  if (kind !== 'B' && kind !== 'C') return null;
  const counts = at === parameters ? readCounts(bytes, at + 1, 3) : null;
  if (!counts) return emptyPayload(parameters, 'zpl.finding.unreadable-count');
  const [sent, drawn, row] = counts.values as [number, number, number];
  const start = counts.end;
  if ([sent, drawn, row].some((count) => count < 1 || count > highestCount)) {
    return emptyPayload(start, 'zpl.finding.count-out-of-range');
  }
  if (kind === 'B' && sent !== drawn) return emptyPayload(start, 'zpl.finding.two-sizes');
  return counted(bytes, start, sent);
}

function counted(bytes: Uint8Array, start: number, count: number): BinaryPayload {
  const end = start + count;
  if (end > bytes.length) {
    return {
      start,
      end: bytes.length,
      fault: 'zpl.finding.count-past-end',
    };
  }
  let at = end;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  const follows = bytes[at];
  const fits = follows === undefined || beginsCommand(follows);
  return { start, end, fault: fits ? null : 'zpl.finding.count-too-small' };
}

/** An empty payload: the following bytes are read as commands, as a printer may read them. */
const emptyPayload = (at: number, fault: FindingReason): BinaryPayload => ({ start: at, end: at, fault });

/** `~DYd:f,b,x,t,w,data`: binary unless b is A. The command is refused anyway; skipping its data avoids misleading findings. */
function downloadedObject(bytes: Uint8Array, parameters: number): BinaryPayload | null {
  const commas: number[] = [];
  for (let at = parameters; at < bytes.length && commas.length < 5; at += 1) {
    const byte = bytes[at] as number;
    if (beginsCommand(byte)) return null;
    if (byte === comma) commas.push(at);
  }
  const [format, , size, , data] = commas;
  if (format === undefined || size === undefined || data === undefined) return null;
  if (capital(bytes[format + 1] as number) === 0x41) return null;
  const counts = readCounts(bytes, size, 1);
  return counts
    ? { start: data + 1, end: Math.min(bytes.length, data + 1 + (counts.values[0] as number)), fault: null }
    : null;
}

/** Reads `,n,n,n,` with at most nine digits each; null for anything else. */
function readCounts(bytes: Uint8Array, from: number, howMany: number): { values: number[]; end: number } | null {
  if (bytes[from] !== comma) return null;
  const values: number[] = [];
  let at = from + 1;
  while (values.length < howMany) {
    const begin = at;
    let value = 0;
    for (; at < bytes.length && at - begin < 9 && isDigit(bytes[at] as number); at += 1) {
      value = value * 10 + (bytes[at] as number) - 0x30;
    }
    if (at === begin || bytes[at] !== comma) return null;
    values.push(value);
    at += 1;
  }
  return { values, end: at };
}

/** A graphic as text: where it ends, and what is wrong with a download. */
interface HexadecimalGraphic {
  readonly end: number;
  readonly fault: FindingReason | null;
}

/**
 * Reads `^GFA,b,c,d,data` (c the size, d the size of a row) and `~DGname,t,w,data` (t, w), up to the size, an unknown character, or a
 * prefix. Blanks behind the data belong to it. Null for a `^GF` without readable sizes.
 */
function readHexadecimalGraphic(bytes: Uint8Array, command: string, parameters: number): HexadecimalGraphic | null {
  const isDownload = command === '~DG';
  let sizes = parameters;
  while (sizes < bytes.length && bytes[sizes] !== comma && !beginsCommand(bytes[sizes] as number)) sizes += 1;
  const counts = readCounts(bytes, sizes, isDownload ? 2 : 3);
  if (!counts) return isDownload ? { end: sizes, fault: 'zpl.finding.unreadable-count' } : null;
  const [size, row] = counts.values.slice(-2) as [number, number];
  const { end, isShort } = endOfHexadecimal(bytes, counts.end, size, row);
  return { end: endOfBlanks(bytes, end), fault: isDownload ? downloadFault(size, row, isShort) : null };
}

/**
 * Where the end of a download depends on the printer: a short one goes on, and rows that do not fit into the size have no meaning. A
 * graphic in a label ends with it.
 */
function downloadFault(size: number, row: number, isShort: boolean): FindingReason | null {
  if (row < 1 || row > size) return 'zpl.finding.count-out-of-range';
  return isShort ? 'zpl.finding.count-past-end' : null;
}

/** Where data ends, and whether it is shorter than its size. */
interface DataEnd {
  readonly end: number;
  readonly isShort: boolean;
}

/**
 * The end of the data of a graphic: hexadecimal digits, each dot row in any number of lines. `G` to `Y` and `g` to `z` repeat the next
 * digit, `,` fills the row with zeros, `!` with ones, and `:` repeats the row above (programming guide, "Alternative Data Compression
 * Scheme"); or one text in base 64 (`:B64:` or `:Z64:`) with its checksum.
 */
function endOfHexadecimal(bytes: Uint8Array, start: number, size: number, row: number): DataEnd {
  const encoded = endOfBase64(bytes, start);
  if (encoded) return encoded;
  const digits = size * 2;
  const rowDigits = Math.max(row * 2, 1);
  let drawn = 0;
  let times = 0;
  let at = start;
  for (; at < bytes.length && drawn < digits; at += 1) {
    const meaning = dotMeanings[bytes[at] as number] as number;
    if (meaning === aDigit) drawn += Math.max(times, 1);
    else if (meaning === aRow) drawn += rowDigits - (drawn % rowDigits);
    else if (meaning === noDots) break;
    else times += meaning;
    if (meaning < 0) times = 0;
  }
  const isShort = drawn < digits;
  // Digits too many on the same line are no command of any language.
  if (!isShort) while (at < bytes.length && (isDigit(bytes[at] as number) || bytes[at] === comma)) at += 1;
  return { end: at, isShort };
}

const colon = 0x3a;

const isHexadecimal = (byte: number): boolean => isDigit(byte) || (capital(byte) >= 0x41 && capital(byte) <= 0x46);

const aDigit = -1;
const aRow = -2;
const noDots = -3;

/**
 * What each byte means in the data of a graphic: 0 nothing, up to 400 how often the next digit is repeated. `G` to `Y` are 1 to 19
 * times, `g` to `z` 20 to 400 times.
 */
const dotMeanings = Int16Array.from({ length: 256 }, (_, byte) => {
  if (isBlank(byte)) return 0;
  if (isHexadecimal(byte)) return aDigit;
  if (byte === comma || byte === 0x21 || byte === colon) return aRow;
  if (byte >= 0x47 && byte <= 0x59) return byte - 0x46;
  return byte >= 0x67 && byte <= 0x7a ? (byte - 0x66) * 20 : noDots;
});

/** The end of `:Z64:data:checksum`; null where the data does not begin so. */
function endOfBase64(bytes: Uint8Array, start: number): DataEnd | null {
  const begin = textOf(bytes, start, Math.min(start + 5, bytes.length)).toUpperCase();
  if (begin !== ':B64:' && begin !== ':Z64:') return null;
  let at = start + 5;
  while (at < bytes.length && isBase64(bytes[at] as number)) at += 1;
  if (bytes[at] !== colon) return { end: at, isShort: true };
  const checksum = at + 1;
  at = checksum;
  while (at < bytes.length && at < checksum + 4 && isHexadecimal(bytes[at] as number)) at += 1;
  return { end: at, isShort: at < checksum + 4 };
}

const isBase64 = (byte: number): boolean =>
  isDigit(byte) ||
  (capital(byte) >= 0x41 && capital(byte) <= 0x5a) ||
  '+/='.includes(String.fromCharCode(byte)) ||
  isBlank(byte);
