import { type Failure, failed } from '../../../shared/contract/failure.ts';
import type { OpenPrinter } from '../../core/ports/printing.ts';

/** Milliseconds to wait for a printer's reply. No official limits exist: these come from the field. */
export interface ReplyTimeouts {
  /** For the first byte. */
  readonly firstByteMs: number;
  /** Between one chunk and the next. */
  readonly betweenMs: number;
  readonly totalMs: number;
}

/** A line to a printer that carries bytes both ways, whatever it is made of. */
export interface PrinterChannel {
  /**
   * Writes the query whole, then collects what comes back until `isWhole` says so, a limit passes, or the line is gone; gives what
   * came, at most 8 KB, maybe nothing. What came before the query is dropped. Never rejects.
   */
  exchange(query: Uint8Array, isWhole: (reply: Uint8Array) => boolean, limits: ReplyTimeouts): Promise<Uint8Array>;
}

/** A printer's reply as text, one character a byte. */
export const replyText = (reply: Uint8Array): string =>
  Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength).toString('latin1');

const startOfText = '\x02';
const endOfText = '\x03';

/** The contents of whole frames, `<STX>…<ETX>`, in order. */
export const frames = (text: string): string[] =>
  text
    .split(startOfText)
    .slice(1)
    .filter((part) => part.includes(endOfText))
    .map((part) => part.slice(0, part.indexOf(endOfText)));

/** What stands outside of whole frames. */
export const outsideFrames = (text: string): string =>
  text
    .split(startOfText)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(endOfText) + 1)))
    .join(' ');

/** One line, printable ASCII, at most that many characters. */
export const printable = (text: string, max: number): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, max);

/** The answers of a way that carries labels to a printer and nothing back. `way` names it in a sentence: "the print queue Zebra". */
export function unidirectional(
  transportName: string,
): Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'sendCommand'> {
  const failure: Failure = {
    code: 'not-allowed-now',
    message: `Only labels go through ${transportName}, no commands.`,
    next: 'Use the printer’s own keys.',
  };
  return {
    status: async () => ({ kind: 'one-way' }),
    labelCount: async () => null,
    identity: async () => null,
    sendCommand: async () => failed(failure),
  };
}
