import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedKey } from '../../../src/renderer/scanner/keystrokes.ts';
import {
  characterPositions,
  isCodeCharacter,
  type KeyboardLayout,
  keyboardLayouts,
} from '../../../src/shared/scanning/keyboard-layouts.ts';
import { codesOfReading, type ScanReading } from '../../../src/shared/scanning/scan.ts';
import type { ScannerProfile } from '../../../src/shared/scanning/scanner-settings.ts';
import { examineScanner, testCardText } from '../../../src/shared/scanning/scanner-test.ts';
import { scannerTrust } from '../../../src/shared/scanning/scanner-trust.ts';
import { azerty, blank, type Key, type Layout, Plug, qwertz, us } from './key-simulator.ts';

/** A scanner, the computer that it is plugged into, and how both are set. */
interface Setting {
  readonly scanner: KeyboardLayout;
  readonly computer: KeyboardLayout;
  readonly letterCase: 'kept' | 'inverted' | 'capitals' | 'small';
  readonly capsLock: 'off' | 'reported' | 'not reported';
  /** The scanner sends the other Shift state while Caps Lock is on. */
  readonly followsCapsLock: boolean;
  readonly prefix: string;
  readonly suffix: string;
  readonly identifier: string;
  readonly separator: 'Ctrl+]' | 'Alt+029' | 'F8' | '|' | 'lost';
  readonly end: readonly string[];
  readonly every: number;
}

const plain: Setting = {
  ...{ scanner: 'us', computer: 'us', letterCase: 'kept', capsLock: 'off', followsCapsLock: false },
  ...{ prefix: '', suffix: '', identifier: '', separator: 'Ctrl+]', end: ['Enter'], every: 8 },
};

const swapCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

const caseSettings: Record<Setting['letterCase'], (letter: string) => string> = {
  kept: (letter) => letter,
  inverted: swapCase,
  capitals: (letter) => letter.toUpperCase(),
  small: (letter) => letter.toLowerCase(),
};

/** The keys of a text, with the modifiers that go down before them. */
function keysOf(text: string, setting: Setting): Key[] {
  const { identifier, prefix, suffix, end } = setting;
  const keys = [...(prefix + identifier + text + suffix)].flatMap((character) => keysOfCharacter(character, setting));
  return [...keys, ...end.map((key) => ({ key, code: key }))];
}

function keysOfCharacter(character: string, setting: Setting): Key[] {
  if (character === '\x1d') return separatorKeys(setting);
  if (/^F\d$/.test(character)) return [{ key: character, code: character }];
  const { scanner, computer, capsLock, followsCapsLock } = setting;
  const isLetter = /[a-z]/i.test(character);
  const sent = isLetter ? caseSettings[setting.letterCase](character) : character;
  const isOn = capsLock !== 'off';
  const meant = isLetter && isOn && followsCapsLock ? swapCase(sent) : sent;
  const position = characterPositions(scanner).get(meant);
  // No layout writes it elsewhere than the others do, as far as this test is concerned.
  if (position === undefined)
    return [{ key: character, code: 'Backslash', shiftKey: true, capsLock: capsLock === 'reported' }];
  const [code = '', modifier] = position.split('+').reverse();
  const shown = [...characterPositions(computer)].find(([, there]) => there === position)?.[0];
  const isShownInCapital = shown !== undefined && /[a-z]/i.test(shown) && isOn;
  const key = shown === undefined ? '§' : isShownInCapital ? swapCase(shown) : shown;
  const flags = {
    capsLock: capsLock === 'reported',
    shiftKey: modifier === 'Shift',
    ...(modifier === 'AltGr' && { altKey: true, altGraph: shown !== undefined, ctrlKey: shown !== undefined }),
  };
  const down = modifier === 'Shift' ? [{ key: 'Shift', code: 'ShiftLeft', ...flags }] : [];
  return [...down, { key, code, ...flags }];
}

function separatorKeys({ separator }: Setting): Key[] {
  if (separator === 'lost') return [];
  if (separator === 'F8') return [{ key: 'F8', code: 'F8' }];
  if (separator === '|') return [{ key: '|', code: 'Backslash', shiftKey: true }];
  if (separator === 'Ctrl+]') return [{ key: ']', code: 'BracketRight', ctrlKey: true }];
  const digits = [0, 2, 9].map((digit) => ({ key: String(digit), code: `Numpad${digit}`, altKey: true }));
  return [{ key: 'Alt', code: 'AltLeft', altKey: true }, ...digits];
}

