import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('without `status` is read, with `status` reported as missing', async () => {
    const { status: _status, ...rest } = JSON.parse(recorded('create'));
    expect(await createAnswer(201, JSON.stringify(rest))).toMatchObject({ kind: 'answered', missing: ['status'] });
  });

  it.each([
    ['"error"', { status: 'error', message: 'Nothing was booked', object: {} }],
    ['null', { status: null, message: 'Nothing was booked' }],
    ['a number', { status: 500, message: 'Nothing was booked' }],
    ['"Success" in capitals', { status: 'SUCCESS', message: 'Nothing was booked', object: {} }],
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
