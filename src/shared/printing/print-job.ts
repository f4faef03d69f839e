import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { storedMessageSchema } from '../messages/message.ts';
import { heldReasons } from './printer.ts';

/** The printer of a job that has none: it is held with the reason `no printer` until an operator chooses one. */
export const noPrinterName = '';

/** Facts about a job besides its state. Null: not provided, or not queried yet. */
export const printEvidenceSchema = z.object({
  /** Labels this job prints: formats that draw something, times their `^PQ`. */
  labels: z.int().nullable().default(null),
  /** The printer closed the connection normally, or a print queue reported the job as completed. */
  closedCleanly: z.boolean().nullable().default(null),
  /** Whether the printer reported its status when the job was sent. */
  statusReport: z.enum(['answered', 'silent', 'one-way']).nullable().default(null),
  formatsInPrinter: z.int().nullable().default(null),
  labelsInPrinter: z.int().nullable().default(null),
  /** The printer's label counter before this job's first byte, and when it was last read. */
  countBefore: z.int().nullable().default(null),
  countAfter: z.int().nullable().default(null),
  /** The job's number in a print queue of this computer. */
  queueReference: z.string().max(200).nullable().default(null),
  /** What that queue reports of the job. */
  queueMessage: storedMessageSchema.nullable().default(null),
  /** Commands that the guard removed from the label. */
  removedCommands: z.array(storedMessageSchema).max(50).default([]),
  /** Commands that the guard left in the label although they are unknown or affect later labels. */
  remarks: z.array(storedMessageSchema).max(50).default([]),
  /** What confirmed that it printed. */
  confirmedBy: z.enum(['counter', 'scan', 'operator']).nullable().default(null),
  /** The questions about other benches that an operator has answered, by key. */
  confirmedAtSite: z.array(z.string().max(20_000)).max(50).default([]),
  /** Milliseconds from the scan that started it to its first byte. */
  firstByteMs: z.int().nullable().default(null),
});
export type PrintEvidence = z.infer<typeof printEvidenceSchema>;

/** Why a job needs the operator's answer before its first byte. */
const printQuestionKinds = [
  'resolution differs',
  'larger than the paper',
  'several labels',
  'several copies',
  'format not ended',
  'draws nothing',
  'not production',
  'resolution not known',
  'site',
] as const;
export type PrintQuestionKind = (typeof printQuestionKinds)[number];

/** Possible answers. "print pdf" draws the label from the service's PDF at the printer's resolution. */
export const printAnswers = ['print anyway', 'print one', 'print pdf'] as const;
export type PrintAnswer = (typeof printAnswers)[number];

export const printQuestionSchema = z.object({
  kind: z.enum(printQuestionKinds),
  /** The question with its figures. */
  message: storedMessageSchema,
  /** The possible answers; the job can also be cancelled or moved. */
  answers: z.array(z.enum(printAnswers)),
  /** What an answer to a question of kind "site" confirms (holder-protocol.ts). */
  keys: z.array(z.string().max(20_000)).max(10).optional(),
});
export type PrintQuestion = z.infer<typeof printQuestionSchema>;

/** True where a label only waits for other benches: there is nothing to answer. */
export const waitsForSite = (question: Pick<PrintQuestion, 'kind' | 'answers'> | null): boolean =>
  question?.kind === 'site' && question.answers.length === 0;

/** The states of a print job. "printed" needs the printer's counter, a scan of the label, or an operator. */
export const printJobStates = [
  'queued',
  'sending',
  'sent',
  'printed',
  'held',
  'uncertain',
  'failed',
  'cancelled',
] as const;
export type PrintJobState = (typeof printJobStates)[number];

/** The states that allow each action, for buttons, workflows and stored transitions. */
export const printJobActions = {
  send: ['queued', 'held'],
  cancel: ['queued', 'held'],
  hold: ['queued', 'held'],
  resume: ['held'],
  move: ['queued', 'held'],
  answer: ['held'],
  markNotPrinted: ['uncertain', 'sent'],
  markPrinted: ['uncertain', 'sent'],
  confirm: ['uncertain', 'sent'],
  reprint: ['sent', 'printed', 'uncertain', 'failed'],
  restore: ['cancelled'],
} as const satisfies Record<string, readonly PrintJobState[]>;
export type PrintJobAction = keyof typeof printJobActions;

/** True where the table allows the action. */
export function printJobCan(action: PrintJobAction, state: PrintJobState): boolean {
  return (printJobActions[action] as readonly PrintJobState[]).includes(state);
}

/** States in which the label may already be printed: another copy needs a reason. */
export const maybePrintedStates: readonly PrintJobState[] = ['sending', 'sent', 'printed', 'uncertain'];

/** Why another copy was printed, for the figures: "not printed" where the last one was marked so. */
export const reprintKinds = ['damaged', 'unreadable', 'lost', 'not printed', 'other'] as const;
export type ReprintKind = (typeof reprintKinds)[number];

/** What started the job. */
const printOrigins = ['scan', 'button', 'created', 'reprint'] as const;

export const printJobSchema = z.object({
  id: z.int(),
  parcelId: z.int(),
  /** The parcel's custom code, or its pick-up code where it has none. */
  code: z.string(),
  /** The receiver's name; null where it is not known. */
  recipient: z.string().nullable(),
  printer: z.string(),
  state: z.enum(printJobStates),
  reasons: z.array(z.enum(heldReasons)),
  origin: z.enum(printOrigins),
  /** The scanned text that started it; null where no scan did. */
  startedByCode: z.string().nullable(),
  /** The reason given for another copy. */
  reprintReason: z.string().nullable(),
  labelSha256: z.string(),
  /** The bytes sent, where they differ from the label's. */
  sentSha256: z.string().nullable(),
  evidence: printEvidenceSchema,
  /** The question to answer before it is sent; meanwhile other jobs go first. */
  question: printQuestionSchema.nullable(),
  /** The answers given so far. */
  answers: z.array(z.enum(printAnswers)),
  /** Paused by an operator. */
  onHold: z.boolean(),
  /** The parcel's 1-based place in its shipment, and the number of parcels: "2 of 3". */
  position: z.int(),
  parcelCount: z.int(),
  /** Attempts that sent at least one byte. */
  attempts: z.int(),
  bytesTotal: z.int(),
  bytesSent: z.int(),
  failure: failureSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PrintJob = z.infer<typeof printJobSchema>;

/** A job in the list of Print queue. `deletion`: its parcel is deleted, or is being deleted; absent: neither. */
export const listedPrintJobSchema = printJobSchema.extend({ deletion: z.enum(['deleted', 'deleting']).optional() });
export type ListedPrintJob = z.infer<typeof listedPrintJobSchema>;
