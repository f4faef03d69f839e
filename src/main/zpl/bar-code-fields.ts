import { capital, isLineBreak, textOf } from './label-bytes.ts';
import { parameterNumber, parameterSpan } from './parameters.ts';
import { type CommandToken, tokensOf } from './tokens.ts';

/** A bar-code field and its data. */
export interface BarCodeField {
  /** "^BC", "^BX", ... */
  readonly barCode: string;
  /** The data as the printer encodes it: `^FH` escapes resolved, without line breaks. One character per byte. */
  readonly data: string;
}

interface Field {
  barCode: string | null;
  /** `^FN`: the number that links a field and its data. */
  number: number | null;
  /** The byte before two hexadecimal digits; null without `^FH`. */
  indicator: number | null;
  data: string | null;
}

const underscore = 0x5f;

/** The bar-code fields of a label. Numbered data (`^FN1^FD...`) belongs to the bar code of that number. */
function* barCodeFields(bytes: Uint8Array): Generator<BarCodeField, void, void> {
  const barCodeByNumber = new Map<number, string>();
  const byNumber: { number: number; data: string }[] = [];
  for (const { barCode, number, data } of fieldsOf(bytes)) {
    if (barCode !== null && number !== null) barCodeByNumber.set(number, barCode);
    if (barCode !== null && data !== null) yield { barCode, data };
    else if (number !== null && data !== null) byNumber.push({ number, data });
  }
  for (const { number, data } of byNumber) {
    const barCode = barCodeByNumber.get(number);
    if (barCode) yield { barCode, data };
  }
}

/** The data of every field, printed as text or as a bar code, as a reader of the label gets it. */
export function* fieldTexts(bytes: Uint8Array): Generator<string, void, void> {
  for (const { barCode, data } of fieldsOf(bytes)) if (data !== null) yield barCode === '^BC' ? inCode128(data) : data;
}

/** The fields of a label. A field ends at `^FS`, or without one where the next field is placed. */
function* fieldsOf(bytes: Uint8Array): Generator<Field, void, void> {
  let field = emptyField();
  for (const token of tokensOf(bytes)) {
    if (token.kind === 'text') continue;
    const isPlaced = token.command === '^FO' || token.command === '^FT';
    if (token.command === '^FS' || token.command === '^XZ' || (isPlaced && field.data !== null)) {
      yield field;
      field = emptyField();
    } else {
      readIntoField(bytes, token, field);
    }
  }
  yield field;
}

const emptyField = (): Field => ({ barCode: null, number: null, indicator: null, data: null });

function readIntoField(bytes: Uint8Array, token: CommandToken, field: Field): void {
  const { command } = token;
  switch (command) {
    case '^FH': {
      const given = parameterSpan(bytes, token, 0);
      field.indicator = given && given.end > given.start ? (bytes[given.start] as number) : underscore;
      break;
    }
    case '^FN':
      field.number = parameterNumber(bytes, token, 0);
      break;
    case '^FD':
    case '^FV':
    case '^SN':
      field.data = (field.data ?? '') + decoded(bytes, token, field.indicator);
      break;
    default:
      if (command.startsWith('^B') && command.length === 3 && command !== '^BY') field.barCode = command;
  }
}

function decoded(bytes: Uint8Array, token: CommandToken, indicator: number | null): string {
  let text = '';
  let copied = token.parameters;
  for (let at = token.parameters; at < token.end; at += 1) {
    const byte = bytes[at] as number;
    const escaped = byte === indicator ? hexadecimal(bytes, at + 1, token.end) : null;
    if (escaped === null && !isLineBreak(byte)) continue;
    text += textOf(bytes, copied, at);
    if (escaped !== null) {
      text += String.fromCharCode(escaped);
      at += 2;
    }
    copied = at + 1;
  }
  return text + textOf(bytes, copied, token.end);
}

function hexadecimal(bytes: Uint8Array, at: number, end: number): number | null {
  if (at + 1 >= end) return null;
  const [high, low] = [digit(bytes[at] as number), digit(bytes[at + 1] as number)];
  return high === null || low === null ? null : high * 16 + low;
}

function digit(byte: number): number | null {
  const value = '0123456789ABCDEF'.indexOf(String.fromCharCode(capital(byte)));
  return value < 0 ? null : value;
}

/**
 * True where a bar code of the label contains the code: a scan of it then confirms that the label was printed. Printed text does not
 * count. The comparison is case-sensitive; an empty code never matches.
 */
export function carriesCode(bytes: Uint8Array, code: string): boolean {
  const wanted = byteText(code);
  if (wanted === '') return false;
  for (const { barCode, data } of barCodeFields(bytes)) {
    if (data.includes(wanted)) return true;
    if (barCode === '^BC' && inCode128(data).includes(wanted)) return true;
  }
  return false;
}

/** The UTF-8 bytes of a code, one character per byte, as field data is read. */
const byteText = (code: string): string => String.fromCharCode(...new TextEncoder().encode(code.slice(0, longestCode)));

const longestCode = 256;

/** Invocation codes that encode a character; the others only change the subset (programming guide, ^BC, "Code 128 Invocation Codes"). */
const invokedCharacters: Readonly<Record<string, string>> = { '<': '^', '0': '>', '=': '~' };

/** Code 128 data as a scanner reads it: `>` and the next character choose a subset, or encode a special character. */
function inCode128(data: string): string {
  return data.replace(/>([0-9:;<=])/g, (_, invoked: string) => invokedCharacters[invoked] ?? '');
}
