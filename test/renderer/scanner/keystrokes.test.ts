import { describe, expect, it } from 'vitest';
import type { FocusPlace } from '../../../src/renderer/scanner/burst.ts';
import { azerty, Plug, qwertz } from './key-simulator.ts';

const code = 'NL7K2M9P4R6T8V2X4B6D';
const places: readonly FocusPlace[] = ['elsewhere', 'scan field', 'text field', 'number field', 'grid cell'];
const texts = (plug: Plug): string[] => plug.scans.map((scan) => scan.asTyped);

describe('scanner input', () => {
  for (const place of places) {
    for (const every of [5, 10, 60, 80, 120]) {
      for (const end of ['Enter', 'Tab'] as const) {
        it(`at ${every} ms a key, ended by ${end}, is a scan with the focus on: ${place}`, () => {
          const plug = new Plug(place);
          plug.type(code, every);
          plug.end(end);
          expect(plug.scans).toEqual([{ asTyped: code, asUsKeyboard: code, by: 'scanner' }]);
          expect(plug.seen).not.toContain(end);
          expect(plug.field).toBe('');
        });
      }
    }
  }

  it('one long pause of a busy computer does not split a scan', () => {
    for (const place of places) {
      for (const every of [8, 100, 120]) {
        for (const cut of [4, 9, 18]) {
          const plug = new Plug(place);
          plug.type(code.slice(0, cut), every);
          plug.wait(800);
          plug.type(code.slice(cut), every);
          plug.end();
          expect(texts(plug)).toEqual([code]);
          expect(plug.field).toBe('');
        }
      }
    }
  });

  it('a scan right after another is a second scan', () => {
    const plug = new Plug('text field');
    for (const each of [code, 'P-88213', code]) {
      plug.type(each, 8);
      plug.end();
    }
    expect(texts(plug)).toEqual([code, 'P-88213', code]);
    expect(plug.field).toBe('');
  });

  it('a scan leaves the text of the field unchanged', () => {
    const plug = new Plug('text field');
    plug.type('12 Palm Street', 180);
    plug.wait(2000);
    plug.type(code, 60);
    plug.end('Tab');
    expect(texts(plug)).toEqual([code]);
    expect(plug.field).toBe('12 Palm Street');
  });

  it('a line feed and a second end key are suppressed', () => {
    const plug = new Plug();
    plug.type(code, 8);
    plug.end();
    plug.wait(8);
    plug.press({ key: 'j', code: 'KeyJ', ctrlKey: true });
    plug.end();
    expect(plug.seen.filter((key) => key !== 'Shift')).toEqual([]);
    expect(texts(plug)).toEqual([code]);
  });

  it('a scan longer than any code is cut, and stays one scan', () => {
    const plug = new Plug();
    plug.type('A1'.repeat(400), 5);
    plug.end();
    expect(plug.scans.map((scan) => scan.asTyped.length)).toEqual([512]);
  });

  it('a scan of two characters presses no button', () => {
    const plug = new Plug();
    plug.type('7K', 8);
    plug.end();
    expect(texts(plug)).toEqual(['7K']);
    expect(plug.seen).not.toContain('Enter');
  });

  it('the end key is suppressed on release and while it repeats', () => {
    const plug = new Plug();
    plug.type(code, 8);
    plug.send({ key: 'Enter', code: 'Enter' });
    plug.wait(600);
    plug.send({ key: 'Enter', code: 'Enter', repeat: true });
    plug.send({ key: 'Enter', code: 'Enter', kind: 'up' });
    expect(plug.seen).not.toContain('Enter');
    plug.wait(600);
    plug.end();
    expect(plug.seen).toContain('Enter');
  });

  it('a repeating Shift key does not end a scan', () => {
    const plug = new Plug();
    plug.type('NL7K2M9P', 90);
    plug.send({ key: 'Shift', code: 'ShiftLeft', shiftKey: true, repeat: true });
    plug.type('4R6T8V2X4B6D', 90);
    plug.end();
    expect(texts(plug)).toEqual([code]);
  });
});

