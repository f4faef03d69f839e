import { describe, expect, it } from 'vitest';
import {
  dateTimeWords,
  offsetWords,
  readOffsetDateTime,
  timeRangeWords,
} from '../../src/shared/values/offset-date-time.ts';

const dubai = 240;

describe('a date-time of the service', () => {
  it('is shown on the service’s own clock', () => {
    expect(dateTimeWords('2026-11-21T09:00:00+04:00', dubai)).toBe('Sat 21 Nov 2026, 09:00');
  });

  it('says its offset where the desk’s is another', () => {
    expect(dateTimeWords('2026-11-21T09:00:00+04:00', 60)).toBe('Sat 21 Nov 2026, 09:00 (UTC+04:00)');
    expect(dateTimeWords('2026-11-21T09:00:00Z', dubai)).toBe('Sat 21 Nov 2026, 09:00 (UTC)');
    expect(dateTimeWords('2026-11-21T09:00:00-03:30', dubai)).toBe('Sat 21 Nov 2026, 09:00 (UTC-03:30)');
  });

  it.each([
    ['2026-11-21T09:05:07.123+04:00', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21T09:05+0400', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21 23:59:60-05', { date: '2026-11-21', time: '23:59', offsetMinutes: -300 }],
    ['2026-11-21T09:05:07z', { date: '2026-11-21', time: '09:05', offsetMinutes: 0 }],
  ])('%j is read', (text, read) => {
    expect(readOffsetDateTime(text)).toEqual(read);
  });

  it.each([
    '2026-11-21T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:60Z',
    '2026-11-21',
    'soon',
  ])('%j is no date-time with an offset and is shown as it was given', (text) => {
    expect(readOffsetDateTime(text)).toBeNull();
    expect(dateTimeWords(text, dubai)).toBe(text);
  });
});

describe('a time slot', () => {
  it('names its day once', () => {
    const shown = timeRangeWords('2026-11-21T09:00:00+04:00', '2026-11-21T12:00:00+04:00', dubai);
    expect(shown).toBe('Sat 21 Nov 2026, 09:00 to 12:00');
  });

  it('says its offset once where the desk’s is another', () => {
    const shown = timeRangeWords('2026-11-21T09:00:00+04:00', '2026-11-21T12:00:00+04:00', 0);
    expect(shown).toBe('Sat 21 Nov 2026, 09:00 to 12:00 (UTC+04:00)');
  });

  it('names both days where it passes midnight, and keeps what it cannot read', () => {
    const shown = timeRangeWords('2026-11-21T22:00:00+04:00', '2026-11-22T01:00:00+04:00', dubai);
    expect(shown).toBe('Sat 21 Nov 2026, 22:00 to Sun 22 Nov 2026, 01:00');
    expect(timeRangeWords('evening', '2026-11-22T01:00:00+04:00', dubai)).toBe('evening to Sun 22 Nov 2026, 01:00');
  });
});

it('an offset is shown to the minute', () => {
  expect([0, 240, -210, 345].map(offsetWords)).toEqual(['UTC', 'UTC+04:00', 'UTC-03:30', 'UTC+05:45']);
});
