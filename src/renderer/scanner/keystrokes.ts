import type { PressedKey } from '../../shared/contract/pressed-key.ts';
import { isAltGrCharacter, unreadable, usCharacter } from '../../shared/scanning/keyboard-layouts.ts';
import type { ScanReading } from '../../shared/scanning/scan.ts';
import type { ScannerProfile } from '../../shared/scanning/scanner-settings.ts';
import { controlSigns, deadKeys, modifierKeys, type RecordedKey } from '../../shared/scanning/scanner-test.ts';
import { isShortcut } from '../data/shortcuts.ts';
import {
  type Burst,
  continuesBurst,
  emptyBurst,
  type FocusPlace,
  isMidBurst,
  isScanEndedByPause,
  isScannerBurst,
  mayBeFastScan,
  readingOf,
  withStroke,
} from './burst.ts';

/** A key going down or up, as the window reports it. */
export interface KeyEvent extends PressedKey {
  /** Milliseconds, on a clock that only goes forward. */
  readonly at: number;
  readonly place: FocusPlace;
  /** What the field that has the focus holds before this key; empty where none has it. */
  readonly fieldText: string;
}

/** Shortcuts that work wherever the focus is; their keys within a scan belong to the scan. */
const keyCommands = ['look up', 'print', 'delete', 'undo', 'find', 'help'] as const;

/** The command of a key. */
export type KeyCommand = (typeof keyCommands)[number];

/** The state between two keys. */
export interface Keystrokes {
  readonly burst: Burst | null;
  /** Physical keys of the burst that are down. */
  readonly down: readonly string[];
  /** Keys suppressed until they are released. */
  readonly suppressed: readonly string[];
  /** Digits typed on the number pad while Alt is down. */
  readonly altDigits: string;
  /** Until then a second end key belongs to the scan that just ended (Enter and line feed, Tab and Enter). */
  readonly tailUntil: number;
  /** Text kept out of the scan field until a pause, or another key, says that it is no fast scan. */
  readonly heldBack: string;
}

export interface KeyStep {
  readonly next: Keystrokes;
  /** The window and its widgets must not see this key. */
  readonly suppress: boolean;
  /** A burst begins with this key: the field still holds its former text. */
  readonly startsBurst: boolean;
  readonly scan: ScanReading | null;
  readonly command: KeyCommand | null;
  /** The scan field must be emptied: what it holds was scanned and is held back too. */
  readonly empties: boolean;
  /** What was held back and is typed after all: it must be written into the scan field before this key. */
  readonly writes: string;
}

/** The key as the test of a scanner records it. */
export const recordedKey = ({
  key,
  code,
  shiftKey,
  ctrlKey,
  altKey,
  altGraph,
  capsLock,
  at,
}: KeyEvent): RecordedKey => ({
  ...{ key, code, shiftKey, ctrlKey, altKey, capsLock, at },
  altGr: altKey || altGraph,
});

export const initialKeystrokes: Keystrokes = {
  ...{ burst: null, down: [], suppressed: [], altDigits: '', tailUntil: -1 },
  heldBack: '',
};

/** The keys scanners use for FS, GS, RS and US; no window has commands on them. */
const separatorKeys = ['Backslash', 'BracketRight', 'Digit6', 'Minus'];

/**
 * What one key means. Pure: the same keys at the same times give the same scans.
 * @param profile of the scanner, where it was tested and is read by it
 */
export function step(state: Keystrokes, event: KeyEvent, profile: ScannerProfile | null = null): KeyStep {
  const isInScanField = event.place === 'scan field';
  const seen = isInScanField ? { ...event, fieldText: event.fieldText + state.heldBack } : event;
  const result = stepKey(state, seen, profile);
  const { next, scan, suppress } = result;
  if (scan) return { ...result, next: { ...next, heldBack: '' } };
  const isKept = suppress || event.kind === 'up' || modifierKeys.includes(event.key);
  return isKept ? result : { ...result, next: { ...next, heldBack: '' }, writes: state.heldBack };
}

/** The milliseconds without a key after which a scan without an end key is complete. */
export const scanPauseMs = 300;

