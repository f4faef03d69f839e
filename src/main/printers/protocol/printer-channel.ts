/** Milliseconds to wait for a printer's reply. No official limits exist: these are measured. */
export interface ReplyTimeouts {
  /** For the first byte. */
  readonly firstByteMs: number;
  /** Between one chunk and the next. */
  readonly betweenMs: number;
  readonly totalMs: number;
}

/** A connection to a printer that carries bytes both ways, over any transport. */
export interface PrinterChannel {
  /**
   * Writes the query, then collects the reply until `isWhole` is true, a limit passes, or the connection ends. Returns at most 8 KB,
   * possibly nothing. Bytes received before the query are dropped. Never rejects.
   */
  exchange(query: Uint8Array, isWhole: (reply: Uint8Array) => boolean, limits: ReplyTimeouts): Promise<Uint8Array>;
}

/** A printer's reply as text, one character per byte. */
export const replyText = (reply: Uint8Array): string =>
  Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength).toString('latin1');

const startOfText = '\x02';
const endOfText = '\x03';

/** The contents of complete frames, `<STX>…<ETX>`, in order. */
export const frames = (text: string): string[] =>
  text
    .split(startOfText)
    .slice(1)
    .filter((part) => part.includes(endOfText))
    .map((part) => part.slice(0, part.indexOf(endOfText)));

/** The text outside of complete frames. */
export const outsideFrames = (text: string): string =>
  text
    .split(startOfText)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(endOfText) + 1)))
    .join(' ');

/** The text as one line of printable ASCII, at most `max` characters. */
export const printable = (text: string, max: number): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, max);
