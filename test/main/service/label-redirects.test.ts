import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { AddressClass } from '../../../src/main/service/address-class.ts';
import type { AddressRules } from '../../../src/main/service/address-limit.ts';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
import { issueFor, makeAuthority } from './certificates.ts';
import { answering, token } from './client-fixture.ts';
import { answerWith, type Behaviour, type RawRequest, type RawServer, startRawServer } from './raw-server.ts';

const zpl = '^XA^FO50,50^FDHello^FS^XZ';
const authority = makeAuthority('Test authority');

const servers: RawServer[] = [];
async function serve(behaviour: Behaviour): Promise<RawServer> {
  const server = await startRawServer(behaviour);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const redirectTo = (location: string, headers: Record<string, string> = {}): Behaviour =>
  answering(302, '', { Location: location, 'Set-Cookie': 'session=1', ...headers });

/** Loopback addresses that stand for addresses of each class, so that real servers can have them. */
const classes: Record<string, AddressClass> = {
  '127.0.0.1': 'public',
  '127.0.0.2': 'private',
  '127.0.0.3': 'link-local',
  '127.0.0.4': 'loopback',
  '127.0.0.5': 'public',
};
const addressOf = (wanted: AddressClass): string =>
  Object.keys(classes).find((address) => classes[address] === wanted) ?? '';
const standIns: AddressRules = {
  resolve: async () => [],
  classOf: (address) => classes[address.replace('::ffff:', '')] ?? 'reserved',
};

async function download(
  labelHost: string,
  options: Partial<DeliveryServiceOptions> = {},
  path = '/labels/1.zpl',
): Promise<unknown> {
  const client = createDeliveryService({ baseUrl: labelHost, labelUrl: labelHost, token, ...options });
  try {
    return await client.downloadLabel(labelHost + path);
  } finally {
    await client.close();
  }
}
const urlOf = (server: RawServer, host = '127.0.0.1') => `http://${host}:${server.port}`;
const names = ({ headers }: RawRequest) => headers.map(([name]) => name.toLowerCase());
const refusal = (code: string) => ({ kind: 'rejected', failure: { code: 'redirected', message: { code } } });

describe('label redirects: to another host', () => {
  it('are followed without a token, a cookie or any other header', async () => {
    const storage = await serve(answering(200, zpl));
    const labelHost = await serve(redirectTo(`${urlOf(storage)}/signed/1?signature=abc`));
    expect(await download(urlOf(labelHost))).toMatchObject({ kind: 'answered', value: { format: 'zpl' } });
    expect(storage.requests.map(({ line }) => line)).toEqual(['GET /signed/1?signature=abc HTTP/1.1']);
    expect(storage.requests.map(names)).toEqual([['host', 'connection']]);
  });

  it('are followed without the token where the label host asks for it, and back to the label host too', async () => {
    const storage = await serve({
      onRequest: (_request, socket) => answerWith(socket, 302, '', { Location: `${urlOf(labelHost)}/back` }),
    });
    const labelHost: RawServer = await serve({
      onRequest(request, socket) {
        if (request.line.includes('/back')) return answerWith(socket, 200, zpl);
        const hasToken = names(request).includes('authorization');
        return hasToken ? answerWith(socket, 307, '', { Location: `${urlOf(storage)}/1` }) : answerWith(socket, 401);
      },
    });
    expect(await download(urlOf(labelHost))).toMatchObject({ kind: 'answered' });
    expect(storage.requests.map(names)).toEqual([['host', 'connection']]);
    expect(labelHost.requests.map((request) => names(request).includes('authorization'))).toEqual([false, true, false]);
  });

  it.each([401, 403])('do not make the download try with the token where that host answers %i', async (status) => {
    const storage = await serve(answering(status, ''));
    const labelHost = await serve(redirectTo(`${urlOf(storage)}/1`));
    expect(await download(urlOf(labelHost))).toMatchObject({
      kind: 'rejected',
      httpStatus: status,
      failure: { code: 'forbidden', message: { code: 'label.forbidden-by-target' } },
    });
    expect(labelHost.requests).toHaveLength(1);
    expect(storage.requests.map(names)).toEqual([['host', 'connection']]);
  });

  it('are not followed where the environment allows the label host only', async () => {
    const storage = await serve(answering(200, zpl));
    const labelHost = await serve(redirectTo(`${urlOf(storage)}/1`));
    const answer = await download(urlOf(labelHost), { labelRedirects: 'label-host-only' });
    expect(answer).toMatchObject(refusal('label.redirect-other-host'));
    expect(storage.connections()).toBe(0);
  });

  it('are counted together: the fourth is not followed', async () => {
    const storage: RawServer = await serve({
      onRequest: (_request, socket) => answerWith(socket, 302, '', { Location: `${urlOf(storage)}/again` }),
    });
    const labelHost = await serve(redirectTo(`${urlOf(storage)}/1`));
    expect(await download(urlOf(labelHost))).toMatchObject(refusal('label.redirect-too-many'));
    expect(storage.requests).toHaveLength(3);
  });

  it.each([
    ['plain http', 'http://storage.example/1', 'label.redirect-not-https'],
    ['another protocol', 'ftp://storage.example/1', 'label.redirect-not-https'],
    ['a file', 'file:///etc/passwd', 'label.redirect-not-https'],
    ['a user name', 'https://me:secret@storage.example/1', 'label.redirect-invalid'],
    ['no address', 'http://', 'label.redirect-invalid'],
    ['nothing', '', 'label.redirect-invalid'],
  ])('to %s are not followed', async (_what, location, code) => {
    const labelHost = await serve(redirectTo(location));
    const answer = await download(urlOf(labelHost));
    expect(answer).toMatchObject(refusal(code));
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(labelHost.requests).toHaveLength(1);
  });

  it('keep the limit on a label’s size', async () => {
    const storage = await serve(answering(200, `^XA${'x'.repeat(5000)}^XZ`));
    const labelHost = await serve(redirectTo(`${urlOf(storage)}/1`));
    const answer = await download(urlOf(labelHost), { limits: { labelBytes: 1000 } });
    expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'too-large' } });
  });

  it('reach a name over TLS with the certificate of that name', async () => {
    const tls = issueFor(authority, { names: ['storage.example'] });
    const storage = await serve({ ...answering(200, zpl), tls });
    const labelHost = await serve(redirectTo(`https://storage.example:${storage.port}/1`));
    const addressRules = { ...standIns, resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
    const answer = await download(urlOf(labelHost), { addressRules, caPem: authority.certificatePem });
    expect(answer).toMatchObject({ kind: 'answered', value: { format: 'zpl' } });
  });
});

