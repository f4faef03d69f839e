import type { FoundCode } from './bar-code-reader.ts';
import { type GrayImage, halfWhite, type OneBitImage, setDot } from './raster-image.ts';

/** Smallest and largest scale at which a bar code is redrawn with whole dots. */
const minSize = 0.75;
const maxSize = 1.25;

/** Symbologies that are redrawn: linear ones along one direction, square ones in both. Others stay unchanged. */
const shapes: Record<string, { readonly square: boolean; readonly quietModules: number }> = {
  Codabar: { square: false, quietModules: 10 },
  Code39: { square: false, quietModules: 10 },
  Code93: { square: false, quietModules: 10 },
  Code128: { square: false, quietModules: 10 },
  ITF: { square: false, quietModules: 10 },
  EANUPC: { square: false, quietModules: 11 },
  PDF417: { square: false, quietModules: 2 },
  QRCode: { square: true, quietModules: 4 },
  DataMatrix: { square: true, quietModules: 1 },
  Aztec: { square: true, quietModules: 1 },
};

/** A range of fine pixels: first, and one after the last. */
type Span = readonly [number, number];

/** The place of a code in the fine picture: `along` its row of bars and `across` it. */
interface Region {
  /** True where the row of bars is horizontal. */
  readonly horizontal: boolean;
  readonly along: Span;
  readonly across: Span;
}

/** One direction of a redrawn code: its dots, and the fine pixel from which each takes its colour. */
interface AlignedAxis {
  readonly firstDot: number;
  readonly sources: readonly number[];
  /** Dots that the code covered before. */
  readonly touched: Span;
}

/**
 * Redraws each bar code, centred at its place, so that a module is a whole number of dots. A module's colour is taken from its centre
 * in a finer picture of the same page. A code stays unchanged where no module grid fits it, it is skewed, its size would change too
 * much, or its quiet zones are too small.
 * @param image drawn at the printer's resolution; changed in place.
 * @param fine the same page at `factor` times that resolution, in which the codes were found.
 */
export function alignBarCodes(image: OneBitImage, fine: GrayImage, factor: number, codes: readonly FoundCode[]): void {
  for (const code of codes) {
    const shape = shapes[code.family];
    const found = regionOf(code);
    if (!shape || !found) continue;
    const region = shape.square || code.family === 'PDF417' ? found : extendToWholeBars(fine, found);
    const columns = alignAxis(fine, region, factor, shape.quietModules, region.horizontal ? image.width : image.height);
    const rows = shape.square
      ? alignAxis(
          fine,
          rotatedRegion(region),
          factor,
          shape.quietModules,
          region.horizontal ? image.height : image.width,
        )
      : keepAxis(region.across, factor);
    if (columns && rows) redraw(image, fine, region.horizontal, columns, rows);
  }
}

const rotatedRegion = ({ horizontal, along, across }: Region): Region => ({
  horizontal: !horizontal,
  along: across,
  across: along,
});

/** The region of a code; null where it is skewed. */
function regionOf({ topLeft, topRight, bottomRight, bottomLeft }: FoundCode): Region | null {
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  const x = span(corners.map((corner) => corner.x));
  const y = span(corners.map((corner) => corner.y));
  const [dx, dy] = [Math.abs(topRight.x - topLeft.x), Math.abs(topRight.y - topLeft.y)];
  if (Math.min(dx, dy) > Math.max(3, Math.max(dx, dy) / 50)) return null;
  return dx >= dy ? { horizontal: true, along: x, across: y } : { horizontal: false, along: y, across: x };
}

const span = (values: readonly number[]): Span => [Math.min(...values), Math.max(...values) + 1];

type IsInk = (along: number, across: number) => boolean;

/** Reads dark pixels; outside the picture is white. */
function inkOf({ width, height, pixels }: GrayImage, horizontal: boolean): IsInk {
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && (pixels[y * width + x] ?? 255) < halfWhite;
  return horizontal ? isInk : (along, across) => isInk(across, along);
}

