import { isDigit } from './label-bytes.ts';
import type { CommandToken, Token } from './tokens.ts';

/** Follows the encoding of a label's text, token by token. */
export interface EncodingFollower {
  /**
   * True where the token's data may go on behind it, because a prefix could be the second byte of a character, or where the encoding
   * has no single bytes at all. Commands and data cannot be distinguished then.
   */
  hidesPrefix(token: Token): boolean;
}

/** Encodings whose second bytes include `^` and `~`, by the number of `^CI`: its pages name them (programming guide, ^CI). */
const shiftJis = 15;
const twoByteEncodings: ReadonlySet<number> = new Set([14, shiftJis, 26]);
/** UCS-2 and both kinds of UTF-16. */
const wideEncodings: ReadonlySet<number> = new Set([17, 29, 30]);

/** Each label begins in a single-byte encoding (printer-reset.ts). */
export function followEncoding(bytes: Uint8Array): EncodingFollower {
  let encoding = 0;
  return {
    hidesPrefix(token) {
      if (token.kind === 'command' && token.command === '^CI') {
        encoding = encodingOf(bytes, token);
        return wideEncodings.has(encoding);
      }
      return twoByteEncodings.has(encoding) && endsInsideCharacter(bytes, token, encoding);
    },
  };
}

/** All digits of the first parameter: a printer may skip what stands between them. */
function encodingOf(bytes: Uint8Array, token: CommandToken): number {
  let number = 0;
  for (let at = token.parameters; at < token.end && bytes[at] !== 0x2c && number < 1_000; at += 1) {
    if (isDigit(bytes[at] as number)) number = number * 10 + (bytes[at] as number) - 0x30;
  }
  return number;
}

function endsInsideCharacter(bytes: Uint8Array, token: Token, encoding: number): boolean {
  let at = token.kind === 'text' ? token.start : (token.payload?.end ?? token.parameters);
  while (at < token.end) at += isFirstByte(bytes[at] as number, encoding) ? 2 : 1;
  return at > token.end;
}

/** True for the first byte of a two-byte character. Shift-JIS has single bytes from A1 to DF. */
const isFirstByte = (byte: number, encoding: number): boolean =>
  byte > 0x80 && byte < 0xfd && !(encoding === shiftJis && byte >= 0xa0 && byte <= 0xdf);
