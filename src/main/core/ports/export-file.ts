import type { Result } from '../../../shared/failure.ts';

/** A file that is being written. Under its name stands nothing, or what stood there before, until `finish`. */
export interface ExportFile {
  write(text: string): Promise<Result<null>>;
  /** On disk, under its name, when this is a success. */
  finish(): Promise<Result<null>>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

export type OpenExportFile = (path: string) => Promise<Result<ExportFile>>;

/** Asks in a dialog of the system where to save; null where it was closed. */
export type ChooseExportFile = (suggestedName: string) => Promise<string | null>;
