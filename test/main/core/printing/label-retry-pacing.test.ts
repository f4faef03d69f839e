import { describe, expect, it } from 'vitest';
import { type FailedAttempt, nextLabelAttempt } from '../../../../src/main/core/printing/label-retry-pacing.ts';
import type { FailureCode } from '../../../../src/shared/contract/failure.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';

const minute = 60_000;
const now = Date.parse('2026-11-22T10:00:00.000Z');
const failureOf = (code: FailureCode) => ({ code, message: storedSentence('No label.') });
const rejected = (
  code: FailureCode,
  httpStatus: number,
  retryAfterMs: number | null = null,
): FailedAttempt['answer'] => ({
  ...{ kind: 'rejected', httpStatus, retryAfterMs, rawBody: '', failure: failureOf(code) },
});
const unanswered = (code: FailureCode): FailedAttempt['answer'] => ({
  ...{ kind: 'unanswered', requestLeft: true, failure: failureOf(code) },
});
/** Milliseconds until the next attempt, without jitter. */
const pauseAfter = (answer: FailedAttempt['answer'], attempts = 1, createdAgo = 60 * minute): number | null => {
  const next = nextLabelAttempt({ answer, attempts, createdAt: now - createdAgo, now, random: 1 });
  return next === null ? null : next - now;
};

describe('label retries', () => {
  it.each(['no-route', 'address-not-found', 'tls', 'time-out', 'cut-off'] as const)(
    'after %s come again within 30 seconds',
    (code) => {
      expect([1, 2, 3, 50].map((attempts) => pauseAfter(unanswered(code), attempts))).toEqual([
        1_000, 2_000, 4_000, 30_000,
      ]);
    },
  );

  it('after a 5xx respect the pause that the label host asks for', () => {
    expect(pauseAfter(rejected('service-error', 503))).toBe(1_000);
    expect(pauseAfter(rejected('service-error', 503, 5 * minute))).toBe(5 * minute);
  });

  it.each(['redirected', 'unreadable', 'token-missing', 'token-rejected', 'forbidden'] as const)(
    'after %s have pauses that grow to ten minutes',
    (code) => {
      const pauses = [1, 2, 8, 11, 500].map((attempts) => pauseAfter(rejected(code, 403), attempts));
      expect(pauses).toEqual([1_000, 2_000, 128_000, 10 * minute, 10 * minute]);
    },
  );

  it('after a 404 go on for ten minutes from the creation, the last one at their end', () => {
    const notFound = rejected('not-found', 404);
    expect([1, 4, 20].map((attempts) => pauseAfter(notFound, attempts, minute))).toEqual([1_000, 8_000, minute]);
    expect(pauseAfter(notFound, 20, 9.5 * minute)).toBe(0.5 * minute);
    expect(pauseAfter(notFound, 21, 10 * minute)).toBeNull();
  });

  it.each([
    ['a 410', rejected('not-found', 410)],
    ['another 4xx', rejected('rejected', 422)],
    ['an address on another host', unanswered('wrong-host')],
    ['a file over the limit', unanswered('too-large')],
  ])('after %s come only on request', (_what, answer) => {
    expect(pauseAfter(answer, 1, 0)).toBeNull();
  });
});
