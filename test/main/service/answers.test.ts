import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answering, customCode, orderRequest, recorded, withService } from './client-fixture.ts';
import { answerWith } from './raw-server.ts';

/** The answer a create gets from a service that says this. */
async function createAnswer(status: number, body: string | Uint8Array, headers: Record<string, string> = {}) {
  let answer: unknown;
  await withService(answering(status, body, headers), async (client) => {
    answer = await client.create(orderRequest);
  });
  return answer;
}

describe('answers of the document', () => {
  it('give a quote with nothing missing', async () => {
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

  it('give an order with nothing missing, and its raw body as it came', async () => {
    expect(await createAnswer(201, recorded('create'))).toEqual({
      kind: 'answered',
      httpStatus: 201,
      value: JSON.parse(recorded('create')).object,
      missing: [],
      rawBody: recorded('create'),
    });
  });

  it('give a deletion that is done', async () => {
    await withService(answering(200, recorded('delete')), async (client) => {
      const answer = await client.deleteByCustomCode(customCode);
      expect(answer).toMatchObject({ kind: 'answered', httpStatus: 200, value: null, missing: [] });
    });
  });

  it('are read packed too, though no packing was asked for', async () => {
    const packed = gzipSync(recorded('create'));
    expect(await createAnswer(201, packed, { 'Content-Encoding': 'gzip' })).toMatchObject({
      kind: 'answered',
      rawBody: recorded('create'),
      missing: [],
    });
  });
});

describe('a 2xx to a create', () => {
  it('is read as far as it fits, and what is missing is named by its path', async () => {
    const answer = JSON.parse(recorded('create'));
    delete answer.message;
    answer.object.unique_id = 42;
    answer.object.more = { of: 'it' };
    const [shipment] = answer.object.shipments;
    shipment.drop_off_address.lat = '25.0772';
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

  it('without `status` is read, and says that it is missing', async () => {
    const { status: _status, ...rest } = JSON.parse(recorded('create'));
    expect(await createAnswer(201, JSON.stringify(rest))).toMatchObject({ kind: 'answered', missing: ['status'] });
  });

  it.each([
    ['"error"', { status: 'error', message: 'Nothing was booked', object: {} }],
    ['null', { status: null, message: 'Nothing was booked' }],
    ['a number', { status: 500, message: 'Nothing was booked' }],
    ['"Success" in another spelling', { status: 'SUCCESS', message: 'Nothing was booked', object: {} }],
    ['nothing, beside a code of failure', { code: 422, message: 'Nothing was booked', object: {} }],
  ])('whose `status` is %s is not success', async (_what, body) => {
    expect(await createAnswer(200, JSON.stringify(body))).toMatchObject({
      kind: 'not success',
      httpStatus: 200,
      failure: { code: 'not-success', serviceWords: 'Nothing was booked' },
      rawBody: JSON.stringify(body),
    });
  });

  it.each([
    ['nothing', '', undefined],
    ['blanks', ' \r\n', undefined],
    ['a list', '[1,2]', '1 · 2'],
    ['a text', '"OK"', 'OK'],
    ['half an object', '{"status":"success","obj', '{"status":"success","obj'],
    ['an object that shows nothing of the service', '{}', undefined],
    ['a web page', '<!DOCTYPE html><html><head><title>Guest &amp; Wi-Fi\n log-in</title></head></html>', 'Guest & Wi-Fi log-in'],
    ['plain words', 'It works!', 'It works!'],
  ])('with %s in it is unreadable, and kept as it came', async (_what, body, words) => {
    const answer = await createAnswer(201, body);
    expect(answer).toMatchObject({ kind: 'unreadable', httpStatus: 201, rawBody: body, failure: { code: 'unreadable' } });
    expect(answer).toHaveProperty('failure.next');
    expect((answer as { failure: { serviceWords?: string } }).failure.serviceWords).toBe(words);
  });

  it('that is larger than any order is kept up to the limit', async () => {
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

  it('that unpacks to more than the limit is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    expect(await createAnswer(201, bomb, { 'Content-Encoding': 'gzip' })).toMatchObject({
      kind: 'unreadable',
      failure: { code: 'too-large' },
      rawBody: '',
    });
  });

  it.each(['gzip', 'rot13', 'gzip, br', 'constructor'])('packed as %s, and not so, is unreadable', async (encoding) => {
    const answer = await createAnswer(201, recorded('create'), { 'Content-Encoding': encoding });
    expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'unreadable' } });
  });

  it('of any JSON at all is one of the answers, never an exception', async () => {
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
    if (status !== 304) expect(answer).toHaveProperty('failure.serviceWords', 'We are sorry.');
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
    expect(await createAnswer(502, page)).toMatchObject({ failure: { serviceWords: '502 Bad Gateway' } });
  });

  it('cut off in the middle still gives its status and the words that came', async () => {
    await withService(
      { onRequest: (_request, socket) => socket.end('HTTP/1.1 422 No\r\nContent-Length: 900\r\n\r\nThe address is') },
      async (client) =>
        expect(await client.create(orderRequest)).toMatchObject({
          kind: 'refused',
          httpStatus: 422,
          failure: { code: 'rejected', serviceWords: 'The address is' },
        }),
    );
  });
});

describe('a sandbox scenario, whose answer the document does not show', () => {
  const selectors = { drop_off_shipment_unique_ids: ['DO-1'], drop_off_shipment_ids: [], date: '2026-11-21' };
  it.each([
    ['JSON', '{"status":"success","anything":[1]}', { kind: 'answered', value: { status: 'success', anything: [1] } }],
    ['a list', '[1]', { kind: 'answered', value: [1] }],
    ['nothing', '', { kind: 'answered', value: null }],
    ['words', 'done', { kind: 'answered', value: 'done' }],
    ['an envelope that says no', '{"status":"fail","message":"No"}', { kind: 'not success', failure: { serviceWords: 'No' } }],
    ['a web page', '<html><title>Log in</title></html>', { kind: 'unreadable', failure: { serviceWords: 'Log in' } }],
  ])('gives %s as it came', async (_what, body, expected) => {
    await withService(answering(200, body), async (client) => {
      expect(await client.runScenario('happy', selectors)).toMatchObject(expected);
    });
  });
});
