import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { plainCellText } from '../../../shared/values/csv.ts';

/** A file's text and its character encoding. */
export interface FileText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Bytes decoded between two yields. */
const stride = 1024 * 1024;

/** Bytes inspected to recognise UTF-16 without a byte order mark. */
const sample = 4096;

/** The characters of Windows-1252 that Latin-1 lacks, 0x80 to 0x9F; five of the bytes are undefined (unicode.org, CP1252.TXT). */
const windows1252 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/**
 * Decodes a file. A byte order mark decides; else UTF-16 by its zero bytes, else valid UTF-8. Anything else is Windows-1252 where
 * `allowsWindows1252`, if every byte is a character there.
 */
export async function fileText(
  bytes: Uint8Array,
  allowsWindows1252: boolean,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result<FileText>> {
  const decode = (label: string) => decodeWith(new TextDecoder(label, { fatal: true }), bytes, yieldToEventLoop);
  const utf16 = utf16Label(bytes);
  if (utf16 !== null) return asText(await decode(utf16), 'UTF-16');
  const utf8 = await decode('utf-8');
  if (utf8 !== null) return asText(utf8, 'UTF-8');
  if (!allowsWindows1252) return failed(notUtf8);
  return asText(await decodeWindows1252(bytes, yieldToEventLoop), 'Windows-1252');
}

function asText(text: string | null, encoding: FileText['encoding']): Result<FileText> {
  return text === null || text.includes('\0') ? failed(notText) : success({ text, encoding });
}

async function decodeWith(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  yieldToEventLoop: () => Promise<void>,
): Promise<string | null> {
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += stride) {
      text += decoder.decode(bytes.subarray(at, at + stride), { stream: true });
      await yieldToEventLoop();
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** By its byte order mark, or by zeros in every other byte at its beginning. */
function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, sample);
  const zeros = [0, 0];
  for (let at = 0; at < beginning.length; at += 1) if (beginning[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = beginning.length / 2;
  if (odd > most * 0.6 && even === 0) return 'utf-16le';
  return even > most * 0.6 && odd === 0 ? 'utf-16be' : null;
}

async function decodeWindows1252(bytes: Uint8Array, yieldToEventLoop: () => Promise<void>): Promise<string | null> {
  let text = '';
  for (let at = 0; at < bytes.length; at += stride) {
    const part = bytes.subarray(at, at + stride);
    const letters = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => windows1252.charAt(letter.charCodeAt(0) - 0x80));
    // A picture or an archive has control characters near its beginning.
    if (/[^\P{Cc}\t\r\n]/u.test(letters)) return null;
    text += letters;
    await yieldToEventLoop();
  }
  return text;
}

const notText: Failure = { code: 'unreadable', message: message('file.not-text') };
const notUtf8: Failure = { code: 'unreadable', message: message('file.not-utf8') };

/** Control characters, line separators, lone surrogates, and the marks that change the direction of writing. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Visible ASCII characters in groups with single spaces between them. */
const plainLine = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;

/** True for a text that cleaning would leave as it is, as most texts are: cheaper to find out than to clean it. */
export const isPlainLine = (text: string): boolean => plainLine.test(text);

/** One line of a file's text, safe to show and to store: single spaces, at most so many characters. */
export function sanitizeText(text: string, longest: number): string {
  if (text.length <= longest && isPlainLine(text)) return text;
  const line = text
    .slice(0, longest * 4)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A code or a word of a file, for a message. */
export const shortText = (text: string): string => sanitizeText(text, 60);

/** 1.23457E+15, as spreadsheets show a long number: its last digits are lost. */
export const isScientificNotation = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);

/** Removes what prevents a spreadsheet from calculating: apostrophes before a text, also inside it as exports write them; `="00123"`. */
export function cleanCell(cell: string): string {
  const trimmed = cell.trim();
  const text = trimmed.includes("'") ? plainCellText(trimmed).trim() : trimmed;
  return text.startsWith('="') ? (/^="(.*)"$/.exec(text)?.[1] ?? text).trim() : text;
}
