/** One `^XA…^XZ` as the printer understands it. */
export interface FakeFormat {
  readonly bytes: Buffer;
  /** `^PQ`, 1 by default. */
  readonly copies: number;
  /** False for a format with settings only, which prints no label. */
  readonly draws: boolean;
  /** `^JZY` or `^JZN` in it; null if it has neither. */
  readonly reprintAfterFault: boolean | null;
}

/** A variable read or written (`! U1 getvar "name"`, `! U1 setvar "name" "value"`). */
export interface VariableRequest {
  readonly verb: 'getvar' | 'setvar' | 'do';
  readonly name: string;
  readonly value: string;
}

/** The commands and formats in the bytes a printer receives, in order. */
export interface PrinterInputEvents {
  format(format: FakeFormat): void;
  /** A command that is executed at once, inside a format or not, such as `~HS`. */
  command(name: string): void;
  variable(request: VariableRequest): void;
}

/** What a ZPL printer reads from its byte stream. */
export interface PrinterInput {
  /** Takes the bytes that arrived. Bytes of an unfinished format stay, as they do in a printer, even after a cut connection. */
  take(bytes: Uint8Array): void;
  /** True after `^XA` without its `^XZ` (field h of a `~HS` reply). */
  isInsideFormat(): boolean;
  /** Bytes of the format not yet ended. */
  unfinishedBytes(): number;
  /** `~JX`: the partial format is dropped. */
  dropUnfinished(): void;
  /** Power off: every byte is lost. */
  forget(): void;
}

const caret = 0x5e;
const tilde = 0x7e;
const exclamation = 0x21;
const graphicHead = /^\^GF([ABC]),(\d+),(\d+),(\d+),/i;
const longestGraphicHead = 48;
/** What may still become a head when more bytes come. */
const beginningOfHead = /^\^GF([ABC](,(\d*(,(\d*(,\d*)?)?)?)?)?)?$/i;

const commands = ['~HS', '~HI', '~HQES', '~JX', '~JA', '~JC', '~JR', '~PP', '~PS'];
const longestCommand = 5;
const drawing = /^\^(FD|FV|SN|XG|IM|G[BCDEFS])/i;
const variableLine = /^! U1 (getvar|setvar|do) "([^"\r\n]*)"(?: "([^"\r\n]*)")?\s*$/i;
const longestVariableLine = 512;

/** What is known of the format that is being read. */
interface Begun {
  start: number;
  draws: boolean;
  copies: number;
  reprintAfterFault: boolean | null;
}

/**
 * Cuts the stream into complete formats `^XA…^XZ`, commands a printer obeys at once, and variables between formats. Binary graphic
 * data (`^GFB`, `^GFC`) is skipped by its byte count, so that `^XZ` or `~HS` inside it is data.
 */
export function readPrinterInput(on: PrinterInputEvents): PrinterInput {
  let kept = Buffer.alloc(0);
  let position = 0;
  let begun: Begun | null = null;

  const text = (at: number, length: number): string => kept.toString('latin1', at, at + length);

  /** Where to continue, or null if more bytes are needed. */
  const step = (at: number): number | null => {
    if (kept[at] === tilde) return obey(at);
    if (kept[at] === exclamation) return readVariable(at);
    return at + 3 > kept.length ? null : readFormatCommand(at, text(at, 3).toUpperCase());
  };

  const obey = (at: number): number | null => {
    const start = text(at, longestCommand).toUpperCase();
    const command = commands.find((name) => start.startsWith(name));
    if (!command) return commands.some((name) => name.startsWith(start)) ? null : at + 1;
    on.command(command);
    return at + command.length;
  };

  const readVariable = (at: number): number | null => {
    const line = text(at, longestVariableLine);
    const end = line.search(/[\r\n]/);
    if (end < 0) return line.length < longestVariableLine && '! U1 '.startsWith(line.slice(0, 5)) ? null : at + 1;
    const [, verb = '', name = '', value = ''] = variableLine.exec(line.slice(0, end)) ?? [];
    if (!verb) return at + 1;
    on.variable({ verb: verb.toLowerCase() as VariableRequest['verb'], name, value });
    return at + end;
  };

  const readFormatCommand = (at: number, command: string): number | null => {
    switch (command) {
      case '^XA':
        begun ??= { start: at, draws: false, copies: 1, reprintAfterFault: null };
        return at + 3;
      case '^XZ':
        if (begun) endFormat(begun, at + 3);
        return at + 3;
      case '^PQ':
      case '^JZ':
        return readSetting(at, command);
      default:
        if (begun && drawing.test(command)) begun.draws = true;
        return command === '^GF' ? afterGraphic(at) : at + 1;
    }
  };

  const endFormat = ({ start, ...facts }: Begun, end: number): void => {
    begun = null;
    on.format({ ...facts, bytes: Buffer.from(kept.subarray(start, end)) });
  };

  /** Its parameter ends before the first character that is not a digit or letter. */
  const readSetting = (at: number, command: string): number | null => {
    const parameter = /^[0-9A-Za-z]*/.exec(text(at + 3, 9))?.[0] ?? '';
    if (at + 3 + parameter.length >= kept.length) return null;
    if (begun && command === '^PQ') begun.copies = Math.max(1, Number.parseInt(parameter, 10) || 1);
    if (begun && command === '^JZ') begun.reprintAfterFault = parameter.toUpperCase() !== 'N';
    return at + 3;
  };

  const afterGraphic = (at: number): number | null => {
    const start = text(at, longestGraphicHead);
    const head = graphicHead.exec(start);
    if (!head) return start.length < longestGraphicHead && beginningOfHead.test(start) ? null : at + 3;
    return head[1]?.toUpperCase() === 'A' ? at + 3 : at + head[0].length + Number(head[2]);
  };

  const nextCommand = (from: number): number => {
    for (let at = from; at < kept.length; at++) {
      const byte = kept[at];
      // Inside a format an SGD command is label text: the two are not mixed (ZPL guide, "About SGD printer commands").
      if (byte === caret || byte === tilde || (byte === exclamation && !begun)) return at;
    }
    return kept.length;
  };

  /** Bytes before an open format, or before the position, are processed. */
  const drop = (): void => {
    const done = Math.min(begun?.start ?? position, position, kept.length);
    kept = kept.subarray(done);
    position -= done;
    if (begun) begun.start -= done;
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
    isInsideFormat: () => begun !== null,
    unfinishedBytes: () => (begun ? kept.length - begun.start : 0),
    dropUnfinished() {
      begun = null;
    },
    forget() {
      kept = Buffer.alloc(0);
      position = 0;
      begun = null;
    },
  };
}
