import { describe, expect, it } from 'vitest';
import { formatUtcOffset, readOffsetDateTime, readUtcOffset } from '../../src/shared/values/date-time.ts';

it.each([
  ['+04:00', 240],
  ['-03:30', -210],
  ['+00:00', 0],
  ['+13:45', 825],
])('UTC offset %s is %i minutes', (text, minutes) => {
  expect(readUtcOffset(text)).toBe(minutes);
  expect(formatUtcOffset(minutes)).toBe(text);
});

it.each(['', '4', '+4:00', '04:00', '+04:60', '+25:00', 'Z', 'Dubai'])('%j is no UTC offset', (text) =>
  expect(readUtcOffset(text)).toBeNull(),
);

describe('date-time with offset', () => {
  it.each([
    ['2026-11-21T09:05:07.123+04:00', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21T09:05+0400', { date: '2026-11-21', time: '09:05', offsetMinutes: 240 }],
    ['2026-11-21T09:00:00-03:30', { date: '2026-11-21', time: '09:00', offsetMinutes: -210 }],
    ['2026-11-21 23:59:60-05', { date: '2026-11-21', time: '23:59', offsetMinutes: -300 }],
    ['2026-11-21T09:05:07z', { date: '2026-11-21', time: '09:05', offsetMinutes: 0 }],
    ['2026-03-14 08:00:00 UTC', { date: '2026-03-14', time: '08:00', offsetMinutes: 0 }],
    ['2026-03-14 08:00 gmt', { date: '2026-03-14', time: '08:00', offsetMinutes: 0 }],
    ['2026-03-14T08:00:00 +04:00', { date: '2026-03-14', time: '08:00', offsetMinutes: 240 }],
    ['2026-03-14 08:00:00.5 -0330', { date: '2026-03-14', time: '08:00', offsetMinutes: -210 }],
    ['2026-03-14 08:00:00 Z', { date: '2026-03-14', time: '08:00', offsetMinutes: 0 }],
  ])('%j is read', (text, read) => {
    expect(readOffsetDateTime(text)).toEqual(read);
  });

  it.each([
    '2026-11-21T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:60Z',
    '2026-11-21',
    '2026-11-21 +04:00',
    '2026-11-21 UTC',
    '2026-11-21T09:00:00  +04:00',
    '2026-11-21T09:00:00 EST',
    'soon',
  ])('%j is not read', (text) => {
    expect(readOffsetDateTime(text)).toBeNull();
  });
});