/** What a pause means: the end of a scan, where the scanner sends no end key. */
export function stepPause(
  state: Keystrokes,
  pause: Pick<KeyEvent, 'at' | 'place' | 'fieldText'>,
  profile: ScannerProfile | null,
): KeyStep {
  const { burst } = state;
  const isScan =
    burst !== null &&
    profile !== null &&
    pause.at - burst.lastAt >= scanPauseMs &&
    isScanEndedByPause(burst, pause, profile);
  return isScan ? { ...pass({ ...withoutBurst(state), heldBack: '' }), scan: readingOf(burst, profile) } : pass(state);
}

function stepKey(state: Keystrokes, event: KeyEvent, profile: ScannerProfile | null): KeyStep {
  if (event.kind === 'up') return stepUp(state, event);
  if (modifierKeys.includes(event.key)) return pass(state);
  if (event.repeat) return stepRepeat(state, event);
  if (isAltDigit(event)) return stepAltDigit(state, event);
  if (isEndKey(event)) return stepEnd(state, event, profile);
  if (isFunctionKey(event) || isControlChord(event)) return stepControl(state, event);
  const character = characterOf(event, profile);
  if (character === null) return pass(withoutBurst(state));
  if (character === ' ' && event.place === 'elsewhere' && !isOpen(state, event)) return pass(withoutBurst(state));
  return addStroke(state, event, character, event.place === 'elsewhere');
}

function stepUp(state: Keystrokes, event: KeyEvent): KeyStep {
  const suppress = state.suppressed.includes(event.code);
  const next: Keystrokes = {
    ...state,
    suppressed: state.suppressed.filter((code) => code !== event.code),
    down: state.down.filter((code) => code !== event.code),
  };
  if (event.key !== 'Alt' || state.altDigits === '') return { ...pass(next), suppress };
  const character = characterOfNumber(Number(state.altDigits));
  return { ...addStroke({ ...next, altDigits: '' }, { ...event, code: '' }, character, false), suppress };
}

/** A key held down is typing; repeats of a suppressed key are suppressed too. */
function stepRepeat(state: Keystrokes, event: KeyEvent): KeyStep {
  const isText = characterOf(event, null) !== null && event.key !== ' ';
  const suppress = state.suppressed.includes(event.code) || (event.place === 'elsewhere' && isText);
  return { ...pass(suppress ? state : withoutBurst(state)), suppress };
}

function stepAltDigit(state: Keystrokes, event: KeyEvent): KeyStep {
  const isNew = !isOpen(state, event);
  const burst =
    state.burst && !isNew ? { ...state.burst, lastAt: event.at } : emptyBurst(event.at, event.place, event.fieldText);
  const altDigits = (state.altDigits + event.code.slice(-1)).slice(-4);
  const next = { ...state, burst, altDigits };
  return event.place === 'elsewhere'
    ? { ...suppressed(next, event), startsBurst: isNew }
    : { ...pass(next), startsBurst: isNew };
}

function stepEnd(state: Keystrokes, event: KeyEvent, profile: ScannerProfile | null): KeyStep {
  const { burst } = state;
  if (burst && isOpen(state, event) && isScannerBurst(burst, event, profile)) {
    const pace = (event.at - (burst.strokes[0]?.at ?? event.at)) / burst.strokes.length;
    const ended = { ...withoutBurst(state), tailUntil: event.at + Math.min(200, Math.max(30, 1.5 * pace)) };
    return { ...suppressed(ended, event), scan: readingOf(burst, profile) };
  }
  // In the scan field, Enter after a text submits that text, however soon it comes.
  const submitsText = event.place === 'scan field' && event.fieldText !== '';
  if (event.at <= state.tailUntil && !submitsText) return suppressed(state, event);
  return pass(withoutBurst(state));
}

/** Function keys and Ctrl chords: commands when pressed, unreadable characters within a scan. */
function stepControl(state: Keystrokes, event: KeyEvent): KeyStep {
  const isScanned = isOpen(state, event) && state.burst !== null && isMidBurst(state.burst, event.at);
  const isSeparator = event.ctrlKey && separatorKeys.includes(event.code);
  const command = keyCommands.find((id) => isShortcut(id, event)) ?? null;
  if (isScanned || isSeparator || (isFunctionKey(event) && command === null)) {
    return addStroke(state, event, event.ctrlKey ? controlCharacter(event.code) : unreadable, true);
  }
  if (event.at <= state.tailUntil && isLineFeed(event)) return suppressed(state, event);
  // A function key means nothing else; a field may have its own undo.
  const next = withoutBurst(state);
  return { ...(isFunctionKey(event) ? suppressed(next, event) : pass(next)), command };
}

