import { z } from 'zod';
import { printJobStates } from './print-job.ts';

/** Most labels that one run queues. */
export const maxRunLabels = 5_000;

/** Most parcels that one run checks; a batch has as many rows at most. */
export const maxRunParcels = 20_000;

const id = z.int().positive();

/** Milliseconds from its start that a run prints strictly in order: a label that is downloading delays those after it. */
const inOrderMs = 60_000;

/** Milliseconds from its start that a run waits for labels. No operator expects one to print by itself much later. */
const longestWaitMs = 60 * 60_000;

/** What becomes of a parcel whose label is still downloading: the ones after it wait, or print first, or it is left out. */
export type MissingLabelRule = 'wait in order' | 'print others first' | 'leave out';

/** The rule for a run that was started so many milliseconds ago, and when the next one applies, milliseconds from its start. */
export function missingLabelRule(age: number): { rule: MissingLabelRule; until: number | null } {
  if (age < inOrderMs) return { rule: 'wait in order', until: inOrderMs };
  return age < longestWaitMs
    ? { rule: 'print others first', until: longestWaitMs }
    : { rule: 'leave out', until: null };
}

/** Whose labels a run prints: parcels in the given order, or those of an order or a batch in the order of the form or the rows. */
export const printRunSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parcels'), parcelIds: z.array(id).min(1).max(maxRunParcels) }),
  z.object({ kind: z.literal('order'), orderId: id }),
  z.object({ kind: z.literal('batch'), batchId: id }),
]);
export type PrintRunSource = z.infer<typeof printRunSourceSchema>;

/**
 * Why a parcel got no job: its label may be on paper, its job waits already, it is deleted or being deleted, its deletion is in
 * conflict with later events, its label did not arrive in time, its record was removed, the run had `maxRunLabels`, or an operator
 * stopped it before.
 */
export const leftOutReasons = [
  'maybe printed',
  'queued already',
  'deleted',
  'deletion conflict',
  'no label',
  'unknown',
  'limit reached',
  'stopped',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Most codes named for each reason. */
export const maxLeftOutCodes = 5;

export const leftOutSchema = z.object({
  reason: z.enum(leftOutReasons),
  count: z.int(),
  /** The first few. */
  codes: z.array(z.string()).max(maxLeftOutCodes),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** Labels queued at once, and how far they are. */
export const printRunSchema = z.object({
  id: z.int(),
  createdAt: z.string(),
  /** An operator stopped it: what was not sent then is cancelled. */
  isStopped: z.boolean(),
  /** Labels queued by it, and `awaited`. */
  total: z.int(),
  /** Parcels that wait for the download of their label, or of one before it. */
  awaited: z.int(),
  /** Its labels by state; states without one are absent. */
  labels: z.partialRecord(z.enum(printJobStates), z.int()),
  /** Parcels without a job, by reason. */
  leftOut: z.array(leftOutSchema),
});
export type PrintRun = z.infer<typeof printRunSchema>;

/** The labels of a run in the groups of its progress; `sent` counts every label that left the station. */
export function printRunProgress({ labels, awaited }: PrintRun): {
  sent: number;
  waiting: number;
  held: number;
  failed: number;
} {
  const { queued = 0, sending = 0, held = 0, sent = 0, printed = 0, uncertain = 0, failed = 0 } = labels;
  return { sent: sent + printed + uncertain, waiting: queued + sending + awaited, held, failed };
}
