/** A held printer is asked again this often, milliseconds: the fault's end is seen soon, and the printer is not pestered. */
export const askAgainMs = 2_000;

/** A held printer that nothing waits for is asked this often, milliseconds: somebody has its cover open now. */
export const heldIdleMs = 4_000;

/** An idle printer is asked this often, milliseconds. */
export const idleMs = 15_000;

/** Milliseconds to the next look after a label was handed over: first quickly, then calmly. `looks`: since the last label, from 1. */
export const pauseAfterLabel = (looks: number): number => (looks <= 10 ? 300 : 1_000);

/**
 * Milliseconds to the next try where sending itself fails before the first byte, so many times in a row: longer and longer, since each
 * try is a line of the journal.
 */
export const pauseAfterFailures = (failures: number): number => Math.min(askAgainMs * 2 ** (failures - 1), 60_000);
