import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';

const exportKinds = ['shipments', 'journal', 'figures'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The newest export of this environment: what, into which file, how far. */
export const exportStateSchema = z.object({
  what: z.enum(exportKinds),
  /** The file's name, without its folder. */
  file: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  rows: z.int(),
  /** How many there will be; null where they are not counted. */
  expected: z.int().nullable(),
  failure: failureSchema.nullable(),
});
export type ExportState = z.infer<typeof exportStateSchema>;
