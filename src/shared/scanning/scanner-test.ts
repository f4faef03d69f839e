import {
  type CharacterKey,
  characterOnLayout,
  isCodeCharacter,
  keyboardLayouts,
  unreadable,
} from './keyboard-layouts.ts';
import { longestScan, type ScanReading, symbologyIdentifier } from './scan.ts';
import type { ScannerProfile } from './scanner-settings.ts';
import { type ScannerProblem, scannerProblems } from './scanner-trust.ts';

/**
 * The test card: every character of codes that layouts write on different keys, both cases, and a GS1 separator (FNC1, which scanners
 * send as GS) between the two parts.
 */
const cardParts = { head: 'Aq-Zw.yM_Ii0123456789', tail: '/x:C+k' } as const;
const groupSeparator = '\x1d';

/** The text of the test card's bar code. */
export const testCardText = cardParts.head + groupSeparator + cardParts.tail;

/** A key that went down while the test card was scanned. */
export interface RecordedKey extends CharacterKey {
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  /** Milliseconds, on a clock that only goes forward. */
  readonly at: number;
}

/** Slower keys may be taken for typing. */
const slowestKeyMs = 120;
/** A replaced separator is at most this long, as in "<GS>". */
const longestSeparator = 8;
/** A scan of the card that no layout can read has about as many keys as the card. */
const cardKeys = { min: testCardText.length - 4, max: testCardText.length + 30 };

/** The profile of the scanner that sent the keys; null where they are no scan of the test card. */
export const examineScanner = (recorded: readonly RecordedKey[]): ScannerProfile | null =>
  examineKeys(keysOf(recorded));

/** The same of a scanner that sends text instead of keys. */
export function examineSentText(text: string, endsByPause: boolean): ScannerProfile | null {
  const sent = { code: '', shiftKey: false, ctrlKey: false, altKey: false, altGr: false, capsLock: false, at: 0 };
  const keys = [...text].map((key): SentKey => ({ ...sent, key, kind: key < ' ' ? 'control' : 'character' }));
  return examineKeys(endsByPause ? keys : [...keys, { ...sent, key: 'Enter', kind: 'key' }]);
}

function examineKeys(keys: readonly SentKey[]): ScannerProfile | null {
  for (const letterCase of letterCases) {
    for (const layout of [...keyboardLayouts, 'computer'] as const) {
      const place = placeOfCard(textOf(keys, layout), caseChanges[letterCase]);
      if (place) return profileOf(keys, layout, letterCase, place);
    }
  }
  const characters = keys.filter(({ kind }) => kind === 'character').length;
  if (characters < cardKeys.min || characters > cardKeys.max) return null;
  return {
    ...{ layout: 'computer', invertsCase: false, prefix: '', suffix: '', end: 'none', sendsIdentifier: false },
    ...{ keyMs: pace(keys), problems: ['unreadable'] },
  };
}

type SentKey = RecordedKey & { readonly kind: 'character' | 'control' | 'key' };

/** Keys that write nothing by themselves. */
export const modifierKeys: readonly string[] = [
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
];

/** The keys without modifiers; a number entered on the number pad with Alt is one character. */
function keysOf(recorded: readonly RecordedKey[]): SentKey[] {
  const keys: SentKey[] = [];
  let digits = '';
  const endNumber = (at: RecordedKey): void => {
    const number = Number(digits);
    if (digits === '') return;
    digits = '';
    const isControl = number < 0x20;
    const key = number < 0x7f ? String.fromCharCode(number) : unreadable;
    keys.push({
      ...at,
      ...{ key, code: '', shiftKey: false, altGr: false, kind: isControl ? 'control' : 'character' },
    });
  };
  let last: RecordedKey | undefined;
  for (const key of recorded) {
    if (key.altKey && !key.ctrlKey && /^Numpad\d$/.test(key.code)) digits += key.code.slice(-1);
    else endNumber(last ?? key);
    last = key;
    if (modifierKeys.includes(key.key) || (key.altKey && /^Numpad\d$/.test(key.code))) continue;
    if (key.ctrlKey && !key.altGr && !key.altKey) {
      const control = String.fromCharCode((controlSigns[key.code] ?? key.code.slice(-1)).charCodeAt(0) & 0x1f);
      keys.push({ ...key, key: control, kind: 'control' });
    } else {
      const isCharacter = key.key.length === 1 || deadKeys.includes(key.key) || /^Numpad\d$/.test(key.code);
      keys.push({ ...key, kind: isCharacter ? 'character' : 'key' });
    }
  }
  if (last) endNumber(last);
  return keys;
}

