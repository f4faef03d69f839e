import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/main/service/response-failures.ts';
import { answering, createAnswer, orderRequest, withService } from './client-fixture.ts';

describe('a refusal', () => {
  it.each([
    [400, 'rejected'],
    [401, 'token-refused'],
    [403, 'forbidden'],
    [404, 'not-known'],
    [405, 'rejected'],
    [408, 'service-trouble'],
    [409, 'conflict'],
    [410, 'not-known'],
    [422, 'rejected'],
    [429, 'too-many-requests'],
    [500, 'service-trouble'],
    [502, 'service-trouble'],
    [503, 'service-trouble'],
    [599, 'service-trouble'],
    [300, 'redirected'],
    [304, 'redirected'],
  ])('with %i is told as %s, with a next step and the service’s own words', async (status, code) => {
    const body = JSON.stringify({ status: 'error', code: status, message: 'We are sorry.', object: {} });
    const answer = await createAnswer(status, status === 304 ? '' : body);
    expect(answer).toMatchObject({
      kind: 'refused',
      httpStatus: status,
      failure: { code, message: expect.any(String), next: expect.any(String) },
      retryAfterMs: null,
    });
    if (status !== 304) expect(answer).toHaveProperty('failure.serviceText', 'We are sorry.');
  });

  it.each([
    ['302', 302, 'https://elsewhere.example/login'],
    ['a 307 to the same service', 307, '/scheduled-service/api/v1/requests/sync'],
    ['308', 308, 'http://127.0.0.1:1/'],
  ])('by redirect (%s) is followed nowhere', async (_what, status, location) => {
    await withService(answering(status, '', { Location: location }), async (client, server) => {
      const answer = await client.create(orderRequest);
      expect(answer).toMatchObject({ kind: 'refused', httpStatus: status, failure: { code: 'redirected' } });
      expect(server.connections()).toBe(1);
    });
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Sat, 21 Nov 2026 08:01:30 GMT', 90_000],
    ['a date gone by', 'Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['a year', '31536000', 600_000],
    ['nonsense', 'soon', null],
  ])('with 429 and Retry-After as %s gives that pause', async (_what, retryAfter, pause) => {
    const headers = { 'Retry-After': retryAfter, Date: 'Sat, 21 Nov 2026 08:00:00 GMT' };
    expect(await createAnswer(429, '', headers)).toMatchObject({ kind: 'refused', retryAfterMs: pause });
  });

  it('by a proxy’s web page gives the page’s title', async () => {
    const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>';
    expect(await createAnswer(502, page)).toMatchObject({ failure: { serviceText: '502 Bad Gateway' } });
  });

  it('cut off in the middle still gives its status and the words that came', async () => {
    await withService(
      { onRequest: (_request, socket) => socket.end('HTTP/1.1 422 No\r\nContent-Length: 900\r\n\r\nThe address is') },
      async (client) =>
        expect(await client.create(orderRequest)).toMatchObject({
          kind: 'refused',
          httpStatus: 422,
          failure: { code: 'rejected', serviceText: 'The address is' },
        }),
    );
  });
});

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
