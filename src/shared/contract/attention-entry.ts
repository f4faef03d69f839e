import { z } from 'zod';
import { commandSchema } from '../orders/command.ts';
import { orderAlarmSchema } from '../orders/order-progress.ts';
import { printJobSchema } from '../printing/print-job.ts';
import { printerStateSchema } from '../printing/printer.ts';
import { deletionConflictSchema } from '../shipments/deletion-conflict.ts';
import { sharedQuestionSchema } from '../site/shared-question.ts';

/** What can need a person, the most urgent first. */
export const attentionKinds = [
  'order alarm',
  'deletion conflict',
  'uncertain order',
  'uncertain deletion',
  'uncertain label',
  'print question',
  'shared questions',
  'paused bench',
  'held printer',
  'labels without printer',
  'unassigned labels',
  'command to confirm',
  'rejected order',
  'rejected deletion',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Most entries of one kind that are listed. */
export const maxAttentionOfKind = 200;

/** A deleted parcel that a later event reports as picked up. */
export const openConflictSchema = deletionConflictSchema.extend({
  parcelId: z.int(),
  code: z.string().nullable(),
});

/** One thing that needs a person, with what its actions need. */
export const attentionEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order alarm'), alarm: orderAlarmSchema }),
  z.object({ kind: z.literal('deletion conflict'), conflict: openConflictSchema }),
  z.object({
    kind: z.enum([
      'uncertain order',
      'uncertain deletion',
      'command to confirm',
      'rejected order',
      'rejected deletion',
    ]),
    command: commandSchema,
  }),
  z.object({ kind: z.enum(['uncertain label', 'print question']), job: printJobSchema }),
  // Its labels, or deletions, have no entries of their own.
  z.object({ kind: z.literal('shared questions'), question: sharedQuestionSchema }),
  // A bench of the site that sent too much: what it did since then is not known here.
  z.object({ kind: z.literal('paused bench'), bench: z.string(), since: z.string() }),
  // `printer` null: it was removed while labels waited for it.
  z.object({
    kind: z.literal('held printer'),
    name: z.string(),
    printer: printerStateSchema.nullable(),
    labels: z.int(),
  }),
  z.object({ kind: z.literal('labels without printer'), labels: z.int() }),
  // `codes`: of the parcels that wait for one of them.
  z.object({ kind: z.literal('unassigned labels'), orderId: z.int(), codes: z.array(z.string()) }),
]);
export type AttentionEntry = z.infer<typeof attentionEntrySchema>;

/** What needs a person in one environment. */
export const attentionSchema = z.object({
  /** All of it, also what is not listed. */
  total: z.int(),
  /** The most urgent kind first; of each kind at most `maxAttentionOfKind`. */
  entries: z.array(attentionEntrySchema),
});
export type Attention = z.infer<typeof attentionSchema>;
