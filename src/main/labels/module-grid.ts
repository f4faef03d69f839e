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
