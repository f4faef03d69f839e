import { expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/main/service/retry-after.ts';

const now = Date.UTC(2026, 10, 21, 8, 0, 0);

it.each([
  ['nothing', undefined, undefined, null],
  ['no time', '0', undefined, 0],
  ['seconds', ' 7 ', undefined, 7_000],
  ['more than ten minutes', '601', undefined, 600_000],
  ['a date, by this clock', 'Sat, 21 Nov 2026 08:00:05 GMT', undefined, 5_000],
  ['a date, by the service’s clock', 'Sat, 21 Nov 2026 09:00:05 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT', 5_000],
  ['a date, beside an unreadable clock', 'Sat, 21 Nov 2026 08:00:05 GMT', 'noon', 5_000],
  ['less than nothing', '-5', undefined, null],
  ['a fraction', '1.5', undefined, null],
  ['a bare year', '2026-11-21', undefined, null],
])('Retry-After of %s', (_what, retryAfter, date, pause) => {
  expect(retryAfterMs(retryAfter, date, now)).toBe(pause);
});
