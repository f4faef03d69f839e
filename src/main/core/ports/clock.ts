/** Time as core sees it, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` once after that many milliseconds; the returned function takes it back. */
  after(milliseconds: number, action: () => void): () => void;
}

/** A moment as records keep it: ISO 8601, UTC, milliseconds. */
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The last midnight of this desk's clock, ISO 8601, UTC. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
