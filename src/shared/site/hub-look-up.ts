import { z } from 'zod';
import { siteOrderSchema } from './order-fact.ts';
import { copyStates } from './parcel-at-site.ts';
import { benchIdSchema, gidSchema } from './site-facts.ts';

/**
 * A bench that does not know a scanned code asks the hub, whose records have no limit of time: both are facts, so that neither needs a
 * permission of its own on the server. Only the bench that asked applies the answer.
 */

/** A code that may be asked for: printable, no space. */
export const askedCodeSchema = z.string().regex(/^[\x21-\x7e]{4,64}$/);

/** The body of `look-up`. */
export const lookUpSchema = z.object({ code: askedCodeSchema });

/** Most copies of a parcel that an answer names, the newest ones. */
export const maxCopiesFound = 3;
/** Largest answer, bytes of JSON: with its envelope it fits into a message of the engine. */
export const maxFoundBytes = 60 * 1024;

/** The body of `found`: the hub's answer. */
export const foundSchema = z.object({
  to: benchIdSchema,
  code: askedCodeSchema,
  /** Null: the hub does not know the code. */
  found: z
    .object({
      gid: gidSchema,
      order: siteOrderSchema,
      /** What the hub knows of the parcels that have the code. */
      parcels: z
        .array(
          z.object({
            gid: gidSchema,
            deletedAt: z.iso.datetime().nullable(),
            copies: z
              .array(z.object({ id: gidSchema, bench: benchIdSchema, state: z.enum(copyStates) }))
              .max(maxCopiesFound),
          }),
        )
        .max(50),
    })
    .nullable(),
});
export type FoundAtHub = z.infer<typeof foundSchema>;

/** What the hub says of a code, for the screens. */
export const hubAnswerSchema = z.discriminatedUnion('kind', [
  /** `away`: there is no hub, it cannot be reached, or too much was asked of it. */
  z.object({ kind: z.enum(['asking', 'unknown', 'away']) }),
  z.object({
    kind: z.literal('found'),
    /** The bench that ordered it. */
    bench: z.string(),
    /** ISO 8601. */
    orderedAt: z.string(),
    /** A label is or may be on paper. */
    isPrinted: z.boolean(),
  }),
]);
export type HubAnswer = z.infer<typeof hubAnswerSchema>;
