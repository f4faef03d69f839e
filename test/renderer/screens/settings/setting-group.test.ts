import { describe, expect, test } from 'vitest';
import { enteredNumber, settingError } from '../../../../src/renderer/screens/settings/setting-group.tsx';

describe('settings: a number in a field', () => {
  test.each([
    ['61', 'Enter a whole number from 1 to 60.'],
    ['0', 'Enter a whole number from 1 to 60.'],
    ['-5', 'Enter a whole number from 1 to 60.'],
    ['5.5', 'Enter a whole number from 1 to 60.'],
    ['1,5', 'Enter a whole number from 1 to 60.'],
    ['five', 'Enter a whole number from 1 to 60.'],
    ['', 'Enter a whole number from 1 to 60.'],
    ['60', null],
  ])('%j is never changed: %s', (entered, error) => {
    expect(settingError('bench', 'deleteUndoSeconds', enteredNumber(entered))).toBe(error);
  });

  test.each([
    ['', null],
    ['12.50', null],
    ['0', 'Enter an amount above 0.'],
    ['1,000', 'Enter a number, such as 12.50.'],
    ['12 AED', 'Enter a number, such as 12.50.'],
  ])('limit per hour %j: %s', (entered, error) => {
    expect(settingError('spending', 'capPerHour', enteredNumber(entered))).toBe(error);
  });
});
