import { z } from 'zod';
import { heldReasons, printerWarnings } from './printer.ts';

/** The status that a printer reports. An unknown number is null, never 0. */
export const printerStatusSchema = z.object({
  /** Why it accepts or prints no label now; empty where it is ready. An unknown fault is `printer error`. */
  reasons: z.array(z.enum(heldReasons)),
  warnings: z.array(z.enum(printerWarnings)),
  /** Formats in its receive buffer. */
  formatsInPrinter: z.int().nullable(),
  /** Labels still to be printed of the current formats. */
  labelsInPrinter: z.int().nullable(),
  /** True where it received `^XA` and waits for `^XZ`. */
  partialFormat: z.boolean().nullable(),
  /** The replies as printable text, at most 1,000 characters, without the password in `~HS`. */
  raw: z.string(),
});
export type PrinterStatus = z.infer<typeof printerStatusSchema>;

/** The result of a status query to a printer. */
export type StatusAnswer =
  | { readonly kind: 'answered'; readonly status: PrinterStatus }
  /** It accepted the connection and answered nothing: probably a fault, not "ready" and not "offline". */
  | { readonly kind: 'silent' }
  /** This transport is unidirectional: the printer sends nothing back. */
  | { readonly kind: 'one-way' };

/** The identity that a printer reports. Unknown values are null. */
const printerIdentitySchema = z.object({
  model: z.string().max(100).nullable(),
  serial: z.string().max(100).nullable(),
  firmware: z.string().max(100).nullable(),
  /** 6, 8, 12 or 24 on Zebra printers. */
  dotsPerMillimetre: z.int().min(1).max(100).nullable(),
});
export type PrinterIdentity = z.infer<typeof printerIdentitySchema>;
