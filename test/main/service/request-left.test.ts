import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
import type { FailureCode } from '../../../src/shared/contract/failure.ts';
import type { MessageCode } from '../../../src/shared/messages/message.ts';
import { issueFor, makeAuthority } from './certificates.ts';
import { orderRequest, recorded, token, withService } from './client-fixture.ts';
import { answerWith, closedPort } from './raw-server.ts';

const authority = makeAuthority('Test authority');

async function createAt(baseUrl: string, options: Partial<DeliveryServiceOptions> = {}) {
  const client = createDeliveryService({ baseUrl, labelUrl: null, token, ...options });
  try {
    return await client.create(orderRequest);
  } finally {
    await client.close();
  }
}

const unanswered = (requestLeft: boolean, code: FailureCode, name: MessageCode) => ({
  kind: 'unanswered',
  requestLeft,
  failure: { code, message: { code: name, params: expect.any(Object) } },
});

describe('service request: a create that was not sent', () => {
  it('is reported as not sent when nothing listens at the address', async () => {
    expect(await createAt(`http://127.0.0.1:${await closedPort()}`)).toEqual(
      unanswered(false, 'no-route', 'service.connection-refused'),
    );
  });

  it('is reported as not sent when the host name is not found', async () => {
    // The system rejects a label over 63 characters without asking a name server.
    const answer = await createAt(`https://${'n'.repeat(64)}.invalid`);
    expect(answer).toEqual(unanswered(false, 'address-not-found', 'service.name-not-found'));
  });

  it('is reported as not sent when the connection is never accepted', async () => {
    await withFullBacklog(async (port) => {
      const answer = await createAt(`http://127.0.0.1:${port}`, { limits: { connectMs: 150 } });
      expect(answer).toEqual(unanswered(false, 'no-route', 'service.connection-timeout'));
    });
  });

  it('is reported as not sent when the TLS handshake is never answered', async () => {
    await withService({}, async (_client, server) => {
      const answer = await createAt(`https://127.0.0.1:${server.port}`, { limits: { connectMs: 150 } });
      expect(answer).toEqual(unanswered(false, 'tls', 'service.tls-timeout'));
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['the connection ends during', (socket) => socket.once('data', () => socket.destroy())],
    ['plain HTTP answers', (socket) => socket.once('data', () => answerWith(socket, 400))],
  ])('is reported as not sent when %s the TLS handshake', async (_what, onConnection) => {
    await withService({ onConnection }, async (_client, server) => {
      expect(await createAt(`https://127.0.0.1:${server.port}`)).toEqual(
        unanswered(false, 'tls', 'service.tls-failed'),
      );
    });
  });

  const untrusted: [string, Parameters<typeof issueFor>[1], string | undefined, MessageCode][] = [
    ['comes from an unknown authority', {}, undefined, 'service.certificate-authority-unknown'],
    [
      'is for another name',
      { names: ['elsewhere.example'], addresses: [] },
      authority.certificatePem,
      'service.certificate-for-other-name',
    ],
    ['has expired', { notAfter: '20210101000000Z' }, authority.certificatePem, 'service.certificate-not-valid-now'],
  ];
  it.each(untrusted)(
    'is reported as not sent when the certificate %s, and the service never sees the request',
    async (_why, leaf, caPem, name) => {
      await withService(
        { tls: issueFor(authority, leaf) },
        async (client, server) => {
          expect(await client.create(orderRequest)).toEqual(unanswered(false, 'tls', name));
          expect(server.requests).toEqual([]);
        },
        caPem ? { caPem } : {},
      );
    },
  );

  it('is reported as not sent when the company certificate file is not a certificate', async () => {
    await withService(
      { tls: issueFor(authority) },
      async (client) =>
        expect(await client.create(orderRequest)).toEqual(
          unanswered(false, 'tls', 'service.certificate-authority-unknown'),
        ),
      { caPem: '-----BEGIN CERTIFICATE-----\nnot one\n-----END CERTIFICATE-----\n' },
    );
  });
});

it('service request: a create whose connection is reset at once is reported as sent only where a byte was written', async () => {
  // A race decides whether the reset arrives before or after the request is written: both outcomes are correct.
  await withService({ onConnection: (socket) => socket.resetAndDestroy() }, async (client, server) => {
    const answer = await client.create(orderRequest);
    const before = unanswered(false, 'no-route', 'service.connection-reset');
    const after = unanswered(true, 'cut-off', 'service.connection-lost');
    expect(answer).toEqual(answer.kind === 'unanswered' && answer.requestLeft ? after : before);
    expect(server.requests).toEqual([]);
  });
});

describe('service request: a create that may have been sent', () => {
  const uncertain: [
    string,
    { onConnection?: (socket: Socket) => void; onRequest?: (_: unknown, socket: Socket) => void },
    FailureCode,
    MessageCode,
  ][] = [
    [
      'the connection is reset at its first byte',
      { onConnection: resetAtFirstByte },
      'cut-off',
      'service.connection-lost',
    ],
    [
      'the connection is reset after the request was read',
      { onRequest: (_, socket) => socket.resetAndDestroy() },
      'cut-off',
      'service.connection-lost',
    ],
    [
      'the connection is closed without a byte',
      { onRequest: (_, socket) => socket.end() },
      'cut-off',
      'service.connection-lost',
    ],
    [
      'half of the headers arrive',
      { onRequest: (_, socket) => socket.end('HTTP/1.1 201 Created\r\nContent-') },
      'cut-off',
      'service.connection-lost',
    ],
    [
      'the answer is not HTTP',
      { onRequest: (_, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') },
      'unreadable',
      'service.not-http',
    ],
    [
      'the headers never end',
      { onRequest: (_, socket) => socket.end(`HTTP/1.1 201 Created\r\nA: ${'a'.repeat(99_999)}`) },
      'too-large',
      'service.headers-too-large',
    ],
    ['no response arrives in time', {}, 'time-out', 'service.response-timeout'],
  ];
  it.each(uncertain)('is reported as sent when %s', async (_what, behaviour, code, name) => {
    await withService(
      behaviour,
      async (client, server) => {
        expect(await client.create(orderRequest)).toEqual(unanswered(true, code, name));
        expect(server.connections()).toBe(1);
      },
      { labelUrl: null, limits: { answerMs: 400 } },
    );
  });

  it('is reported as sent over TLS too', async () => {
    await withService(
      { tls: issueFor(authority), onRequest: (_, socket) => socket.destroy() },
      async (client, server) => {
        expect(await client.create(orderRequest)).toEqual(unanswered(true, 'cut-off', 'service.connection-lost'));
        expect(server.requests).toHaveLength(1);
      },
      { caPem: authority.certificatePem },
    );
  });

  it('with an incomplete 201 is not reported as created, and the answer is kept as received', async () => {
    const body = recorded('create');
    const half = body.slice(0, 200);
    const cut = (_: unknown, socket: Socket) =>
      socket.end(`HTTP/1.1 201 Created\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${half}`);
    await withService({ onRequest: cut }, async (client) => {
      const answer = await client.create(orderRequest);
      expect(answer).toMatchObject({
        kind: 'unreadable',
        httpStatus: 201,
        rawBody: half,
        failure: { code: 'cut-off' },
      });
    });
  });

  it('with a stalled 201 keeps the answer as received', async () => {
    const stall = (_: unknown, socket: Socket) =>
      socket.write('HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\n{"status"');
    await withService(
      { onRequest: stall },
      async (client) => {
        const answer = await client.create(orderRequest);
        expect(answer).toMatchObject({ kind: 'unreadable', rawBody: '{"status"', failure: { code: 'time-out' } });
      },
      { limits: { answerMs: 400 } },
    );
  });
});

function resetAtFirstByte(socket: Socket): void {
  socket.once('data', () => socket.resetAndDestroy());
}

/** A listener that never accepts (its process is blocked) and whose backlog is full: the system drops further connections. */
async function withFullBacklog(use: (port: number) => Promise<void>): Promise<void> {
  const script = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const fillers: Socket[] = [];
  try {
    const [data] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(data.toString());
    while (await wasAccepted(port, fillers)) expect(fillers.length).toBeLessThan(20);
    await use(port);
  } finally {
    for (const filler of fillers) filler.destroy();
    child.kill('SIGKILL');
  }
}

/** False once the backlog is full: a connection to loopback otherwise opens within microseconds. */
function wasAccepted(port: number, fillers: Socket[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  fillers.push(socket);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 300);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
