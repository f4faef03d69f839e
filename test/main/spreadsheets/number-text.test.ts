import { expect, it } from 'vitest';
import { numberText } from '../../../src/main/spreadsheets/number-text.ts';

it.each([
  ['900', '900'],
  ['-12.50', '-12.5'],
  ['1.234567E11', '123456700000'],
  ['971500000000', '971500000000'],
  ['123456789012345', '123456789012345'],
  ['0.30000000000000004', '0.3'],
  ['0.00000025', '0.00000025'],
  ['0', '0'],
  ['', ''],
])('the number %s reads as %s', (raw, text) => expect(numberText(raw)).toBe(text));

it.each([
  ['1234567890123450', '1.23456789012345E+15'],
  ['1.2345678901234501E+19', '1.23456789012345E+19'],
  ['1E+20', '1E+20'],
])('a code that lost its last digits in the sheet, %s, is shown as what it has become: %s', (raw, text) =>
  expect(numberText(raw)).toBe(text),
);

it('a long code that the file holds to its last digit is given whole', () => {
  expect(numberText('12345678901234567891')).toBe('12345678901234567891');
});
