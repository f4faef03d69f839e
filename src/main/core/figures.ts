import {
  bucketOf,
  type FigureKind,
  type FigureSums,
  type FiguresQuery,
  type FiguresView,
  figurePeriods,
  timingOf,
} from '../../shared/contract/figures-view.ts';
import { reprintKinds } from '../../shared/printing/print-job.ts';
import { heldReasons } from '../../shared/printing/printer.ts';
import { csvLine } from '../../shared/values/csv.ts';
import { englishText } from '../text/main-text.ts';
import { type Clock, localDay, localHour } from './ports/clock.ts';
import type { FigureRecords, FigureRow, NewFigureRow } from './ports/print-records.ts';

export interface FiguresParts {
  records: FigureRecords;
  clock: Clock;
}

/** The station's figures about its own work. */
export interface Figures {
  read(query: FiguresQuery): Promise<FiguresView>;
  /** Counts times from a scan's last key to its painted verdict, in milliseconds, as the window measured them. */
  addVerdictTimes(milliseconds: readonly number[]): Promise<void>;
  /** The same as CSV: a line for each group and one for all, with headings in English. */
  csv(query: FiguresQuery): AsyncGenerator<{ text: string; rows: number }>;
}

/** Days read in one call, so that it takes a few milliseconds however much is stored: a scan may wait behind it. */
const daysPerCall = 1;

export function createFigures({ records, clock }: FiguresParts): Figures {
  const read = async ({ period, groupBy }: FiguresQuery): Promise<FiguresView> => {
    const now = clock.now();
    const total = createSums('any');
    const groups = new Map<string, Sums>();
    const groupOf = (key: string): Sums => {
      const found = groups.get(key) ?? createSums(groupBy === 'printer' || groupBy === 'person' ? groupBy : 'any');
      groups.set(key, found);
      return found;
    };
    const days = figurePeriods[period];
    for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= daysPerCall) {
      const [from, before] = [localDay(now, -daysAgo), localDay(now, daysPerCall - daysAgo)];
      for (const row of await records.figures({ from, before, by: groupBy === 'hour' ? 'hour' : 'day' })) {
        total.add(row);
        const key = groupBy === 'printer' || groupBy === 'person' ? row[groupBy] : row.at;
        if (key !== '') groupOf(key).add(row);
      }
    }
    const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      ...{ from: localDay(now, 1 - days), to: localDay(now), total: total.sums() },
      groups: sorted.map(([key, group]) => ({ key, sums: group.sums() })),
    };
  };

  return {
    read,
    async addVerdictTimes(milliseconds) {
      const buckets = new Map<number, number>();
      for (const time of milliseconds) buckets.set(bucketOf(time), (buckets.get(bucketOf(time)) ?? 0) + 1);
      const at = localHour(clock.now());
      const rows = [...buckets].map(([bucket, value]): NewFigureRow => {
        return { at, kind: 'verdict ms', printer: '', detail: String(bucket), value };
      });
      await records.addFigures(rows);
    },
    async *csv(query) {
      const { total, groups } = await read(query);
      yield { text: csvLine([englishText(`export.figures.${query.groupBy}`), ...csvHeadings()]), rows: 0 };
      const lines = [...groups, { key: englishText('export.figures.total'), sums: total }];
      yield { text: lines.map(({ key, sums }) => csvLine([key, ...csvCells(sums)])).join(''), rows: lines.length };
    },
  };
}

interface Sums {
  add(row: FigureRow): void;
  sums(): FigureSums;
}

/** Adds sums up. The hours with labels of one printer, of one person and of any stand side by side: each is counted in its own sums. */
function createSums(of: 'printer' | 'person' | 'any'): Sums {
  const values = new Map<FigureKind, Map<string, number>>();
  const sum = (kind: FigureKind, detail = ''): number => values.get(kind)?.get(detail) ?? 0;
  const timing = (kind: FigureKind): FigureSums['verdict'] =>
    timingOf(new Map([...(values.get(kind) ?? [])].map(([bucket, times]) => [Number(bucket), times])));
  return {
    add({ kind, printer, person, detail, value }) {
      if (kind === 'hours' && of !== (printer !== '' ? 'printer' : person !== '' ? 'person' : 'any')) return;
      const details = values.get(kind) ?? new Map<string, number>();
      values.set(kind, details.set(detail, (details.get(detail) ?? 0) + value));
    },
    sums: () => ({
      verdict: timing('verdict ms'),
      firstByte: timing('first byte ms'),
      confirmed: timing('confirmed ms'),
      labels: sum('labels'),
      hours: sum('hours'),
      uncertain: sum('uncertain'),
      deletions: sum('deletions'),
      undoneDeletions: sum('undone deletions'),
      reprints: reprintKinds
        .map((kind) => ({ kind, labels: sum('reprints', kind) }))
        .filter(({ labels }) => labels > 0),
      faults: heldReasons
        .map((kind) => ({ kind, count: sum('faults', kind), lostMs: sum('fault ms', kind) }))
        .filter(({ count, lostMs }) => count > 0 || lostMs > 0),
    }),
  };
}

/** The columns of exported figures after the group, in order, with the figure of each. */
const csvColumns = [
  ['labels', ({ labels }) => labels],
  ['hours', ({ hours }) => hours],
  ['labels-an-hour', ({ labels, hours }) => (hours === 0 ? null : rounded(labels / hours, 10))],
  ['uncertain', ({ uncertain }) => uncertain],
  ['printed-again', ({ reprints }) => reprints.reduce((all, { labels }) => all + labels, 0)],
  ['reasons', ({ reprints }) => reprints.map(({ kind, labels }) => `${kind}: ${labels}`).join('; ')],
  ['deletions', ({ deletions }) => deletions],
  ['undone-deletions', ({ undoneDeletions }) => undoneDeletions],
  ['faults', ({ faults }) => faults.reduce((all, { count }) => all + count, 0)],
  ['minutes-lost', ({ faults }) => minutes(faults.reduce((all, { lostMs }) => all + lostMs, 0))],
  [
    'fault-kinds',
    ({ faults }) => faults.map(({ kind, count, lostMs }) => `${kind}: ${count} (${minutes(lostMs)} min)`).join('; '),
  ],
  ['verdicts', ({ verdict }) => verdict?.count ?? 0],
  ['verdict-p50', ({ verdict }) => milliseconds(verdict?.p50)],
  ['verdict-p95', ({ verdict }) => milliseconds(verdict?.p95)],
  ['first-bytes', ({ firstByte }) => firstByte?.count ?? 0],
  ['first-byte-p50', ({ firstByte }) => milliseconds(firstByte?.p50)],
  ['first-byte-p95', ({ firstByte }) => milliseconds(firstByte?.p95)],
  ['confirmed', ({ confirmed }) => confirmed?.count ?? 0],
  ['confirmed-p50', ({ confirmed }) => milliseconds(confirmed?.p50)],
  ['confirmed-p95', ({ confirmed }) => milliseconds(confirmed?.p95)],
] as const satisfies readonly (readonly [string, (sums: FigureSums) => string | number | null])[];

const csvHeadings = (): string[] => csvColumns.map(([name]) => englishText(`export.figures.${name}`));

const csvCells = (sums: FigureSums): (string | number | null)[] => csvColumns.map(([, cell]) => cell(sums));

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
const minutes = (lostMs: number): number => rounded(lostMs / 60_000, 10);
const milliseconds = (time: number | undefined): number | null => (time === undefined ? null : rounded(time, 1));