/** Extends a linear code to its full height, all rows similar to the middle one, because the reader reports only where it read it. */
function extendToWholeBars(fine: GrayImage, { horizontal, along, across }: Region): Region {
  const isInk = inkOf(fine, horizontal);
  const middle = Math.floor((across[0] + across[1]) / 2);
  const length = along[1] - along[0];
  const isSimilar = (row: number): boolean => {
    let different = 0;
    for (let at = along[0]; at < along[1]; at += 1) if (isInk(at, row) !== isInk(at, middle)) different += 1;
    return different <= length / 50;
  };
  const lastRow = horizontal ? fine.height : fine.width;
  let [from, to] = [middle, middle + 1];
  while (from > 0 && isSimilar(from - 1)) from -= 1;
  while (to < lastRow && isSimilar(to)) to += 1;
  return { horizontal, along, across: [from, to] };
}

/** Aligns a code to whole dots along one direction; null where it must stay unchanged. */
function alignAxis(
  fine: GrayImage,
  { horizontal, along, across }: Region,
  factor: number,
  quietModules: number,
  maxDots: number,
): AlignedAxis | null {
  const isInk = inkOf(fine, horizontal);
  const grid = fitModules(edgePositions(isInk, along, across));
  if (!grid) return null;
  const length = grid.module * grid.count;
  const own = grid.module / factor;
  for (const dots of new Set([Math.round(own), Math.floor(own)])) {
    if (dots < 1 || dots / own < minSize || dots / own > maxSize) continue;
    const firstDot = Math.round((grid.start + length / 2) / factor - (grid.count * dots) / 2);
    const lastDot = firstDot + grid.count * dots;
    const growth = Math.max(grid.start - firstDot * factor, lastDot * factor - grid.start - length);
    const needed = growth <= factor ? growth : growth + quietModules * dots * factor;
    const hasRoom =
      isWhite(isInk, [grid.start - needed, grid.start - 1], across) &&
      isWhite(isInk, [grid.start + length + 1, grid.start + length + needed], across);
    if (firstDot < 0 || lastDot > maxDots || !hasRoom) continue;
    const middleOf = (dot: number): number => Math.floor(grid.start + (Math.floor(dot / dots) + 0.5) * grid.module);
    return {
      firstDot,
      sources: Array.from({ length: grid.count * dots }, (_, dot) => middleOf(dot)),
      touched: [Math.floor(grid.start / factor), Math.ceil((grid.start + length) / factor)],
    };
  }
  return null;
}

function isWhite(isInk: IsInk, along: Span, across: Span): boolean {
  for (let at = Math.round(along[0]); at < Math.round(along[1]); at += 1) {
    for (let row = across[0]; row < across[1]; row += 1) if (isInk(at, row)) return false;
  }
  return true;
}

/** Pixels beyond the reported code that are searched for edges: readers are a pixel or two off. */
const edgeTolerance = 3;

/** Positions where colours change, except in very few rows. */
function edgePositions(isInk: IsInk, along: Span, across: Span): number[] {
  const rowsByEdge = new Map<number, number>();
  for (let row = across[0]; row < across[1]; row += 1) {
    for (let at = along[0] - edgeTolerance; at <= along[1] + edgeTolerance; at += 1) {
      if (isInk(at, row) !== isInk(at - 1, row)) rowsByEdge.set(at, (rowsByEdge.get(at) ?? 0) + 1);
    }
  }
  const few = (across[1] - across[0]) / 50;
  return [...rowsByEdge].filter(([, rows]) => rows > few).map(([edge]) => edge);
}

