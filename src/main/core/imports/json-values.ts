/** One value out of a file of JSON, as it is written there. */
export interface JsonValue {
  kind: 'value';
  text: string;
  /** 1-based line it begins on. */
  line: number;
}

/** Why nothing can be read from there on. */
export interface JsonFault {
  kind: 'fault';
  line: number;
  words: string;
}

/** Says that work went on for a while; the reader may pause and come back. */
export interface JsonPause {
  kind: 'pause';
}

/** Longest value, characters: the service's answers have no more bytes than this. */
const maxValueLength = 1024 * 1024;

/** Deepest nesting of a value; the document's deepest is seven. */
const maxDepth = 64;

/** Characters gone through between two pauses. */
const pauseInterval = 256 * 1024;

/**
 * Takes a file apart into the values it holds: one value, several behind one another, or an array of them. Nothing is parsed here but
 * brackets and strings, so that a value costs what it is long, and the file is never unfolded as a whole.
 */
export function* jsonValues(text: string): Generator<JsonValue | JsonFault | JsonPause, void> {
  let at = 0;
  let line = 1;
  let nextPause = pauseInterval;

  const skipSpace = (): void => {
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === newLine) line += 1;
      else if (code !== space && code !== tab && code !== carriageReturn && code !== byteOrderMark) return;
    }
  };
  const fault = (words: string): JsonFault => ({ kind: 'fault', line, words });

  /** The value that begins here, or why it cannot be taken. */
  const nextValue = (): JsonValue | JsonFault => {
    const startLine = line;
    const end = valueEnd(text, at);
    if (typeof end === 'string') return fault(end);
    const value = text.slice(at, end);
    for (let from = value.indexOf('\n'); from >= 0; from = value.indexOf('\n', from + 1)) line += 1;
    at = end;
    return { kind: 'value', text: value, line: startLine };
  };

  while (true) {
    skipSpace();
    if (at >= text.length) return;
    if (text.charAt(at) !== '[') {
      const value = nextValue();
      yield value;
      if (value.kind === 'fault') return;
      continue;
    }
    at += 1;
    for (let isFirst = true; ; isFirst = false) {
      skipSpace();
      if (isFirst && text.charAt(at) === ']') break;
      const value = nextValue();
      yield value;
      if (value.kind === 'fault') return;
      if (at > nextPause) {
        nextPause = at + pauseInterval;
        yield { kind: 'pause' };
      }
      skipSpace();
      if (text.charAt(at) === ']') break;
      if (text.charAt(at) !== ',') {
        yield fault(at >= text.length ? truncated : 'Between two orders a comma is missing.');
        return;
      }
      at += 1;
    }
    at += 1;
  }
}

const newLine = 10;
const carriageReturn = 13;
const tab = 9;
const space = 32;
const byteOrderMark = 0xfeff;

const truncated = 'The file ends in the middle of an order: it was cut off.';

/** Where the value that begins there ends, or words why it has no end. */
function valueEnd(text: string, start: number): number | string {
  if (start >= text.length) return truncated;
  const last = Math.min(text.length, start + maxValueLength);
  let depth = 0;
  for (let at = start; at < last; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = stringEnd(text, at, last);
        if (end < 0) return last < text.length ? tooLong : truncated;
        at = end;
        if (depth === 0) return at + 1;
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        if (depth > maxDepth) return `An order is nested deeper than ${maxDepth} levels.`;
        break;
      case 0x7d:
      case 0x5d:
        if (depth === 0) return at === start ? 'There is a bracket too many.' : at;
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      case 0x2c:
        if (depth === 0) return at === start ? 'There is a comma too many.' : at;
        break;
      case newLine:
      case carriageReturn:
      case space:
      case tab:
        if (depth === 0) return at;
        break;
    }
  }
  if (last < text.length) return tooLong;
  return depth === 0 ? last : truncated;
}

/** The quotation mark that ends the string, or -1. */
function stringEnd(text: string, start: number, last: number): number {
  for (let at = start + 1; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return -1;
}

const tooLong = 'An order is longer than a million characters.';
