import type { BatchEdges } from './core/batch/batches.ts';
import { openFileBeside } from './export/file-beside.ts';
import { createBreather } from './import/breathe.ts';
import { readSpreadsheetOn, type SpreadsheetThread } from './spreadsheets/read-spreadsheet.ts';

/** What batches need of the world: spreadsheets, files beside their input, and pauses. */
export const composeBatch = (spreadsheetThread: SpreadsheetThread): BatchEdges => ({
  readSpreadsheet: readSpreadsheetOn(spreadsheetThread),
  openFileBeside,
  breathe: createBreather(),
});