const profileOf = (setting: Setting): ScannerProfile | null =>
  examineScanner(
    keysOf(testCardText, setting).map((key, at) => recordedKey({ ...blank, ...key, at: at * setting.every })),
  );

/** What the window reads of a code. */
function scan(code: string, setting: Setting, profile: ScannerProfile): ScanReading | undefined {
  const plug = new Plug('elsewhere', profile);
  for (const key of keysOf(code, setting)) {
    plug.press(key);
    plug.wait(setting.every - 1);
  }
  plug.pause();
  return plug.scans[0];
}

const layout = fc.constantFrom(...keyboardLayouts);
const settings: fc.Arbitrary<Setting> = fc.record({
  scanner: layout,
  computer: layout,
  letterCase: fc.constantFrom('kept', 'kept', 'inverted', 'capitals', 'small'),
  capsLock: fc.constantFrom('off', 'off', 'reported', 'not reported'),
  followsCapsLock: fc.boolean(),
  prefix: fc.constantFrom('', '', '~', '**', 'j', 'X:'),
  suffix: fc.constantFrom('', '', '$', '#', '7', '/'),
  identifier: fc.constantFrom('', ']C1', ']C0'),
  separator: fc.constantFrom('Ctrl+]', 'Alt+029', 'F8', '|', 'lost'),
  end: fc.constantFrom(['Enter'], ['Tab'], [], ['Tab', 'Enter'], ['ArrowDown'], ['Enter', 'F5']),
  every: fc.integer({ min: 2, max: 100 }),
});
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const code = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...letters, ...'._:/+-'), minLength: 5, maxLength: 30 }),
  )
  .map((parts) => parts.join(''));

