import { readCommand } from '../../shared/scanning/command-barcode.ts';
import { type CharacterKey, unreadable, usCharacter } from '../../shared/scanning/keyboard-layouts.ts';
import { codesOfReading, longestScan, type ScanReading } from '../../shared/scanning/scan.ts';
import type { ScannerProfile } from '../../shared/scanning/scanner-settings.ts';
import { asTyped, correctedReading, isUnderCapsLock } from '../../shared/scanning/scanner-test.ts';

/** Where the focus is when a key goes down. `grid cell`: on a cell that is edited by typing on it, or in its editor. */
export type FocusPlace = 'elsewhere' | 'scan field' | 'text field' | 'number field' | 'grid cell';

/** One character of a burst. Times are milliseconds on the events' own clock. */
export interface Stroke extends CharacterKey {
  readonly at: number;
}

/** Keys without a long pause between them: a scan, or typing. */
export interface Burst {
  /** At most one more than `longestScan`: enough to know that it is too long. */
  readonly strokes: readonly Stroke[];
  readonly lastAt: number;
  /** A key went down while the previous one was still down: typing does that, scanners do not. */
  readonly overlapped: boolean;
  /** The field held nothing when the burst began. */
  readonly beganInEmptyField: boolean;
  /** Where the last key went. */
  readonly place: FocusPlace;
  /** The focus moved between two keys sooner than a person moves it and types on. */
  readonly movedAtOnce: boolean;
}

/** Faster than a person types: every burst this fast is a scan. */
const fastestTypingMs = 35;
/** Zebra scanners take 80 ms a key on average and 100 at peaks; 120 is promised, and computers add some. Slower is typing. */
const slowestScannerMs = 145;
/**
 * Pauses that end a burst. After keys at a scanner's pace the computer may only have been busy, and half a code is worse than
 * none, so the rest is waited for: longest where typing has no effect.
 */
const burstPauseMs = 300;
const scannerPauseInFieldMs = 1000;
const scannerPauseMs = 2000;
/** From this length on the longest gap is ignored: one pause of a busy computer is not typing. */
const minLengthIgnoringOneGap = 10;
/** Shorter texts entered quickly into a field are typed. */
const minScanLengthInField = 6;
const minScanLength = 3;
/** Longer than names and phone numbers that are typed without a pause. */
const maxTypedWordLength = 16;

/** An empty burst. */
export const emptyBurst = (at: number, place: FocusPlace, fieldText: string): Burst => ({
  strokes: [],
  lastAt: at,
  overlapped: false,
  beganInEmptyField: fieldText === '',
  place,
  movedAtOnce: false,
});

/** The burst with one more character. */
export function withStroke(burst: Burst, stroke: Stroke, place: FocusPlace, overlaps: boolean): Burst {
  const strokes = burst.strokes.length > longestScan ? burst.strokes : [...burst.strokes, stroke];
  const movedAtOnce = hasMovedAtOnce(burst, stroke.at, place);
  return { ...burst, strokes, lastAt: stroke.at, overlapped: burst.overlapped || overlaps, place, movedAtOnce };
}

/** Also true where it is the key at that time and place that goes elsewhere: a dialog opened, or closed. */
const hasMovedAtOnce = (burst: Burst, at: number, place: FocusPlace): boolean =>
  burst.movedAtOnce || (burst.strokes.length > 0 && place !== burst.place && at - burst.lastAt <= slowestScannerMs);

/** True where a key at that time and place still belongs to the burst. */
export function continuesBurst(burst: Burst, at: number, place: FocusPlace): boolean {
  const isScannerPace = burst.strokes.length > 3 && !burst.overlapped && pace(burst, null) <= slowestScannerMs;
  const longest = !isScannerPace ? burstPauseMs : place === 'elsewhere' ? scannerPauseMs : scannerPauseInFieldMs;
  return at - burst.lastAt <= longest;
}

/** True where a key came too soon to be typed: it belongs to a scan. */
export function isMidBurst(burst: Burst, at: number): boolean {
  return burst.strokes.length >= 2 && at - burst.lastAt <= slowestScannerMs && pace(burst, at) <= slowestScannerMs;
}

/**
 * True where a burst that alone makes the text of a field may still be a scan by its pace, as any first key may; `fieldText`: before
 * the burst's last key.
 */
