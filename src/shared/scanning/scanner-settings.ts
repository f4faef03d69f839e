import { z } from 'zod';
import { type KeyboardLayout, keyboardLayouts } from './keyboard-layouts.ts';
import { scannerProblems } from './scanner-trust.ts';

/** What a scan of the test card showed about a scanner that types: how its keys are read from then on. */
export const scannerProfileSchema = z.object({
  /** The layout that the scanner is set to; `computer`: none of the known ones, but the same as this computer's. */
  layout: z.enum([...keyboardLayouts, 'computer'] as [KeyboardLayout, ...KeyboardLayout[], 'computer']),
  /** The scanner sends capitals for small letters and the reverse. */
  invertsCase: z.boolean(),
  /** Characters before each code. */
  prefix: z.string().max(20),
  /** Characters between each code and the end key. */
  suffix: z.string().max(20),
  end: z.enum(['Enter', 'Tab', 'none']),
  /** The scanner sends the symbology identifier (ISO/IEC 15424) before each code. */
  sendsIdentifier: z.boolean(),
  /** Milliseconds from one key to the next, on average. */
  keyMs: z.int().min(0),
  problems: z.array(z.enum(scannerProblems)).max(scannerProblems.length),
});
export type ScannerProfile = z.infer<typeof scannerProfileSchema>;

/** A scanner that sends its scans through a serial port (USB-CDC), not as keys. */
export const serialScannerSchema = z.object({
  name: z.string().trim().min(1).max(40),
  /** The port: `/dev/serial/by-id/…`, `COM3`. */
  path: z.string().trim().min(1).max(260),
  /** Bits a second; USB scanners ignore it. */
  baudRate: z.int().min(300).max(921_600).default(9600),
  /** What its test showed; null: never tested. */
  profile: scannerProfileSchema.nullable().default(null),
});
export type SerialScanner = z.infer<typeof serialScannerSchema>;

const usbId = z.int().min(0).max(0xffff);
const serialNumber = z.string().min(1).max(126);

/** A scanner in HID POS mode, as its system describes it. */
export const hidScannerFoundSchema = z.object({
  vendorId: usbId,
  productId: usbId,
  product: z.string().max(126),
  /** Null where it has none. */
  serialNumber: serialNumber.nullable(),
});
export type HidScannerFound = z.infer<typeof hidScannerFoundSchema>;

/**
 * Scanners of one model that send their scans as HID POS reports, not as keys. The window cannot distinguish two of the same model: they
 * share this entry.
 */
export const hidScannerSchema = hidScannerFoundSchema.omit({ serialNumber: true }).extend({
  name: z.string().trim().min(1).max(40),
  /** Those of the model that an operator chose; empty: each, because they have no serial number. */
  serialNumbers: z.array(serialNumber).max(8).default([]),
  /** What the last test of one of them showed; null: never tested. */
  profile: scannerProfileSchema.nullable().default(null),
});
export type HidScanner = z.infer<typeof hidScannerSchema>;
