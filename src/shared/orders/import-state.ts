import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';

/** Largest file that is imported, bytes. */
export const largestImportBytes = 20 * 1024 * 1024;

/** Most files of one drop or dialog. */
export const maxFilesAtOnce = 100;

/** The result of importing one file. */
export const importReportSchema = z.object({
  id: z.int(),
  /** When it ended, ISO 8601. */
  at: z.string(),
  name: z.string(),
  from: z.enum(['operator', 'watched folder']),
  /** `rejected`: nothing was stored. `stopped`: only the orders that `orders` counts were stored, each of them completely. */
  outcome: z.enum(['imported', 'already known', 'rejected', 'stopped']),
  message: messageSchema,
  /** Orders of the file by result. */
  orders: z.object({ new: z.int(), completed: z.int(), known: z.int() }),
  /** Each error with its place, at most 200. */
  faults: z.array(messageSchema),
  /** Number of further errors. */
  moreFaults: z.int(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

const watchedFolderSchema = z.object({
  path: z.string(),
  /** Files in it are imported while this environment is in use. */
  environment: z.string(),
  state: z.enum(['watching', 'another environment is in use', 'cannot be read']),
  /** Why it cannot be read, or why a file in it waits. */
  problem: messageSchema.nullable(),
});

/** Imports in the active environment, as the window shows them. */
export const importStateSchema = z.object({
  running: z
    .object({
      name: z.string(),
      step: z.enum(['reading', 'checking', 'storing']),
      /** Orders processed in this step, and how many there are; null while that is not known. */
      done: z.int(),
      total: z.int().nullable(),
      isStopping: z.boolean(),
    })
    .nullable(),
  /** Files waiting after the running one. */
  waiting: z.int(),
  /** Newest first, at most 20. */
  reports: z.array(importReportSchema),
  watched: watchedFolderSchema.nullable(),
});
export type ImportState = z.infer<typeof importStateSchema>;
