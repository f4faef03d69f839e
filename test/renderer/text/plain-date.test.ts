import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDate } from '../../../src/renderer/text/dates.ts';
import { isPlainDate } from '../../../src/shared/values/date-time.ts';

describe('plain date', () => {
  it.each([
    ['2026-11-21', 'Sat, 21 Nov 2026'],
    ['2026-01-01', 'Thu, 1 Jan 2026'],
    ['2028-02-29', 'Tue, 29 Feb 2028'],
    ['2000-02-29', 'Tue, 29 Feb 2000'],
    ['1999-12-31', 'Fri, 31 Dec 1999'],
    [' 2026-03-01 ', 'Sun, 1 Mar 2026'],
  ])('%j is shown as %j', (given, shown) => {
    expect(plainDate(given)).toBe(shown);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-11-21T00:00:00Z',
    '21/11/2026',
    '',
  ])('%j is not a date and is shown as given', (given) => {
    expect(isPlainDate(given)).toBe(false);
    expect(plainDate(given)).toBe(given);
  });

  it('has the weekday of the calendar on every day', () => {
    const day = fc.date({ min: new Date('1600-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const weekday = date.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
        expect(plainDate(date.toISOString().slice(0, 10)).slice(0, 3)).toBe(weekday);
      }),
    );
  });
});
