import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyCreateAnswer } from '../../../src/main/core/outbox/answer-rules.ts';
import type { ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { retryAfterMs } from '../../../src/main/service/read-response.ts';
import { messageNextStep } from '../../../src/renderer/text/text.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { type OrderAnswer, readOrderAnswer } from '../../../src/shared/orders/order-answer.ts';
import { answering, createAnswer, customCode, orderRequest, recorded, withService } from './client-fixture.ts';
import { answerWith } from './raw-server.ts';

describe('service response: as documented', () => {
  it('a quote is complete', async () => {
    await withService(answering(200, recorded('preview')), async (client) => {
      expect(await client.preview(orderRequest)).toEqual({
        kind: 'answered',
        httpStatus: 200,
        value: JSON.parse(recorded('preview')).object,
        missing: [],
        rawBody: recorded('preview'),
      });
    });
  });

  it('an order is complete, with its raw body as received', async () => {
    expect(await createAnswer(201, recorded('create'))).toEqual({
      kind: 'answered',
      httpStatus: 201,
      value: JSON.parse(recorded('create')).object,
      missing: [],
      rawBody: recorded('create'),
    });
  });

  it('a deletion is done', async () => {
    await withService(answering(200, recorded('delete')), async (client) => {
      const answer = await client.deleteByCustomCode(customCode);
      expect(answer).toMatchObject({ kind: 'answered', httpStatus: 200, value: null, missing: [] });
    });
  });

  it.each([
    [204, 'answered'],
    [200, 'unreadable'],
    [202, 'unreadable'],
  ])('a deletion answered %i without a body is %s: only 204 says that there is none', async (status, kind) => {
    await withService(answering(status), async (client) => {
      expect(await client.deleteByCustomCode(customCode)).toMatchObject({ kind, httpStatus: status });
    });
  });

  it('compressed responses are read, though compression is never requested', async () => {
    const packed = gzipSync(recorded('create'));
    expect(await createAnswer(201, packed, { 'Content-Encoding': 'gzip' })).toMatchObject({
      kind: 'answered',
      rawBody: recorded('create'),
      missing: [],
    });
  });
});

describe('service response: 2xx to a create', () => {
  it('is read as far as it is valid, and missing fields are named by their path', async () => {
    const answer = JSON.parse(recorded('create'));
    delete answer.message;
    answer.object.unique_id = [42];
    answer.object.more = { of: 'it' };
    const [shipment] = answer.object.shipments;
    shipment.drop_off_address.lat = '25° north';
    delete shipment.pick_up_shipment;
    delete shipment.parcels[1].custom_code;
    shipment.parcels[0].pick_up_label_urls.push('no entry', null);
    expect(await createAnswer(201, JSON.stringify(answer))).toMatchObject({
      kind: 'answered',
      value: {
        created_at: '2026-11-21T08:12:45+04:00',
        shipments: [{ parcels: [{ custom_code: 'BENCH0000000000001' }, { pick_up_code: 'PC-3002' }] }],
      },
      missing: expect.arrayContaining([
        'message',
        'unique_id',
        'shipments[0].drop_off_address.lat',
        'shipments[0].pick_up_shipment',
        'shipments[0].parcels[1].custom_code',
        'shipments[0].parcels[0].pick_up_label_urls[3]',
      ]),
    });
  });

  it.each(['SUCCESS', ' Success '])('whose `status` is %j is success', async (status) => {
    const answer = { ...JSON.parse(recorded('create')), status };
    expect(await createAnswer(201, JSON.stringify(answer))).toMatchObject({ kind: 'answered', missing: [] });
  });

  it.each([
    ['whole', 0, 'answered'],
    ['without its last character', 1, 'unreadable'],
  ] as const)('whose connection is cut while the body is %s is %s', async (_what, missing, kind) => {
    const body = recorded('create').trimEnd();
    const sent = body.slice(0, body.length - missing);
    const head = `HTTP/1.1 201 Created\r\nContent-Length: ${Buffer.byteLength(body) + 10}\r\n\r\n`;
    await withService({ onRequest: (_request, socket) => socket.end(head + sent) }, async (client) => {
      const answer = await client.create(orderRequest);
      expect(answer.kind).toBe(kind);
      const isOrder = 'rawBody' in answer && readOrderAnswer(answer.rawBody, [customCode]).kind === 'order';
      expect(isOrder).toBe(kind === 'answered');
    });
  });

  it('without `status` is read, with `status` reported as missing', async () => {
    const { status: _status, ...rest } = JSON.parse(recorded('create'));
    expect(await createAnswer(201, JSON.stringify(rest))).toMatchObject({ kind: 'answered', missing: ['status'] });
  });

  it.each([
    ['"error"', { status: 'error', message: 'Nothing was booked', object: {} }],
    ['null', { status: null, message: 'Nothing was booked' }],
    ['a number', { status: 500, message: 'Nothing was booked' }],
    ['"successful"', { status: 'successful', message: 'Nothing was booked', object: {} }],
    ['absent, with a failure in `code`', { code: 422, message: 'Nothing was booked', object: {} }],
  ])('whose `status` is %s is not success', async (_what, body) => {
    expect(await createAnswer(200, JSON.stringify(body))).toMatchObject({
      kind: 'not success',
      httpStatus: 200,
      failure: { code: 'not-success', serviceText: 'Nothing was booked' },
      rawBody: JSON.stringify(body),
    });
  });

  it.each([
    ['nothing', '', 'service.empty-response', undefined],
    ['blanks', ' \r\n', 'service.empty-response', undefined],
    ['a list', '[1,2]', 'service.unreadable-response', '1 · 2'],
    ['a text', '"OK"', 'service.unreadable-response', 'OK'],
    ['half an object', '{"status":"success","obj', 'service.unreadable-response', '{"status":"success","obj'],
    ['an object without any documented field', '{}', 'service.unreadable-response', undefined],
    [
      'a web page',
      '<!DOCTYPE html><html><head><title>Guest &amp; Wi-Fi\n log-in</title></head></html>',
      'service.web-page',
      'Guest & Wi-Fi log-in',
    ],
    ['plain text', 'It works!', 'service.unreadable-response', 'It works!'],
  ])('with %s as body is unreadable, and kept as received', async (_what, body, name, serviceText) => {
    const answer = await createAnswer(201, body);
    expect(answer).toMatchObject({
      kind: 'unreadable',
      httpStatus: 201,
      rawBody: body,
      failure: { code: 'unreadable' },
    });
    expect(answer).toHaveProperty('failure.message.code', name);
    expect((answer as { failure: { serviceText?: string } }).failure.serviceText).toBe(serviceText);
  });

  it('over the size limit is kept up to the limit', async () => {
    await withService(
      answering(201, `{"a":"${'x'.repeat(5000)}"}`),
      async (client) => {
        const answer = await client.create(orderRequest);
        expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'too-large' } });
        expect((answer as { rawBody: string }).rawBody).toHaveLength(1000);
      },
      { limits: { jsonBytes: 1000 } },
    );
  });

  it('that decompresses to more than the limit is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    expect(await createAnswer(201, bomb, { 'Content-Encoding': 'gzip' })).toMatchObject({
      kind: 'unreadable',
      failure: { code: 'too-large' },
      rawBody: '',
    });
  });

  it.each(['gzip', 'rot13', 'gzip, br', 'constructor'])('falsely declared as %s is unreadable', async (encoding) => {
    const answer = await createAnswer(201, recorded('create'), { 'Content-Encoding': encoding });
    expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'unreadable' } });
  });

  it('of any JSON gives one of the answers, never an exception', async () => {
    let body = '';
    await withService({ onRequest: (_request, socket) => answerWith(socket, 201, body) }, async (client) => {
      const envelope = fc.record({ status: fc.constant('success'), object: fc.jsonValue() });
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.jsonValue(), envelope), async (value) => {
          body = JSON.stringify(value);
          const answer = await client.create(orderRequest);
          expect(['answered', 'not success', 'unreadable']).toContain(answer.kind);
          expect(answer).not.toHaveProperty('failure.code', 'unexpected');
        }),
        { numRuns: 60 },
      );
    });
  });
});