/** Keeps the height of bars: each dot takes its colour from its own centre. */
function keepAxis(across: Span, factor: number): AlignedAxis {
  const firstDot = Math.ceil(across[0] / factor - 0.5);
  const afterDot = Math.ceil(across[1] / factor - 0.5);
  const sources = Array.from({ length: Math.max(0, afterDot - firstDot) }, (_, dot) =>
    Math.floor((firstDot + dot + 0.5) * factor),
  );
  return { firstDot, sources, touched: [firstDot, afterDot] };
}

function redraw(
  image: OneBitImage,
  fine: GrayImage,
  horizontal: boolean,
  columns: AlignedAxis,
  rows: AlignedAxis,
): void {
  const isInk = inkOf(fine, horizontal);
  const put = (along: number, across: number, black: boolean): void =>
    horizontal ? setDot(image, along, across, black) : setDot(image, across, along, black);
  for (let row = rows.touched[0]; row < rows.touched[1]; row += 1) {
    for (let column = columns.touched[0]; column < columns.touched[1]; column += 1) put(column, row, false);
  }
  rows.sources.forEach((across, row) => {
    columns.sources.forEach((along, column) => {
      put(columns.firstDot + column, rows.firstDot + row, isInk(along, across));
    });
  });
}

/** The modules of a bar code along one axis, in pixels. */
export interface ModuleGrid {
  readonly start: number;
  /** One module's width. */
  readonly module: number;
  readonly count: number;
}

/** Narrowest module that is not noise, in pixels. */
const narrowest = 1.8;
/** Largest distance of an edge from the grid, and largest root mean square of all distances, in modules. */
const maxDeviation = 0.35;
const maxMeanDeviation = 0.17;
const maxModules = 1000;

/**
 * Finds the module grid on which all edges lie; null where there is none. Chooses the number of modules with the smallest deviation,
 * measured in modules, so that a grid of half modules does not win.
 * @param edges where black changes to white and back, from the code's first edge to its last.
 */
export function fitModules(edges: readonly number[]): ModuleGrid | null {
  const sorted = [...edges].sort((one, other) => one - other);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last - first < 5 * narrowest) return null;
  const shortest = shortestRun(sorted);
  const most = Math.min(maxModules, Math.floor((last - first) / narrowest), Math.ceil((last - first) / shortest / 0.6));
  const least = Math.max(5, Math.floor((last - first) / shortest / 1.6));
  let best: { grid: ModuleGrid; miss: number } | null = null;
  for (let count = least; count <= most; count += 1) {
    const fitted = fitCount(sorted, first, last, count);
    if (fitted && (!best || fitted.miss < best.miss)) best = fitted;
  }
  return best?.grid ?? null;
}

/** The shortest distance between two edges, pixels; edges within a pixel are one edge, found in several rows. */
function shortestRun(sorted: readonly number[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  sorted.forEach((edge, index) => {
    const run = edge - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY);
    if (run > 1) shortest = Math.min(shortest, run);
  });
  return shortest;
}

/** Least-squares line through (module number, edge), and the deviation of the edges, in modules. */
function fitCount(
  edges: readonly number[],
  first: number,
  last: number,
  count: number,
): { grid: ModuleGrid; miss: number } | null {
  const rough = (last - first) / count;
  const [n, sums] = [edges.length, { x: 0, y: 0, xx: 0, xy: 0 }];
  for (const edge of edges) {
    const x = Math.round((edge - first) / rough);
    sums.x += x;
    sums.y += edge;
    sums.xx += x * x;
    sums.xy += x * edge;
  }
  const module = (n * sums.xy - sums.x * sums.y) / (n * sums.xx - sums.x * sums.x);
  const start = (sums.y - module * sums.x) / n;
  let squares = 0;
  for (const edge of edges) {
    const position = (edge - start) / module;
    const miss = Math.abs(position - Math.round(position));
    if (!(miss <= maxDeviation)) return null;
    squares += miss * miss;
  }
  const miss = Math.sqrt(squares / n);
  return miss <= maxMeanDeviation ? { grid: { start, module, count }, miss } : null;
}
