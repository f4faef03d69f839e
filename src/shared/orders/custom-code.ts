import { type Message, message } from '../messages/message.ts';

const shortest = 16;
const longest = 20;
const sound = new RegExp(`^[0-9A-Za-z]{${shortest},${longest}}$`);

export const isCustomCode = (text: string): boolean => customCodeFault(text) === null;

/** Why a text is no custom code. `isShort`: nothing else is wrong with it, and more may still be typed. */
export interface CustomCodeFault {
  message: Message;
  isShort: boolean;
}

/** What is wrong with a text as a custom code; null where it is one. */
export function customCodeFault(text: string): CustomCodeFault | null {
  if (sound.test(text)) return null;
  const invalid = [...new Set(text.replaceAll(/[0-9A-Za-z]/g, ''))];
  if (invalid.length > 0) {
    const characters = characterMessages(invalid);
    return { message: message('custom-code.invalid-characters', { characters }), isShort: false };
  }
  return { message: message('custom-code.wrong-length', { length: text.length }), isShort: text.length < shortest };
}

/** At most three of them; white space and control characters by name. */
function characterMessages(characters: readonly string[]): Message[] {
  const shown = characters.slice(0, 3);
  const visible = shown.filter((character) => !/^[\s\p{C}]$/u.test(character));
  const messages = visible.map((character) => message('custom-code.character', { character }));
  return visible.length < shown.length ? [...messages, message('custom-code.space')] : messages;
}

/**
 * Digits and letters without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B, U V) and without the letters that other keyboard
 * layouts move (A Q W Y Z M): the letters of a generated code survive a scanner set to the wrong layout.
 */
const alphabet = '34679CDEFGHJKNPRTX';

/** Length of generated codes: the longest allowed, for the fewest collisions (18^20, about 83 bits). */
const generatedLength = 20;

/**
 * Generates a custom code of 20 characters.
 * @param randomBytes gives that many random bytes, from a cryptographic source.
 */
export function makeCustomCode(randomBytes: (size: number) => Uint8Array): string {
  const usable = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < generatedLength) {
    for (const byte of randomBytes(generatedLength)) {
      if (byte < usable && code.length < generatedLength) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}
