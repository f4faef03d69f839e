import { useEffect, useState } from 'react';
import type { Batch } from '../../../shared/orders/batch.ts';
import { useNow } from '../../ui/hooks.ts';

/** The number of ended orders at a moment, milliseconds since 1970. */
export interface RateSample {
  readonly at: number;
  readonly ended: number;
}

/** The recent rate of a batch, and the time left at that rate. */
export interface BatchRate {
  readonly perMinute: number;
  readonly leftMs: number;
}

/** Older samples are ignored, milliseconds. */
const windowMs = 60_000;
const maxSamples = 240;
/** A rate needs at least so many orders and so much time. */
const minEnded = 3;
const minDurationMs = 2_000;

/** Orders with a result. */
export const endedOrders = ({ created, rejected, uncertain }: Batch['counts']): number =>
  created + rejected + uncertain;

/** The samples with the newest one; bounded in time and in number. */
export function withSample(samples: readonly RateSample[], newest: RateSample): readonly RateSample[] {
  const last = samples.at(-1);
  if (last?.ended === newest.ended) return samples;
  const recent = samples.filter(({ at }) => newest.at - at <= windowMs);
  return [...recent.slice(-maxSamples + 1), newest];
}

/** Null while there are too few samples. The rate of a batch that does not progress falls by the second. */
export function rateOf(samples: readonly RateSample[], open: number, now: number): BatchRate | null {
  const first = samples.find(({ at }) => now - at <= windowMs) ?? samples.at(-1);
  const last = samples.at(-1);
  if (!first || !last) return null;
  const ended = last.ended - first.ended;
  const spent = now - first.at;
  if (ended < minEnded || spent < minDurationMs) return null;
  const perMillisecond = ended / spent;
  return { perMinute: perMillisecond * 60_000, leftMs: open / perMillisecond };
}

/** The rate while the batch is shown; starts again after a pause. */
export function useBatchRate({ state, counts }: Pick<Batch, 'state' | 'counts'>): BatchRate | null {
  const [samples, setSamples] = useState<readonly RateSample[]>([]);
  const now = useNow(1_000);
  const ended = endedOrders(counts);
  const isRunning = state === 'running';
  useEffect(() => {
    setSamples((before) => (isRunning ? withSample(before, { at: Date.now(), ended }) : []));
  }, [isRunning, ended]);
  return isRunning ? rateOf(samples, counts.orders - ended, now) : null;
}
