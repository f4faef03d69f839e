import { z } from 'zod';

/** What is known of a job beside its state. Null: not told, or not asked yet. */
export const printEvidenceSchema = z.object({
  /** Labels this job makes: formats that draw something, times their `^PQ`. */
  labels: z.int().nullable().default(null),
  /** The other side closed the connection in good order, or a print queue called the job completed. */
  closedCleanly: z.boolean().nullable().default(null),
  /** Whether the printer told how it was when the job was sent. */
  told: z.enum(['answered', 'silent', 'one-way']).nullable().default(null),
  formatsInPrinter: z.int().nullable().default(null),
  labelsInPrinter: z.int().nullable().default(null),
  /** The printer's label counter before this job's first byte, and when it was last read. */
  countBefore: z.int().nullable().default(null),
  countAfter: z.int().nullable().default(null),
  /** The job's number in a print queue of this computer. */
  queueReference: z.string().max(200).nullable().default(null),
  /** What that queue says. */
  queueWords: z.string().max(500).nullable().default(null),
  /** What the guard took out of the label, a line each. */
  takenOut: z.array(z.string().max(200)).max(50).default([]),
  /** What it was passed with: commands unknown, or suspicious and let through; a line each. */
  remarks: z.array(z.string().max(200)).max(50).default([]),
  /** Who said that it printed. */
  provedBy: z.enum(['counter', 'scan', 'person']).nullable().default(null),
});
export type PrintEvidence = z.infer<typeof printEvidenceSchema>;

/** Why a job waits for a person before its first byte. */
export const printQuestions = [
  'resolution differs',
  'larger than the paper',
  'several labels',
  'several copies',
  'format not ended',
  'draws nothing',
  'not production',
  'resolution not known',
] as const;
export type PrintQuestion = (typeof printQuestions)[number];

/** What may be answered. "print pdf" makes the label anew at the printer's resolution, out of the service's PDF. */
export const printAnswers = ['print anyway', 'print one', 'print pdf'] as const;
export type PrintAnswer = (typeof printAnswers)[number];

export const askedSchema = z.object({
  question: z.enum(printQuestions),
  /** The question with its figures: "Made for 203 dpi; this printer has 300: it would come out at two thirds of its size." */
  words: z.string().max(300),
  /** Besides "cancel" and "move". */
  answers: z.array(z.enum(printAnswers)),
});
export type Asked = z.infer<typeof askedSchema>;
