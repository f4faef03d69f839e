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
