import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createDeliveryService, type DeliveryServiceOptions } from '../../../src/main/service/delivery-service.ts';
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

const unanswered = (requestLeft: boolean, code: string) => ({
  kind: 'unanswered',
  requestLeft,
  failure: { code, message: expect.any(String), next: expect.any(String) },
});

describe('a create that cannot have left this computer', () => {
  it('is told so when nobody listens there', async () => {
    expect(await createAt(`http://127.0.0.1:${await closedPort()}`)).toEqual(unanswered(false, 'no-route'));
  });

  it('is told so when the name is not known', async () => {
    // A label over 63 characters is refused by the system itself, without asking any name server.
    const answer = await createAt(`https://${'n'.repeat(64)}.invalid`);
    expect(answer).toEqual(unanswered(false, 'address-not-found'));
  });

  it('is told so when the connection is never taken', async () => {
    await withFullBacklog(async (port) => {
      const answer = await createAt(`http://127.0.0.1:${port}`, { limits: { connectMs: 150 } });
      expect(answer).toEqual(unanswered(false, 'no-route'));
    });
  });

  it('is told so when the secure handshake is never answered', async () => {
    await withService({}, async (_client, server) => {
      const answer = await createAt(`https://127.0.0.1:${server.port}`, { limits: { connectMs: 150 } });
      expect(answer).toEqual(unanswered(false, 'tls'));
    });
  });

  it('is told so when the connection ends in the middle of the handshake', async () => {
    const endAtHello = (socket: Socket) => socket.once('data', () => socket.destroy());
    await withService({ onConnection: endAtHello }, async (_client, server) => {
      expect(await createAt(`https://127.0.0.1:${server.port}`)).toEqual(unanswered(false, 'tls'));
    });
  });

  it('is told so when what answers the handshake is plain HTTP', async () => {
    const sayPlain = (socket: Socket) => socket.once('data', () => answerWith(socket, 400));
    await withService({ onConnection: sayPlain }, async (_client, server) => {
      expect(await createAt(`https://127.0.0.1:${server.port}`)).toEqual(unanswered(false, 'tls'));
    });
  });

  const untrusted: [string, Parameters<typeof issueFor>[1], string | undefined][] = [
    ['comes from an authority nobody named', {}, undefined],
    ['is for another name', { names: ['elsewhere.example'], addresses: [] }, authority.certificatePem],
    ['has run out', { notAfter: '20210101000000Z' }, authority.certificatePem],
  ];
  it.each(untrusted)('is told so when the certificate %s, and the request is never seen', async (_why, leaf, caPem) => {
    await withService(
      { tls: issueFor(authority, leaf) },
      async (client, server) => {
        expect(await client.create(orderRequest)).toEqual(unanswered(false, 'tls'));
        expect(server.requests).toEqual([]);
      },
      caPem ? { caPem } : {},
    );
  });

  it('is told so when the company certificate file is no certificate', async () => {
    await withService(
      { tls: issueFor(authority) },
      async (client) => expect(await client.create(orderRequest)).toEqual(unanswered(false, 'tls')),
      { caPem: '-----BEGIN CERTIFICATE-----\nnot one\n-----END CERTIFICATE-----\n' },
    );
  });
});

it('a create whose connection is reset as soon as it is taken is told apart by whether a byte was written', async () => {
  // Which end is faster decides whether the reset meets the connection or the request: both are told for what they are.
  await withService({ onConnection: (socket) => socket.resetAndDestroy() }, async (client, server) => {
    const answer = await client.create(orderRequest);
    const before = unanswered(false, 'no-route');
    const after = unanswered(true, 'cut-off');
    expect(answer).toEqual(answer.kind === 'unanswered' && answer.requestLeft ? after : before);
    expect(server.requests).toEqual([]);
  });
});

describe('a create that may have left', () => {
  const inDoubt: [
    string,
    { onConnection?: (socket: Socket) => void; onRequest?: (_: unknown, socket: Socket) => void },
    string,
  ][] = [
    ['the connection is reset at its first byte', { onConnection: resetAtFirstByte }, 'cut-off'],
    [
      'the connection is reset after the request was read',
      { onRequest: (_, socket) => socket.resetAndDestroy() },
      'cut-off',
    ],
    ['the connection is ended without a word', { onRequest: (_, socket) => socket.end() }, 'cut-off'],
    [
      'half of the headers come',
      { onRequest: (_, socket) => socket.end('HTTP/1.1 201 Created\r\nContent-') },
      'cut-off',
    ],
    ['the answer is not HTTP', { onRequest: (_, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n') }, 'unreadable'],
    [
      'the headers never end',
      { onRequest: (_, socket) => socket.end(`HTTP/1.1 201 Created\r\nA: ${'a'.repeat(99_999)}`) },
      'too-large',
    ],
    ['no answer comes in time', {}, 'time-out'],
  ];
  it.each(inDoubt)('is told so when %s', async (_what, behaviour, code) => {
    await withService(
      behaviour,
      async (client, server) => {
        expect(await client.create(orderRequest)).toEqual(unanswered(true, code));
        expect(server.connections()).toBe(1);
      },
      { limits: { answerMs: 400 } },
    );
  });

  it('is told so over TLS too', async () => {
    await withService(
      { tls: issueFor(authority), onRequest: (_, socket) => socket.destroy() },
      async (client, server) => {
        expect(await client.create(orderRequest)).toEqual(unanswered(true, 'cut-off'));
        expect(server.requests).toHaveLength(1);
      },
      { caPem: authority.certificatePem },
    );
  });

  it('keeps what came of a 201 that was cut off, and does not call it created', async () => {
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

  it('keeps what came of a 201 that stalled', async () => {
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

/** A listener that never takes a connection (its process stands still) and whose queue is full: the system drops what comes. */
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
    while (await wasTaken(port, fillers)) expect(fillers.length).toBeLessThan(20);
    await use(port);
  } finally {
    for (const filler of fillers) filler.destroy();
    child.kill('SIGKILL');
  }
}

/** False once the queue is full: a connection to loopback otherwise stands within microseconds. */
function wasTaken(port: number, fillers: Socket[]): Promise<boolean> {
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
