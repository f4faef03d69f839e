import { describe, expect, it } from 'vitest';
import { answering, token, withService } from './client-fixture.ts';
import { answerWith, type RawRequest, startRawServer } from './raw-server.ts';

const zpl = '^XA^FO50,50^FDHello^FS^XZ';
const authorization = (request: RawRequest | undefined) =>
  request?.headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value);

describe('label download', () => {
  it('requests the label with no token and no other header', async () => {
    await withService(answering(200, zpl), async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/labels/1.zpl?size=4x6#top`);
      expect(answer).toEqual({
        kind: 'answered',
        httpStatus: 200,
        value: { bytes: Buffer.from(zpl), format: 'zpl' },
        missing: [],
        rawBody: '',
      });
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.line).toBe('GET /labels/1.zpl?size=4x6 HTTP/1.1');
      expect(server.requests[0]?.headers.map(([name]) => name.toLowerCase())).toEqual(['host', 'connection']);
    });
  });

  it('keeps every byte as received', async () => {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    ]);
    await withService(answering(200, bytes, { 'Content-Type': 'text/plain' }), async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
      expect(answer).toMatchObject({ kind: 'answered', value: { bytes, format: 'pdf' } });
    });
  });

  it.each([401, 403])('is requested again with the token only after a %i', async (status) => {
    const guarded = {
      onRequest: (request: RawRequest, socket: Parameters<typeof answerWith>[0]) =>
        authorization(request)?.length ? answerWith(socket, 200, zpl) : answerWith(socket, status, 'who are you?'),
    };
    await withService(guarded, async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
      expect(answer).toMatchObject({ kind: 'answered', value: { format: 'zpl' } });
      expect(server.requests.map(authorization)).toEqual([[], [`Bearer ${token}`]]);
    });
  });

  it('fails when the token is not accepted either, and is not requested a third time', async () => {
    await withService(answering(403, 'Not yours'), async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
      expect(answer).toMatchObject({
        kind: 'rejected',
        httpStatus: 403,
        failure: { code: 'forbidden', serviceText: 'Not yours' },
      });
      expect(server.requests).toHaveLength(2);
    });
  });

  it('that needs a token fails with this reason when there is none', async () => {
    await withService(
      answering(401, ''),
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(answer).toMatchObject({ kind: 'rejected', httpStatus: 401, failure: { code: 'token-missing' } });
        expect(server.requests).toHaveLength(1);
      },
      { token: null },
    );
  });

  it.each([
    ['another host', (port: number) => `http://localhost:${port}/1`],
    ['another port', () => 'http://127.0.0.1:1/1'],
    ['another scheme', (port: number) => `https://127.0.0.1:${port}/1`],
    ['the label host as a user name', (port: number) => `http://127.0.0.1:${port}@elsewhere.example/1`],
    ['a user name', (port: number) => `http://me@127.0.0.1:${port}/1`],
    ['a file', () => 'file:///etc/passwd'],
    ['a path alone', () => '/labels/1.zpl'],
    ['no address', () => ''],
  ])('at %s is not requested', async (_where, address) => {
    await withService(answering(200, zpl), async (client, server) => {
      const answer = await client.downloadLabel(address(server.port));
      expect(answer).toMatchObject({ kind: 'unanswered', requestLeft: false, failure: { code: 'wrong-host' } });
      expect(server.connections()).toBe(0);
    });
  });

  it('is not requested where no label host is set', async () => {
    await withService(
      answering(200, zpl),
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(answer).toMatchObject({ kind: 'unanswered', failure: { code: 'wrong-host' } });
      },
      { labelUrl: null },
    );
  });

  it('follows up to three redirects within its host', async () => {
    await withService({ onRequest: stepsTo(3) }, async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/step/0`);
      expect(answer).toMatchObject({ kind: 'answered', value: { format: 'zpl' } });
      expect(server.requests).toHaveLength(4);
    });
  });

  it('is abandoned after more redirects than that', async () => {
    await withService({ onRequest: stepsTo(9) }, async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/step/0`);
      expect(answer).toMatchObject({ kind: 'rejected', httpStatus: 302, failure: { code: 'redirected' } });
      expect(server.requests).toHaveLength(4);
    });
  });

  it('does not follow a redirect to another host where the environment forbids it, with or without the token', async () => {
    const elsewhere = await startRawServer(answering(200, zpl));
    const location = { Location: `http://127.0.0.1:${elsewhere.port}/1` };
    const guarded = {
      onRequest: (request: RawRequest, socket: Parameters<typeof answerWith>[0]) =>
        authorization(request)?.length ? answerWith(socket, 302, '', location) : answerWith(socket, 401),
    };
    await withService(
      guarded,
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(answer).toMatchObject({ kind: 'rejected', httpStatus: 302, failure: { code: 'redirected' } });
        expect(elsewhere.connections()).toBe(0);
      },
      { labelRedirects: 'label-host-only' },
    );
    await elsewhere.close();
  });

  it.each([
    ['nothing', '', undefined],
    ['a log-in page', '<html><title>Log in</title></html>', 'Log in'],
    ['the service’s text', '{"status":"error","message":"Label not ready"}', 'Label not ready'],
  ])('that is %s is not a label', async (_what, body, serviceText) => {
    await withService(answering(200, body), async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
      expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'unreadable' } });
      expect((answer as { failure: { serviceText?: string } }).failure.serviceText).toBe(serviceText);
    });
  });

  it('that is a picture has an unknown format', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await withService(answering(200, png), async (client, server) => {
      const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
      expect(answer).toMatchObject({ kind: 'answered', value: { bytes: png, format: 'unknown' } });
    });
  });

  it('larger than the limit, or cut off, is not accepted as complete', async () => {
    await withService(
      answering(200, `^XA${'x'.repeat(5000)}^XZ`),
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'too-large' } });
      },
      { limits: { labelBytes: 1000 } },
    );
    await withService(
      { onRequest: (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n^XA') },
      async (client, server) => {
        const answer = await client.downloadLabel(`http://127.0.0.1:${server.port}/1`);
        expect(answer).toMatchObject({ kind: 'unreadable', failure: { code: 'cut-off' } });
      },
    );
  });
});

function stepsTo(last: number) {
  return (request: RawRequest, socket: Parameters<typeof answerWith>[0]): void => {
    const step = Number(/\/step\/(\d+)/.exec(request.line)?.[1]);
    if (step === last) answerWith(socket, 200, zpl);
    else answerWith(socket, 302, '', { Location: `/step/${step + 1}` });
  };
}
