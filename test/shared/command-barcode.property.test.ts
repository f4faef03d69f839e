import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCustomCode } from '../../src/shared/orders/custom-code.ts';
import {
  barcodeCommands,
  commandAlphabet,
  commandText,
  readCommand,
} from '../../src/shared/scanning/command-barcode.ts';
import type { ScanReading } from '../../src/shared/scanning/scan.ts';

const isPair = (letters: string): boolean => letters.length === 2;
const scanOf = (text: string): ScanReading => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' });
const letter = fc.constantFrom(...commandAlphabet);
const key = fc.array(letter, { minLength: 4, maxLength: 4 }).map((letters) => letters.join(''));
const command = fc.constantFrom(...barcodeCommands);

describe('command barcodes', () => {
  it('have the letters that are printed on cards', () => {
    expect(Object.fromEntries(barcodeCommands.map((name) => [name, commandText('BCDF', name)]))).toMatchInlineSnapshot(`
      {
        "choice 1": "BXBCDFJVP",
        "choice 2": "BXBCDFKBU",
        "choice 3": "BXBCDFLDC",
        "choice 4": "BXBCDFNFG",
        "choice 5": "BXBCDFOHL",
        "delete": "BXBCDFDJO",
        "help": "BXBCDFUUN",
        "look up": "BXBCDFBEE",
        "move to stand-in": "BXBCDFRNV",
        "next attention item": "BXBCDFTSH",
        "next printer": "BXBCDFPKR",
        "no": "BXBCDFHTK",
        "print": "BXBCDFCGJ",
        "print again": "BXBCDFFOB",
        "repeat last": "BXBCDFSPD",
        "sign in": "BXBCDFVXS",
        "sign out": "BXBCDFXCX",
        "support file": "BXBCDFHURB",
        "undo": "BXBCDFELT",
        "yes": "BXBCDFGRF",
      }
    `);
  });

  it('are read whatever the case, the symbology identifier and the layout say', () => {
    fc.assert(
      fc.property(key, command, (site, name) => {
        const text = commandText(site, name);
        const expected = { kind: 'command', command: name };
        expect(readCommand(scanOf(text), site)).toEqual(expected);
        expect(readCommand(scanOf(`]C0${text.toLowerCase()} `), site)).toEqual(expected);
        expect(readCommand({ ...scanOf(text), asTyped: 'čšř' }, site)).toEqual(expected);
      }),
    );
  });

  it('have 9 to 14 letters of the alphabet, and are no custom codes', () => {
    fc.assert(
      fc.property(key, command, (site, name) => {
        const text = commandText(site, name);
        expect(text).toMatch(new RegExp(`^BX${site}[${commandAlphabet}]{3,8}$`));
        expect(isCustomCode(text)).toBe(false);
      }),
    );
  });

  it('of another site do nothing, even with a right check character', () => {
    fc.assert(
      fc.property(key, key, command, (site, other, name) => {
        fc.pre(site !== other);
        expect(readCommand(scanOf(commandText(other, name)), site)).toEqual({ kind: 'other site' });
        expect(readCommand(scanOf(commandText(site, name)), null)).toEqual({ kind: 'other site' });
      }),
    );
  });

  it('with one letter read wrongly, or two swapped, are no command', () => {
    for (const name of barcodeCommands) {
      const text = commandText('BCDF', name);
      for (let at = 2; at < text.length; at += 1) {
        const wrong = [...commandAlphabet].map((other) => text.slice(0, at) + other + text.slice(at + 1));
        const swapped = text.slice(0, at - 1) + text[at] + text[at - 1] + text.slice(at + 1);
        const misread = [...wrong, swapped].filter((read) => read !== text);
        expect(misread.map((read) => readCommand(scanOf(read), 'BCDF'))).toEqual(misread.map(() => null));
      }
    }
  });

  it('differ from each other in both letters, so that no misread card is another', () => {
    const letters = barcodeCommands.map((name) => commandText('BCDF', name).slice(6, -1)).filter(isPair);
    for (const at of [0, 1]) expect(new Set(letters.map((pair) => pair[at])).size).toBe(letters.length);
  });

  it('of three letters are no other card with a letter left out, nor is another one with a letter added', () => {
    fc.assert(
      fc.property(key, (site) => {
        for (const name of barcodeCommands) {
          const text = commandText(site, name);
          for (let at = 6; at < text.length; at += 1) {
            const shorter = text.slice(0, at) + text.slice(at + 1);
            const longer = [...commandAlphabet].map((added) => text.slice(0, at) + added + text.slice(at));
            for (const misread of [shorter, ...longer])
              expect(readCommand(scanOf(misread), site)?.kind ?? 'unknown command').toBe('unknown command');
          }
        }
      }),
    );
  });

  it('are never seen in a text of another form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^(\]..)?BX/i.test(text.trim()));
        expect(readCommand(scanOf(text), 'BCDF')).toBeNull();
      }),
    );
  });
});
