/** The first pause after the service answered 429, and the longest, milliseconds. */
const firstMs = 1_000;
const longestMs = 60_000;

/** A shorter pause becomes none, milliseconds. */
const shortestMs = 500;

/** How long a batch waits between two requests of its own. */
export interface BatchBackoff {
  /** Milliseconds; 0 as long as the service never answered 429. */
  pauseMs(): number;
  tooManyRequests(): void;
  succeeded(): void;
}

/** Doubles at each 429, and shrinks by a fifth with each request that succeeds. */
export function createBatchBackoff(): BatchBackoff {
  let pauseMs = 0;
  return {
    pauseMs: () => pauseMs,
    tooManyRequests() {
      pauseMs = Math.min(longestMs, Math.max(firstMs, pauseMs * 2));
    },
    succeeded() {
      const shorter = Math.round(pauseMs * 0.8);
      pauseMs = shorter < shortestMs ? 0 : shorter;
    },
  };
}