const order: AddressClass[] = ['public', 'private', 'link-local', 'loopback'];
const pairs = order.flatMap((own) => order.map((target) => [own, target] as const));

describe('label redirects: classes of address', () => {
  it.each(pairs)('from a label host that is %s to an address that is %s', async (own, target) => {
    const storage = await serve({ ...answering(200, zpl), host: addressOf(target) });
    const labelHost = await serve({ ...redirectTo(`${urlOf(storage, addressOf(target))}/1`), host: addressOf(own) });
    const answer = await download(urlOf(labelHost, addressOf(own)), { addressRules: standIns });
    const isAllowed = order.indexOf(target) <= order.indexOf(own);
    expect(storage.connections()).toBe(isAllowed ? 1 : 0);
    if (isAllowed) return expect(answer).toMatchObject({ kind: 'answered' });
    expect(answer).toMatchObject({
      kind: 'unanswered',
      failure: {
        code: 'redirected',
        message: { code: 'label.redirect-more-private', params: { class: target.replace('-', '_') } },
      },
    });
  });

  it.each(['http://[::ffff:127.0.0.1]', 'http://0.0.0.0', 'http://2130706433', 'http://127.1', 'http://localhost.'])(
    'are found however the address is written: %s',
    async (written) => {
      const inside = await serve(answering(200, zpl));
      const labelHost = await serve({ ...redirectTo(`${written}:${inside.port}/1`), host: '127.0.0.5' });
      const classOf = (address: string) => (address === '127.0.0.5' ? 'public' : 'loopback');
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      const answer = await download(urlOf(labelHost, '127.0.0.5'), { addressRules: { classOf, resolve } });
      expect(answer).toMatchObject({ failure: { code: 'redirected' } });
      expect(inside.connections()).toBe(0);
    },
  );

  it('are those of every address of a name: one that is too private is not connected to', async () => {
    const inside = await serve({ ...answering(200, '^XA^FDinside^FS^XZ'), host: '127.0.0.2' });
    const labelHost = await serve(redirectTo(`http://localhost:${inside.port}/1`));
    const resolve = async () => ['127.0.0.2', '127.0.0.5'].map((address) => ({ address, family: 4 }));
    const answer = await download(urlOf(labelHost), { addressRules: { ...standIns, resolve } });
    // Nothing listens at the public address.
    expect(answer).toMatchObject({ kind: 'unanswered', failure: { code: 'no-route' } });
    expect(inside.connections()).toBe(0);
  });

  it('are checked at the address that is connected to: a name that changes its address gains nothing', async () => {
    const inside = await serve({ ...answering(200, '^XA^FDinside^FS^XZ'), host: '127.0.0.2' });
    const labelHost = await serve(redirectTo(`http://localhost:${inside.port}/1`));
    const lookups: string[] = [];
    const resolve = async (hostname: string) => {
      lookups.push(hostname);
      return [{ address: lookups.length === 1 ? '127.0.0.5' : '127.0.0.2', family: 4 }];
    };
    expect(await download(urlOf(labelHost), { addressRules: { ...standIns, resolve } })).toMatchObject({
      kind: 'unanswered',
      failure: { code: 'no-route' },
    });
    expect(lookups).toEqual(['localhost']);
    expect(await download(urlOf(labelHost), { addressRules: { ...standIns, resolve } })).toMatchObject({
      failure: { code: 'redirected' },
    });
    expect(inside.connections()).toBe(0);
  });

  it('do not matter within the label host', async () => {
    const labelHost = await serve({
      onRequest: ({ line }, socket) =>
        line.includes('/2') ? answerWith(socket, 200, zpl) : answerWith(socket, 302, '', { Location: '/2' }),
    });
    const classOf = () => 'reserved' as const;
    const answer = await download(urlOf(labelHost), { addressRules: { ...standIns, classOf } });
    expect(answer).toMatchObject({ kind: 'answered' });
  });
});

