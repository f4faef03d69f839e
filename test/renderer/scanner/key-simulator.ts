import type { FocusPlace } from '../../../src/renderer/scanner/burst.ts';
import {
  initialKeystrokes,
  type KeyCommand,
  type KeyEvent,
  type Keystrokes,
  step,
  stepPause,
} from '../../../src/renderer/scanner/keystrokes.ts';
import type { ScanReading } from '../../../src/shared/scanning/scan.ts';
import type { ScannerProfile } from '../../../src/shared/scanning/scanner-settings.ts';

/** What a window receives of a sequence of keys. */
export interface Outcome {
  readonly scans: ScanReading[];
  readonly commands: KeyCommand[];
  /** Keys that reached the window's widgets, as text. */
  readonly seen: string;
  /** The text of a field that was empty before. */
  readonly field: string;
}

/** A key event without a key. */
export const blank: KeyEvent = {
  kind: 'down',
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  altGraph: false,
  capsLock: false,
  repeat: false,
  at: 0,
  place: 'elsewhere',
  fieldText: '',
};

/** What differs from `blank`. */
export type Key = Partial<KeyEvent> & { readonly key: string };

/** A simulated keyboard: takes keys with their times and collects the results. */
export class Plug {
  readonly scans: ScanReading[] = [];
  readonly commands: KeyCommand[] = [];
  readonly seen: string[] = [];
  field = '';
  now = 1000;
  private state: Keystrokes = initialKeystrokes;
  private fieldBefore = '';
  private readonly place: FocusPlace;
  private readonly profile: ScannerProfile | null;

  constructor(place: FocusPlace = 'elsewhere', profile: ScannerProfile | null = null) {
    this.place = place;
    this.profile = profile;
  }

  send(key: Key): void {
    const event = { ...blank, place: this.place, fieldText: this.field, at: this.now, ...key };
    const result = step(this.state, event, this.profile);
    this.state = result.next;
    if (result.empties) this.field = '';
    this.field += result.writes;
    if (result.startsBurst) this.fieldBefore = this.field;
    if (result.command) this.commands.push(result.command);
    if (!result.suppress && event.kind === 'down') this.write(event);
    this.take(result.scan);
  }

  /** No key until the window looks for the end of a scan. */
  pause(milliseconds = 400): void {
    this.now += milliseconds;
    const result = stepPause(this.state, { place: this.place, fieldText: this.field, at: this.now }, this.profile);
    this.state = result.next;
    this.take(result.scan);
  }

  /** Down, and up after `dwell` milliseconds. */
  press(key: Key, dwell = 1): void {
    this.send(key);
    this.now += dwell;
    this.send({ ...key, kind: 'up' });
  }

  /** Advances the time. */
  wait(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Types a text on a keyboard of that layout, at a fixed interval in milliseconds. */
  type(text: string, every: number, { layout = us, capsLock = false }: TypeOptions = {}): void {
    for (const character of text) {
      const { code, shiftKey, key } = layout(character);
      if (shiftKey) this.send({ key: 'Shift', code: 'ShiftLeft', shiftKey: true });
      this.press({ key: capsLock ? underCapsLock(key, shiftKey) : key, code, shiftKey, capsLock }, Math.min(1, every));
      if (shiftKey) this.send({ key: 'Shift', code: 'ShiftLeft', kind: 'up' });
      this.wait(every - Math.min(1, every));
    }
  }

  end(key: 'Enter' | 'Tab' = 'Enter'): void {
    this.press({ key, code: key });
  }

  private take(scan: ScanReading | null): void {
    if (!scan) return;
    this.scans.push(scan);
    if (this.place !== 'elsewhere') this.field = this.fieldBefore;
  }

  private write(event: KeyEvent): void {
    this.seen.push(event.key);
    if (this.place !== 'elsewhere' && event.key.length === 1 && !event.ctrlKey) this.field += event.key;
  }
}

interface TypeOptions {
  readonly layout?: Layout;
  readonly capsLock?: boolean;
}

/** The key a scanner set to a US keyboard presses for a character, and its result in this computer's layout. */
export type Layout = (character: string) => { readonly code: string; readonly shiftKey: boolean; readonly key: string };

const underCapsLock = (key: string, shiftKey: boolean): string => (shiftKey ? key.toLowerCase() : key.toUpperCase());

const signs: Record<string, [code: string, shiftKey: boolean]> = {
  '-': ['Minus', false],
  '.': ['Period', false],
  '/': ['Slash', false],
  ':': ['Semicolon', true],
  '+': ['Equal', true],
  _: ['Minus', true],
  ']': ['BracketRight', false],
  ' ': ['Space', false],
};

/** A computer set to US, like the scanner. */
export const us: Layout = (character) => {
  if (/[0-9]/.test(character)) return { code: `Digit${character}`, shiftKey: false, key: character };
  if (/[A-Za-z]/.test(character)) {
    return { code: `Key${character.toUpperCase()}`, shiftKey: character !== character.toLowerCase(), key: character };
  }
  const [code, shiftKey] = signs[character] ?? ['', false];
  return { code, shiftKey, key: character };
};

/** A computer set to German: Y and Z are swapped, - becomes ß. */
export const qwertz: Layout = (character) => relabelled(character, { y: 'z', z: 'y', Y: 'Z', Z: 'Y', '-': 'ß' });

/** A computer set to French: A and Q, W and Z are swapped, M moves, digits need Shift. */
export const azerty: Layout = (character) =>
  relabelled(character, {
    ...{ a: 'q', q: 'a', w: 'z', z: 'w', m: ',', A: 'Q', Q: 'A', W: 'Z', Z: 'W', M: '?' },
    ...Object.fromEntries([...'à&é"\'(-è_ç'].map((sign, digit) => [String(digit), sign])),
  });

function relabelled(character: string, labels: Record<string, string>): ReturnType<Layout> {
  const key = us(character);
  return { ...key, key: labels[character] ?? key.key };
}
