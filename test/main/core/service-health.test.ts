import { describe, expect, it } from 'vitest';
import type { DeliveryService, ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { observeService } from '../../../src/main/core/service-health.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { answered, rejected, unanswered } from './service-answers.ts';

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
    expect(health()).toMatchObject({ state: 'no answer', since });
  });

  it('reports that the service is back, so that waiting commands can be sent', async () => {
    const { receive } = watched();
    await receive(silent);
    expect(await receive(rejected(404))).toEqual(['changed', 'service recovered']);
  });

  it('is failing after 5xx, 408 and a redirect, and has its token rejected after 401', async () => {
    const { receive, health } = watched();
    for (const status of [500, 503, 408, 302]) {
      await receive(rejected(status));
      expect(health().state).toBe('failing');
    }
    await receive(rejected(401));
    expect(health().state).toBe('token rejected');
    // A single 403 refuses one request; after another refusal, it refuses the token.
    await receive(rejected(403));
    expect(health().state).toBe('token rejected');
    await receive(answered);
    await receive(rejected(403));
    expect(health().state).toBe('online');
  });

  it('names a rejected certificate, and every other problem with its message', async () => {
    const { receive, health } = watched();
    const at = { peer: 'service', host: 'service.example' };
    const certificate = message('service.certificate-authority-unknown', at);
    await receive({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls', message: certificate } });
    expect(health()).toMatchObject({ state: 'certificate rejected', problem: certificate });
    // A failed handshake may pass by itself.
    const handshake = message('service.tls-timeout', at);
    await receive({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls', message: handshake } });
    expect(health()).toMatchObject({ state: 'no answer', problem: handshake });
    expect(await receive(answered)).toContain('service recovered');
    expect(health().problem).toBeUndefined();
  });

  it('reports once that the token is accepted, and again after it was rejected', async () => {
    const { receive } = watched();
    expect(await receive(answered)).toContain('token accepted');
    expect(await receive(answered)).not.toContain('token accepted');
    await receive(rejected(401));
    expect(await receive(rejected(404))).not.toContain('token accepted');
    expect(await receive(answered)).toContain('token accepted');
  });
});