describe('typing on a cell of a grid', () => {
  const typed = ['950', 'Aya Noor', '0501234567', 'Flat 9', '12 Palm Street'];

  it.each(typed)('%s belongs to the cell, at the pace of a person', (text) => {
    for (const every of [130, 180, 400]) {
      const plug = new Plug('grid cell');
      plug.type(text, every);
      plug.end();
      expect([plug.scans, plug.field]).toEqual([[], text]);
      expect(plug.seen).toContain('Enter');
    }
  });

  it('at the pace of a scanner is a scan, also of a short code, and leaves the cell unchanged', () => {
    for (const [scanned, every] of [
      ['950', 8],
      ['7K2', 30],
      ['P88213', 80],
      [code, 100],
    ] as const) {
      const plug = new Plug('grid cell');
      plug.type(scanned, every);
      plug.end();
      expect([texts(plug), plug.field]).toEqual([[scanned], '']);
      expect(plug.seen).not.toContain('Enter');
    }
  });
});

describe('Caps Lock', () => {
  it('does not change a code with upper and lower case letters', () => {
    const plug = new Plug('text field');
    plug.type('Nl7k2M9p4R6t8V2x', 20, { capsLock: true });
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: 'Nl7k2M9p4R6t8V2x', asUsKeyboard: 'Nl7k2M9p4R6t8V2x', by: 'scanner' }]);
  });

  it('is detected where the system does not report it', () => {
    const plug = new Plug();
    for (const character of 'nl7k2m9p4r6t8v2x') {
      const isLetter = /[a-z]/.test(character);
      plug.press({
        key: character,
        code: isLetter ? `Key${character.toUpperCase()}` : `Digit${character}`,
        shiftKey: isLetter,
      });
      plug.wait(9);
    }
    plug.end();
    expect(texts(plug)).toEqual(['NL7K2M9P4R6T8V2X']);
  });

  it('is not assumed where software sends capitals without Shift', () => {
    const plug = new Plug();
    for (const character of 'NL7K') {
      plug.press({ key: character, code: /\d/.test(character) ? `Digit${character}` : `Key${character}` });
      plug.wait(5);
    }
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: 'NL7K', asUsKeyboard: 'NL7K', by: 'scanner' }]);
  });
});

describe('scanner input under another keyboard layout', () => {
  it('French: the US reading is the code, and the typed reading is kept too', () => {
    const plug = new Plug('text field');
    plug.type('AQ7ZW2M9P4R6T8V2', 30, { layout: azerty });
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: "QAèWZé?çP'R-T_Vé", asUsKeyboard: 'AQ7ZW2M9P4R6T8V2', by: 'scanner' }]);
  });

  it('French with Caps Lock on: the US reading is still the code', () => {
    const plug = new Plug();
    plug.type('AQ7ZW2M9P4R6T8V2', 30, { layout: azerty, capsLock: true });
    plug.end();
    expect(plug.scans[0]?.asUsKeyboard).toBe('AQ7ZW2M9P4R6T8V2');
  });

  it('German: Y and Z are distinguished by the physical key', () => {
    const plug = new Plug();
    plug.type('YZ-88213', 30, { layout: qwertz });
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: 'ZYß88213', asUsKeyboard: 'YZ-88213', by: 'scanner' }]);
  });

  it('dead keys give no character in the typed reading and their own in the US reading', () => {
    const plug = new Plug();
    plug.type('P', 9);
    plug.press({ key: 'Dead', code: 'Backquote' });
    plug.wait(9);
    plug.type('88', 9);
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: 'P\uFFFD88', asUsKeyboard: 'P`88', by: 'scanner' }]);
  });
});