/** What the system reports for a key that spells no character yet. */
export const deadKeys: readonly string[] = ['Dead', 'Process', 'Unidentified'];

/** The keys that, with Ctrl, write control characters beside those on the letters. */
export const controlSigns: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  Backslash: '\\',
  BracketRight: ']',
  Digit6: '^',
  Minus: '_',
};

/** One character for each key, in a layout. */
function textOf(keys: readonly SentKey[], layout: ScannerProfile['layout']): string {
  const capsLock = isUnderCapsLock(keys);
  return keys
    .map((key) => (key.kind === 'key' ? unreadable : key.kind === 'control' ? key.key : read(key, layout, capsLock)))
    .join('');
}

function read(key: CharacterKey, layout: ScannerProfile['layout'], capsLock: boolean): string {
  const character = layout === 'computer' ? asTyped(key, capsLock) : characterOnLayout(layout, key);
  return character.length === 1 ? character : unreadable;
}

/** The character by this computer's layout, Caps Lock undone. */
export function asTyped({ key, shiftKey }: Pick<CharacterKey, 'key' | 'shiftKey'>, capsLock: boolean): string {
  if (!capsLock) return key;
  const changed = shiftKey ? key.toUpperCase() : key.toLowerCase();
  return changed.length === key.length ? changed : key;
}

/** Caps Lock as the system reports it, or as a small letter with Shift shows it. */
export const isUnderCapsLock = (keys: readonly CharacterKey[]): boolean =>
  keys.some(({ key, shiftKey, capsLock }) => capsLock || (shiftKey && /^[a-z]$/.test(key)));

/** A capital without Shift, from a scanner that sends capitals with Shift. */
const isCapitalWithoutShift = ({ key, code, shiftKey }: CharacterKey): boolean =>
  code !== '' && !shiftKey && /^[A-Z]$/.test(key);

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

const caseChanges = {
  kept: (text: string) => text,
  inverted: swapCase,
  'all capitals': (text: string) => text.toUpperCase(),
  'no capitals': (text: string) => text.toLowerCase(),
} as const;
type LetterCase = keyof typeof caseChanges;
const letterCases = Object.keys(caseChanges) as LetterCase[];

/** Where the two parts of the card stand in a text. */
interface CardPlace {
  readonly begin: number;
  readonly separator: string;
  readonly end: number;
  readonly text: string;
}

function placeOfCard(text: string, change: (text: string) => string): CardPlace | null {
  const begin = text.indexOf(change(cardParts.head));
  if (begin < 0) return null;
  const headEnd = begin + cardParts.head.length;
  const tailBegin = text.indexOf(change(cardParts.tail), headEnd);
  if (tailBegin < 0 || tailBegin - headEnd > longestSeparator) return null;
  return { begin, separator: text.slice(headEnd, tailBegin), end: tailBegin + cardParts.tail.length, text };
}

/** The keys that end a scan. */
const endKeys = ['Enter', 'Tab'] as const;

