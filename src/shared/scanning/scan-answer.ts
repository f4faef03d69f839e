import { z } from 'zod';
import { printJobSchema } from '../printing/print-job.ts';
import { parcelSchema } from '../shipments/parcel.ts';
import { scanModes } from './scan.ts';

/** What came of a scan. Each kind has its words, colour, shape and tone in one table on the screen's side. */
export const scanOutcomeKinds = [
  'found', // looked up
  'already counted', // the same code again within two seconds: one job, said so
  'printing', // a job was made; its state tells the rest
  'ask for copy', // already sent or printed: proof, or a reprint with a reason
  'proved', // the label itself was scanned: it is on paper
  'no label', // nothing to print yet, and why
  'no printer',
  'choose parcel', // a tracking code of several parcels
  'deleted', // a tombstone: the label in hand is void
  'being deleted', // counting down, or on its way
  'deleting', // this scan began the countdown
  'deleting unknown', // the same, for a code not known here
  'ask to delete', // picked up already: a press decides, nothing was begun
  'already counting', // scanned again while it counts down: nothing changed
  'cannot delete', // no custom code, or not allowed now
  'unknown', // a possible code that nothing here carries
  'not a code', // can be no code of ours
  'layout doubt', // the two readings differ and neither is known: nothing is deleted
] as const;
export type ScanOutcomeKind = (typeof scanOutcomeKinds)[number];

/**
 * The answer to a scan, and what is true of it now. Read again by `scan.answer` whenever something changed, so that the
 * region stays current while it is shown.
 */
export const scanAnswerSchema = z.object({
  scanId: z.int(),
  at: z.string(),
  /** The code as taken; for "not a code" the first 64 characters of what was read. */
  code: z.string(),
  mode: z.enum(scanModes),
  kind: z.enum(scanOutcomeKinds),
  /** One sentence of evidence or the next step. */
  sentence: z.string(),
  parcel: parcelSchema.nullable(),
  /** The parcels to choose from, for "choose parcel"; else empty. */
  choices: z.array(parcelSchema),
  /** The job this scan made or met. */
  job: printJobSchema.nullable(),
  /** The deletion this scan began or met, and when its countdown ends (milliseconds since 1970). */
  deletion: z
    .object({ commandId: z.int(), state: z.string(), endsAt: z.number(), failureWords: z.string().nullable() })
    .nullable(),
});
export type ScanAnswer = z.infer<typeof scanAnswerSchema>;

/** One line of "Recent scans": the code and its outcome, as it stands now. */
export const recentScanSchema = z.object({
  scanId: z.int(),
  at: z.string(),
  code: z.string(),
  mode: z.enum(scanModes),
  kind: z.enum(scanOutcomeKinds),
  /** A word or two: "Sent", "Held: unreachable", "Deleting", "Not a parcel code". */
  outcome: z.string(),
});
export type RecentScan = z.infer<typeof recentScanSchema>;
