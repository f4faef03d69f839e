import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { commandSchema, commandSettlers, commandStates } from '../orders/command.ts';
import { printJobSchema } from '../printing/print-job.ts';
import { parcelSchema } from '../shipments/parcel.ts';
import { hubAnswerSchema } from '../site/hub-look-up.ts';
import { scanModes } from './scan.ts';

/**
 * The outcomes of a scan, as stored: what it found and did at that moment. What is shown is decided from the present facts
 * (renderer/presentation/verdict.ts).
 */
export const scanOutcomeKinds = [
  'found', // looked up
  'already counted', // the same code again within two seconds: one job
  'printing', // a job was made
  'ask for copy', // already sent or printed: confirm the print, or reprint with a reason
  'confirmed', // the label itself was scanned: it is printed
  'no label', // nothing to print yet
  'no printer',
  'choose parcel', // a tracking code of several parcels
  'deleted', // the parcel is deleted: its label is void
  'being deleted', // the countdown runs, or the deletion waits in the outbox
  'deleting', // this scan started the countdown
  'deleting unknown', // the same, for a code not known here
  'ask to delete', // already picked up: needs confirmation, no countdown was started
  'already counting', // scanned again during the countdown: nothing changed
  'needs lead', // more deletions or further copies than a packer may make within an hour
  'cannot delete', // no custom code, or not allowed now
  'unknown', // a possible code that no parcel here has
  'not a code', // cannot be a code of a parcel
  'unsafe scanner', // the scanner may read codes wrongly: nothing is deleted
  'ambiguous layout', // the two readings differ and neither is known: nothing is deleted
] as const;
export type ScanOutcomeKind = (typeof scanOutcomeKinds)[number];

/**
 * The facts behind the answer to a scan, as they are now. `scan.answer` reads them again whenever something changes, so that
 * what is shown stays current.
 */
export const scanAnswerSchema = z.object({
  scanId: z.int(),
  at: z.string(),
  /** The code looked up; for "not a code" the first 64 characters of the scan. */
  code: z.string(),
  mode: z.enum(scanModes),
  kind: z.enum(scanOutcomeKinds),
  parcel: parcelSchema.nullable(),
  /** The parcels to choose from, where the code stands for several; else empty. */
  choices: z.array(parcelSchema),
  /** The parcel's newest job if it was made since the scan, else the one that this scan made or found. */
  job: printJobSchema.nullable(),
  /** Labels that print before that job; null where it does not stand in its printer's queue. */
  labelsBefore: z.int().nullable(),
  /** The present deletion of the parcel or code, else the undone one that this scan started. `endsAt`: milliseconds since 1970. */
  deletion: z
    .object({
      commandId: z.int(),
      state: z.enum(commandStates),
      endsAt: z.number(),
      failure: failureSchema.nullable(),
      createdAt: z.string(),
      requestLeft: z.boolean(),
      settledBy: z.enum(commandSettlers).nullable(),
    })
    .nullable(),
  /** The newest order with this code, where no parcel has it, or only a deleted one. */
  order: commandSchema.nullable(),
  /** What the hub of the site says of the code; absent where it was not asked. */
  hub: hubAnswerSchema.optional(),
});
export type ScanAnswer = z.infer<typeof scanAnswerSchema>;

/** True where the parcel is what the scan found, or one of those to choose from. */
export const scanShows = ({ parcel, choices, job }: ScanAnswer, parcelId: number): boolean =>
  parcel?.id === parcelId || job?.parcelId === parcelId || choices.some(({ id }) => id === parcelId);
