import { z } from 'zod';

/** What a scan does. Keys F1, F2, F3. */
export const scanModes = ['look up', 'print', 'delete'] as const;
export type ScanMode = (typeof scanModes)[number];

/** Longest text accepted from a scanner, characters; longer bursts are cut and match no code. */
export const longestScan = 512;

/**
 * One scan in two readings: by this computer's keyboard layout, and by a US layout, which most scanners use (physical keys and
 * Shift, Caps Lock ignored). The right one is known only when it matches a parcel.
 */
export const scanReadingSchema = z.object({
  asTyped: z.string().max(longestScan),
  asUsKeyboard: z.string().max(longestScan),
  /** `typed`: entered in the scan field by an operator; both readings are the text of the field. */
  by: z.enum(['scanner', 'typed']),
  /** The name of the scanner where it sends text, by a serial port or HID POS reports; scanners that type look the same. */
  scanner: z.string().max(40).optional(),
});
export type ScanReading = z.infer<typeof scanReadingSchema>;

/** ISO/IEC 15424 symbology identifier: "]", a letter, a digit or letter, before the data. */
export const symbologyIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/** The possible codes of the service: printable, no spaces, at most 64 characters. Anything else is never looked up. */
const codeShape = /^[0-9A-Za-z][0-9A-Za-z._:/+-]{0,63}$/;

/** The texts of a scan without what the scanner adds, without duplicates. */
export const textsOfReading = (reading: ScanReading): string[] => [
  ...new Set([reading.asTyped, reading.asUsKeyboard].map((text) => text.trim().replace(symbologyIdentifier, ''))),
];

/**
 * The possible codes of a scan, likeliest first, without duplicates; empty where no reading can be a code. Case is kept, because
 * codes are compared exactly first.
 */
export const codesOfReading = (reading: ScanReading): string[] =>
  textsOfReading(reading).filter((text) => codeShape.test(text));
