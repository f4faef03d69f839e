import type { Failure } from '../../shared/contract/failure.ts';
import type { Message } from '../../shared/messages/message.ts';
import type { MessageParameter, UncheckedMessage } from '../../shared/messages/message-definition.ts';

/**
 * Finds the token in what others send, before anything of it is kept: answers, labels, events. Each encoding that can be decided by
 * looking for text is found; what is encrypted, drawn, or compressed inside a PDF is not.
 */

const placeholder = '[token]';

/** A token that is no ordinary word: long, or of letters and digits. Any other is redacted in failures only, not in stored bodies. */
const isDistinctive = (token: string): boolean =>
  token.length >= 16 || (token.length >= 8 && /[a-z]/i.test(token) && /\d/.test(token));

/** The shortest beginning of a token that is redacted at the end of a text, which may have been cut off there. */
const minCutLength = 8;

/** Searches for one token. Its patterns take longer to build than an answer takes to search, so they are built once. */
export interface TokenFinder {
  /** Removes the token from a text that others sent, before it is read or stored. */
  redact(text: string): string;
  /** The same failure with the token redacted in its message and in what the service said. */
  redactFailure(failure: Failure): Failure;
  /** True for a file that contains the token in any spelling, or in a graphic or an archive that can be unpacked. */
  isIn(bytes: Uint8Array): boolean;
  /** Removes the token from bytes that are text, such as the body of an event; the same object where it is not there. */
  redactBytes(bytes: Uint8Array): Uint8Array;
  /** Removes the token from a text of many megabytes, without blocking the event loop where the token is not there. */
  redactLongText(text: string, yieldToEventLoop: () => Promise<void>): Promise<string>;
}

/** Characters of a long text that are searched between two yields. */
const stride = 1024 * 1024;

/** Longer than the token in any encoding, for a token that stands across two parts of a text. */
const overlapOf = (token: string): number => 64 * token.length;

/** @param token null finds nothing */
export function createTokenFinder(token: string | null): TokenFinder {
  const nothing = {
    redact: (text: string) => text,
    isIn: () => false,
    redactBytes: (bytes: Uint8Array) => bytes,
    redactLongText: async (text: string) => text,
  };
  if (token === null) return { ...nothing, redactFailure: (failure) => failure };
  const patterns = patternsOf(token);
  const replaceToken: Replace = (text) =>
    patterns.reduce(
      (clean, { begins, whole }) => (begins.test(clean) ? clean.replace(whole, placeholder) : clean),
      text,
    );
  const isInText = (text: string): boolean =>
    patterns.some(({ begins, whole }) => begins.test(text) && text.search(whole) >= 0);
  const redactFailure = (failure: Failure): Failure => failureWithoutToken(failure, replaceToken);
  if (!isDistinctive(token)) return { ...nothing, redactFailure };
  const redact: Replace = (text) => {
    const clean = replaceToken(text);
    for (let length = token.length - 1; length >= minCutLength; length -= 1) {
      if (clean.endsWith(token.slice(0, length))) return clean.slice(0, -length) + placeholder;
    }
    return clean;
  };
  const isIn = (bytes: Uint8Array): boolean => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = file.toString('latin1');
    return isInText(text) || [...unpackedFile(file), ...unpackedGraphics(text)].some(isInText);
  };
  return {
    redact,
    redactFailure,
    isIn,
    redactBytes: (bytes) => (isIn(bytes) ? Buffer.from(redact(new TextDecoder().decode(bytes))) : bytes),
    async redactLongText(text, yieldToEventLoop) {
      for (let at = 0; at < text.length; at += stride) {
        const part = text.slice(at, at + stride + overlapOf(token));
        if (redact(part) !== part) return redact(text);
        await yieldToEventLoop();
      }
      return text;
    },
  };
}

/** A finder for the token that each environment has at the moment, built again only once it is another one. */
export function createTokenFinders(
  tokenOf: (environment: string) => Promise<string | null>,
): (environment: string) => Promise<TokenFinder> {
  const kept = new Map<string, { token: string | null; finder: TokenFinder }>();
  return async (environment) => {
    const token = await tokenOf(environment);
    const known = kept.get(environment);
    if (known?.token === token) return known.finder;
    const finder = createTokenFinder(token);
    kept.set(environment, { token, finder });
    return finder;
  };
}

/** Most bytes that are unpacked of one file. */
const maxUnpacked = 4 * 1024 * 1024;

/** Loaded by the first packed text: no screen at the start has one. */
const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib');

/** The content of a gzip file. */
function unpackedFile(file: Buffer): string[] {
  return file[0] === 0x1f && file[1] === 0x8b
    ? unpacked(() => zlib().gunzipSync(file, { maxOutputLength: maxUnpacked }))
    : [];
}

/** The size of a row in bytes, and the data of a graphic (programming guide, ^GF and ~DG). */
const graphicData = /(?:\^GF[A-C]?,[^,^~]*,[^,^~]*,|~DG[^,^~]*,[^,^~]*,)\s*(\d{0,6})[^,^~]*,([^^~]*)/gi;

/** The graphics of a label as their bytes, or as all their digits. */
function* unpackedGraphics(label: string): Generator<string> {
  let left = maxUnpacked;
  for (const [, rowBytes, data = ''] of label.matchAll(graphicData)) {
    const packed = /:Z64:([A-Za-z0-9+/=\s]*)/i.exec(data)?.[1];
    const limit = left;
    const parts =
      packed === undefined ? [allDigits(data, Number(rowBytes) * 2, limit)] : unpacked(() => inflated(packed, limit));
    for (const part of parts) {
      left -= part.length;
      yield part;
    }
    if (left <= 0) return;
  }
}

