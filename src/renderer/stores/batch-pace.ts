import type { Batch } from '../../shared/batch.ts';

/** How many orders had an end at a moment, milliseconds since 1970. */
export interface PaceSample {
  readonly at: number;
  readonly ended: number;
}

/** How fast a batch went lately, and what that leaves. */
export interface Pace {
  readonly perMinute: number;
  readonly leftMs: number;
}

/** What is older says nothing about now, milliseconds. */
const lookBackMs = 60_000;
const mostSamples = 240;
/** Fewer orders, or less time, make no rate. */
const fewestEnded = 3;
const shortestMs = 2_000;

/** Orders that will not change any more by themselves. */
export const endedOrders = ({ created, refused, uncertain }: Batch['counts']): number => created + refused + uncertain;

/** The samples with the newest one; bounded in time and in number. */
export function withSample(samples: readonly PaceSample[], newest: PaceSample): readonly PaceSample[] {
  const last = samples.at(-1);
  if (last?.ended === newest.ended) return samples;
  const recent = samples.filter(({ at }) => newest.at - at <= lookBackMs);
  return [...recent.slice(-mostSamples + 1), newest];
}

/** Null while too little has happened for a rate that could be believed. A batch that stands still gets slower by the second. */
export function paceOf(samples: readonly PaceSample[], open: number, now: number): Pace | null {
  const first = samples.find(({ at }) => now - at <= lookBackMs) ?? samples.at(-1);
  const last = samples.at(-1);
  if (!first || !last) return null;
  const ended = last.ended - first.ended;
  const spent = now - first.at;
  if (ended < fewestEnded || spent < shortestMs) return null;
  const perMillisecond = ended / spent;
  return { perMinute: perMillisecond * 60_000, leftMs: open / perMillisecond };
}