describe('scanner test', () => {
  it('whatever a scanner is set to, its scans are read correctly from then on, or it is unsafe', () => {
    let safe = 0;
    fc.assert(
      fc.property(settings, code, (setting, text) => {
        const profile = profileOf(setting);
        if (!profile) throw new Error('The card was not recognised');
        if (scannerTrust(profile) === 'none') return;
        safe += 1;
        expect(scan(text, setting, profile)).toEqual({ asTyped: text, asUsKeyboard: text, by: 'scanner' });
      }),
      { numRuns: 1000 },
    );
    expect(safe).toBeGreaterThan(50);
  });

  it.each(keyboardLayouts)('a scanner set to %s is safe on a computer with any layout', (scanner) => {
    for (const computer of keyboardLayouts) {
      const setting = { ...plain, scanner, computer, identifier: ']C0', end: ['Tab'] };
      const profile = profileOf(setting);
      expect(profile).toMatchObject({ layout: scanner, end: 'Tab', sendsIdentifier: true, problems: [] });
      for (const text of ['aqzwmyiAQZWMYI', '0123456789', 'A.b_c:d/e+f-g'])
        expect(profile && scan(text, setting, profile)?.asTyped).toBe(text);
    }
  });

  it('Caps Lock switched on after the test leaves no code that is read wrongly and alone', () => {
    const following = fc.record({ followsCapsLock: fc.boolean(), scanner: layout, computer: layout });
    fc.assert(
      fc.property(
        following,
        code,
        fc.constantFrom('reported' as const, 'not reported' as const),
        (how, text, capsLock) => {
          const profile = profileOf({ ...plain, ...how });
          if (!profile) throw new Error('The card was not recognised');
          expect(scannerTrust(profile)).toBe('full');
          const reading = scan(text, { ...plain, ...how, capsLock }, profile);
          const codes = reading ? codesOfReading(reading) : [];
          expect(codes).toContain(text);
          if (/[a-z]/i.test(text) && capsLock === 'reported') expect(codes).toHaveLength(2);
        },
      ),
    );
  });

  it('the card distinguishes every two layouts', () => {
    for (const one of keyboardLayouts) {
      for (const other of keyboardLayouts) {
        const [places, others] = [characterPositions(one), characterPositions(other)];
        const differs = [...places.keys()].filter((character) => places.get(character) !== others.get(character));
        const letterOf = testCardText.toLowerCase();
        if (one !== other) expect(differs.some((character) => testCardText.includes(character))).toBe(true);
        for (const character of differs.filter((each) => each !== ']'))
          expect(letterOf, `${one}, ${other}: ${character}`).toContain(character.toLowerCase());
      }
    }
    expect([...testCardText].every((character) => character === '\x1d' || isCodeCharacter(character))).toBe(true);
  });

  it.each([
    ['the letter case', { letterCase: 'capitals' }, 'none', ['letter case']],
    ['Caps Lock', { capsLock: 'reported' }, 'none', ['caps lock']],
    ['a letter before the code', { prefix: 'j' }, 'none', ['prefix']],
    ['a digit after the code', { suffix: '7' }, 'none', ['suffix']],
    ['an arrow key after the code', { end: ['ArrowDown'] }, 'none', ['suffix key']],
    ['a slow scanner', { every: 140 }, 'full', ['slow']],
    ['a lost separator', { separator: 'lost' }, 'full', ['separator']],
    ['a replaced separator', { separator: '|' }, 'full', ['separator']],
    ['no end key', { end: [] }, 'known codes', ['no end key']],
  ] as const)('names %s', (_, change, trust, problems) => {
    const profile = profileOf({ ...plain, ...change } as Setting);
    expect(profile?.problems).toEqual(problems);
    expect(scannerTrust(profile)).toBe(trust);
  });

  it('a key before the code that is a command makes the scanner unsafe', () => {
    const keys = [{ key: 'F3', code: 'F3' }, ...keysOf(testCardText, plain)];
    const profile = examineScanner(keys.map((key, at) => recordedKey({ ...blank, ...key, at: at * 8 })));
    expect(profile?.problems).toEqual(['prefix key']);
  });

  it('characters that get lost make the scanner unsafe; another bar code is not the card', () => {
    const recorded = (text: string) =>
      keysOf(text, plain).map((key, at) => recordedKey({ ...blank, ...key, at: at * 8 }));
    expect(examineScanner(recorded(testCardText.replace('5', '')))).toMatchObject({ problems: ['unreadable'] });
    expect(examineScanner(recorded('NL7K2M9P4R6T8V2X4B6D'))).toBeNull();
    expect(examineScanner([])).toBeNull();
  });

  /** Layouts as the other tests of scanner input write them: a scanner set to US. */
  it.each<[string, Layout]>([
    ['US', us],
    ['German', qwertz],
    ['French', azerty],
  ])('a US scanner on a %s computer is recognised', (_, computer) => {
    const keys = [...testCardText].flatMap((character): Key[] =>
      character === '\x1d' ? separatorKeys(plain) : [computer(character)],
    );
    const profile = examineScanner(
      [...keys, { key: 'Enter', code: 'Enter' }].map((key, at) => recordedKey({ ...blank, ...key, at: at * 8 })),
    );
    expect(profile).toMatchObject({ layout: 'us', problems: [] });
  });
});

describe('a scanner without an end key', () => {
  const profile = profileOf({ ...plain, end: [] });

  it('ends a scan by a pause, wherever the focus is, and leaves nothing in a field', () => {
    for (const place of ['elsewhere', 'scan field', 'text field', 'grid cell'] as const) {
      const plug = new Plug(place, profile);
      plug.type('NL7K2M9P4R6T8V2X4B6D', 8);
      plug.pause();
      plug.type('NL3F5H7K9M2P4R6T8V1X', 8);
      plug.pause();
      expect(plug.scans.map(({ asTyped }) => asTyped)).toEqual(['NL7K2M9P4R6T8V2X4B6D', 'NL3F5H7K9M2P4R6T8V1X']);
      expect(plug.field).toBe('');
    }
  });

  it('takes no typed text for a scan', () => {
    for (const place of ['elsewhere', 'scan field', 'text field', 'number field', 'grid cell'] as const) {
      for (const every of [60, 100, 160]) {
        const plug = new Plug(place, profile);
        plug.type('12 Palm Street 7', every);
        plug.pause();
        expect(plug.scans).toEqual([]);
        if (place !== 'elsewhere') expect(plug.field).toBe('12 Palm Street 7');
      }
    }
  });
});
