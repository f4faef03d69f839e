import { expect, it } from 'vitest';
import { ageText, clockTime } from '../../../src/renderer/text/dates.ts';

it('age: is in the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const before = (seconds: number): string => ageText(new Date(now - seconds * 1000).toISOString(), now);
  expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 200_000].map(before)).toEqual([
    'now',
    'now',
    '1 min ago',
    '59 min ago',
    '1 hr ago',
    '23 hr ago',
    '1 day ago',
    '2 days ago',
  ]);
});

it('age and clock time: a text that is not a time is shown as given', () => {
  expect(clockTime('soon')).toBe('soon');
  expect(ageText('soon', 0)).toBe('soon');
});

it('clock time: has the day where it is not today', () => {
  const at = new Date(2026, 10, 21, 14, 2);
  expect(clockTime(at.toISOString(), at.getTime())).toBe('14:02');
  expect(clockTime(at.toISOString(), at.getTime() + 3 * 86_400_000)).toBe('21 Nov, 14:02');
});
