import { parameterLetter, parameterNumber } from './parameters.ts';
import { quantityOf } from './print-quantity.ts';
import { type CommandToken, tokensOf } from './tokens.ts';
import { meantRight, type ToldResolution, toldResolution } from './told-resolution.ts';
import { addToArea, draws, emptyArea, type UsedArea } from './used-area.ts';

/** What a label says of itself. Read it before the guard took its sizes (`^PW`, `^LL`) out. */
export interface LabelFacts {
  /** `^XA` to `^XZ`, or to the end where that is missing. */
  readonly formats: number;
  /** Those that put something on paper: not those that only set up, or store. */
  readonly drawingFormats: number;
  /** Labels that come out: drawing formats times their `^PQ`. */
  readonly labels: number;
  /** The highest `^PQ` of a drawing format; 1 where none asks for more. */
  readonly highestQuantity: number;
  /** A `^XZ` is missing: the printer would wait for it, and take the next label for this one's end. */
  readonly endsInsideFormat: boolean;
  /** Its first command is `^XA`. */
  readonly beginsWithFormat: boolean;
  /** Null where nothing tells it. */
  readonly dotsPerMillimetre: ToldResolution | null;
  /** What `^PW` says; else as far right as it surely draws. Dots; null where nothing tells, or it measures in other units. */
  readonly widthDots: number | null;
  /** What `^LL` says, or as far down as it surely draws, if that is more. */
  readonly lengthDots: number | null;
}

interface Format {
  draws: boolean;
  /** It is kept in the printer, not printed. */
  isStored: boolean;
  quantity: number;
}

interface Reading {
  formats: number;
  /** The format that is open. */
  format: Format | null;
  firstCommand: string | null;
  /** The quantity of each drawing format. */
  printed: number[];
  printWidth: number | null;
  labelLength: number;
  isHalved: boolean;
  isInDots: boolean;
  area: UsedArea;
}

/** Reads a label's facts. Any bytes are taken. */
export function readLabelFacts(bytes: Uint8Array): LabelFacts {
  const reading: Reading = {
    formats: 0,
    format: null,
    firstCommand: null,
    printed: [],
    printWidth: null,
    labelLength: 0,
    isHalved: false,
    isInDots: true,
    area: emptyArea(),
  };
  for (const token of tokensOf(bytes)) if (token.kind === 'command') readCommand(bytes, token, reading);
  const endsInsideFormat = reading.format !== null;
  endFormat(reading);
  const { printed, printWidth, area, isHalved, isInDots } = reading;
  const right = meantRight(area, isHalved);
  return {
    formats: reading.formats,
    drawingFormats: printed.length,
    labels: printed.reduce((sum, quantity) => sum + quantity, 0),
    highestQuantity: printed.reduce((highest, quantity) => Math.max(highest, quantity), 1),
    endsInsideFormat,
    beginsWithFormat: reading.firstCommand === '^XA',
    dotsPerMillimetre: isInDots ? toldResolution(printWidth, right, isHalved) : null,
    widthDots: isInDots ? (printWidth ?? dotsOrNull(right)) : null,
    lengthDots: isInDots ? dotsOrNull(Math.max(reading.labelLength, area.bottom)) : null,
  };
}

const dotsOrNull = (dots: number): number | null => (dots > 0 ? Math.ceil(dots) : null);

function readCommand(bytes: Uint8Array, token: CommandToken, reading: Reading): void {
  reading.firstCommand ??= token.command;
  switch (token.command) {
    case '^XA':
      beginFormat(reading);
      break;
    case '^XZ':
      endFormat(reading);
      break;
    case '^PW': {
      const width = parameterNumber(bytes, token, 0) ?? 0;
      if (width > 0) reading.printWidth = width;
      break;
    }
    case '^LL':
      reading.labelLength = Math.max(reading.labelLength, parameterNumber(bytes, token, 0) ?? 0);
      break;
    case '^JM':
      reading.isHalved = parameterLetter(bytes, token, 0) === 'B';
      break;
    case '^MU':
      if ('MI'.includes(parameterLetter(bytes, token, 0) || 'D')) reading.isInDots = false;
      break;
    default:
      if (reading.format) readInFormat(bytes, token, reading.format);
      addToArea(reading.area, bytes, token);
  }
}

function readInFormat(bytes: Uint8Array, token: CommandToken, format: Format): void {
  if (token.command === '^PQ') format.quantity = quantityOf(bytes, token);
  else if (token.command === '^DF') format.isStored = true;
  else if (token.command === '^IS' && parameterLetter(bytes, token, 1) === 'N') format.isStored = true;
  else if (!format.draws) format.draws = draws(bytes, token);
}

/** A second `^XA` before the `^XZ` begins nothing new. */
function beginFormat(reading: Reading): void {
  if (reading.format) return;
  reading.formats += 1;
  reading.format = { draws: false, isStored: false, quantity: 1 };
}

function endFormat(reading: Reading): void {
  const { format } = reading;
  if (format?.draws && !format.isStored) reading.printed.push(format.quantity);
  reading.format = null;
}
