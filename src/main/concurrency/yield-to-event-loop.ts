import { setImmediate } from 'node:timers/promises';

/** Longest work between two pauses, milliseconds. */
const maxBusyMs = 8;

/** Lets everything else of this thread go on where work lasted for a while; called often, it costs nothing in between. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await setImmediate();
    since = performance.now();
  };
}
