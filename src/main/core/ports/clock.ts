/** Time as core sees it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

/** A time as records store it: ISO 8601, UTC, milliseconds. */
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The last midnight in local time, ISO 8601, UTC. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