describe('label redirects: through a proxy', () => {
  const resolving = (known: Record<string, string>): AddressRules => ({
    classOf: (address) => (address.startsWith('10.') ? 'private' : address.startsWith('127.') ? 'loopback' : 'public'),
    async resolve(hostname) {
      const address = known[hostname];
      if (address === undefined) throw Object.assign(new Error(hostname), { code: 'ENOTFOUND' });
      return [{ address, family: 4 }];
    },
  });

  /** A label host behind a proxy that redirects there, and the targets that the proxy was asked for. */
  async function throughProxy(location: (storage: RawServer) => string, known: Record<string, string> = {}) {
    const storage = await serve({
      ...answering(200, zpl),
      tls: issueFor(authority, { names: ['storage.example', 'a.local', 'b'] }),
    });
    const labelHost = await serve({
      ...redirectTo(location(storage)),
      tls: issueFor(authority, { names: ['labels.example'] }),
    });
    const proxy = await serve({
      onRequest({ line }, socket) {
        const server = line.includes('labels.example') ? labelHost : storage;
        const onwards = connect(server.port, '127.0.0.1', () => {
          socket.removeAllListeners('data');
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          socket.pipe(onwards).pipe(socket);
        });
        onwards.on('error', () => {}).on('close', () => socket.destroy());
        socket.on('close', () => onwards.destroy());
      },
    });
    const answer = await download('https://labels.example', {
      ...{ proxy: urlOf(proxy), caPem: authority.certificatePem, addressRules: resolving(known) },
    });
    return { answer, storage, asked: proxy.requests.map(({ line }) => line.split(' ')[1]) };
  }

  it('reach a name that only the proxy knows', async () => {
    const { answer, asked } = await throughProxy(() => 'https://storage.example/1');
    expect(answer).toMatchObject({ kind: 'answered' });
    expect(asked).toEqual(['labels.example:443', 'storage.example:443']);
  });

  it.each([
    ['a private address', 'https://10.0.0.5/1', {}],
    ['this computer', 'https://127.0.0.1/1', {}],
    ['this computer by name', 'https://localhost/1', { localhost: '127.0.0.1' }],
    ['a name of a local network', 'https://a.local/1', {}],
    ['a name without a dot', 'https://b/1', {}],
    ['a name that resolves to a private address here', 'https://storage.example/1', { 'storage.example': '10.0.0.5' }],
  ])('do not reach %s', async (_what, location, known) => {
    const { answer, asked, storage } = await throughProxy(() => location, known);
    expect(answer).toMatchObject({ failure: { code: 'redirected', message: { code: 'label.redirect-more-private' } } });
    expect(asked).toEqual(['labels.example:443']);
    expect(storage.connections()).toBe(0);
  });

  it('reach a private address where the label host is private itself', async () => {
    const known = { 'labels.example': '10.0.0.1', 'storage.example': '10.0.0.5' };
    const { answer } = await throughProxy(() => 'https://storage.example/1', known);
    expect(answer).toMatchObject({ kind: 'answered' });
  });
});

describe('label download: what the label host answers', () => {
  it.each([
    ['a sign-in page', 200, '<html><title>Sign in</title></html>', 'unreadable', 'label.sign-in-page'],
    ['a page with a password field', 200, '<html><input type="password"></html>', 'unreadable', 'label.sign-in-page'],
    ['another page', 200, '\ufeff<!doctype html><title>Welcome</title>', 'unreadable', 'label.web-page'],
    ['an XML error', 200, '<Error><Code>AccessDenied</Code></Error>', 'unreadable', 'service.unreadable-response'],
    ['nothing', 200, '', 'unreadable', 'service.empty-response'],
    ['403', 403, '', 'forbidden', 'label.forbidden'],
    ['404', 404, '', 'not-found', 'label.not-found'],
    ['410', 410, '', 'not-found', 'label.gone'],
    ['500', 500, '', 'service-error', 'service.server-error'],
  ])('%s is named as what it is', async (_what, status, body, code, sentence) => {
    const labelHost = await serve(answering(status, body));
    expect(await download(urlOf(labelHost))).toMatchObject({ failure: { code, message: { code: sentence } } });
  });

  it('the page at the end of a redirect to a sign-in address is a sign-in page', async () => {
    const labelHost = await serve({
      onRequest: ({ line }, socket) =>
        line.includes('/login')
          ? answerWith(socket, 200, '<html><title>Our service</title></html>')
          : answerWith(socket, 302, '', { Location: '/login' }),
    });
    const answer = await download(urlOf(labelHost));
    expect(answer).toMatchObject({ failure: { message: { code: 'label.sign-in-page' } } });
  });
});
