/** A key as Electron's `before-input-event` tells it. */
export interface PressedKey {
  /** What the key means in this computer's layout: `w`, `F5`, `ArrowLeft`. */
  readonly key: string;
  /** Which key it is, whatever the layout: `KeyW`, `F5`. */
  readonly code: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** With Command, or Control and Shift: close, reload, quit, new window or tab, open, save, print, find, history, source. */
const guardedLetters = new Set('wrqntospfghul');

/** With Shift: developer tools. */
const guardedLettersWithShift = new Set('ijc');

/** Zoom and tab switching, with Control or Command. */
const guardedSigns = new Set(['+', '=', '0', 'Add', 'Subtract', 'Tab', 'PageUp', 'PageDown']);

/** Reload, caret browsing, menu, full screen, developer tools, and the keys of multimedia keyboards. */
const guardedAlone = new Set([
  'F5',
  'F6',
  'F7',
  'F10',
  'F11',
  'F12',
  'BrowserBack',
  'BrowserForward',
  'BrowserRefresh',
]);

/**
 * True for keys that steer a browser and mean nothing here. Control and a letter or sign alone go through: so a scanner sends a
 * bar code's control characters, and the page must hear them to know that the code is none of ours. With no menu, nothing but the
 * page acts on them. Editing keys, F1 to F3 and everything typed go through as well.
 */
export function steersBrowser({ key, code, control, meta, alt, shift }: PressedKey): boolean {
  if (guardedAlone.has(key)) return true;
  if (alt && !control) return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home';
  if (!control && !meta) return false;
  if (guardedSigns.has(key)) return true;
  if (!meta && !shift) return false;
  // The layout's letter and the key's own: a Cyrillic or Greek layout gives no Latin letter at all.
  const letters = [key.toLowerCase(), /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? ''];
  return letters.some((letter) => guardedLetters.has(letter) || (shift && guardedLettersWithShift.has(letter)));
}
