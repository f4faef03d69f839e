import { type BenchId, benchName } from '../../shared/site/parcel-at-site.ts';
import type { PausedBench, SitePosition, SiteRecords } from '../core/ports/site-records.ts';

/** The benches that sent more than their budget: what they sent since then is not known here, as if they were away. */
export interface PausedBenches {
  list(): readonly PausedBench[];
  isPaused(bench: BenchId): boolean;
  /** Reads them again: the records paused some. */
  refresh(): Promise<void>;
  /** See `SiteRecords.beginReading`. */
  beginReading(isPresent: boolean): Promise<SitePosition | null>;
}

/** @param onChange called where other ones are paused than before */
export async function openPausedBenches(
  records: Pick<SiteRecords, 'pausedBenches' | 'beginReading'>,
  onChange: () => void,
): Promise<PausedBenches> {
  let paused = new Map<string, PausedBench>();
  const read = async (): Promise<void> => {
    paused = new Map((await records.pausedBenches()).map((one) => [one.bench, one]));
  };
  await read();
  const refresh = async (): Promise<void> => {
    const before = [...paused.keys()].join(' ');
    await read();
    if ([...paused.keys()].join(' ') !== before) onChange();
  };
  return {
    list: () => [...paused.values()],
    isPaused: (bench) => paused.has(benchName(bench)),
    refresh,
    async beginReading(isPresent) {
      const from = await records.beginReading(isPresent);
      await refresh();
      return from;
    },
  };
}
