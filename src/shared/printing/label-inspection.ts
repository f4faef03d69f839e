import { z } from 'zod';
import type { MessageCode } from '../messages/message.ts';

/** Why the guard reports a command: a message code with the command and its offset as parameters. */
export type FindingReason = Extract<MessageCode, `zpl.finding.${string}`>;

const findingReason = z.custom<FindingReason>((value) => typeof value === 'string' && value.startsWith('zpl.finding.'));

/** One finding in a label. */
const findingSchema = z.object({
  /** The command as it is in the label, at most 40 bytes, unprintable ones as `<1E>`. */
  command: z.string(),
  /** Offset of its first occurrence, bytes. */
  at: z.int(),
  reason: findingReason,
  times: z.int(),
});
export type Finding = Readonly<z.infer<typeof findingSchema>>;

/** Replaces the bytes from `start` up to `end` by an ASCII text; an empty one removes them. */
const byteEditSchema = z.object({ start: z.int(), end: z.int(), replacement: z.string() });
export type ByteEdit = Readonly<z.infer<typeof byteEditSchema>>;

const verdictSchema = z.discriminatedUnion('kind', [
  /** The label must not be sent. At most 20 findings. */
  z.object({ kind: z.literal('refused'), dangers: z.array(findingSchema).readonly() }),
  /** The label is sent with the edits applied. At most 50 findings of each kind. */
  z.object({
    kind: z.literal('passed'),
    edits: z.array(byteEditSchema).readonly(),
    removedCommands: z.array(findingSchema).readonly(),
    warnings: z.array(findingSchema).readonly(),
  }),
]);
/** What the guard decided about a label. */
export type LabelVerdict = Readonly<z.infer<typeof verdictSchema>>;

const resolutionSchema = z.object({
  value: z.number(),
  from: z.enum(['print width', 'largest x']),
});
/** The resolution a label was made for, dots per millimetre, and the fact it was inferred from. */
export type InferredResolution = Readonly<z.infer<typeof resolutionSchema>>;

const labelFactsSchema = z.object({
  /** Number of formats: `^XA` to `^XZ`, or to the end. */
  formats: z.int(),
  /** Number of formats that print something, not only set up or store. */
  drawingFormats: z.int(),
  /** Number of printed labels: drawing formats times their `^PQ`. */
  labels: z.int(),
  /** The highest `^PQ` of a drawing or stored format; at least 1. */
  highestQuantity: z.int(),
  /** True where the last `^XZ` is missing: the printer would wait for it and read the next label as a part of this one. */
  endsInsideFormat: z.boolean(),
  /** True where the first command is `^XA`. */
  beginsWithFormat: z.boolean(),
  /** True where it has `^TB`. */
  usesTextBlocks: z.boolean(),
  /** Null where it is unknown. */
  dotsPerMillimetre: resolutionSchema.nullable(),
  /** `^PW`, else the rightmost drawn position. Dots; null where unknown or in other units. */
  widthDots: z.number().nullable(),
  /** `^LL`, or the lowest drawn position if that is more. Dots; null where unknown or in other units. */
  lengthDots: z.number().nullable(),
});
/** Facts read from a label's commands. Read them before the guard removes its sizes (`^PW`, `^LL`). */
export type LabelFacts = Readonly<z.infer<typeof labelFactsSchema>>;

/** Everything that the station reads in a label's bytes before it prints, by one version of its rules. */
export const labelInspectionSchema = z.object({
  version: z.int(),
  facts: labelFactsSchema,
  /** The guard's verdict under each policy about suspicious commands. */
  verdicts: z.object({ 'take out': verdictSchema, pass: verdictSchema }),
});
export type LabelInspection = Readonly<z.infer<typeof labelInspectionSchema>>;
