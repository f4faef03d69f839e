import { type Message, message } from '../../../shared/messages/message.ts';

/** One value of a JSON file, as written. */
export interface JsonValue {
  kind: 'value';
  text: string;
  /** The 1-based line on which it begins. */
  line: number;
}

/** Why nothing can be read from that line on. */
export interface JsonFault {
  kind: 'fault';
  line: number;
  message: Message;
}

/** Work has gone on for a while; the caller may yield to the event loop. */
export interface JsonPause {
  kind: 'pause';
}

/** Longest value, characters: no answer of the service has more bytes. */
const maxValueLength = 1024 * 1024;

/** Deepest nesting of a value; the document's deepest is seven. */
const maxDepth = 64;

/** Characters scanned between two pauses. */
const pauseInterval = 256 * 1024;

/**
 * Splits a JSON file into its values: one value, several one after another (JSON Lines or indented), or an array of them. Only brackets
 * and strings are recognised here. `JSON.parse` of the whole file would lose each order's text as written, which is stored, and the
 * line of an error; it would also need the whole file in memory as objects.
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
  const fault = (fault: Message): JsonFault => ({ kind: 'fault', line, message: fault });

  /** The value that begins here, or why it cannot be read. */
  const nextValue = (): JsonValue | JsonFault => {
    const startLine = line;
    const end = valueEnd(text, at);
    if (typeof end !== 'number') return fault(end);
    const value = text.slice(at, end);
    for (let from = value.indexOf('\n'); from >= 0; from = value.indexOf('\n', from + 1)) line += 1;
    at = end;
    return { kind: 'value', text: value, line: startLine };
  };

  while (true) {
    skipSpace();
    if (at >= text.length) return;
    if (at > nextPause) {
      nextPause = at + pauseInterval;
      yield { kind: 'pause' };
    }
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
        yield fault(at >= text.length ? truncated : message('json.comma-missing'));
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

const truncated = message('json.cut-off');

/** The end of the value that begins there, or why it has none. */
function valueEnd(text: string, start: number): number | Message {
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
        if (depth > maxDepth) return message('json.too-deep', { limit: maxDepth });
        break;
      case 0x7d:
      case 0x5d:
        if (depth === 0) return at === start ? message('json.extra-bracket') : at;
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      case 0x2c:
        if (depth === 0) return at === start ? message('json.extra-comma') : at;
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

const tooLong = message('json.too-long', { limit: maxValueLength });
