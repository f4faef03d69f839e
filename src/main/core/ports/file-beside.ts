import type { Result } from '../../../shared/failure.ts';
import type { ExportFile } from './export-file.ts';

/**
 * Opens a file to be written in that folder, under a name nobody has yet: the wanted one, or with `-2`, `-3` … before its ending. Gives
 * its name too.
 */
export type OpenFileBeside = (
  folder: string,
  wanted: { stem: string; ending: string },
) => Promise<Result<{ file: ExportFile; name: string }>>;
