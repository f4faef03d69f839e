import { zebraPreamble } from '../../shared/printing/label-format.ts';
import { type BinaryPayload, readBinaryPayload } from './binary-payload.ts';
import {
  beginsCommand,
  capital,
  caret,
  endOfText,
  isBlank,
  isControl,
  recordSeparator,
  startOfText,
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
  /** True where it contains `!` or `{`, with which commands of other languages begin. */
  readonly holdsMark: boolean;
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
  beginsCommand(byte) ? beginning : byte === 0x21 || byte === 0x7b ? mark : ordinary,
);

/** Commands without parameters: the bytes after them are text. */
const takesNoParameters = new Set(['^XA', '^XZ', '^FS']);

/** Commands whose parameter may be any byte, also a prefix (programming guide, ^CC, ^CD, ^CT). */
const takesAnyByte = new Set(['^CC', '~CC', '^CD', '~CD', '^CT', '~CT']);

/**
 * The label's tokens in order, covering every byte once. Accepts any bytes; generates one token at a time.
 *
 * Field data and comments end at the next prefix, as the printer reads them: `^FD` takes "any printable character except those used
 * as command prefixes", `^FX` runs "up to the next caret or tilde", and a `~` command is executed on receipt anywhere. A prefix in
 * data is written as a `^FH` escape. Graphics in hexadecimal text (`^GFA`, `~DG`) end at a prefix too: "any caret or tilde character
 * prematurely aborts the download". Only binary graphics are skipped by their count.
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
    return { kind: 'command', command, start, parameters, end, payload: null, aliased, holdsMark: false };
  }
  const payload = readBinaryPayload(bytes, command, parameters);
  let at = payload?.end ?? (takesAnyByte.has(command) ? Math.min(parameters + 1, bytes.length) : parameters);
  let seen = ordinary;
  for (; at < bytes.length; at += 1) {
    const kind = byteClasses[bytes[at] as number] as number;
    if (kind === beginning) break;
    seen |= kind;
  }
  return { kind: 'command', command, start, parameters, end: at, payload, aliased, holdsMark: seen === mark };
}

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
  return isCutPreamble(bytes, at) ? at + 1 : at;
}

const cutPreamble = [...zebraPreamble].map((character) => character.charCodeAt(0));

function isCutPreamble(bytes: Uint8Array, at: number): boolean {
  return at >= 2 && cutPreamble.every((byte, index) => bytes[at - 2 + index] === byte);
}
