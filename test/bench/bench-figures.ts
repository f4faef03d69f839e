import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type BenchRow, type Figure, type FigureTarget, figureOf } from './bench-row.ts';

/** A measured row as it is stored. */
export interface RowFigures extends Omit<BenchRow, 'ours' | 'bare' | 'beside'> {
  /** ISO 8601 day, where it is not that of the other rows. */
  date?: string;
  ours: Figure;
  bare: Figure;
  beside: Readonly<Record<string, Figure>>;
}

/** The figures of one run, or of several on one machine. */
export interface BenchFigures {
  /** ISO 8601 day of the last run. */
  date: string;
  machine: string;
  rows: readonly RowFigures[];
}

/** Where the figures that README shows are stored. */
export const committedFigures = fileURLToPath(new URL('./figures.json', import.meta.url));

/** Worse by more than this share is a regression, where the spreads of the two runs do not overlap either. */
const tolerance = 0.1;

/** The median and spread of each row. */
export function figuresOf(rows: readonly BenchRow[], date: Date): BenchFigures {
  return {
    date: date.toISOString().slice(0, 10),
    machine: `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    rows: rows.map(({ ours, bare, beside = {}, ...row }) => ({
      ...row,
      ours: figureOf(ours),
      bare: figureOf(bare),
      beside: Object.fromEntries(Object.entries(beside).map(([peer, values]) => [peer, figureOf(values)])),
    })),
  };
}

/**
 * The figures of a run of some measurements beside those that were stored: a row that was measured again takes the place of the old one.
 * Null where they are of another machine: beside each other, they would compare two machines.
 */
export function mergedFigures(stored: BenchFigures, run: BenchFigures): BenchFigures | null {
  if (stored.machine !== run.machine) return null;
  const measured = new Map(run.rows.map((row) => [row.id, row]));
  const kept = stored.rows.map((row) => {
    const again = measured.get(row.id);
    if (!again) return { ...row, date: row.date ?? stored.date };
    measured.delete(row.id);
    return again;
  });
  return { ...run, rows: [...kept, ...measured.values()] };
}

/** When and where they were measured. */
export function measuredOn({ date, machine, rows }: BenchFigures): string {
  const first = rows.map((row) => row.date ?? date).toSorted()[0] ?? date;
  return `${first === date ? date : `${first} to ${date}`}, ${machine}`;
}

export const ratioOf = ({ ours, bare }: Pick<RowFigures, 'ours' | 'bare'>): number => ours.median / bare.median;

/** `reached` the target, `within` the bound, or `missed`. */
export function targetState(row: RowFigures, { of, target, bound }: FigureTarget): 'reached' | 'within' | 'missed' {
  const value = of === 'ours' ? row.ours.median : row.ours.median / comparedWith(row, of);
  const holds = (limit: number): boolean => (row.better === 'lower' ? value <= limit : value >= limit);
  if (holds(target)) return 'reached';
  return holds(bound) ? 'within' : 'missed';
}

const comparedWith = (row: RowFigures, of: Exclude<FigureTarget['of'], 'ours'>): number =>
  of === 'bare loop' ? row.bare.median : (row.beside[of.beside]?.median ?? Number.NaN);

/** A row whose ratio to its bare loop is worse than it was, and by how much: 0.2 is a fifth. */
export interface Regression {
  id: string;
  before: number;
  now: number;
  worseBy: number;
}

/**
 * The rows of `now` that are worse than in `before`. Compared by their ratio to the bare loop, because two machines, or one machine on
 * two days, are never equally fast. Rows that only one of them has are not compared.
 */
export function regressions(before: BenchFigures, now: BenchFigures): Regression[] {
  return now.rows.flatMap((row) => {
    const old = before.rows.find(({ id }) => id === row.id);
    if (!old) return [];
    const [was, is] = [ratioOf(old), ratioOf(row)];
    const worseBy = row.better === 'lower' ? is / was - 1 : was / is - 1;
    return worseBy > tolerance && !spreadsOverlap(old, row) ? [{ id: row.id, before: was, now: is, worseBy }] : [];
  });
}

/** The rows that only one of two runs has: a row that is gone hides a regression, a new one has nothing to be compared with. */
export function unmatchedRows(before: BenchFigures, now: BenchFigures): { onlyBefore: string[]; onlyNow: string[] } {
  const onlyIn = (one: BenchFigures, other: BenchFigures): string[] =>
    one.rows.map(({ id }) => id).filter((id) => other.rows.every((row) => row.id !== id));
  return { onlyBefore: onlyIn(before, now), onlyNow: onlyIn(now, before) };
}

function spreadsOverlap(one: RowFigures, other: RowFigures): boolean {
  const [a, b] = [ratioSpread(one), ratioSpread(other)];
  return a.low <= b.high && b.low <= a.high;
}

const ratioSpread = ({ ours, bare }: RowFigures): { low: number; high: number } => ({
  low: ours.low / bare.median,
  high: ours.high / bare.median,
});

const digits = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

const withUnit = (figure: Figure, unit: string): string =>
  `${digits(figure.median)} ${unit} (${digits(figure.low)}–${digits(figure.high)})`;

function targetText(row: RowFigures, target: FigureTarget): string {
  const sign = row.better === 'lower' ? '≤' : '≥';
  const of = target.of === 'ours' ? ` ${row.unit}` : ` × ${target.of === 'bare loop' ? 'bare loop' : target.of.beside}`;
  return `${sign} ${digits(target.target)}${of} (bound ${digits(target.bound)}): ${targetState(row, target)}`;
}

/** The table as Markdown: each median with the range of the middle half of its repetitions. */
export function figuresTable({ rows }: BenchFigures): string {
  const lines = rows.map((row) => {
    const beside = Object.entries(row.beside).map(([peer, figure]) => `${peer} ${withUnit(figure, row.unit)}`);
    return [
      row.name,
      withUnit(row.ours, row.unit),
      withUnit(row.bare, row.unit),
      // Neither of two counts of nothing has a ratio.
      Number.isFinite(ratioOf(row)) ? digits(ratioOf(row)) : '',
      beside.join('; '),
      (row.targets ?? []).map((target) => targetText(row, target)).join('; '),
    ];
  });
  const header = [
    ['measure', 'Packbench', 'bare loop', 'ratio', 'beside', 'target'],
    ['---', '---', '---', '---', '---', '---'],
  ];
  return [...header, ...lines].map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')).join('\n');
}

export const readFigures = async (file: string): Promise<BenchFigures> => JSON.parse(await readFile(file, 'utf8'));

export const writeFigures = (file: string, figures: BenchFigures): Promise<void> =>
  writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
