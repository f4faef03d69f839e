import type { Result } from '../../../shared/failure.ts';
import type { ImportReport } from '../../../shared/import-state.ts';

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
  readonly mayTryAgain: boolean;
}

/** Takes a file into the line and tells what became of it, unless the line is full. */
export type AddImport = (file: WaitingFile) => Result<Promise<FileOutcome>>;
