/** A key with a character, as the window reports it. */
export interface CharacterKey {
  /** The character as this computer's layout spells it; `unreadable` where it spells none. */
  readonly key: string;
  /** The physical key; empty where the character came without one. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altGr: boolean;
  readonly capsLock: boolean;
}

/** Stands in a reading for a key that spells no character there: no code holds it. */
export const unreadable = '\uFFFD';

/** What a US keyboard writes for each physical key (UI Events "code" values): alone, and with Shift. */
const usKeys: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  ...Object.fromEntries(
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [`Key${letter}`, [letter.toLowerCase(), letter]]),
  ),
  ...Object.fromEntries([...')!@#$%^&*('].map((sign, digit) => [`Digit${digit}`, [String(digit), sign]])),
  ...Object.fromEntries([...'0123456789'].map((digit) => [`Numpad${digit}`, [digit, digit]])),
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  IntlBackslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadDecimal: ['.', '.'],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
};

/** The character a US keyboard writes for that key, whatever layout and Caps Lock are set here; null for other keys. */
export function usCharacter(code: string, shiftKey: boolean): string | null {
  return usKeys[code]?.[shiftKey ? 1 : 0] ?? null;
}

/** The characters of codes (`codesOfReading`), and the bracket that begins a symbology identifier. */
const codeCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._:/+-]';

/** True for a character that a code may hold. */
export const isCodeCharacter = (character: string): boolean => codeCharacters.includes(character);

const digitsWithShift = Object.fromEntries([...'0123456789'].map((digit) => [digit, `Shift+Digit${digit}`]));
const azertyLetters = { a: 'KeyQ', q: 'KeyA', z: 'KeyW', w: 'KeyZ', m: 'Semicolon' };
const azertySigns = { '.': 'Shift+Comma', ':': 'Period', '/': 'Shift+Period' };
const qwertzLetters = { y: 'KeyZ', z: 'KeyY' };
const signsOnSlash = { '-': 'Slash', _: 'Shift+Slash', ':': 'Shift+Period', '/': 'Shift+Digit7' };

/**
 * Where each layout writes the characters of codes that a US keyboard writes elsewhere, as the keyboards of Windows do. A capital stands
 * with Shift on the key of its letter. Layouts that agree on all of these characters are one entry: US and UK, Spanish and Italian, the
 * Nordic ones.
 */
const differences = {
  us: {},
  german: { ...qwertzLetters, ...signsOnSlash, '+': 'BracketRight', ']': 'AltGr+Digit9' },
  swiss: { ...qwertzLetters, ...signsOnSlash, '+': 'Shift+Digit1', ']': 'AltGr+BracketRight' },
  french: {
    ...{ ...azertyLetters, ...azertySigns, ...digitsWithShift },
    ...{ '-': 'Digit6', _: 'Digit8', '+': 'Shift+Equal', ']': 'AltGr+Minus' },
  },
  belgian: {
    ...{ ...azertyLetters, ...azertySigns, ...digitsWithShift },
    ...{ '-': 'Equal', _: 'Shift+Equal', '+': 'Shift+Slash', ']': 'AltGr+BracketRight' },
  },
  spanish: { ...signsOnSlash, '+': 'BracketRight', ']': 'AltGr+BracketRight' },
  portuguese: { ...signsOnSlash, '+': 'BracketLeft', ']': 'AltGr+Digit9' },
  nordic: { ...signsOnSlash, '+': 'Minus', ']': 'AltGr+Digit9' },
  turkish: {
    ...{ i: 'Quote', I: 'Shift+KeyI', '.': 'Slash', ':': 'Shift+Slash', '-': 'Equal', _: 'Shift+Equal' },
    ...{ '/': 'Shift+Digit7', '+': 'Shift+Digit4', ']': 'AltGr+Digit9' },
  },
  czech: {
    ...{ ...qwertzLetters, ...signsOnSlash, ...digitsWithShift },
    ...{ '/': 'Shift+BracketLeft', '+': 'Digit1', ']': 'AltGr+KeyG' },
  },
  hungarian: {
    ...{ ...qwertzLetters, ...signsOnSlash },
    ...{ 0: 'Backquote', '/': 'Shift+Digit6', '+': 'Shift+Digit3', ']': 'AltGr+KeyG' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A keyboard layout that scanners are set to. */
export type KeyboardLayout = keyof typeof differences;

/** Every layout, the most common one first. */
export const keyboardLayouts = Object.keys(differences) as KeyboardLayout[];

/** How the position of a character is written: the physical key, behind `Shift+` or `AltGr+`. */
const positionOf = ({ code, shiftKey, altGr }: Pick<CharacterKey, 'code' | 'shiftKey' | 'altGr'>): string =>
  `${altGr ? 'AltGr+' : shiftKey ? 'Shift+' : ''}${code}`;

const usPositions = new Map(
  Object.entries(usKeys).flatMap(([code, characters]) =>
    code.startsWith('Numpad') ? [] : characters.map((character, at) => [character, at ? `Shift+${code}` : code]),
  ),
);

/** Where a layout writes the characters of codes. */
export const characterPositions = (layout: KeyboardLayout): ReadonlyMap<string, string> =>
  new Map([...codeCharacters].map((character) => [character, positionOn(layout, character)]));

function positionOn(layout: KeyboardLayout, character: string): string {
  const changed: Readonly<Record<string, string>> = differences[layout];
  const ofLetter = changed[character.toLowerCase()];
  const isCapital = character !== character.toLowerCase();
  const own = changed[character] ?? (isCapital && ofLetter !== undefined ? `Shift+${ofLetter}` : undefined);
  return own ?? usPositions.get(character) ?? '';
}

const charactersAt: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  keyboardLayouts.map((layout) => [
    layout,
    new Map([...characterPositions(layout)].map(([character, position]) => [position, character])),
  ]),
);

/**
 * What a scanner that is set to the layout means by a key, whatever layout and Caps Lock this computer has. A character that no code holds
 * is read by this computer's layout.
 */
export function characterOnLayout(layout: KeyboardLayout, key: CharacterKey): string {
  const character = charactersAt.get(layout)?.get(positionOf(key));
  if (character !== undefined) return character;
  const isOfNumberPad = key.code.startsWith('Numpad');
  if (isOfNumberPad) return usCharacter(key.code, false) ?? unreadable;
  const isReadable = key.code === '' || (key.key.length === 1 && !isCodeCharacter(key.key));
  return isReadable ? key.key : unreadable;
}

/** True where the layout writes a character of codes with AltGr on that key; `computer`: not known. */
export const isAltGrCharacter = (layout: KeyboardLayout | 'computer', code: string): boolean =>
  charactersAt.get(layout)?.has(positionOf({ code, shiftKey: false, altGr: true })) ?? false;
