import { describe, expect, it } from 'vitest';
import { readOffsetDateTime } from '../../src/shared/values/date-time.ts';

describe('date-time with offset', () => {
  it.each([
    ['2026-11-21T09:05:07.123+04:00', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21T09:05+0400', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21T09:00:00-03:30', { date: '2026-11-21', time: '09:00', offsetMinutes: -210 }],
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
  ])('%j is not read', (text) => {
    expect(readOffsetDateTime(text)).toBeNull();
  });
});
