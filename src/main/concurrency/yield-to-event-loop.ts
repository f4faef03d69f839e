import { setImmediate } from 'node:timers/promises';

/** Longest work between two yields, milliseconds. */
const maxBusyMs = 8;

/** Yields to the event loop once work has lasted that long; cheap enough to be called often. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await setImmediate();
    since = performance.now();
  };
}
