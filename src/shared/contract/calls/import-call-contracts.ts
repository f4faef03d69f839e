import { z } from 'zod';
import { importReportSchema, importStateSchema, largestImportBytes } from '../../orders/import-state.ts';
import { type CallContract, fileUpTo, nothing } from './call-contract.ts';

/** Calls of imports of order files. */
export const importCallContracts = {
  'import.state': { scope: 'station', needs: 'read', schemas: () => [nothing, importStateSchema] },
  // A file dropped onto the window. Answered when its import has ended.
  'import.file': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [fileUpTo(largestImportBytes), importReportSchema],
  },
  // Opens a file dialog; the chosen files are imported one after another.
  'import.choose-files': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [nothing, z.object({ taken: z.int() })],
  },
  'import.cancel': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  'import.choose-folder': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [nothing, z.object({ folder: z.string().nullable() })],
  },
  'import.stop-watching': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
} as const satisfies Record<string, CallContract>;
