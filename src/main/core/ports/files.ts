import type { Result } from '../../../shared/contract/failure.ts';
import type { ImportReport } from '../../../shared/orders/import-state.ts';

/** A file that is being written. Its name keeps its previous content, if any, until `finish`. */
export interface ExportFile {
  write(text: string): Promise<Result<null>>;
  /** On disk, under its name, when this is a success. */
  finish(): Promise<Result<null>>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

export type OpenExportFile = (path: string) => Promise<Result<ExportFile>>;

/** Asks in a system dialog where to save; null if it was cancelled. */
export type ChooseExportFile = (suggestedName: string) => Promise<string | null>;

/**
 * Opens a new file in that folder under an unused name: the requested one, or with `-2`, `-3` … before its extension. Returns the name
 * too.
 */
export type OpenFileBeside = (
  folder: string,
  wanted: { stem: string; ending: string },
) => Promise<Result<{ file: ExportFile; name: string }>>;

/** A file to be imported, read when its turn comes. */
export interface WaitingFile {
  /** Without its folder. */
  readonly name: string;
  readonly from: ImportReport['from'];
  read(): Promise<Result<Uint8Array>>;
}

export interface FileOutcome {
  readonly report: ImportReport;
  /** It may be tried again as it is: the disk refused, or the station stopped. */
  readonly isRetryable: boolean;
}

/** Adds a file to the queue and reports its outcome, unless the queue is full. */
export type AddImport = (file: WaitingFile) => Result<Promise<FileOutcome>>;

/**
 * Reads the first sheet of a spreadsheet file (.xlsx): its rows from the first on, each cell at its place, as text. Empty rows and
 * cells between others are given too, so that the row at 0 is line 1.
 */
export type ReadSpreadsheet = (bytes: Uint8Array) => Promise<Result<string[][]>>;
