import { isBlank } from './label-bytes.ts';
import { parameterLetter, parameterNumber } from './parameters.ts';
import type { CommandToken } from './tokens.ts';

/** The area that a label certainly draws on, in its own units, and the state needed to compute it. Widths of texts are unknown. */
export interface UsedArea {
  /** Rightmost position without lines, because real labels draw lines beyond their right edge. */
  right: number;
  /** Rightmost position with lines. */
  rightOfLines: number;
  bottom: number;
  home: { x: number; y: number };
  field: FieldPlace | null;
  /** The defaults of `^FW` and `^BY` for bar codes. */
  orientation: string;
  barHeight: number;
  /** The bar code that the next field data fills. */
  bars: { height: number; isUpright: boolean } | null;
}

interface FieldPlace {
  x: number;
  y: number;
  /** True for `^FO`, which gives the upper edge; `^FT` gives the lower one. */
  isUpperEdge: boolean;
  /** Right-justified: x is the right edge. */
  isRightEdge: boolean;
}

export const emptyArea = (): UsedArea => ({
  right: 0,
  rightOfLines: 0,
  bottom: 0,
  home: { x: 0, y: 0 },
  field: null,
  orientation: 'N',
  barHeight: 10,
  bars: null,
});

/** The index of the height parameter of linear bar codes (programming guide, each on its own page). */
const heightParameter: ReadonlyMap<string, number> = new Map([
  ...'^B2 ^B8 ^B9 ^BA ^BC ^BE ^BI ^BJ ^BL ^BU'.split(' ').map((command) => [command, 1] as const),
  ...'^B1 ^B3 ^BK ^BM ^BP'.split(' ').map((command) => [command, 2] as const),
]);

/** True for a command that draws: a graphic, a stored object, or field data that is not blank. */
export function draws(bytes: Uint8Array, token: CommandToken): boolean {
  return graphics.has(token.command) || (fieldData.has(token.command) && hasData(bytes, token));
}

const graphics: ReadonlySet<string> = new Set('^GB ^GC ^GD ^GE ^GF ^GS ^XG ^IM ^IL ^XF'.split(' '));
/** Commands whose data is printed or encoded, never interpreted, inside a format. */
export const fieldData: ReadonlySet<string> = new Set(['^FD', '^FV', '^SN']);

function hasData(bytes: Uint8Array, token: CommandToken): boolean {
  for (let at = token.parameters; at < token.end; at += 1) if (!isBlank(bytes[at] as number)) return true;
  return false;
}

/** Extends the area by one command. */
export function addToArea(area: UsedArea, bytes: Uint8Array, token: CommandToken): void {
  const number = (index: number): number | null => parameterNumber(bytes, token, index);
  switch (token.command) {
    case '^LH':
      area.home = { x: number(0) ?? area.home.x, y: number(1) ?? area.home.y };
      break;
    case '^FO':
    case '^FT':
      area.field = fieldPlace(area, token, number);
      break;
    case '^FS':
      area.bars = null;
      break;
    case '^FW':
      area.orientation = parameterLetter(bytes, token, 0) || area.orientation;
      break;
    case '^BY':
      area.barHeight = number(2) ?? area.barHeight;
      break;
    case '^FD':
    case '^FV':
    case '^SN':
      if (hasData(bytes, token)) coverData(area);
      break;
    default:
      if (token.command.startsWith('^G')) coverGraphic(area, token.command, number);
      else if (heightParameter.has(token.command)) area.bars = barsOf(area, bytes, token);
  }
}

type ReadNumber = (index: number) => number | null;

/** Null where unknown: `^FT` without coordinates continues after the last field. */
function fieldPlace(area: UsedArea, token: CommandToken, number: ReadNumber): FieldPlace | null {
  const isUpperEdge = token.command === '^FO';
  const x = number(0);
  const y = number(1);
  if (!isUpperEdge && (x === null || y === null)) return null;
  return { x: area.home.x + (x ?? 0), y: area.home.y + (y ?? 0), isUpperEdge, isRightEdge: number(2) === 1 };
}

function barsOf(area: UsedArea, bytes: Uint8Array, token: CommandToken): UsedArea['bars'] {
  const letter = parameterLetter(bytes, token, 0);
  const orientation = /^[NRIB]$/.test(letter) ? letter : area.orientation;
  const height = parameterNumber(bytes, token, heightParameter.get(token.command) ?? 1) ?? area.barHeight;
  return { height, isUpright: orientation === 'N' || orientation === 'I' };
}

function coverGraphic(area: UsedArea, command: string, number: ReadNumber): void {
  const width = number(0) ?? 0;
  const height = number(1) ?? 0;
  const thickness = number(2) ?? 1;
  const rowBytes = number(3) ?? 0;
  switch (command) {
    case '^GB':
      cover(area, Math.max(width, thickness), Math.max(height, thickness));
      break;
    case '^GD':
    case '^GE':
      cover(area, width, height);
      break;
    case '^GC':
      cover(area, width, width);
      break;
    case '^GF':
      // ^GFa,b,c,d: c bytes in rows of d bytes.
      cover(area, rowBytes * 8, rowBytes > 0 ? Math.floor((number(2) ?? 0) / rowBytes) : 0);
      break;
  }
}

function coverData(area: UsedArea): void {
  const { bars } = area;
  cover(area, bars && !bars.isUpright ? bars.height : 0, bars?.isUpright ? bars.height : 0);
}

const thickestLine = 16;

function cover(area: UsedArea, width: number, height: number): void {
  const { field } = area;
  if (!field) return;
  const isLine = height > 0 && height <= thickestLine;
  const right = field.isRightEdge ? field.x : field.x + width;
  area.right = Math.max(area.right, isLine ? field.x : right);
  area.rightOfLines = Math.max(area.rightOfLines, right);
  area.bottom = Math.max(area.bottom, field.isUpperEdge ? field.y + height : field.y);
}