const inflated = (base64: string, maxOutputLength: number): Buffer =>
  zlib().inflateSync(Buffer.from(base64, 'base64'), { maxOutputLength });

/** `G` to `Y` and `g` to `z` repeat the next digit, `,` fills the row with 0, `!` with F, and `:` repeats the row above. */
function allDigits(data: string, rowDigits: number, limit: number): string {
  let digits = '';
  let times = 0;
  for (const sign of data) {
    if (digits.length >= limit) break;
    if (/[0-9a-f]/i.test(sign)) digits += sign.repeat(Math.min(Math.max(times, 1), limit));
    else if (/[g-z]/i.test(sign)) times += sign >= 'g' ? (sign.charCodeAt(0) - 0x66) * 20 : sign.charCodeAt(0) - 0x46;
    else if (sign === ':') digits += digits.slice(-rowDigits || digits.length);
    else if (sign === ',' || sign === '!') {
      const fill = rowDigits > 0 ? rowDigits - (digits.length % rowDigits) : 0;
      digits += (sign === ',' ? '0' : 'F').repeat(Math.min(fill, limit));
    }
    if (!/[g-z\s]/i.test(sign)) times = 0;
  }
  return digits;
}

/** None where the data is broken or too large: no printer and no renderer here draws it then. */
function unpacked(unpack: () => Buffer): string[] {
  try {
    return [unpack().toString('latin1')];
  } catch {
    return [];
  }
}

type Replace = (text: string) => string;

function failureWithoutToken(failure: Failure, replaceToken: Replace): Failure {
  return {
    ...failure,
    message: withoutToken(failure.message, replaceToken),
    ...(failure.serviceText === undefined ? {} : { serviceText: replaceToken(failure.serviceText) }),
    ...(failure.fieldFaults && {
      fieldFaults: failure.fieldFaults.map(({ path, text }) => ({
        path: replaceToken(path),
        text: replaceToken(text),
      })),
    }),
  };
}

function withoutToken(given: Message, replaceToken: Replace): Message {
  return { ...given, params: paramsWithoutToken(given, replaceToken) };
}

function paramsWithoutToken({ params }: UncheckedMessage, replaceToken: Replace): UncheckedMessage['params'] {
  const clean = (value: MessageParameter): MessageParameter => {
    if (typeof value === 'string') return replaceToken(value);
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map(cleanMessage);
    return 'code' in value ? cleanMessage(value) : value;
  };
  const cleanMessage = (given: UncheckedMessage): UncheckedMessage => ({
    ...given,
    params: paramsWithoutToken(given, replaceToken),
  });
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
}

const isList = (value: MessageParameter): value is readonly UncheckedMessage[] => Array.isArray(value);

/** One encoding of the token: the whole, and its beginning, which is quick to look for where a token is long. */
interface TokenPattern {
  readonly begins: RegExp;
  readonly whole: RegExp;
}

/** Signs of a beginning. */
const beginning = 8;

function tokenPattern(spellings: readonly (readonly string[])[], between: string, flags: string): TokenPattern {
  const pattern = (length: number): string => spellings.map((signs) => signs.slice(0, length).join(between)).join('|');
  return {
    begins: new RegExp(pattern(beginning), flags),
    whole: new RegExp(pattern(Number.POSITIVE_INFINITY), `g${flags}`),
  };
}

/** A short one is found as it is; in other encodings it would be found where it does not stand. */
const patternsOf = (token: string): TokenPattern[] =>
  isDistinctive(token) ? [escaped(token, 'i'), inHexadecimal(token), inBase64(token)] : [escaped(token, '')];

/** The token's bytes as hexadecimal digits, also of 16-bit text, in any case and grouping. */
function inHexadecimal(token: string): TokenPattern {
  const bytes = [...token].map((character) => character.charCodeAt(0).toString(16).padStart(2, '0'));
  return tokenPattern([bytes], '(?:00|0x|\\\\x|[\\s:,;_-]){0,4}', 'i');
}

/** The token in base 64, wherever it begins in the encoded bytes, also as 16-bit text, in both alphabets and broken in lines. */
function inBase64(token: string): TokenPattern {
  const wide = Buffer.from(token, 'utf16le').subarray(0, -1);
  const spellings = [Buffer.from(token, 'latin1'), wide].flatMap((bytes) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      // Without the characters that contain bits of what stands before and behind the token.
      const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
      return [...own].map((character) => base64Signs[character] ?? character);
    }),
  );
  return tokenPattern(spellings, '(?:\\s|\\\\[rn]){0,4}', '');
}

const base64Signs: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2[Bb]|\\\\u002[Bb])',
  '/': '(?:\\\\{0,2}/|_|%2[Ff]|\\\\u002[Ff])',
};

/** Characters that HTML writes by name. */
const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * The token with each character plain or escaped: as JSON, URLs, HTML, quoted-printable text and the ^FH of ZPL do, where one is
 * inside another, and in 16-bit and 32-bit text. Every repetition is bounded, so that no text makes it slow.
 */
function escaped(token: string, flags: string): TokenPattern {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    const name = htmlNames[character];
    const html = [`#0{0,6}${character.charCodeAt(0)}`, `#x0{0,6}${hex}`, ...(name === undefined ? [] : [name])];
    const plain = character.replace(/[^A-Za-z0-9]/, '\\$&');
    return `(?:\\\\{0,4}${plain}|(?:%(?:25){0,2}|[_=]|\\\\{1,4}(?:x|u00))${hex}|&(?:amp;){0,2}(?:${html.join('|')});)`;
  });
  return tokenPattern([characters], '(?:\\0|\\\\{1,2}u0000){0,3}', flags);
}
