import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
import { issueFor, makeAuthority } from './certificates.ts';
import { answering, orderRequest, recorded, token, withService } from './client-fixture.ts';
import {
  answerWith,
  type Behaviour,
  closedPort,
  type RawRequest,
  type RawServer,
  startRawServer,
} from './raw-server.ts';

const authority = makeAuthority('Test authority');
const credentials = issueFor(authority, { names: ['service.example'] });
const refusedByProxy = { kind: 'unanswered', requestLeft: false, failure: { code: 'no-route' } };

/** A create at https://service.example, which only the proxy can reach. */
async function createThrough(proxy: string, options: Partial<DeliveryServiceOptions> = {}) {
  const caPem = authority.certificatePem;
  const client = createDeliveryService({
    baseUrl: 'https://service.example',
    labelUrl: null,
    token,
    proxy,
    caPem,
    ...options,
  });
  try {
    return await client.create(orderRequest);
  } finally {
    await client.close();
  }
}

async function withServers(
  behaviour: Behaviour,
  proxyBehaviour: (service: RawServer) => Behaviour,
  use: (proxy: RawServer, service: RawServer) => Promise<void>,
): Promise<void> {
  const service = await startRawServer({ tls: credentials, ...behaviour });
  const proxy = await startRawServer(proxyBehaviour(service));
  try {
    await use(proxy, service);
  } finally {
    await proxy.close();
    await service.close();
  }
}

/** Connects the proxy's client to that service, whatever target it requested. */
const joinTo = (service: RawServer) => (_request: RawRequest, socket: Socket) => {
  const onwards = connect(service.port, '127.0.0.1', () => {
    socket.removeAllListeners('data');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onwards).pipe(socket);
  });
  onwards.on('error', () => {}).on('close', () => socket.destroy());
  socket.on('close', () => onwards.destroy());
};

const created = answering(201, recorded('create'));
const joining = (service: RawServer): Behaviour => ({ onRequest: joinTo(service) });

describe('proxy: a create', () => {
  it('goes through a tunnel: the proxy receives the name of the service and nothing else', async () => {
    await withServers(created, joining, async (proxy, service) => {
      const answer = await createThrough(`http://127.0.0.1:${proxy.port}`);
      expect(answer).toMatchObject({ kind: 'answered', httpStatus: 201 });
      expect(proxy.requests.map((request) => request.line)).toEqual(['CONNECT service.example:443 HTTP/1.1']);
      expect(JSON.stringify(proxy.requests)).not.toContain(token);
      expect(service.requests).toHaveLength(1);
      expect(service.requests[0]?.headers).toContainEqual(['Authorization', `Bearer ${token}`]);
    });
  });

  it('works through an https proxy too', async () => {
    const secured = (service: RawServer): Behaviour => ({ tls: issueFor(authority), onRequest: joinTo(service) });
    await withServers(created, secured, async (proxy) => {
      expect(await createThrough(`https://localhost:${proxy.port}`)).toMatchObject({ kind: 'answered' });
    });
  });

  it.each([
    ['pass%20word', 'pass word'],
    ['100%word', '100%word'],
  ])(
    'sends the proxy the name and password of its address, %s, and no failure repeats them',
    async (written, password) => {
      const requiresLogin: Behaviour = { onRequest: (_request, socket) => answerWith(socket, 407) };
      await withServers(
        created,
        () => requiresLogin,
        async (proxy, service) => {
          const answer = await createThrough(`http://packer:${written}@127.0.0.1:${proxy.port}`);
          expect(answer).toMatchObject(refusedByProxy);
          expect(answer).toHaveProperty('failure.message.code', 'service.proxy-sign-in');
          expect(JSON.stringify(answer)).not.toContain('word@');
          const basic = `Basic ${Buffer.from(`packer:${password}`).toString('base64')}`;
          expect(proxy.requests[0]?.headers).toContainEqual(['Proxy-Authorization', basic]);
          expect(service.connections()).toBe(0);
        },
      );
    },
  );

  const proxyFaults: [string, Behaviour][] = [
    ['opens no tunnel', { onRequest: (_request, socket) => answerWith(socket, 502) }],
    ['resets the connection', { onRequest: (_request, socket) => socket.resetAndDestroy() }],
    ['does not answer', {}],
    ['is not a proxy', { onRequest: (_request, socket) => socket.end('220 mail.example ESMTP\r\n') }],
  ];
  it.each(proxyFaults)('is not sent when the proxy %s', async (_what, behaviour) => {
    await withServers(
      created,
      () => behaviour,
      async (proxy, service) => {
        const answer = await createThrough(`http://127.0.0.1:${proxy.port}`, { limits: { connectMs: 300 } });
        expect(answer).toMatchObject(refusedByProxy);
        expect(service.connections()).toBe(0);
      },
    );
  });

  it('is not sent when the proxy is unreachable', async () => {
    expect(await createThrough(`http://127.0.0.1:${await closedPort()}`)).toMatchObject(refusedByProxy);
  });

  it('is not sent when the service behind the tunnel is not trusted', async () => {
    await withServers(created, joining, async (proxy, service) => {
      const otherAuthority = makeAuthority('Another authority').certificatePem;
      const answer = await createThrough(`http://127.0.0.1:${proxy.port}`, { caPem: otherAuthority });
      expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls' } });
      expect(service.requests).toEqual([]);
    });
  });

  it('may have been sent when the tunnel breaks after the request', async () => {
    const breaking: Behaviour = { onRequest: (_request, socket) => socket.destroy() };
    await withServers(breaking, joining, async (proxy) => {
      const answer = await createThrough(`http://127.0.0.1:${proxy.port}`);
      expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: true, failure: { code: 'cut-off' } });
    });
  });

  it('is not sent when the proxy’s address is invalid', async () => {
    const answer = await createThrough('socks5://proxy.example');
    expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: false, failure: { code: 'invalid-input' } });
  });
});

it('proxy: a service on this computer is reached without the proxy', async () => {
  const proxy = await startRawServer({});
  await withService(
    created,
    async (client) => expect(await client.create(orderRequest)).toMatchObject({ kind: 'answered' }),
    { proxy: `http://127.0.0.1:${proxy.port}` },
  );
  expect(proxy.connections()).toBe(0);
  await proxy.close();
});
