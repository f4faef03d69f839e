/** What a ZPL printer takes out of its byte stream. */
export interface PrinterInput {
  /** Feeds what arrived; bytes of a format not yet ended stay, as they do in a printer, even over a cut connection. */
  take(bytes: Uint8Array): void;
  /** True after `^XA` without its `^XZ` (field h of a `~HS` reply). */
  isInsideFormat(): boolean;
  /** Power off: a partial format is lost. */
  forget(): void;
}

const caret = 0x5e;
const tilde = 0x7e;
const graphicHead = /^\^GF([ABC]),(\d+),(\d+),(\d+),/i;
const longestGraphicHead = 48;
/** What may still become a head when more bytes come. */
const beginningOfHead = /^\^GF([ABC](,(\d*(,(\d*(,\d*)?)?)?)?)?)?$/i;

/**
 * Cuts the stream into complete formats `^XA…^XZ` and the commands a printer obeys at once. Binary graphic data (`^GFB`, `^GFC`)
 * is skipped by its byte count, so that `^XZ` or `~HS` inside it is data.
 */
export function readPrinterInput(on: { format(bytes: Buffer): void; hostStatus(): void }): PrinterInput {
  let kept = Buffer.alloc(0);
  let position = 0;
  let formatStart: number | null = null;

  const endOfBinaryGraphic = (at: number): number | 'not yet' | null => {
    const text = kept.toString('latin1', at, at + longestGraphicHead);
    const head = graphicHead.exec(text);
    if (!head) return text.length < longestGraphicHead && beginningOfHead.test(text) ? 'not yet' : null;
    return head[1]?.toUpperCase() === 'A' ? null : at + head[0].length + Number(head[2]);
  };

  /** Where to go on, or null when more bytes are needed to tell. */
  const step = (at: number): number | null => {
    if (at + 3 > kept.length) return null;
    switch (kept.toString('latin1', at, at + 3).toUpperCase()) {
      case '^XA':
        formatStart ??= at;
        return at + 3;
      case '^XZ':
        if (formatStart !== null) on.format(Buffer.from(kept.subarray(formatStart, at + 3)));
        formatStart = null;
        return at + 3;
      case '~HS':
        on.hostStatus();
        return at + 3;
      case '^GF': {
        const dataEnd = endOfBinaryGraphic(at);
        return dataEnd === 'not yet' ? null : (dataEnd ?? at + 3);
      }
      default:
        return at + 1;
    }
  };

  const nextCommand = (from: number): number => {
    for (let at = from; at < kept.length; at++) if (kept[at] === caret || kept[at] === tilde) return at;
    return kept.length;
  };

  /** What lies before an open format, or before the position, is done with. */
  const drop = (): void => {
    const done = Math.min(formatStart ?? position, position, kept.length);
    kept = kept.subarray(done);
    position -= done;
    if (formatStart !== null) formatStart -= done;
  };

  return {
    take(bytes) {
      kept = Buffer.concat([kept, bytes]);
      while (position < kept.length) {
        position = nextCommand(position);
        const next = position < kept.length ? step(position) : null;
        if (next === null) break;
        position = next;
      }
      drop();
    },
    isInsideFormat: () => formatStart !== null,
    forget() {
      kept = Buffer.alloc(0);
      position = 0;
      formatStart = null;
    },
  };
}
