import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';

/** A file's text, and what its letters were taken for. */
export interface FileText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Bytes read between two pauses. */
const stride = 1024 * 1024;

/** Bytes looked at to tell UTF-16 that carries no byte order mark. */
const sample = 4096;

/** The characters of Windows-1252 that Latin-1 lacks, 0x80 to 0x9F; five of the bytes mean nothing (unicode.org, CP1252.TXT). */
const windows1252 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/**
 * Reads bytes as text. A byte order mark counts, then what is valid UTF-8, then what looks like UTF-16. Whatever else is taken for
 * Windows-1252 only where `mayGuess`, and where every byte means a letter there.
 */
export async function fileText(
  bytes: Uint8Array,
  mayGuess: boolean,
  breathe: () => Promise<void>,
): Promise<Result<FileText>> {
  const decode = (label: string) => decodeWith(new TextDecoder(label, { fatal: true }), bytes, breathe);
  const utf16 = utf16Label(bytes);
  if (utf16 !== null) return asText(await decode(utf16), 'UTF-16');
  const utf8 = await decode('utf-8');
  if (utf8 !== null) return asText(utf8, 'UTF-8');
  if (!mayGuess) return failed(notUtf8);
  return asText(await decodeWindows1252(bytes, breathe), 'Windows-1252');
}

function asText(text: string | null, encoding: FileText['encoding']): Result<FileText> {
  return text === null || text.includes('\0') ? failed(noText) : success({ text, encoding });
}

async function decodeWith(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  breathe: () => Promise<void>,
): Promise<string | null> {
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += stride) {
      text += decoder.decode(bytes.subarray(at, at + stride), { stream: true });
      await breathe();
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** By its byte order mark, or by zeros in every other byte of its beginning. */
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

async function decodeWindows1252(bytes: Uint8Array, breathe: () => Promise<void>): Promise<string | null> {
  let text = '';
  for (let at = 0; at < bytes.length; at += stride) {
    const part = bytes.subarray(at, at + stride);
    const letters = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => windows1252.charAt(letter.charCodeAt(0) - 0x80));
    // Letters alone: a picture or an archive has control characters before long.
    if (/[^\P{Cc}\t\r\n]/u.test(letters)) return null;
    text += letters;
    await breathe();
  }
  return text;
}

const noText: Failure = {
  code: 'unreadable',
  message: 'This is no text file.',
  next: 'Save it as JSON or as CSV.',
};

const notUtf8: Failure = {
  code: 'unreadable',
  message: 'The letters of this file are not UTF-8, as JSON has them.',
  next: 'Save it as UTF-8.',
};
