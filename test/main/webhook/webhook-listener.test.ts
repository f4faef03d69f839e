import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWebhookListener } from '../../../src/main/webhook/webhook-listener.ts';
import { maxNesting } from '../../../src/shared/values/json.ts';
import { header } from './listener-address.ts';
import { delivered, head, listening, openConnection, post } from './webhook-fixtures.ts';

const nested = (levels: number): string => `{"data":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const sized = (bytes: number): string => {
  const empty = '{"event":"same.shipment.delivered","data":{"note":""}}';
  return empty.replace('""}}', `"${'x'.repeat(bytes - empty.length)}"}}`);
};
const limit = 256 * 1024;

describe('webhook listener: a body', () => {
  it.each([
    ['application/json', 'application/json'],
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a picture', 'image/png'],
    ['an invalid type', ';;;/'],
    ['an empty type', ''],
  ])('is read as JSON when it comes as %s', async (_what, type) => {
    const { url, taken } = await listening();
    expect((await post(url, delivered, { 'content-type': type })).status).toBe(200);
    expect(taken[0]?.event).toBe('same.shipment.delivered');
  });

  it('is read as JSON when it comes without a type, and with a byte order mark', async () => {
    const { url, taken } = await listening();
    expect((await post(url, new TextEncoder().encode(`\uFEFF${delivered}`))).status).toBe(200);
    expect(taken[0]?.event).toBe('same.shipment.delivered');
  });

  it.each([
    ['nothing', ''],
    ['half an event', delivered.slice(0, -5)],
    ['two events', delivered + delivered],
    ['a form', 'event=delivered'],
    ['a list', `[${delivered}]`],
    ['a text', '"same.shipment.delivered"'],
    ['a number', '17'],
    ['null', 'null'],
    ['an unclosed string', '{"event":"'],
    ['a single backslash', '{"event":"\\'],
    ['closing brackets', '}'.repeat(1000)],
  ])('of %s is answered 400, and nothing is kept', async (_what, body) => {
    const { url, taken, answered } = await listening();
    expect((await post(url, body)).status).toBe(400);
    expect(taken).toEqual([]);
    expect(answered).toEqual([{ environment: 'sandbox', event: '', answer: 'no event' }]);
  });

  it('that is not UTF-8 is answered 400', async () => {
    const { url } = await listening();
    expect((await post(url, Buffer.from(`{"event":"caf\xe9"}`, 'latin1'))).status).toBe(400);
  });

  it('is refused when it is nested more deeply than any event', async () => {
    const { url, taken } = await listening();
    expect((await post(url, nested(maxNesting))).status).toBe(200);
    expect((await post(url, nested(maxNesting + 1))).status).toBe(400);
    expect((await post(url, '['.repeat(limit))).status).toBe(400);
    expect((await post(url, '{"a":'.repeat(50_000))).status).toBe(400);
    expect(taken).toHaveLength(1);
  });

  it('may hold brackets in its texts', async () => {
    const { url } = await listening();
    const event = JSON.stringify({ event: `${'['.repeat(200)}"\\"{{`, data: { note: '\\"[[['.repeat(100) } });
    expect((await post(url, event)).status).toBe(200);
  });

  it.each([
    ['an event that is a number', '{"event":17,"data":{"a":1}}', '', { a: 1 }],
    ['data that is a list', '{"event":"x","data":[1]}', 'x', {}],
    ['data that is a text', '{"event":"x","data":"y"}', 'x', {}],
    ['data that is null', '{"event":"x","data":null}', 'x', {}],
    ['a name in capitals and spaces', '{"event":" SAME.Shipment.Delivered ","data":{}}', 'same.shipment.delivered', {}],
    ['neither', '{}', '', {}],
    ['other keys', '{"type":"x","payload":{}}', '', {}],
  ])('with %s is kept all the same: the document does not show every event', async (_what, body, event, data) => {
    const { url, taken } = await listening();
    expect((await post(url, body)).status).toBe(200);
    expect(taken[0]).toMatchObject({ event, data });
    expect(Buffer.from(taken[0]?.raw ?? []).toString()).toBe(body);
  });

  it('with a name of any length is stored under its first 200 characters', async () => {
    const { url, taken } = await listening();
    await post(url, JSON.stringify({ event: 'e'.repeat(5000), data: {} }));
    expect(taken[0]?.event).toBe('e'.repeat(200));
  });

  it('cannot change a prototype', async () => {
    const { url, taken } = await listening();
    await post(url, '{"__proto__":{"event":"x"},"event":"y","data":{"__proto__":{"polluted":1},"constructor":{}}}');
    expect(taken[0]?.event).toBe('y');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(Object.keys(taken[0]?.data ?? {})).toEqual(['__proto__', 'constructor']);
  });
});

describe('webhook listener: the size of a body', () => {
  it('may be 256 KB, and not a byte more', async () => {
    const { url, taken, answered } = await listening();
    expect((await post(url, sized(limit))).status).toBe(200);
    expect((await post(url, sized(limit + 1))).status).toBe(413);
    expect(taken.map(({ raw }) => raw.length)).toEqual([limit]);
    expect(answered.at(-1)).toEqual({ environment: 'sandbox', event: '', answer: 'too large' });
  });

  it('is answered 413 from the length alone, before anything of it was sent', async () => {
    const { port } = await listening();
    const { socket, end } = openConnection(port);
    socket.write(head([`Content-Length: ${1024 ** 3}`]));
    expect(await end).toMatch(/^HTTP\/1\.1 413 .*\r\n\r\n$/s);
  });

  it('is answered 413 in chunks too, and the connection of a sender that continues is cut', async () => {
    const { port, taken } = await listening({ limits: { lingerBytes: 512 * 1024, lingerMs: 60_000 } });
    const { socket, end } = openConnection(port);
    let sent = 0;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(head(['Transfer-Encoding: chunked']));
    const more = (): void => {
      while (!socket.destroyed) {
        sent += 16 * 1024;
        if (!socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`)) return void socket.once('drain', more);
      }
    };
    more();
    expect(await end).toMatch(/^HTTP\/1\.1 413 /);
    await closed;
    expect(taken).toEqual([]);
    // The limit of the listener, and the buffers of two kernels.
    expect(sent).toBeLessThan(32 * 1024 ** 2);
  });

  it('of a megabyte is refused with an answer that reaches a client that sends everything before it reads', async () => {
    const { port } = await listening();
    const { socket, end } = openConnection(port);
    await new Promise<void>((resolve) => {
      socket.write(head([`Content-Length: ${1024 ** 2}`]) + 'x'.repeat(1024 ** 2), () => resolve());
    });
    expect(await end).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is never read without the right header, however much is announced', async () => {
    const { port, answered } = await listening();
    const { socket, end } = openConnection(port);
    socket.write(head([`Content-Length: ${limit}`], 'wrong'));
    expect(await end).toMatch(/^HTTP\/1\.1 401 /);
    expect(answered).toEqual([{ environment: null, event: '', answer: 'wrong header' }]);
  });

  it('is requested with 100 Continue only from a sender with the right header', async () => {
    const { port, taken } = await listening();
    const expecting = [`Content-Length: ${delivered.length}`, 'Expect: 100-continue', 'Connection: close'];
    const unauthorized = openConnection(port);
    unauthorized.socket.write(head(expecting, 'wrong'));
    expect(await unauthorized.end).toMatch(/^HTTP\/1\.1 401 /);
    const known = openConnection(port);
    known.socket.write(head(expecting));
    known.socket.once('data', () => known.socket.write(delivered));
    expect(await known.end).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(taken).toHaveLength(1);
  });

  it('is rejected if length and chunks contradict each other', async () => {
    const { port, taken } = await listening();
    const { socket, end } = openConnection(port);
    socket.write(`${head(['Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`);
    expect(await end).toMatch(/^HTTP\/1\.1 400 /);
    expect(taken).toEqual([]);
  });

  it('does not affect the next request on the same connection', async () => {
    const { port, taken } = await listening();
    const { socket, end } = openConnection(port);
    const request = (extra: string[]) => `${head([`Content-Length: ${delivered.length}`, ...extra])}${delivered}`;
    socket.write(request([]) + request([]) + request(['Connection: close']));
    expect((await end).match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
    expect(taken).toHaveLength(3);
  });
});