function addStroke(state: Keystrokes, event: KeyEvent, key: string, suppress: boolean): KeyStep {
  const { code, shiftKey, capsLock, at, altKey, altGraph } = event;
  const stroke = { key, code, shiftKey, capsLock, at, altGr: altKey || altGraph };
  const isNew = !isOpen(state, event);
  const before = state.burst && !isNew ? state.burst : emptyBurst(at, event.place, event.fieldText);
  const down = isNew ? [] : state.down;
  const burst = withStroke(before, stroke, event.place, down.length > 0);
  const next: Keystrokes = {
    ...state,
    burst,
    down: code === '' || down.includes(code) ? down : [...down, code],
    tailUntil: -1,
  };
  if (!suppress && event.kind === 'down' && event.place === 'scan field' && mayBeFastScan(burst, event.fieldText)) {
    const heldBack = event.fieldText + key;
    return { ...suppressed({ ...next, heldBack }, event), empties: state.heldBack === '' };
  }
  return { ...(suppress ? suppressed(next, event) : pass(next)), startsBurst: isNew };
}

const pass = (next: Keystrokes): KeyStep => ({
  ...{ next, suppress: false, startsBurst: false, scan: null, command: null },
  ...{ empties: false, writes: '' },
});

const suppressed = (next: Keystrokes, { code }: KeyEvent): KeyStep => ({
  ...pass({ ...next, suppressed: next.suppressed.includes(code) ? next.suppressed : [...next.suppressed, code] }),
  suppress: true,
});

const withoutBurst = (state: Keystrokes): Keystrokes => ({ ...state, burst: null, down: [], altDigits: '' });

const isOpen = ({ burst }: Keystrokes, { at, place }: KeyEvent): boolean =>
  burst !== null && continuesBurst(burst, at, place);

const isEndKey = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyEvent): boolean =>
  (key === 'Enter' || (key === 'Tab' && !shiftKey)) && !ctrlKey && !altKey && !metaKey;

const isFunctionKey = ({ key, altKey, metaKey }: KeyEvent): boolean => /^F\d{1,2}$/.test(key) && !altKey && !metaKey;

/** Ctrl and a key that has a control character; AltGr, which some systems report as Ctrl and Alt, writes text. */
const isControlChord = ({ code, ctrlKey, altKey, metaKey, altGraph }: KeyEvent): boolean =>
  ctrlKey && !altKey && !metaKey && !altGraph && (/^Key[A-Z]$/.test(code) || code in controlSigns);

const isLineFeed = ({ ctrlKey, code }: KeyEvent): boolean => ctrlKey && (code === 'KeyJ' || code === 'KeyM');

const isAltDigit = ({ code, altKey, ctrlKey }: KeyEvent): boolean => altKey && !ctrlKey && /^Numpad\d$/.test(code);

/** The character of a key; null for a key that has none. */
function characterOf(event: KeyEvent, profile: ScannerProfile | null): string | null {
  const { key, code, ctrlKey, altKey, metaKey, altGraph } = event;
  // AltGr of the scanner's layout is Alt on a computer whose layout has none.
  const isAltGr = profile !== null && (altKey || altGraph) && !metaKey && isAltGrCharacter(profile.layout, code);
  if (isAltGr) return key.length === 1 ? key : unreadable;
  if (metaKey || (ctrlKey !== altKey && !altGraph)) return null;
  if ([...key].length === 1) return key;
  // The number pad with Num Lock off: a scanner means the digit.
  if (/^Numpad[0-9]$/.test(code)) return usCharacter(code, false);
  return deadKeys.includes(key) && usCharacter(code, false) !== null ? unreadable : null;
}

const controlCharacter = (code: string): string =>
  String.fromCharCode((controlSigns[code] ?? code.slice(-1)).charCodeAt(0) & 0x1f);

const characterOfNumber = (number: number): string =>
  number > 0 && number < 0x7f ? String.fromCharCode(number) : unreadable;
