import { describe, expect, it } from 'vitest';
import { orderRequest, startPractice, token } from './practice-fixture.ts';

describe('practice service: authentication', () => {
  const refused = {
    'no header': undefined,
    'another token': 'Bearer another-token',
    'no scheme': token,
    'the scheme twice': `Bearer Bearer ${token}`,
    'another scheme': `Basic ${token}`,
    'something after the token': `Bearer ${token} more`,
  };
  for (const [what, authorization] of Object.entries(refused)) {
    it(`${what} is answered 401 in the envelope, on every address`, async () => {
      const practice = await startPractice();
      const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
      for (const [method, to, body] of [
        ['POST', '/requests/preview', orderRequest()],
        ['POST', '/requests/sync', orderRequest()],
        ['DELETE', '/parcels/find/by-custom-code/ABCDEFGH12345678', undefined],
        ['POST', '/sandbox/scenarios/happy', {}],
        ['POST', '/no-such-address', {}],
      ] as const) {
        const answer = await practice.send(method, to, headers, body);
        expect(answer.status).toBe(401);
        expect(await answer.json()).toEqual({ status: 'error', code: 401, message: 'Unauthenticated.', object: {} });
      }
    });
  }

  it('the right token on an unknown address is answered 404 in the envelope', async () => {
    const practice = await startPractice();
    const answer = await practice.send('POST', '/no-such-address', practice.json, {});
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ status: 'error', code: 404 });
  });

  it('everything listens on loopback only', async () => {
    const practice = await startPractice();
    expect(new URL(practice.baseUrl).hostname).toBe('127.0.0.1');
    expect(new URL(practice.labelUrl).hostname).toBe('127.0.0.1');
    expect(new URL(practice.labelUrl).port).not.toBe(new URL(practice.baseUrl).port);
  });
});
