import type { Result } from '../../../shared/contract/failure.ts';
import type { ImportReport } from '../../../shared/orders/import-state.ts';

/** A file that is being written. Its name keeps its previous content, if any, until `finish`. */
export interface ExportFile {
  write(content: string | Uint8Array): Promise<Result<null>>;
  /** Completes the file: it is on disk under its name when this succeeds. */
  finish(): Promise<Result<null>>;
  /** Removes the unfinished file. */
  discard(): Promise<void>;
}

export type OpenExportFile = (path: string) => Promise<Result<ExportFile>>;

/** Opens a save dialog; null if it was cancelled. */
export type ChooseExportFile = (suggestedName: string) => Promise<string | null>;

/**
 * Opens a new file in that folder under an unused name: the requested one, or with `-2`, `-3` … before its extension.
 */
export type OpenFileBeside = (
  folder: string,
  wanted: { stem: string; ending: string },
) => Promise<Result<{ file: ExportFile; name: string }>>;

/** A queued file, read when its import starts. */
export interface WaitingFile {
  /** Without its folder. */
  readonly name: string;
  readonly from: ImportReport['from'];
  read(): Promise<Result<Uint8Array>>;
}

export interface FileOutcome {
  readonly report: ImportReport;
  /** True where the same file can be retried: the disk failed, or the station stopped. */
  readonly isRetryable: boolean;
}

/** Adds a file to the queue and reports its outcome, unless the queue is full. */
export type AddImport = (file: WaitingFile) => Result<Promise<FileOutcome>>;

/**
 * Reads the first sheet of a spreadsheet file (.xlsx) as text. Empty rows and cells between others are included, so that the row at
 * index 0 is line 1.
 */
export type ReadSpreadsheet = (bytes: Uint8Array) => Promise<Result<string[][]>>;
