import { describe, expect, it } from 'vitest';
import type { DeliveryService, ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { observeService } from '../../../src/main/core/service-health.ts';
import { answered, refused, unanswered } from './service-answers.ts';

const silent = unanswered(false);

/** An observed service that answers as requested; `reported` holds what its observer received. */
function watched() {
  const time = { now: Date.UTC(2026, 2, 14, 8) };
  const reported: string[] = [];
  let next: ServiceAnswer<null> = answered;
  const inner = { deleteByCustomCode: async () => next } as unknown as DeliveryService;
  const observed = observeService(inner, {
    clock: { now: () => time.now, after: () => () => {} },
    announce: () => reported.push('changed'),
    publish: ({ type }) => reported.push(type),
  });
  return {
    time,
    reported,
    health: observed.health,
    async receive(answer: ServiceAnswer<null>): Promise<string[]> {
      reported.length = 0;
      next = answer;
      time.now += 60_000;
      await observed.service.deleteByCustomCode('');
      return [...reported];
    },
  };
}

describe('service health', () => {
  it('gives the time since when there is no answer, and reports only changes', async () => {
    const { receive, health } = watched();
    expect(health()).toEqual({ state: 'not asked yet', since: null });
    expect(await receive(silent)).toEqual(['changed']);
    const { since } = health();
    expect(since).toBe('2026-03-14T08:01:00.000Z');
    expect(await receive(silent)).toEqual([]);
    expect(health()).toEqual({ state: 'no answer', since });
  });

  it('reports that the service is back, so that waiting commands can be sent', async () => {
    const { receive } = watched();
    await receive(silent);
    expect(await receive(refused(404))).toEqual(['changed', 'service recovered']);
  });

  it('is failing after 5xx, 408 and a redirect, and has its token rejected after 401', async () => {
    const { receive, health } = watched();
    for (const status of [500, 503, 408, 302]) {
      await receive(refused(status));
      expect(health().state).toBe('failing');
    }
    await receive(refused(401));
    expect(health().state).toBe('token rejected');
    // A single 403 refuses one request; after another refusal, it refuses the token.
    await receive(refused(403));
    expect(health().state).toBe('token rejected');
    await receive(answered);
    await receive(refused(403));
    expect(health().state).toBe('online');
  });

  it('reports once that the token is accepted, and again after it was refused', async () => {
    const { receive } = watched();
    expect(await receive(answered)).toContain('token accepted');
    expect(await receive(answered)).not.toContain('token accepted');
    await receive(refused(401));
    expect(await receive(refused(404))).not.toContain('token accepted');
    expect(await receive(answered)).toContain('token accepted');
  });
});
