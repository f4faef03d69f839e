import { z } from 'zod';
import { heldReasons, printerWarnings } from './printer.ts';

/** A printer's own answer. An unknown number is null, never 0. */
export const printerStatusSchema = z.object({
  /** Why it accepts or prints no label now; empty where it is ready. An unknown fault is `printer error`. */
  reasons: z.array(z.enum(heldReasons)),
  warnings: z.array(z.enum(printerWarnings)),
  /** Formats in its receive buffer. */
  formatsInPrinter: z.int().nullable(),
  /** Labels it still has to print of the formats it works on. */
  labelsInPrinter: z.int().nullable(),
  /** It read `^XA` and waits for the `^XZ`. */
  partialFormat: z.boolean().nullable(),
  /** What it said, printable, at most 1,000 characters, without the password that `~HS` carries. */
  raw: z.string(),
});
export type PrinterStatus = z.infer<typeof printerStatusSchema>;

/** The result of a status query to a printer. */
export type StatusAnswer =
  | { readonly kind: 'answered'; readonly status: PrinterStatus }
  /** It took the connection and answered nothing: probably a fault, never "ready", never "offline". */
  | { readonly kind: 'silent' }
  /** This transport is unidirectional: the printer sends nothing back. */
  | { readonly kind: 'one-way' };

/** The printer that answers at an address. Unknown values are null. */
const printerIdentitySchema = z.object({
  model: z.string().max(100).nullable(),
  serial: z.string().max(100).nullable(),
  firmware: z.string().max(100).nullable(),
  /** 6, 8, 12 or 24 on Zebra printers. */
  dotsPerMillimetre: z.int().min(1).max(100).nullable(),
});
export type PrinterIdentity = z.infer<typeof printerIdentitySchema>;