function profileOf(
  keys: readonly SentKey[],
  layout: ScannerProfile['layout'],
  letterCase: LetterCase,
  { begin, separator, end, text }: CardPlace,
): ScannerProfile {
  const firstAfter = keys.slice(end).findIndex(({ kind }) => kind !== 'character');
  const suffixEnd = firstAfter < 0 ? keys.length : end + firstAfter;
  const [endKey, ...after] = keys.slice(suffixEnd);
  const isEndKey = endKeys.find((name) => endKey?.kind === 'key' && name === endKey.key);
  const identifier = identifierIn(text.slice(0, begin));
  const [prefix, suffix] = [identifier.prefix, text.slice(end, suffixEnd)];
  // A letter or digit may be a code identifier, which differs by the kind of bar code, or belong to the code.
  const found: Record<ScannerProblem, boolean> = {
    unreadable: false,
    'letter case': letterCase === 'all capitals' || letterCase === 'no capitals',
    'caps lock': isUnderCapsLock(keys),
    prefix: [...prefix].some(isCodeCharacter),
    'prefix key': prefix.includes(unreadable) || keys.slice(0, begin).some(({ kind }) => kind !== 'character'),
    suffix: [...suffix].some(isCodeCharacter),
    'suffix key':
      suffix.includes(unreadable) || (endKey !== undefined && !isEndKey) || after.some((key) => !isLineEnd(key)),
    slow: pace(keys) > slowestKeyMs,
    separator: separator !== groupSeparator,
    'no end key': endKey === undefined,
  };
  return {
    layout,
    invertsCase: letterCase === 'inverted',
    ...{ prefix: prefix.slice(0, 20), suffix: suffix.slice(0, 20) },
    end: isEndKey ?? 'none',
    sendsIdentifier: identifier.isThere,
    keyMs: pace(keys),
    problems: scannerProblems.filter((problem) => found[problem]),
  };
}

const isLineEnd = ({ kind, key }: SentKey): boolean =>
  kind === 'control' ? key === '\n' || key === '\r' : key === 'Enter' || key === 'Tab';

/** The prefix without the symbology identifier, which stands before or behind it. */
function identifierIn(before: string): { readonly isThere: boolean; readonly prefix: string } {
  const prefix = before.replace(symbologyIdentifier, '').replace(/\][A-Za-z][0-9A-Za-z]$/, '');
  return { isThere: prefix !== before, prefix };
}

/** Milliseconds between characters, on average. */
function pace(keys: readonly SentKey[]): number {
  const times = keys.filter(({ kind }) => kind === 'character').map(({ at }) => at);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return Math.max(0, Math.round((last - first) / Math.max(1, times.length - 1)));
}

/**
 * The reading of a scan by the profile of its scanner. The test was made without Caps Lock: some scanners follow it and others do not, so
 * under Caps Lock both cases are read.
 */
export function correctedReading(keys: readonly CharacterKey[], profile: ScannerProfile): ScanReading {
  const capsLock = isUnderCapsLock(keys);
  const typed = keys.map((key) => (isControl(key.key) ? key.key : read(key, profile.layout, capsLock))).join('');
  const text = withoutAffixes(profile.invertsCase ? swapCase(typed) : typed, profile).slice(0, longestScan);
  const isUnclear = capsLock || (profile.layout !== 'computer' && keys.some(isCapitalWithoutShift));
  return { asTyped: text, asUsKeyboard: isUnclear ? swapCase(text) : text, by: 'scanner' };
}

/** The reading of a text that a scanner sent. */
export function correctedText(text: string, profile: ScannerProfile | null): string {
  if (!profile || profile.problems.includes('unreadable')) return text;
  return withoutAffixes(profile.invertsCase ? swapCase(text) : text, profile);
}

const isControl = (key: string): boolean => key < ' ';

function withoutAffixes(text: string, { prefix, suffix }: ScannerProfile): string {
  let code = text.replace(symbologyIdentifier, '');
  if (code.startsWith(prefix)) code = code.slice(prefix.length);
  code = code.replace(symbologyIdentifier, '');
  return suffix !== '' && code.endsWith(suffix) ? code.slice(0, -suffix.length) : code;
}