it('webhook listener: headers above 16 KB end the connection', async () => {
  const { port, answered, untilAnswered } = await listening();
  const { socket, end } = openConnection(port);
  socket.write(head([`X-Long: ${'x'.repeat(20_000)}`, `${header.name}: x`]));
  expect(await end).toMatch(/^HTTP\/1\.1 400 /);
  await untilAnswered(1);
  expect(answered[0]?.answer).toBe('no event');
});

const parts = {
  sources: [],
  take: async () => 'stored' as const,
  withoutToken: async (_environment: string, raw: Uint8Array) => raw,
  clock: { now: Date.now },
  onAnswered: () => {},
  onNotStored: () => {},
};

it('webhook listener: a port in use by another program is reported', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await startWebhookListener({ ...parts, host: '127.0.0.1', port })).toEqual({
    ok: false,
    failure: { code: 'not-allowed-now', message: { code: 'webhook.port-in-use', params: { port } } },
  });
});

it('webhook listener: a host that is not this computer is reported', async () => {
  const started = await startWebhookListener({ ...parts, host: '192.0.2.1', port: 0 });
  expect(!started.ok && started.failure.message).toEqual({
    code: 'webhook.host-not-here',
    params: { host: '192.0.2.1' },
  });
});

it('webhook listener: an IPv6 address may be written with brackets', async () => {
  const started = await startWebhookListener({ ...parts, host: '[::1]', port: 0 });
  if (!started.ok) {
    // A computer without IPv6 reports the same failure.
    expect(started.failure.message).toContain('is no address of this computer');
    return;
  }
  onTestFinished(() => started.value.close());
  const answer = await fetch(`http://[::1]:${started.value.port}/`, { method: 'POST' });
  expect(answer.status).toBe(404);
});
