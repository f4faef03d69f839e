import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import type { EnvironmentKind } from '../settings/environment.ts';
import { printerConnectionSchema } from './printer-connection.ts';
import { transportCapabilities } from './printer-transports.ts';

/** The nominal resolution in dots per inch: 8 dots per millimetre are sold as 203. */
export const dotsPerInch = (dotsPerMillimetre: number): number =>
  ({ 6: 152, 8: 203, 12: 300, 24: 600 })[dotsPerMillimetre] ?? Math.round(dotsPerMillimetre * 25.4);

/** The identity last seen at a printer's address, so that a different printer there is noticed. */
const storedPrinterIdentitySchema = z.object({
  model: z.string().max(100).nullable(),
  serial: z.string().max(100).nullable(),
  dotsPerMillimetre: z.int().min(1).max(100).nullable(),
});
export type StoredPrinterIdentity = z.infer<typeof storedPrinterIdentitySchema>;

/** The paper in a printer, millimetres. */
export const paperSchema = z.object({ width: z.number().min(10).max(300), length: z.number().min(10).max(600) });
export type Paper = z.infer<typeof paperSchema>;

/** 4 x 6 inches. */
export const defaultPaper: Paper = { width: 101.6, length: 152.4 };

export const printerSchema = z.object({
  /** Unique on this station; print jobs name their printer by it. */
  name: z.string().trim().min(1).max(60),
  connection: printerConnectionSchema,
  default: z.boolean().default(false),
  /** A virtual printer that a provisioning file made the default: it gets new labels outside practice too. */
  isDefaultOutsidePractice: z.boolean().optional(),
  /** It reports no status: its labels stay "sent", and its silence does not hold it. */
  neverAnswers: z.boolean().optional(),
  /** Other computers print on it too, so its counter confirms nothing. */
  shared: z.boolean().optional(),
  /** Practice and sandbox labels need confirmation before they are sent to it. */
  productionOnly: z.boolean().optional(),
  /** Its resolution where it cannot be queried: 6, 8, 12 or 24 dots per millimetre. */
  dotsPerMillimetre: z.int().min(1).max(100).optional(),
  /** Millimetres; `defaultPaper` where absent. */
  paper: paperSchema.optional(),
  /** The printer that replaces this one while it is held, automatically or when the operator chooses it. */
  standIn: z.object({ printer: z.string().trim().min(1).max(60), automatic: z.boolean().default(false) }).optional(),
  /** Held by an operator until an operator releases it. */
  onHold: z.boolean().optional(),
  known: storedPrinterIdentitySchema.optional(),
});
export type Printer = z.infer<typeof printerSchema>;

/** A printer with the names of the benches that print on it too, as they report. */
export type PrinterInUse = Printer & { readonly sharedWith?: readonly string[] };

/**
 * The printer that gets new labels; null where none may. A virtual printer makes no paper, so outside practice none is chosen, except
 * one that a provisioning file made the default.
 */
export function printerForNewLabels(printers: readonly Printer[], environment: EnvironmentKind): Printer | null {
  const allowed = printers.filter(
    (printer) =>
      environment === 'practice' ||
      !transportCapabilities(printer.connection).isVirtual ||
      (printer.default && printer.isDefaultOutsidePractice === true),
  );
  return allowed.find((printer) => printer.default) ?? allowed[0] ?? null;
}

/** Why a printer accepts no label now. Several may apply at once. */
export const heldReasons = [
  'paper out',
  'ribbon out',
  'head open',
  'cutter fault',
  'too hot',
  'head fault',
  'printer error',
  'paused',
  'label not taken',
  'diagnostic mode',
  'buffer full',
  'unfinished label',
  'another printer',
  'on hold',
  'not answering',
  'unreachable',
  // Of a label only: no printer is set up that may get it.
  'no printer',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Warnings that do not stop a printer. */
export const printerWarnings = [
  'paper near its end',
  'clean the head',
  'replace the head',
  'calibrate the media',
] as const;
export type PrinterWarning = (typeof printerWarnings)[number];

/** The state of one printer, for the status line and the Print queue. */
export const printerStateSchema = z.object({
  name: z.string(),
  connection: printerConnectionSchema,
  isDefault: z.boolean(),
  reasons: z.array(z.enum(heldReasons)),
  /** When the first reason began, ISO 8601; null while there is none. */
  since: z.string().nullable(),
  sending: z.boolean(),
  warnings: z.array(z.enum(printerWarnings)),
  /** True once it has reported its status. */
  answers: z.boolean(),
  /** The cause of the reasons: the status of a print queue, a failure, or the other printer at this address. */
  message: messageSchema.nullable(),
  /** Formats and labels that it reports as not printed yet, added up; null where it does not report them. */
  labelsInPrinter: z.int().nullable(),
  /** The printer that may take over the waiting jobs; null where there is none. */
  standIn: z.string().nullable(),
  /** The other benches of the site that print on it; absent where none does. */
  sharedWith: z.array(z.string()).optional(),
});
export type PrinterState = z.infer<typeof printerStateSchema>;
