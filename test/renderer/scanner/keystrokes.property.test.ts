import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FocusPlace } from '../../../src/renderer/scanner/burst.ts';
import { Plug } from './key-simulator.ts';

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
