import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRetryPacing, longestPauseMs, pauseBeforeRetry } from '../../../../src/main/core/outbox/retry-pacing.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { answered, rejected, unanswered } from '../service-answers.ts';

const silent = unanswered(false);

/** A pacing whose time the test sets. */
function paceAt(random = 0.99) {
  const time = { now: Date.UTC(2026, 2, 14, 8) };
  const pace = createRetryPacing({ clock: { now: () => time.now, after: () => () => {} }, random: () => random });
  return { time, pace, pause: () => Math.max(0, pace.pausedUntil() - time.now) };
}

describe('retry pacing', () => {
  it('one command at a time until the service answers, then three', () => {
    const { pace } = paceAt();
    expect(pace.maxAtOnce()).toBe(1);
    pace.after(answered);
    expect(pace.maxAtOnce()).toBe(3);
    pace.after(silent);
    expect(pace.maxAtOnce()).toBe(1);
    // A refusal is an answer: the service works.
    pace.after(rejected(409));
    expect(pace.maxAtOnce()).toBe(3);
  });

  it('a service that is down is tried less and less often, at least every thirty seconds', () => {
    const { time, pace, pause } = paceAt();
    let before = 0;
    for (let tries = 0; tries < 20; tries += 1) {
      pace.after(silent);
      expect(pause()).toBeGreaterThanOrEqual(before);
      expect(pause()).toBeLessThanOrEqual(longestPauseMs);
      before = pause();
      time.now += pause();
    }
    expect(before).toBeGreaterThan(longestPauseMs / 2);
  });

  it('the first answer ends every pause, but only once where the service is unstable', () => {
    const { time, pace } = paceAt();
    pace.after(silent);
    time.now += 1_000;
    pace.after(answered);
    expect(pace.pausesVoidBefore()).toBe(time.now);
    const hurried = time.now;
    time.now += 5_000;
    pace.after(silent);
    pace.after(answered);
    expect(pace.pausesVoidBefore()).toBe(hurried);
    time.now += 30_000;
    pace.after(silent);
    pace.after(answered);
    expect(pace.pausesVoidBefore()).toBe(time.now);
  });

  it.each([429, 503])('the pause of a %i outlasts a retry by an operator and a new command', (status) => {
    const { pace, pause } = paceAt();
    pace.after(rejected(status, 90_000));
    pace.retryNow();
    pace.endPause();
    expect(pause()).toBe(90_000);
  });

  it('the pause of a 500 applies to one command, not to all', () => {
    const { pace, pause } = paceAt();
    pace.after(rejected(500, 90_000));
    expect(pause()).toBeLessThanOrEqual(1_000);
    pace.endPause();
    expect(pause()).toBe(0);
  });

  it('a rejected certificate is a failure of the service: one command at a time, with a pause', () => {
    const { pace, pause } = paceAt();
    const certificate = message('service.certificate-authority-unknown', { peer: 'service', host: 'service.example' });
    pace.after({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls', message: certificate } });
    expect([pace.isServiceFailing(), pace.maxAtOnce()]).toEqual([true, 1]);
    expect(pause()).toBeGreaterThan(0);
  });

  it('a clock that is set back does not make a pause of hours', () => {
    const { time, pace, pause } = paceAt();
    pace.after(rejected(429, 90_000));
    time.now -= 3_600_000;
    expect(pause()).toBe(0);
  });

  it('two stations that failed together do not retry together', () => {
    const [one, other] = [paceAt(0), paceAt(0.9)];
    for (const { pace } of [one, other]) pace.after(silent);
    expect(one.pause()).not.toBe(other.pause());
  });
});

it('retry pacing: pauses grow to at most thirty seconds, however many attempts were made', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, random) => {
        const pause = pauseBeforeRetry(attempts, random);
        expect(pause).toBeGreaterThan(0);
        expect(pause).toBeLessThanOrEqual(longestPauseMs);
        expect(pauseBeforeRetry(attempts + 1, random)).toBeGreaterThanOrEqual(pause);
      },
    ),
  );
});

it('two stations that failed together do not retry together', () => {
  expect(pauseBeforeRetry(3, 0)).not.toBe(pauseBeforeRetry(3, 0.5));
});
