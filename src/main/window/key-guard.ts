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

/** With Control or Command: close, reload, quit, new window or tab, open, save, print, find, history, address, source. */
const guardedLetters = new Set('wrqntospfghul');

/** With Shift as well: developer tools. Without Shift, I, J and M are a scanner's Tab, line feed and Enter. */
const guardedLettersWithShift = new Set('ijc');

/** Zoom and tab switching, with Control or Command. */
const guardedSigns = new Set(['+', '-', '=', '_', '0', 'Add', 'Subtract', 'Tab', 'PageUp', 'PageDown']);

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
 * True for keys that steer a browser and mean nothing here. A scanner sends a bar code's control characters as Control and a
 * letter (printing.md 5: "GS arrives as Ctrl+]"), so that a label could else close or reload the station. Editing keys
 * (A, C, V, X, Y, Z with Control), F1 to F3 and everything typed go through to the page.
 */
export function steersBrowser({ key, code, control, meta, alt, shift }: PressedKey): boolean {
  if (guardedAlone.has(key)) return true;
  if (alt && !control) return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home';
  if (!control && !meta) return false;
  // The layout's letter and the key's own: a Cyrillic or Greek layout gives no Latin letter at all.
  const letters = [key.toLowerCase(), /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? ''];
  const guards = (letter: string) => guardedLetters.has(letter) || (shift && guardedLettersWithShift.has(letter));
  return letters.some(guards) || guardedSigns.has(key);
}
