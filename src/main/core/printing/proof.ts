/** A job that was handed to a printer and may still be in it. */
export interface InPrinter {
  readonly jobId: number;
  /** Labels it makes; null where that could not be told. */
  readonly labels: number | null;
  /** The printer's label counter before the job's first byte. */
  readonly countBefore: number | null;
  /** The connection ended before all of it was handed over. */
  readonly isCutOff: boolean;
}

/** One look into the printer. Null: not told. */
export interface Reading {
  readonly formats: number | null;
  readonly labels: number | null;
  readonly partialFormat: boolean | null;
  readonly count: number | null;
  /** It says why it does not print. */
  readonly isFaulted: boolean;
}

/** What a look proves of the jobs in the printer, taken together: they leave it in order. */
export type Proof =
  /** It has them still, or may count the last one yet. */
  | 'still printing'
  /** The counter rose by exactly their labels, and nothing is left inside. */
  | 'printed'
  /** Nothing is left inside, and the counter rose by less: the printer lost them. */
  | 'short'
  /** Nothing is left inside, and nothing can be proved: no counter, or others print here too. */
  | 'no proof';

/** Judges the jobs in the printer by one look, oldest first. */
export function prove(jobs: readonly InPrinter[], reading: Reading, isShared: boolean): Proof {
  if (!isEmpty(reading)) return 'still printing';
  const expected = expectedCount(jobs);
  if (isShared || expected === null) return 'no proof';
  if (reading.count === null) return 'still printing'; // it counted before, and will tell again
  if (reading.count === expected) return 'printed';
  // Whether it was the one that was cut off that did not come out, the counter does not tell.
  if (jobs.some((job) => job.isCutOff) && !jobs.every((job) => job.isCutOff)) return 'no proof';
  return reading.count > expected ? 'no proof' : 'short';
}

/** Told, and nothing of ours inside; a printer that does not tell is never "empty". */
function isEmpty({ formats, labels, partialFormat, isFaulted }: Reading): boolean {
  return formats === 0 && labels === 0 && partialFormat !== true && !isFaulted;
}

/** The counter's value once all of them came out. */
function expectedCount(jobs: readonly InPrinter[]): number | null {
  const before = jobs[0]?.countBefore ?? null;
  const labels = jobs.map((job) => job.labels);
  if (before === null || labels.includes(null)) return null;
  return labels.reduce<number>((sum, count) => sum + (count ?? 0), before);
}