describe('service response: to a sandbox scenario, which is not documented', () => {
  const selectors = { drop_off_shipment_unique_ids: ['DO-1'], drop_off_shipment_ids: [], date: '2026-11-21' };
  it.each([
    ['JSON', '{"status":"success","anything":[1]}', { kind: 'answered', value: { status: 'success', anything: [1] } }],
    ['a list', '[1]', { kind: 'answered', value: [1] }],
    ['nothing', '', { kind: 'answered', value: null }],
    ['text', 'done', { kind: 'answered', value: 'done' }],
    [
      'an envelope that reports a failure',
      '{"status":"fail","message":"No"}',
      { kind: 'not success', failure: { serviceText: 'No' } },
    ],
    ['a web page', '<html><title>Log in</title></html>', { kind: 'unreadable', failure: { serviceText: 'Log in' } }],
  ])('gives %s as received', async (_what, body, expected) => {
    await withService(answering(200, body), async (client) => {
      expect(await client.runScenario('happy', selectors)).toMatchObject(expected);
    });
  });
});

describe('service response: outside 2xx', () => {
  it.each([
    [400, 'rejected', 'service.rejected'],
    [401, 'token-rejected', 'service.token-rejected'],
    [403, 'forbidden', 'service.forbidden'],
    [404, 'not-found', 'service.not-found'],
    [405, 'rejected', 'service.rejected'],
    [408, 'service-error', 'service.request-timeout'],
    [409, 'conflict', 'service.conflict'],
    [410, 'not-found', 'service.no-longer-there'],
    [422, 'rejected', 'service.rejected'],
    [429, 'too-many-requests', 'service.too-many-requests'],
    [500, 'service-error', 'service.server-error'],
    [502, 'service-error', 'service.server-error'],
    [503, 'service-error', 'service.server-error'],
    [599, 'service-error', 'service.server-error'],
    [300, 'redirected', 'service.redirected'],
    [304, 'redirected', 'service.redirected'],
  ] as const)('status %i is %s, with a message, a next step and the service’s text', async (status, code, name) => {
    const body = JSON.stringify({ status: 'error', code: status, message: 'We are sorry.', object: {} });
    const answer = await createAnswer(status, status === 304 ? '' : body);
    expect(answer).toMatchObject({
      kind: 'rejected',
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
    await withService(
      answering(status, '', { Location: location }),
      async (client, server) => {
        const answer = await client.create(orderRequest);
        expect(answer).toMatchObject({ kind: 'rejected', httpStatus: status, failure: { code: 'redirected' } });
        expect(server.connections()).toBe(1);
      },
      { labelUrl: null },
    );
  });

  it.each([
    ['/login', 302, 'service.redirected-to-sign-in'],
    ['https://sso.example/oauth2/authorize?next=/form', 302, 'service.redirected-to-sign-in'],
    ['http://127.0.0.1:1/users/sign_in', 303, 'service.redirected-to-sign-in'],
    ['/requests/new', 302, 'service.redirected-to-form'],
    ['/orders/create?error=address', 303, 'service.redirected-to-form'],
    ['/', 302, 'service.redirected'],
    ['/elsewhere?to=/login', 302, 'service.redirected'],
    ['/catalogin/newest', 301, 'service.redirected'],
    ['http://[', 302, 'service.redirected'],
  ])(
    'a create that is redirected to %s stays uncertain, and its message says where that leads',
    async (location, status, code) => {
      const answer = (await createAnswer(status, '', { Location: location })) as ServiceAnswer<OrderAnswer>;
      expect(answer).toMatchObject({ kind: 'rejected', failure: { code: 'redirected', message: { code } } });
      expect(classifyCreateAnswer(answer, null).kind).toBe('uncertain');
      expect(
        messageNextStep(message(code as 'service.redirected', { peer: 'service', host: 'a', status })),
      ).not.toBeNull();
    },
  );

  it.each([
    ['<form method="post" action="/session"><input type="password"></form>', 'service.redirected-to-sign-in'],
    ['<form action="/requests" method="post"><input name="text"></form>', 'service.redirected-to-form'],
    ['<title>Redirecting to /</title>', 'service.redirected'],
  ])('a redirect with the page %s is named by its content', async (body, code) => {
    const answer = await createAnswer(302, body, { Location: '/' });
    expect(answer).toMatchObject({ kind: 'rejected', failure: { message: { code } } });
  });

  it('a redirect with a page of millions of open tags is read in a moment', async () => {
    const page = '<input <form '.repeat(500_000);
    const startedAt = performance.now();
    const answer = await createAnswer(302, page.slice(0, 4 * 1024 * 1024 - 1), { Location: '/' });
    expect(answer).toMatchObject({ kind: 'rejected', failure: { message: { code: 'service.redirected' } } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Sat, 21 Nov 2026 08:01:30 GMT', 90_000],
    ['a past date', 'Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['a year', '31536000', 600_000],
    ['text that is not a time', 'soon', null],
  ])('a 429 with Retry-After as %s gives the pause', async (_what, retryAfter, pause) => {
    const headers = { 'Retry-After': retryAfter, Date: 'Sat, 21 Nov 2026 08:00:00 GMT' };
    expect(await createAnswer(429, '', headers)).toMatchObject({ kind: 'rejected', retryAfterMs: pause });
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
          kind: 'rejected',
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
