import { z } from 'zod';
import { reprintKinds } from '../printing/print-job.ts';
import { heldReasons } from '../printing/printer.ts';

/** The days that figures are shown of, up to today. */
export const figurePeriods = { today: 1, week: 7, month: 30, year: 365 } as const;
export type FigurePeriod = keyof typeof figurePeriods;
const periodNames = Object.keys(figurePeriods) as [FigurePeriod, ...FigurePeriod[]];

export const figureGroupings = ['hour', 'day', 'printer', 'person'] as const;
export type FigureGrouping = (typeof figureGroupings)[number];

/** By the hour only where the hours of every day are still stored, and few enough to be read. */
export const groupingsOf = (period: FigurePeriod): readonly FigureGrouping[] =>
  period === 'today'
    ? ['hour', 'printer', 'person']
    : period === 'week'
      ? ['day', 'hour', 'printer', 'person']
      : ['day', 'printer', 'person'];

export const figuresQuerySchema = z
  .object({ period: z.enum(periodNames), groupBy: z.enum(figureGroupings) })
  .refine(({ period, groupBy }) => groupingsOf(period).includes(groupBy));
export type FiguresQuery = z.infer<typeof figuresQuerySchema>;

/** What the station counts, each in sums of an hour or a day. Of a time, the detail is its bucket; of the others, a reason or nothing. */
export const figureKinds = [
  'labels',
  'uncertain',
  'reprints',
  'deletions',
  'undone deletions',
  'faults',
  'fault ms',
  'verdict ms',
  'first byte ms',
  'confirmed ms',
  /** Hours in which labels were sent: of one printer, of one person, or of any where both are ''. */
  'hours',
] as const;
export type FigureKind = (typeof figureKinds)[number];

/** Most milliseconds that a time is counted with. */
export const longestTimeMs = 3_600_000;

/** Most times that the window sends at once. */
export const mostTimesAtOnce = 200;

/**
 * How much larger each bucket's end is than its beginning. A migration writes with it too: it never changes. A percentile is the middle
 * of its bucket, so it is at most 5 % away from the exact one (`percentileErrorPercent`).
 */
export const bucketGrowth = 1.1;
export const percentileErrorPercent = 5;

/** The bucket of a time: bucket n holds the milliseconds from 1.1ⁿ to 1.1ⁿ⁺¹. */
export function bucketOf(milliseconds: number): number {
  const counted = Math.min(Math.max(milliseconds, 1), longestTimeMs);
  return Math.floor(Math.log(counted) / Math.log(bucketGrowth));
}

const timingSchema = z.object({
  count: z.int(),
  /** Milliseconds: half of the times were at most that long, and 95 of 100. */
  p50: z.number(),
  p95: z.number(),
});
export type Timing = z.infer<typeof timingSchema>;

/** The percentiles of times that were counted in buckets; null where none was. */
export function timingOf(buckets: ReadonlyMap<number, number>): Timing | null {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const count = sorted.reduce((sum, [, more]) => sum + more, 0);
  if (count === 0) return null;
  const percentile = (share: number): number => {
    let left = Math.ceil(count * share);
    const found = sorted.find(([, more]) => {
      left -= more;
      return left <= 0;
    });
    return bucketGrowth ** ((found?.[0] ?? 0) + 0.5);
  };
  return { count, p50: percentile(0.5), p95: percentile(0.95) };
}

const figureSumsSchema = z.object({
  /** From the last key of a scan to the frame that shows its verdict. */
  verdict: timingSchema.nullable(),
  /** From the scan's arrival to the first byte sent to the printer. */
  firstByte: timingSchema.nullable(),
  /** From the scan's arrival until the printer had counted the label. */
  confirmed: timingSchema.nullable(),
  labels: z.int(),
  /** Hours in which at least one label was sent. */
  hours: z.int(),
  uncertain: z.int(),
  deletions: z.int(),
  undoneDeletions: z.int(),
  reprints: z.array(z.object({ kind: z.enum(reprintKinds), labels: z.int() })),
  /** Faults that a label waited for, and how long. */
  faults: z.array(z.object({ kind: z.enum(heldReasons), count: z.int(), lostMs: z.int() })),
});
export type FigureSums = z.infer<typeof figureSumsSchema>;

export const figuresViewSchema = z.object({
  /** The first and the last day, as YYYY-MM-DD. */
  from: z.string(),
  to: z.string(),
  total: figureSumsSchema,
  /** Only those with a figure, in order: an hour as YYYY-MM-DDTHH of local time, a day as YYYY-MM-DD, or the name of a printer or a person. */
  groups: z.array(z.object({ key: z.string(), sums: figureSumsSchema })),
});
export type FiguresView = z.infer<typeof figuresViewSchema>;

/** 95 of 100 scans should show their verdict within this, milliseconds: people notice a longer wait. */
export const slowVerdictMs = 100;
/** So few scans do not show whether the bench is slow. */
export const fewestTimedScans = 20;

/** Scan to verdict is so slow that people wait for it. */
export const isSlow = ({ verdict }: FigureSums): boolean =>
  verdict !== null && verdict.count >= fewestTimedScans && verdict.p95 > slowVerdictMs;
