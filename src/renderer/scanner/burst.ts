import { codesOfReading, longestScan, type ScanReading } from '../../shared/scanning/scan.ts';

/** Where the focus is when a key goes down. */
export type FocusPlace = 'elsewhere' | 'scan field' | 'text field' | 'number field';

/** One character of a burst. Times are milliseconds on the events' own clock. */
export interface Stroke {
  /** The character as this computer's layout spells it; `unreadable` where it spells none. */
  readonly key: string;
  /** The physical key; empty where the character came without one. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly capsLock: boolean;
  readonly at: number;
}

/** Keys that came one after another without a long pause: a scan, or a person who types. */
export interface Burst {
  /** At most one more than `longestScan`: enough to know that it is too long. */
  readonly strokes: readonly Stroke[];
  readonly lastAt: number;
  /** A key went down while the one before was still down: hands do that, scanners do not. */
  readonly overlapped: boolean;
  /** The field held nothing when the burst began. */
  readonly beganInEmptyField: boolean;
}

/** Stands in a reading for a key that spells no character there: no code holds it. */
export const unreadable = '\uFFFD';

/** A pace no hand keeps up: every burst this fast is a scanner's. */
const fastestTypingMs = 35;
/** Zebra scanners take 80 ms a key on average and 100 at peaks; 120 is promised, and computers add some. Slower is a hand. */
const slowestScannerMs = 145;
/**
 * Pauses that end a burst. Where all before came at a machine's pace the computer may have been busy: half a code is worse
 * than none, so the rest is waited for, longest where no hand's text can be meant.
 */
const burstPauseMs = 300;
const scannerPauseInFieldMs = 1000;
const scannerPauseMs = 2000;
/** From this length on the longest gap does not count: one pause of a busy computer makes no hand. */
const minLengthIgnoringOneGap = 10;
/** Shorter texts written quickly into a field are a hand's. */
const minScanLengthInField = 6;
const minScanLength = 3;
/** From here on no hand writes a word or a telephone number in one breath. */
const maxTypedWordLength = 16;

/** Begins a burst with nothing in it. */
export const emptyBurst = (at: number, fieldText: string): Burst => ({
  strokes: [],
  lastAt: at,
  overlapped: false,
  beganInEmptyField: fieldText === '',
});

/** The burst with one more character. */
export function withStroke(burst: Burst, stroke: Stroke, overlaps: boolean): Burst {
  const strokes = burst.strokes.length > longestScan ? burst.strokes : [...burst.strokes, stroke];
  return { ...burst, strokes, lastAt: stroke.at, overlapped: burst.overlapped || overlaps };
}

/** True where a key at that time and place still belongs to the burst. */
export function continuesBurst(burst: Burst, at: number, place: FocusPlace): boolean {
  const isScannerPace = burst.strokes.length > 3 && !burst.overlapped && pace(burst, null) <= slowestScannerMs;
  const longest = !isScannerPace ? burstPauseMs : place === 'elsewhere' ? scannerPauseMs : scannerPauseInFieldMs;
  return at - burst.lastAt <= longest;
}

/** True where a key at that time came too soon to be a hand's next act: it belongs to what a scanner sends. */
export function isMidBurst(burst: Burst, at: number): boolean {
  return burst.strokes.length >= 2 && at - burst.lastAt <= slowestScannerMs && pace(burst, at) <= slowestScannerMs;
}

/** The end key's time and place, and what stands in the field there. */
interface BurstEnd {
  readonly at: number;
  readonly place: FocusPlace;
  readonly fieldText: string;
}

/**
 * Decides at the end key whether a scanner or a hand wrote the burst. Outside fields nothing written means anything, so
 * nearly all is taken for a scan. In a field a hand may write too: by pace, then by overlapping keys, then by shape.
 */
export function isScannerBurst(burst: Burst, { at, place, fieldText }: BurstEnd): boolean {
  const length = burst.strokes.length;
  if (length === 0) return false;
  // A hand may be quick with the end key alone.
  const pressed = Math.max(pace(burst, null), pace(burst, at));
  if (place === 'elsewhere') return length >= minScanLength || pressed <= fastestTypingMs;
  if (length < (place === 'scan field' ? minScanLength : minScanLengthInField)) return false;
  if (pressed <= fastestTypingMs) return true;
  if (pressed > slowestScannerMs || burst.overlapped) return false;
  return place === 'scan field' ? isWholeField(fieldText, burst) : looksLikeCode(burst, place);
}

/** What stood there already, or was pasted, may belong to what came now: then the whole field is taken as typed. */
const isWholeField = (fieldText: string, burst: Burst): boolean =>
  burst.beganInEmptyField && fieldText === burst.strokes.map((stroke) => stroke.key).join('');

/** A quick word in a field is a word; a code is long or has digits, and in a field for numbers letters too. */
function looksLikeCode(burst: Burst, place: FocusPlace): boolean {
  const reading = readingOf(burst);
  if (codesOfReading(reading).length === 0) return false;
  if (burst.strokes.length >= maxTypedWordLength) return true;
  const hasDigit = /\d/.test(reading.asUsKeyboard);
  return hasDigit && (place !== 'number field' || /[A-Za-z]/.test(reading.asUsKeyboard));
}

/** Milliseconds between keys, on average; with the gap to the key at that time, where one is given. */
function pace(burst: Burst, until: number | null): number {
  const times = burst.strokes.map((stroke) => stroke.at);
  if (until !== null) times.push(until);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const all = gaps.reduce((sum, gap) => sum + gap, 0);
  if (gaps.length < minLengthIgnoringOneGap) return all / Math.max(1, gaps.length);
  return (all - Math.max(...gaps)) / (gaps.length - 1);
}

/** Both readings of the burst, Caps Lock undone. */
export function readingOf(burst: Burst): ScanReading {
  const capsLock = burst.strokes.some((stroke) => stroke.capsLock || isLowerCaseWithShift(stroke));
  const text = (read: (stroke: Stroke, capsLock: boolean) => string): string =>
    burst.strokes
      .map((stroke) => read(stroke, capsLock))
      .join('')
      .slice(0, longestScan);
  return { asTyped: text(asTyped), asUsKeyboard: text(asUsKeyboard), by: 'scanner' };
}

/** Caps Lock that the system does not admit to. */
const isLowerCaseWithShift = ({ key, shiftKey }: Stroke): boolean => shiftKey && /^[a-z]$/.test(key);

function asTyped({ key, shiftKey }: Stroke, capsLock: boolean): string {
  if (!capsLock) return key;
  const changed = shiftKey ? key.toUpperCase() : key.toLowerCase();
  return changed.length === key.length ? changed : key;
}

function asUsKeyboard({ key, code, shiftKey }: Stroke, capsLock: boolean): string {
  if (isControl(key)) return key;
  const character = usCharacter(code, shiftKey);
  if (character === null) return key;
  // A capital without Shift and without Caps Lock comes from keys made by software: the capital is meant.
  return !capsLock && !shiftKey && key === character.toUpperCase() ? key : character;
}

const isControl = (key: string): boolean => key < ' ';

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
