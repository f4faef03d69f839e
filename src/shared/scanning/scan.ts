import { z } from 'zod';

/** What a scan does. Keys F1, F2, F3. */
export const scanModes = ['look up', 'print', 'delete'] as const;
export type ScanMode = (typeof scanModes)[number];

/** Longest text taken from a scanner; longer bursts are cut here and can be no code of ours. */
export const longestScan = 512;

/**
 * One scan, in both readings: as this computer's keyboard layout spells it, and as a scanner set to a US keyboard meant it
 * (physical keys and Shift, Caps Lock ignored). Which is right is known only when one of them names a parcel.
 */
export const scanReadingSchema = z.object({
  asTyped: z.string().max(longestScan),
  asUsKeyboard: z.string().max(longestScan),
  /** `typed`: a person wrote it into the scan field and pressed Enter; then both readings are what stands in the field. */
  by: z.enum(['scanner', 'typed']),
});
export type ScanReading = z.infer<typeof scanReadingSchema>;

/** ISO/IEC 15424 symbology identifier: "]", a letter, a digit or letter, before the data. */
const symbologyIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/** A text any code of the service could have: printable, no space, at most 64. Anything else is never looked up. */
const codeShape = /^[0-9A-Za-z][0-9A-Za-z._:/+-]{0,63}$/;

/**
 * The candidates a reading stands for, likeliest first, without doubles; empty when it can be no code of ours.
 * Codes keep their case: they are compared exactly first.
 */
export function codesOfReading(reading: ScanReading): string[] {
  const texts = [reading.asTyped, reading.asUsKeyboard].map((text) => text.trim().replace(symbologyIdentifier, ''));
  return [...new Set(texts)].filter((text) => codeShape.test(text));
}
