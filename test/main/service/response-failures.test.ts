import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/main/service/response-failures.ts';
import { messageNextStep } from '../../../src/renderer/text/text.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { answering, createAnswer, orderRequest, withService } from './client-fixture.ts';

describe('service response: outside 2xx', () => {
  it.each([
    [400, 'rejected', 'service.rejected'],
    [401, 'token-refused', 'service.token-rejected'],
    [403, 'forbidden', 'service.forbidden'],
    [404, 'not-known', 'service.not-found'],
    [405, 'rejected', 'service.rejected'],
    [408, 'service-trouble', 'service.request-timeout'],
    [409, 'conflict', 'service.conflict'],
    [410, 'not-known', 'service.no-longer-there'],
    [422, 'rejected', 'service.rejected'],
    [429, 'too-many-requests', 'service.too-many-requests'],
    [500, 'service-trouble', 'service.server-error'],
    [502, 'service-trouble', 'service.server-error'],
    [503, 'service-trouble', 'service.server-error'],
    [599, 'service-trouble', 'service.server-error'],
    [300, 'redirected', 'service.redirected'],
    [304, 'redirected', 'service.redirected'],
  ] as const)('status %i is %s, with a message, a next step and the service’s text', async (status, code, name) => {
    const body = JSON.stringify({ status: 'error', code: status, message: 'We are sorry.', object: {} });
    const answer = await createAnswer(status, status === 304 ? '' : body);
    expect(answer).toMatchObject({
      kind: 'refused',
      httpStatus: status,
      failure: { code, message: { code: name, params: { peer: 'service', status } } },
      retryAfterMs: null,
    });
    expect(messageNextStep(message(name, { peer: 'service', host: 'service.example', status }))).not.toBeNull();
    if (status !== 304) expect(answer).toHaveProperty('failure.serviceText', 'We are sorry.');
  });

  it.each([
    ['302', 302, 'https://elsewhere.example/login'],
    ['a 307 to the same service', 307, '/scheduled-service/api/v1/requests/sync'],
    ['308', 308, 'http://127.0.0.1:1/'],
  ])('a redirect (%s) is not followed', async (_what, status, location) => {
    await withService(answering(status, '', { Location: location }), async (client, server) => {
      const answer = await client.create(orderRequest);
      expect(answer).toMatchObject({ kind: 'refused', httpStatus: status, failure: { code: 'redirected' } });
      expect(server.connections()).toBe(1);
    });
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Sat, 21 Nov 2026 08:01:30 GMT', 90_000],
    ['a past date', 'Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['a year', '31536000', 600_000],
    ['text that is not a time', 'soon', null],
  ])('a 429 with Retry-After as %s gives the pause', async (_what, retryAfter, pause) => {
    const headers = { 'Retry-After': retryAfter, Date: 'Sat, 21 Nov 2026 08:00:00 GMT' };
    expect(await createAnswer(429, '', headers)).toMatchObject({ kind: 'refused', retryAfterMs: pause });
  });

  it('a proxy’s web page gives its title as the service’s text', async () => {
    const page = '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>';
    expect(await createAnswer(502, page)).toMatchObject({ failure: { serviceText: '502 Bad Gateway' } });
  });

  it('an incomplete response still gives its status and the text that arrived', async () => {
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
  ['no header', undefined, undefined, null],
  ['zero', '0', undefined, 0],
  ['seconds', ' 7 ', undefined, 7_000],
  ['more than ten minutes', '601', undefined, 600_000],
  ['a date, by this clock', 'Sat, 21 Nov 2026 08:00:05 GMT', undefined, 5_000],
  ['a date, by the service’s clock', 'Sat, 21 Nov 2026 09:00:05 GMT', 'Sat, 21 Nov 2026 09:00:00 GMT', 5_000],
  ['a date, with an unreadable Date header', 'Sat, 21 Nov 2026 08:00:05 GMT', 'noon', 5_000],
  ['a negative number', '-5', undefined, null],
  ['a fraction', '1.5', undefined, null],
  ['a date without time', '2026-11-21', undefined, null],
])('service response: Retry-After of %s', (_what, retryAfter, date, pause) => {
  expect(retryAfterMs(retryAfter, date, now)).toBe(pause);
});
