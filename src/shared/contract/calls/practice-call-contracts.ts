import { z } from 'zod';
import {
  sandboxAnswerSchema,
  sandboxPreviewSchema,
  sandboxScenarios,
  sandboxSelectionSchema,
} from '../../shipments/sandbox-scenario.ts';
import { rehearsalViewSchema } from '../rehearsal.ts';
import { rehearsalIds } from '../rehearsal-scripts.ts';
import { bytes, type CallContract, nothing } from './call-contract.ts';

/** Calls of the sandbox, rehearsals and the virtual printer. */
export const practiceCallContracts = {
  // Practice and sandbox only.
  'sandbox.preview': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [sandboxSelectionSchema, sandboxPreviewSchema],
  },
  'sandbox.run': {
    scope: 'environment',
    needs: 'work',
    // A date changes every shipment of that day: only after a confirmation.
    schemas: () => [
      z.object({
        scenario: z.enum(sandboxScenarios),
        selection: sandboxSelectionSchema,
        evenWholeDay: z.boolean().default(false),
      }),
      sandboxAnswerSchema,
    ],
  },

  // The rehearsal that runs, or ended and was not dismissed. Practice only.
  'rehearsal.read': { scope: 'station', needs: 'read', schemas: () => [nothing, rehearsalViewSchema.nullable()] },
  'rehearsal.start': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ id: z.enum(rehearsalIds) }), nothing],
  },
  // A button of the strip.
  'rehearsal.choose': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ choice: z.string().max(60) }), nothing],
  },
  'rehearsal.stop': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },
  'rehearsal.dismiss': { scope: 'environment', needs: 'work', schemas: () => [nothing, nothing] },

  'virtual-printer.labels': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(z.object({ file: z.string(), at: z.string(), png: bytes.nullable() }))],
  },
} as const satisfies Record<string, CallContract>;
