import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMessageCode } from '../../src/shared/messages/message.ts';
import { customCodeFault, isCustomCode } from '../../src/shared/orders/custom-code.ts';
import { customCodeSchema } from '../../src/shared/orders/order-request.ts';

const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** What people, scanners and clipboards add to a token. */
const otherCharacters = [
  ' ',
  '\n',
  '\r',
  '\t',
  '-',
  '_',
  '.',
  '/',
  'ß',
  'é',
  '٣',
  'Ａ',
  '\u200b',
  '\ufeff',
  '\u0000',
  '😀',
];

/** The document's rule (Limits), by counting. */
const isCodeByTheDocument = (text: string): boolean => {
  const units = text.split('');
  return units.length >= 16 && units.length <= 20 && units.every((unit) => signs.includes(unit));
};

const nearlyCodes = fc
  .array(fc.constantFrom(...signs, ...signs, ...otherCharacters), { maxLength: 30 })
  .map((all) => all.join(''));
const codes = fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 24 }).map((all) => all.join(''));
const anything = fc.string({ unit: 'binary', maxLength: 30 });

it('custom code: a text is one exactly where it is 16 to 20 digits and letters', () => {
  fc.assert(
    fc.property(fc.oneof(codes, nearlyCodes, anything), (text) => {
      expect(isCustomCode(text)).toBe(isCodeByTheDocument(text));
      expect(customCodeSchema.safeParse(text).success).toBe(isCodeByTheDocument(text));
    }),
    { numRuns: 3_000 },
  );
});

it('custom code: a fault is called short exactly where typing on resolves it', () => {
  fc.assert(
    fc.property(fc.oneof(codes, nearlyCodes, anything), (text) => {
      const fault = customCodeFault(text);
      const filledUp = text.padEnd(16, '7');
      expect(fault?.isShort ?? false).toBe(fault !== null && isCodeByTheDocument(filledUp));
      if (fault) expect(isMessageCode(fault.message.code)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
