import { z } from 'zod';

const shortest = 16;
const longest = 20;

/** The client's own parcel code: 16 to 20 digits and letters (interface document, Limits). Judged as it is written, spaces and all. */
export const customCodeSchema = z.string().check(({ value, issues }) => {
  const fault = customCodeFault(value);
  if (fault) issues.push({ code: 'custom', input: value, message: fault.words });
});

export const isCustomCode = (text: string): boolean => customCodeFault(text) === null;

/** Why a text is no custom code. `isShort`: nothing else is wrong with it, and more may still be written. */
export interface CustomCodeFault {
  words: string;
  isShort: boolean;
}

/** What is wrong with a text as a custom code; null where it is one. */
export function customCodeFault(text: string): CustomCodeFault | null {
  const rule = `${shortest} to ${longest} digits and letters`;
  const strangers = [...new Set(text.replaceAll(/[0-9A-Za-z]/g, ''))];
  if (strangers.length > 0) return { words: `${rule}: ${namesOf(strangers)} cannot be in it`, isShort: false };
  if (text.length >= shortest && text.length <= longest) return null;
  return { words: `${rule}: this has ${text.length}`, isShort: text.length < shortest };
}

/** At most three of them, each so that it can be seen. */
function namesOf(characters: readonly string[]): string {
  const names = characters.slice(0, 3).map((one) => (/^[\s\p{C}]$/u.test(one) ? 'a space' : `“${one}”`));
  return [...new Set(names)].join(', ');
}

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
