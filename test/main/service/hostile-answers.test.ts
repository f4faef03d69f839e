import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryService } from '../../../src/main/core/ports/service.ts';
import { createDeliveryService } from '../../../src/main/service/delivery-service.ts';
import { readOrderAnswer } from '../../../src/shared/orders/order-answer.ts';
import { answering, customCode, orderRequest, recorded, token } from './client-fixture.ts';
import { hostileAnswers } from './hostile-answers.ts';
import { type Behaviour, type RawServer, startRawServer } from './raw-server.ts';

/** Longest text of the service that is shown. */
const longestText = 2_000;

const whole = answering(201, recorded('create'));

describe('hostile service answers', () => {
  let behaviour: Behaviour = whole;
  let server: RawServer;
  let client: DeliveryService;
  beforeAll(async () => {
    server = await startRawServer({ onRequest: (request, socket) => behaviour.onRequest?.(request, socket) });
    const origin = `http://127.0.0.1:${server.port}`;
    const limits = { answerMs: 1_000 };
    client = createDeliveryService({ baseUrl: origin, labelUrl: origin, token, limits });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });
  afterEach(() => {
    behaviour = whole;
  });

  it.each(hostileAnswers)('to a $to: $name', async ({ to, send, comesTo }) => {
    behaviour = { onRequest: (_request, socket) => send(socket) };
    const answer =
      to === 'create'
        ? await client.create(orderRequest)
        : await client.downloadLabel(`http://127.0.0.1:${server.port}/labels/1`);
    expect(answer).toMatchObject(comesTo);
    expect(answer).not.toHaveProperty('failure.code', 'unexpected');
    expect(JSON.stringify(answer)).not.toContain(token);
    const text = ('failure' in answer && answer.failure.serviceText) || '';
    expect(text.length).toBeLessThanOrEqual(longestText);
    expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    if ('rawBody' in answer && answer.kind !== 'answered') {
      expect(readOrderAnswer(answer.rawBody, [customCode]).kind).not.toBe('order');
    }

    behaviour = whole;
    expect(await client.create(orderRequest)).toMatchObject({ kind: 'answered', missing: [] });
    expect(server.requests.at(-1)?.headers.map(([name]) => name.toLowerCase())).not.toContain('cookie');
  });
});
