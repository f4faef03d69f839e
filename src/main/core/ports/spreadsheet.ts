import type { Result } from '../../../shared/failure.ts';

/**
 * Reads the first sheet of a spreadsheet file (.xlsx): its rows from the first on, each cell at its place, as text. Empty rows and
 * cells between others are given too, so that the row at 0 is line 1.
 */
export type ReadSpreadsheet = (bytes: Uint8Array) => Promise<Result<string[][]>>;
