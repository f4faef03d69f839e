import { z } from 'zod';

/** The client's own parcel code: 16 to 20 digits and letters (interface document, Limits). */
export const customCodeSchema = z.string().regex(/^[0-9A-Za-z]{16,20}$/, '16 to 20 digits and letters, nothing else');

export const isCustomCode = (text: string): boolean => customCodeSchema.safeParse(text).success;

/**
 * Digits and letters without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V) and without the letters that other keyboard
 * layouts move (A Q W Y Z M): a made code survives a scanner set to the wrong layout, but for its digits.
 */
const alphabet = '34679CDEFGHJKNPRTX';

/** Length of the codes this station makes: the longest allowed, for the fewest collisions (18^20, about 83 bits). */
const madeLength = 20;

/**
 * Makes a custom code of 20 characters.
 * @param randomBytes gives that many random bytes; the caller brings a cryptographic source.
 */
export function makeCustomCode(randomBytes: (size: number) => Uint8Array): string {
  const usable = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < madeLength) {
    for (const byte of randomBytes(madeLength)) {
      if (byte < usable && code.length < madeLength) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}
