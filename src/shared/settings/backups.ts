import { z } from 'zod';

/** Whether a backup can be used: whole, not whole, or written by a newer version of Packbench. */
export const backupStates = ['whole', 'damaged', 'newer'] as const;
export type BackupState = (typeof backupStates)[number];

/** One backup of an environment's records, opened and checked when it was listed. */
export const storedBackupSchema = z.object({
  /** `replaced`: what the records were before another backup took their place. */
  kind: z.enum(['backup', 'replaced']),
  name: z.string(),
  /** ISO 8601. */
  at: z.string(),
  bytes: z.int(),
  /** The version of its tables; null where it cannot be read. */
  version: z.int().nullable(),
  state: z.enum(backupStates),
});
export type StoredBackup = z.infer<typeof storedBackupSchema>;

/** How many of each the records hold that a backup does not: they are lost where it takes their place. */
export const lostWorkSchema = z.object({
  orders: z.int(),
  labels: z.int(),
  deletions: z.int(),
  events: z.int(),
  scans: z.int(),
});
export type LostWork = z.infer<typeof lostWorkSchema>;

/** The kinds of lost work, in the order in which they are named. */
export const lostWorkKinds = Object.keys(lostWorkSchema.shape) as (keyof LostWork)[];
