import { describe, expect, it } from 'vitest';
import { header, path } from './listener-address.ts';
import { delivered, head, listening, openConnection, post, sandbox } from './webhook-fixtures.ts';

const withSource = (environment: string, extra: object, at = path) => ({
  environment,
  source: { path: at, header: { ...header, ...extra } },
});

describe('webhook source: a sender', () => {
  it('with the environment’s header delivers an event, stored byte for byte', async () => {
    const { url, taken } = await listening();
    const body = ` ${delivered}\n`;
    expect((await post(url, body)).status).toBe(200);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ environment: 'sandbox', event: 'same.shipment.delivered' });
    expect(taken[0]?.data).toEqual(JSON.parse(delivered).data);
    expect(Buffer.from(taken[0]?.raw ?? []).toString()).toBe(body);
  });

  it.each([
    ['another value', 'wrong'],
    ['its beginning', header.value.slice(0, -1)],
    ['the value with more behind it', `${header.value}0`],
    ['other case', header.value.toUpperCase()],
    ['nothing', ''],
    ['something very long', 'x'.repeat(10_000)],
  ])('is refused with 401 for %s, and nothing is kept', async (_what, value) => {
    const { url, taken, answered } = await listening();
    const answer = await post(url, delivered, { [header.name]: value });
    expect([answer.status, await answer.text()]).toEqual([401, '']);
    expect(taken).toEqual([]);
    expect(answered).toEqual([{ environment: null, event: '', answer: 'wrong header' }]);
  });

  it('is refused without the header, or with it under another name', async () => {
    const { url, taken } = await listening();
    expect((await fetch(url, { method: 'POST', body: delivered })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: delivered, headers: { 'X-Key': header.value } })).status).toBe(
      401,
    );
    expect(taken).toEqual([]);
  });

  it('is refused if the header comes twice, even if one of them is right', async () => {
    const { port, taken } = await listening();
    for (const values of [
      ['wrong', header.value],
      [header.value, 'wrong'],
      [header.value, header.value],
    ]) {
      const { socket, end } = openConnection(port);
      const lines = [...values.map((value) => `${header.name}: ${value}`), 'Connection: close'];
      socket.write(`${head([...lines, `Content-Length: ${delivered.length}`], null)}${delivered}`);
      expect(await end).toMatch(/^HTTP\/1\.1 401 /);
    }
    expect(taken).toEqual([]);
  });

  it.each([
    ['a line break', `${header.value}\n${header.name}: x`],
    ['a zero byte', `${header.value}\0`],
    ['a carriage return', `${header.value}\rX: y`],
  ])('is refused when the value contains %s', async (_what, value) => {
    const { port, taken } = await listening();
    const { socket, end } = openConnection(port);
    socket.write(`${head([`Content-Length: ${delivered.length}`, 'Connection: close'], value)}${delivered}`);
    expect(await end).toMatch(/^HTTP\/1\.1 40[01] /);
    expect(taken).toEqual([]);
  });

  it('may write the header’s name in any case, and spaces around the value', async () => {
    const { port } = await listening();
    const { socket, end } = openConnection(port);
    const lines = [`x-HOOK-key:   ${header.value}  `, 'Connection: close', `Content-Length: ${delivered.length}`];
    socket.write(`${head(lines, null)}${delivered}`);
    expect(await end).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('may send either of two values during a change, and only the new one afterwards', async () => {
    const { listener, url } = await listening({ sources: [withSource('sandbox', { otherValue: 'new-value' })] });
    const status = async (value: string) => (await post(url, delivered, { [header.name]: value })).status;
    expect([await status(header.value), await status('new-value'), await status('neither')]).toEqual([200, 200, 401]);
    listener.setSources([withSource('sandbox', { value: 'new-value' })]);
    expect([await status(header.value), await status('new-value')]).toEqual([401, 200]);
  });

  it('is matched by its header if two environments share a path', async () => {
    const { url, taken } = await listening({
      sources: [sandbox, withSource('production', { value: 'other' }), withSource('third', { name: 'X-Third' })],
    });
    await post(url);
    await post(url, delivered, { [header.name]: 'other' });
    await post(url, delivered, { [header.name]: '', 'X-Third': header.value });
    expect(taken.map(({ environment }) => environment)).toEqual(['sandbox', 'production', 'third']);
    // Both headers at once: for neither.
    expect((await post(url, delivered, { 'X-Third': header.value })).status).toBe(401);
  });

  it('is not matched at another environment’s path', async () => {
    const { port, taken } = await listening({ sources: [sandbox, withSource('other', { value: 'b' }, '/other')] });
    const answer = await post(`http://127.0.0.1:${port}/other`);
    expect(answer.status).toBe(401);
    expect(taken).toEqual([]);
  });

  it('is not matched by a value of spaces', async () => {
    const { url } = await listening({ sources: [withSource('sandbox', { value: '   ' })] });
    expect((await post(url, delivered, { [header.name]: '' })).status).not.toBe(200);
  });

  it('may use a value beyond ASCII, sent as UTF-8', async () => {
    const { port } = await listening({ sources: [withSource('sandbox', { value: 'schlüssel' })] });
    const { socket, end } = openConnection(port);
    const request = `${head(['Connection: close', `Content-Length: ${delivered.length}`], 'schlüssel')}${delivered}`;
    socket.write(Buffer.from(request, 'utf8'));
    expect(await end).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('webhook source: any other request', () => {
  it.each([
    ['GET', 200],
    ['HEAD', 200],
    ['PUT', 405],
    ['PATCH', 405],
    ['DELETE', 405],
    ['OPTIONS', 405],
    ['PROPFIND', 405],
  ] as const)('gets a bare answer for %s: %i', async (method, status) => {
    const { url, taken } = await listening();
    const answer = await fetch(url, {
      method,
      headers: { [header.name]: header.value },
      ...(['PUT', 'PATCH', 'DELETE'].includes(method) && { body: delivered }),
    });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST, GET, HEAD' : null);
    expect(taken).toEqual([]);
  });

  it.each(['/', '/webhooks', `${path}//`, `${path}x`, '/Webhooks/sandbox', '/%', '/webhooks/%ff', '//'])(
    'gets a bare 404 at %s',
    async (other) => {
      const { port, taken } = await listening();
      const { socket, end } = openConnection(port);
      const lines = [`Content-Length: ${delivered.length}`, 'Connection: close'];
      socket.write(`${head(lines, header.value, other)}${delivered}`);
      const answer = await end;
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer.split('\r\n\r\n')[1]).toBe('');
      expect(taken).toEqual([]);
    },
  );

  it.each(['GET', 'HEAD'])('gets the same for %s with any header, and 404 at another path', async (method) => {
    const { url, answered } = await listening();
    const headersOf = async (value: string) => {
      const answer = await fetch(url, { method, headers: { [header.name]: value } });
      return [answer.status, answer.headers.get('content-length'), await answer.text()];
    };
    expect(await headersOf('wrong')).toEqual(await headersOf(header.value));
    expect((await fetch(`${url}x`, { method })).status).toBe(404);
    expect(answered.map(({ answer }) => answer)).toEqual(['address check', 'address check', 'no such address']);
  });

  it('is accepted with a slash more or less at the end of the path', async () => {
    const { url, taken } = await listening();
    expect((await post(`${url}/`)).status).toBe(200);
    const slashed = await listening({ sources: [{ environment: 'sandbox', source: { path: `${path}/`, header } }] });
    expect((await post(slashed.url)).status).toBe(200);
    expect([taken.length, slashed.taken.length]).toEqual([1, 1]);
  });

  it('reveals nothing about the listener', async () => {
    const { url } = await listening();
    for (const answer of [await post(url), await post(url, '{'), await post(url, '', { [header.name]: 'x' })]) {
      const names = [...answer.headers.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name));
      expect(names).toEqual(['content-length']);
      expect(await answer.text()).toBe('');
    }
  });

  it('is accepted at the path with a query string', async () => {
    const { url } = await listening();
    expect((await post(`${url}?from=dashboard`)).status).toBe(200);
  });
});
