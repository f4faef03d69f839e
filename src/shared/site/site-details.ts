import { z } from 'zod';
import { aloneChoices, wishChoices } from '../settings/fleet.ts';

/** What Settings shows of a site: this bench's part in it, and what is known of the others. */

const wishCountSchema = z.object({
  /** Parcels that the bench asked for since this station started, and how many of those wishes were not listened to. */
  asked: z.int(),
  /** Those that it wants to delete. */
  toDelete: z.int(),
  refused: z.int(),
  /** The last one, ISO 8601. */
  lastAt: z.string(),
});
export type WishCount = z.infer<typeof wishCountSchema>;

const deletionCountSchema = z.object({
  /** Parcels that the bench did not order and reported as deleted, since this station started, and how many of those reports were not used. */
  reported: z.int(),
  refused: z.int(),
  /** The last one, ISO 8601. */
  lastAt: z.string(),
});
export type DeletionCount = z.infer<typeof deletionCountSchema>;

export const siteDetailsSchema = z.object({
  /** This bench's name. */
  bench: z.string(),
  alone: z.enum(aloneChoices),
  wishes: z.enum(wishChoices),
  /** The others, by name. */
  benches: z.array(
    z.object({
      name: z.string(),
      /** When its last fact arrived at the engine, ISO 8601; null: not known. */
      lastHeardAt: z.string().nullable(),
      version: z.string().nullable(),
      /** Null where it asked for none. */
      wishes: wishCountSchema.nullable(),
      /** Since when what it sends is not read, because it sent too much, ISO 8601; null where it is read. */
      pausedSince: z.string().nullable(),
      /** Null where it reported none. */
      deletions: deletionCountSchema.nullable(),
    }),
  ),
  /** Facts of others that are kept, and could not be applied. */
  unapplied: z.int(),
  /** The bench whose parcels are being taken over, and how many already are. */
  takingOver: z.object({ bench: z.string(), taken: z.int() }).nullable(),
});
export type SiteDetails = z.infer<typeof siteDetailsSchema>;
