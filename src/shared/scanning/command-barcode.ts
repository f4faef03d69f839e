import type { ScanReading } from './scan.ts';

/**
 * Letters that every Latin keyboard layout has on the same key: A, M, Q, W, Y and Z change places, and I has two capitals in Turkish. Their
 * number is prime, so that the check character finds every single wrong letter and every swap of two.
 */
export const commandAlphabet = 'BCDEFGHJKLNOPRSTUVX';

/** How every command begins. With it, a command has 9 or 10 characters; custom codes have at least 16. */
const prefix = 'BX';

/**
 * The letters of each command. They are on printed cards: never change one, never use one again. Two commands of two letters differ in both.
 */
const commandLetters = {
  'look up': 'BE',
  print: 'CG',
  delete: 'DJ',
  undo: 'EL',
  'print again': 'FO',
  yes: 'GR',
  no: 'HT',
  'choice 1': 'JV',
  'choice 2': 'KB',
  'choice 3': 'LD',
  'choice 4': 'NF',
  'choice 5': 'OH',
  'next printer': 'PK',
  'move to stand-in': 'RN',
  'repeat last': 'SP',
  'next attention item': 'TS',
  help: 'UU',
  'sign in': 'VX',
  'sign out': 'XC',
  // All letters are used up as first and second ones. With a letter left out or added, a card with three is no other one.
  'support file': 'HUR',
} as const;

/** What a scan of a command card does. */
export type BarcodeCommand = keyof typeof commandLetters;

/** Every command, in the order of the sheet. */
export const barcodeCommands = Object.keys(commandLetters) as BarcodeCommand[];

const choices = ['choice 1', 'choice 2', 'choice 3', 'choice 4', 'choice 5'] as const;

/** The command of an answer by its place on the screen, from 0; none after the fifth. */
export function choiceCommand(index: number): { command?: BarcodeCommand } {
  const command = choices[index];
  return command === undefined ? {} : { command };
}

/** The text of a command's bar code: prefix, site key, command, check character. */
export function commandText(key: string, command: BarcodeCommand): string {
  const text = prefix + key + commandLetters[command];
  return text + checkCharacter(text);
}

/** What a scanned text is: a command of this site, a card of another, or one that this version does not know. */
export type ScannedCommand =
  | { readonly kind: 'command'; readonly command: BarcodeCommand }
  | { readonly kind: 'other site' }
  | { readonly kind: 'unknown command' };

const commandShape = new RegExp(`^${prefix}[${commandAlphabet}]{7,12}$`);

/**
 * The command of a scan; null for any other scan, also for a card whose check character is wrong. Case does not count: Caps Lock may be
 * on.
 * @param key null where the station has none: then every card is of another site
 */
export function readCommand({ asTyped, asUsKeyboard }: ScanReading, key: string | null): ScannedCommand | null {
  for (const reading of [asTyped, asUsKeyboard]) {
    // Without an ISO/IEC 15424 symbology identifier.
    const text = reading
      .trim()
      .toUpperCase()
      .replace(/^\][A-Z][0-9A-Z]/, '');
    if (!commandShape.test(text) || checkCharacter(text.slice(0, -1)) !== text.at(-1)) continue;
    const after = prefix.length + 4;
    if (key === null || text.slice(prefix.length, after) !== key) return { kind: 'other site' };
    const command = barcodeCommands.find((one) => commandLetters[one] === text.slice(after, -1));
    return command === undefined ? { kind: 'unknown command' } : { kind: 'command', command };
  }
  return null;
}

/** Each letter's place in the alphabet times its place in the text, summed, as a letter (modulo 19). */
function checkCharacter(text: string): string {
  const sum = [...text].reduce((total, letter, at) => total + (at + 1) * commandAlphabet.indexOf(letter), 0);
  return commandAlphabet[sum % commandAlphabet.length] ?? '';
}
