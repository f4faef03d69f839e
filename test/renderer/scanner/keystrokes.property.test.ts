import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FocusPlace } from '../../../src/renderer/scanner/burst.ts';
import { initialKeystrokes, step } from '../../../src/renderer/scanner/keystrokes.ts';
import { barcodeCommands, commandText } from '../../../src/shared/scanning/command-barcode.ts';
import { blank, type Key, Plug, us } from './key-simulator.ts';

const place = fc.constantFrom<FocusPlace>('elsewhere', 'scan field', 'text field', 'number field');
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const digits = [...'0123456789'];
const customCode = fc.string({ unit: fc.constantFrom(...letters, ...digits), minLength: 16, maxLength: 20 });

it('scanner input: any custom code is read at any scanner speed and focus, with or without Caps Lock, ended by Enter or Tab', () => {
  fc.assert(
    fc.property(
      customCode,
      fc.integer({ min: 5, max: 120 }),
      place,
      fc.boolean(),
      fc.constantFrom('Enter' as const, 'Tab' as const),
      (code, every, where, capsLock, end) => {
        const plug = new Plug(where);
        plug.type(code, every, { capsLock });
        plug.end(end);
        expect(plug.scans).toEqual([{ asTyped: code, asUsKeyboard: code, by: 'scanner' }]);
        expect(plug.field).toBe('');
        expect(plug.seen).not.toContain(end);
      },
    ),
  );
});

it('typed input: any text typed at 150 ms a key or slower stays in the field, with its end key', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...letters, ...digits, ' ', '-', '.'), minLength: 1, maxLength: 60 }),
      fc.integer({ min: 150, max: 600 }),
      fc.constantFrom<FocusPlace>('scan field', 'text field', 'number field'),
      (text, every, where) => {
        const plug = new Plug(where);
        plug.type(text, every);
        plug.end();
        expect(plug.scans).toEqual([]);
        expect(plug.field).toBe(text);
        expect(plug.seen).toContain('Enter');
      },
    ),
  );
});

it('scan field: at any mixture of speeds every key is in a scan or in the field, once and in order', () => {
  const keys = fc.array(fc.tuple(fc.constantFrom(...letters, ...digits), fc.constantFrom(3, 20, 40, 90, 200, 900)), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(keys, (typed) => {
      const plug = new Plug('scan field');
      for (const [character, every] of typed) plug.type(character, every);
      plug.wait(500);
      plug.end();
      const text = typed.map(([character]) => character).join('');
      expect(plug.scans.map((scan) => scan.asTyped).join('') + plug.field).toHaveLength(text.length);
      if (plug.scans.length === 0) expect(plug.field).toBe(text);
    }),
  );
});

it('scanner input: no sequence of keys makes a reading too long, or a state without bound', () => {
  const key = fc.record({
    key: fc.constantFrom('a', 'Z', '7', 'F3', 'F8', 'Enter', 'Tab', 'Shift', 'Dead', 'ArrowUp', ' ', 'Alt'),
    code: fc.constantFrom('KeyA', 'KeyZ', 'Digit7', 'F3', 'F8', 'Enter', 'Tab', 'Numpad7', 'Backquote', ''),
    ctrlKey: fc.boolean(),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
    repeat: fc.boolean(),
    kind: fc.constantFrom('down' as const, 'up' as const),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.integer({ min: 0, max: 400 })), { maxLength: 200 }), place, (keys, where) => {
      const plug = new Plug(where);
      for (const [each, pause] of keys) {
        plug.send(each);
        plug.wait(pause);
      }
      for (const scan of plug.scans) expect(scan.asTyped.length).toBeLessThanOrEqual(512);
    }),
  );
});

/** A window whose dialogs take the focus and give it back at any key of a scan, each with a field or without. */
class MovingFocus {
  readonly scans: string[] = [];
  readonly seen: string[] = [];
  /** The text of each place; typing has no effect `elsewhere`. */
  readonly texts: Record<FocusPlace, string>;
  now = 1000;
  place: FocusPlace = 'elsewhere';
  private state = initialKeystrokes;
  private before: Partial<Record<FocusPlace, string>> = {};

  constructor(texts: Record<FocusPlace, string>) {
    this.texts = { ...texts };
  }

  send(key: Key): void {
    const { place } = this;
    const event = { ...blank, at: this.now, place, fieldText: this.texts[place], ...key };
    const { next, suppress, startsBurst, scan, empties, writes } = step(this.state, event);
    this.state = next;
    if (startsBurst) this.before = {};
    if (next.burst && place !== 'elsewhere') this.before[place] ??= this.texts[place];
    if (empties) this.texts[place] = this.before[place] ?? '';
    this.texts['scan field'] += writes;
    if (!suppress && event.kind === 'down') {
      this.seen.push(event.key);
      if (place !== 'elsewhere' && event.key.length === 1) this.texts[place] += event.key;
    }
    if (!scan) return;
    this.scans.push(scan.asUsKeyboard);
    Object.assign(this.texts, this.before);
  }

  press(character: string): void {
    const { code, shiftKey, key } = us(character);
    this.send({ key, code, shiftKey });
    this.send({ key, code, shiftKey, kind: 'up' });
  }

  end(key: 'Enter' | 'Tab'): void {
    this.send({ key, code: key });
    this.send({ key, code: key, kind: 'up' });
  }
}

it('scanner input: of 10,000 scans none is lost, split or left in a field while dialogs open and close', () => {
  const places: readonly FocusPlace[] = ['elsewhere', 'scan field', 'text field', 'number field', 'grid cell'];
  const recorded = fc.record({
    code: fc.oneof(
      customCode,
      fc.constantFrom(...barcodeCommands).map((command) => commandText('BCDF', command)),
    ),
    /** Each scanner has its pace, and each key some jitter. */
    every: fc.constantFrom(2, 5, 10, 20, 34, 60, 80, 100, 120),
    jitter: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 20, maxLength: 20 }),
    /** The focus goes there before that key; before the 20th it may be the end key. */
    moves: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(...places)), { maxLength: 4 }),
    end: fc.constantFrom('Enter' as const, 'Tab' as const),
    start: fc.constantFrom(...places),
    pause: fc.integer({ min: 5, max: 3000 }),
  });
  const scansOfRun = 10;
  const texts = fc.record({
    elsewhere: fc.constant(''),
    'scan field': fc.constant(''),
    'text field': fc.constantFrom('', '12 Palm Street', '7'),
    'number field': fc.constantFrom('', '900'),
    'grid cell': fc.constantFrom('', 'Aya Noor'),
  });
  fc.assert(
    fc.property(fc.array(recorded, { minLength: scansOfRun, maxLength: scansOfRun }), texts, (all, held) => {
      const station = new MovingFocus(held);
      for (const { code, every, jitter, moves, end, start, pause } of all) {
        station.place = start;
        const move = (at: number) => {
          station.place = moves.findLast(([key]) => key === at)?.[1] ?? station.place;
        };
        for (const [at, character] of [...code].entries()) {
          move(at);
          station.press(character);
          station.now += every + Math.min(every, jitter[at] ?? 0);
        }
        move(code.length);
        station.end(end);
        station.now += pause;
      }
      expect(station.scans).toEqual(all.map(({ code }) => code));
      expect(station.texts).toEqual(held);
      expect(station.seen.filter((key) => key.length > 1)).toEqual([]);
    }),
    { numRuns: Math.max(1000, fc.readConfigureGlobal()?.numRuns ?? 0) },
  );
});