describe('number pad', () => {
  it('gives digits with Num Lock on and off', () => {
    const plug = new Plug();
    plug.press({ key: '4', code: 'Numpad4' });
    plug.wait(9);
    plug.press({ key: 'ArrowUp', code: 'Numpad8' });
    plug.wait(9);
    plug.press({ key: 'Clear', code: 'Numpad5' });
    plug.wait(9);
    plug.press({ key: 'Enter', code: 'NumpadEnter' });
    expect(plug.scans).toEqual([{ asTyped: '485', asUsKeyboard: '485', by: 'scanner' }]);
  });

  it('with Alt gives the characters that some scanners send by number', () => {
    const plug = new Plug();
    for (const character of 'NL7K') {
      plug.send({ key: 'Alt', code: 'AltLeft', altKey: true });
      for (const digit of String(character.charCodeAt(0)).padStart(4, '0')) {
        plug.press({ key: digit, code: `Numpad${digit}`, altKey: true });
        plug.wait(8);
      }
      plug.send({ key: 'Alt', code: 'AltLeft', kind: 'up' });
      plug.wait(8);
    }
    plug.end();
    expect(plug.scans).toEqual([{ asTyped: 'NL7K', asUsKeyboard: 'NL7K', by: 'scanner' }]);
  });
});

