import fc from 'fast-check';
import { expect, it } from 'vitest';
import { customCodeFault, customCodeSchema, isCustomCode } from '../../src/shared/orders/custom-code.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** What people, scanners and clipboards bring along. */
const strangers = [' ', '\n', '\r', '\t', '-', '_', '.', '/', 'ß', 'é', '٣', 'Ａ', '\u200b', '\ufeff', '\u0000', '😀'];

/** The document's own words (Limits), by counting. */
const isCodeByTheDocument = (text: string): boolean => {
  const units = text.split('');
  return units.length >= 16 && units.length <= 20 && units.every((unit) => signs.includes(unit));
};

const nearlyCodes = fc
  .array(fc.constantFrom(...signs, ...signs, ...strangers), { maxLength: 30 })
  .map((all) => all.join(''));
const codes = fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 24 }).map((all) => all.join(''));
const anything = fc.string({ unit: 'binary', maxLength: 30 });

it('any text as it is typed is a custom code exactly where it is 16 to 20 digits and letters', () => {
  fc.assert(
    fc.property(fc.oneof(codes, nearlyCodes, anything), (text) => {
      expect(isCustomCode(text)).toBe(isCodeByTheDocument(text));
      expect(customCodeSchema.safeParse(text).success).toBe(isCodeByTheDocument(text));
    }),
    { numRuns: 3_000 },
  );
});

it('a fault can be mended by writing on exactly where it calls the text short', () => {
  fc.assert(
    fc.property(fc.oneof(codes, nearlyCodes, anything), (text) => {
      const fault = customCodeFault(text);
      const filledUp = text.padEnd(16, '7');
      expect(fault?.isShort ?? false).toBe(fault !== null && isCodeByTheDocument(filledUp));
      expect(fault?.words).not.toBe('');
    }),
    { numRuns: 3_000 },
  );
});
