import type { InferredResolution, LabelFacts } from '../../shared/printing/label-inspection.ts';
import { objectName, parameterLetter, parameterNumber, quantityOf } from './parameters.ts';
import { type CommandToken, tokensOf } from './tokens.ts';
import { addToArea, draws, emptyArea, fieldData, type UsedArea } from './used-area.ts';

interface Format {
  draws: boolean;
  /** True with a field, even a blank one; without any a format prints and feeds nothing. */
  hasField: boolean;
  /** The name it is stored under in the printer, not printed; null for one that is printed. */
  storedAs: string | null;
  /** Null where it has no `^PQ` of its own, nor one of a stored format it recalls. */
  quantity: number | null;
}

interface Reading {
  formats: number;
  /** The open format. */
  format: Format | null;
  firstCommand: string | null;
  usesTextBlocks: boolean;
  /** The quantity of each drawing format. */
  printed: number[];
  /** The highest quantity of a format whose fields are blank: printers may feed blank labels for it. */
  blankQuantity: number;
  /** The quantities in stored formats, by name: a recalled format is read again, its `^PQ` too. */
  stored: Map<string, number>;
  printWidth: number | null;
  labelLength: number;
  isHalved: boolean;
  isInDots: boolean;
  area: UsedArea;
}

/** Reads the facts of a label; accepts any bytes. */
export function readLabelFacts(bytes: Uint8Array): LabelFacts {
  const reading: Reading = {
    formats: 0,
    format: null,
    firstCommand: null,
    usesTextBlocks: false,
    printed: [],
    blankQuantity: 1,
    stored: new Map(),
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
  const right = intendedRight(area, isHalved);
  return {
    formats: reading.formats,
    drawingFormats: printed.length,
    labels: printed.reduce((sum, quantity) => sum + quantity, 0),
    highestQuantity: [...printed, ...reading.stored.values()].reduce(
      (highest, next) => Math.max(highest, next),
      reading.blankQuantity,
    ),
    endsInsideFormat,
    beginsWithFormat: reading.firstCommand === '^XA',
    usesTextBlocks: reading.usesTextBlocks,
    dotsPerMillimetre: isInDots ? inferResolution(printWidth, right, isHalved) : null,
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
      reading.format = null;
      break;
    case '^TB':
      reading.usesTextBlocks = true;
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
      if (reading.format) readInFormat(bytes, token, reading.format, reading.stored);
      addToArea(reading.area, bytes, token);
  }
}

function readInFormat(bytes: Uint8Array, token: CommandToken, format: Format, stored: Map<string, number>): void {
  if (token.command === '^PQ') format.quantity = quantityOf(bytes, token);
  else if (token.command === '^DF') format.storedAs = objectName(bytes, token).name;
  else if (token.command === '^IS' && parameterLetter(bytes, token, 1) === 'N') format.storedAs = '';
  else if (token.command === '^XF') format.quantity = stored.get(objectName(bytes, token).name) ?? format.quantity;
  if (!format.draws) format.draws = draws(bytes, token);
  if (fieldData.has(token.command)) format.hasField = true;
}

/** A second `^XA` before the `^XZ` is ignored. */
function beginFormat(reading: Reading): void {
  if (reading.format) return;
  reading.formats += 1;
  reading.format = { draws: false, hasField: false, storedAs: null, quantity: null };
}

function endFormat(reading: Reading): void {
  const { format, stored, printed } = reading;
  if (format && format.storedAs !== null) {
    if (format.quantity !== null) stored.set(format.storedAs, format.quantity);
  } else if (format?.draws) {
    printed.push(format.quantity ?? 1);
  } else if (format?.hasField) {
    reading.blankQuantity = Math.max(reading.blankQuantity, format.quantity ?? 1);
  }
}

/** Print widths of 4-inch labels, in dots, by resolution. */
const printWidths = [
  { value: 8, from: 800, to: 832 },
  { value: 12, from: 1200, to: 1248 },
  { value: 24, from: 2400, to: 2496 },
] as const;

/** Drawn widths of 4-inch labels, in dots, by resolution: nearly to the right edge, or slightly beyond. */
const drawnWidths = [
  { value: 8, from: 720, to: 864 },
  { value: 12, from: 1080, to: 1296 },
  { value: 24, from: 2160, to: 2592 },
] as const;

/**
 * Infers the resolution from the width in dots, assuming a 4-inch label. Null where the width fits no resolution, as for narrow labels.
 * @param isHalved `^JMB`: the printer doubles each dot in both directions, so the label has half as many dots.
 */
function inferResolution(printWidth: number | null, largestX: number, isHalved: boolean): InferredResolution | null {
  const value =
    printWidth === null ? fitting(drawnWidths, largestX, isHalved) : fitting(printWidths, printWidth, isHalved);
  return value === null ? null : { value, from: printWidth === null ? 'largest x' : 'print width' };
}

/** The intended right edge: lines count only where they end at a possible label edge. */
function intendedRight(area: { right: number; rightOfLines: number }, isHalved: boolean): number {
  return fitting(drawnWidths, area.rightOfLines, isHalved) === null ? area.right : area.rightOfLines;
}

function fitting(widths: typeof printWidths | typeof drawnWidths, dots: number, isHalved: boolean): number | null {
  const share = isHalved ? 0.5 : 1;
  const found = widths.find(({ from, to }) => dots >= from * share && dots <= to * share);
  return found ? found.value * share : null;
}