describe('typed input', () => {
  it('at 150 ms a key into a field loses nothing, and Enter and Tab work', () => {
    for (const end of ['Enter', 'Tab'] as const) {
      const plug = new Plug('text field');
      plug.type(code, 150);
      plug.end(end);
      expect(plug.scans).toEqual([]);
      expect(plug.field).toBe(code);
      expect(plug.seen).toContain(end);
    }
  });

  it('typed quickly into a field, names, addresses and phone numbers stay there', () => {
    for (const text of ['Noor', 'Al Barsha 1', 'Harbourview', '12 Palm Street, Flat 9', '+971500000000']) {
      const plug = new Plug('text field');
      plug.type(text, 80);
      plug.end('Tab');
      expect(plug.scans).toEqual([]);
      expect(plug.field).toBe(text);
    }
  });

  it('typed quickly into a number field, digits stay there', () => {
    const plug = new Plug('number field');
    plug.type('0500000000', 100);
    plug.end('Tab');
    expect(plug.field).toBe('0500000000');
  });

  it('overlapping keys are recognised as typing', () => {
    const plug = new Plug('text field');
    for (const character of 'flat12b') {
      plug.send({ key: character, code: /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}` });
      plug.wait(90);
    }
    plug.end();
    expect(plug.scans).toEqual([]);
    expect(plug.field).toBe('flat12b');
  });

  it('a code typed into the scan field with a pause stays complete', () => {
    const plug = new Plug('scan field');
    plug.type(code.slice(0, 6), 200);
    plug.wait(4000);
    plug.type(code.slice(6), 130);
    plug.end();
    expect(plug.scans).toEqual([]);
    expect(plug.field).toBe(code);
    expect(plug.seen).toContain('Enter');
  });

  it('keys too fast to be typed reach the scan field only where no scan ends with them', () => {
    const plug = new Plug('scan field');
    plug.type(code, 8);
    expect(plug.seen.filter((key) => key !== 'Shift')).toEqual([]);
    expect(plug.field).toBe('');
    plug.wait(2_000);
    plug.type('x', 8);
    expect(plug.field).toBe(`${code}x`);
    plug.end();
    expect(plug.scans).toEqual([]);
    expect(plug.seen).toContain('Enter');
    expect(plug.field).toBe(`${code}x`);
  });

  it('keys that are held back are written before what follows them', () => {
    for (const follow of [
      { key: 'ArrowLeft', code: 'ArrowLeft' },
      { key: 'Backspace', code: 'Backspace' },
    ]) {
      const plug = new Plug('scan field');
      plug.type(code, 8);
      plug.send(follow);
      expect(plug.field).toBe(code);
    }
  });

  it('only the first of several typed keys is held back', () => {
    const plug = new Plug('scan field');
    plug.type('p-88', 150);
    expect(plug.seen).toEqual(['-', '8', '8']);
    expect(plug.field).toBe('p-88');
  });

  it('keys are not held back where the scan field holds more than them', () => {
    const plug = new Plug('scan field');
    plug.field = 'P-';
    plug.type('88213', 8);
    expect(plug.field).toBe('P-88213');
  });

  it('a code partly pasted into the scan field is submitted completely', () => {
    const plug = new Plug('scan field');
    plug.type(code.slice(0, 6), 100);
    plug.field = code;
    plug.end();
    expect(plug.scans).toEqual([]);
    expect(plug.field).toBe(code);
  });

  it('slow typing with a quick Enter is still typing', () => {
    const plug = new Plug('text field');
    plug.type('flat12b', 160);
    plug.now -= 155;
    plug.end();
    expect(plug.scans).toEqual([]);
  });

  it('Space and Enter press a button; Tab and the arrow keys move', () => {
    const plug = new Plug();
    for (const key of [' ', 'Enter', 'Tab', 'ArrowDown', 'Escape']) {
      plug.press({ key, code: key === ' ' ? 'Space' : key });
      plug.wait(200);
    }
    expect(plug.seen).toEqual([' ', 'Enter', 'Tab', 'ArrowDown', 'Escape']);
  });

  it('copy and paste work', () => {
    const plug = new Plug('text field');
    plug.press({ key: 'a', code: 'KeyA', ctrlKey: true });
    plug.wait(100);
    plug.press({ key: 'v', code: 'KeyV', ctrlKey: true });
    expect(plug.seen).toEqual(['a', 'v']);
  });
});

describe('command keys', () => {
  it('F1, F2 and F3 pick what a scan does, wherever the focus is', () => {
    for (const place of places) {
      const plug = new Plug(place);
      for (const key of ['F1', 'F2', 'F3']) plug.press({ key, code: key });
      expect(plug.commands).toEqual(['look up', 'print', 'delete']);
    }
  });

  it('a scan may follow a mode key at once', () => {
    const plug = new Plug();
    plug.press({ key: 'F3', code: 'F3' });
    plug.type(code, 5);
    plug.end();
    expect(plug.commands).toEqual(['delete']);
    expect(texts(plug)).toEqual([code]);
  });

  it('Ctrl Z undoes', () => {
    const plug = new Plug();
    plug.press({ key: 'z', code: 'KeyZ', ctrlKey: true });
    expect(plug.commands).toEqual(['undo']);
  });

  it('Ctrl F goes to Find, wherever the focus is, and never within a scan', () => {
    for (const place of places) {
      const plug = new Plug(place);
      const find = { key: 'f', code: 'KeyF', ctrlKey: true };
      plug.press(find);
      plug.wait(500);
      plug.type('0104006381333931', 10);
      plug.press(find);
      plug.wait(10);
      plug.type('21ABC', 10);
      plug.end();
      expect(plug.commands).toEqual(['find']);
      expect(plug.scans).toHaveLength(1);
    }
  });

  it('control characters within a scan are never commands, and invalidate the code', () => {
    const inside = [
      { key: ']', code: 'BracketRight', ctrlKey: true },
      { key: 'z', code: 'KeyZ', ctrlKey: true },
      { key: 'w', code: 'KeyW', ctrlKey: true },
      { key: 'F8', code: 'F8' },
      { key: 'F3', code: 'F3' },
    ];
    for (const key of inside) {
      for (const place of places) {
        const plug = new Plug(place);
        plug.type('0104006381333931', 10);
        plug.press(key);
        plug.wait(10);
        plug.type('21ABC', 10);
        plug.end();
        expect(plug.commands).toEqual([]);
        expect(plug.seen).not.toContain(key.key);
        expect(plug.scans).toHaveLength(1);
        expect(plug.scans[0]?.asUsKeyboard).not.toMatch(/^[ -~]*$/);
      }
    }
  });

  it('a scan that begins with a group separator is one scan without a code', () => {
    const plug = new Plug();
    plug.press({ key: ']', code: 'BracketRight', ctrlKey: true });
    plug.wait(10);
    plug.type('NL7K2M9P4R6T8V2X', 10);
    plug.end();
    expect(texts(plug)).toEqual(['\x1dNL7K2M9P4R6T8V2X']);
  });
});