export const mayBeFastScan = (burst: Burst, fieldText: string): boolean =>
  !burst.overlapped &&
  burst.strokes.at(-1)?.key !== unreadable &&
  pace(burst, null) <= fastestTypingMs &&
  isWholeField(fieldText, { ...burst, strokes: burst.strokes.slice(0, -1) });

/** The end key's time and place, and what stands in the field there. */
interface BurstEnd {
  readonly at: number;
  readonly place: FocusPlace;
  readonly fieldText: string;
}

/**
 * Decides at the end key whether the burst was scanned or typed. Outside fields typing has no effect, so nearly everything is
 * taken for a scan. In a field it is decided by pace, then by overlapping keys, then by the form of the text.
 */
export function isScannerBurst(
  burst: Burst,
  { at, place, fieldText }: BurstEnd,
  profile: ScannerProfile | null,
): boolean {
  const length = burst.strokes.length;
  if (length === 0) return false;
  // The end key alone may be pressed quickly.
  const pressed = Math.max(pace(burst, null), pace(burst, at));
  if (place === 'elsewhere') return length >= minScanLength || pressed <= fastestTypingMs;
  const isShortScan = place === 'scan field' || (place === 'grid cell' && pressed <= fastestTypingMs);
  if (length < (isShortScan ? minScanLength : minScanLengthInField)) return false;
  if (pressed <= fastestTypingMs) return true;
  if (pressed > slowestScannerMs || burst.overlapped) return false;
  // Its parts are in several places, so that no field holds the whole of it.
  if (hasMovedAtOnce(burst, at, place)) return looksLikeCode(readingOf(burst, profile), length, 'text field');
  return place === 'scan field'
    ? isWholeField(fieldText, burst)
    : looksLikeCode(readingOf(burst, profile), burst.strokes.length, place);
}

/** How much slower than in the test a scanner may be that sends no end key, and at least how fast it must be. */
const paceTolerance = 1.5;

/**
 * Decides at a pause whether the burst was a scan of a scanner that sends no end key: typing pauses too, so only the pace that the scanner
 * had in its test counts.
 */
export const isScanEndedByPause = (burst: Burst, end: BurstEnd, profile: ScannerProfile): boolean =>
  profile.end === 'none' &&
  burst.strokes.length >= minScanLength &&
  pace(burst, null) <= Math.max(fastestTypingMs, profile.keyMs * paceTolerance) &&
  isScannerBurst(burst, { ...end, at: burst.lastAt }, profile);

/** Text already in the field, or pasted, may belong to the burst: then the whole field is taken as typed. */
const isWholeField = (fieldText: string, burst: Burst): boolean =>
  burst.beganInEmptyField && fieldText === burst.strokes.map((stroke) => stroke.key).join('');

/** A word typed quickly in a field is a word; a code is a command, long or has digits, and where numbers are typed also letters. */
function looksLikeCode(reading: ScanReading, length: number, place: FocusPlace): boolean {
  if (codesOfReading(reading).length === 0) return false;
  if (length >= maxTypedWordLength || readCommand(reading, null) !== null) return true;
  const hasDigit = /\d/.test(reading.asUsKeyboard);
  return hasDigit && (place === 'text field' || /[A-Za-z]/.test(reading.asUsKeyboard));
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

/** Both readings of the burst, Caps Lock undone: by the profile of a scanner that was tested, else by this computer's layout and by US. */
export function readingOf(burst: Burst, profile: ScannerProfile | null): ScanReading {
  if (profile) return correctedReading(burst.strokes, profile);
  const capsLock = isUnderCapsLock(burst.strokes);
  const text = (read: (stroke: Stroke, capsLock: boolean) => string): string =>
    burst.strokes
      .map((stroke) => read(stroke, capsLock))
      .join('')
      .slice(0, longestScan);
  return { asTyped: text(asTyped), asUsKeyboard: text(asUsKeyboard), by: 'scanner' };
}

function asUsKeyboard({ key, code, shiftKey }: Stroke, capsLock: boolean): string {
  if (isControl(key)) return key;
  const character = usCharacter(code, shiftKey);
  if (character === null) return key;
  // A capital without Shift and without Caps Lock comes from software that sends keys: the capital is correct.
  return !capsLock && !shiftKey && key === character.toUpperCase() ? key : character;
}

const isControl = (key: string): boolean => key < ' ';
