import { z } from 'zod';
import { copyStates, requestStates } from './parcel-at-site.ts';

/** Most copies of other benches that are named. */
export const maxCopiesElsewhere = 20;

/** The bench by its name, and when: null where an earlier version did not say so. */
const whereSchema = z.object({ bench: z.string(), at: z.string().nullable() });

/** What happened to a parcel at other benches of the site. */
export const actsElsewhereSchema = z.object({
  /** Null where this bench ordered the parcel, or none did. */
  ordered: whereSchema.nullable(),
  /** Copies that are or may be on paper there, the surest and newest first. */
  copies: z.array(whereSchema.extend({ state: z.enum(copyStates) })).max(maxCopiesElsewhere),
  /** A bench that asked the service to delete the parcel, or says that it is deleted. */
  deletion: whereSchema.extend({ state: z.enum(requestStates).exclude(['rejected']) }).nullable(),
  /** The bench that this one asks before it prints or deletes. */
  holder: z.string().nullable(),
});
export type ActsElsewhere = z.infer<typeof actsElsewhereSchema>;
